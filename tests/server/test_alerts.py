"""Turn alerts of correspondence games: a real mail server and real push services on loopback get them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from server.alerting import (
    DAYS,
    SITE,
    Doorbell,
    Postman,
    PushService,
    choose,
    correspondence,
    failed_pushes,
    push_settings,
    soon,
    with_address,
)
from server.kit import Person, Server, Tab, free_port, guest
from server.services import Postgres, Redis
from server.store import change, rows

LOOPBACK = "127.0.0.0/8"
ANN, BEN = "ann@example.org", "ben@example.org"


@pytest.fixture
def alerting(tmp_path: Path, services: Callable[[], dict[str, str]], postman: Postman) -> Iterator[Server]:
    """A server that mails and pushes, to loopback too."""
    running = Server(tmp_path, **postman.settings, **push_settings(LOOPBACK), **services()).start()
    yield running
    running.stop()


def dropped(server: Server) -> int:
    """How many alerts were over somebody's share."""
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return int(float(next(line for line in lines if line.startswith("branchline_alerts_dropped_total")).split()[1]))


# --- who gets them


def test_who_is_away_gets_a_mail_and_a_push_and_who_is_here_gets_none(
    alerting: Server, postman: Postman, push: PushService
) -> None:
    async def story() -> None:
        async with Person(alerting) as ann, Person(alerting) as ben:
            await with_address(ann, "Ann", ANN, postman)
            await with_address(ben, "Ben", BEN, postman)
            table = await correspondence(ann, ben, start=False)
            assert (await ben.post("/api/me/push", push.subscription())).status_code == 204
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
                await soon(lambda: postman.turns(BEN) and push.came)
                assert postman.turns(BEN)[0]["From"] == "games@example.org"
                assert f"{SITE}/t/{table}" in postman.turns(BEN)[0].get_content()
                assert push.opened(0) == {"type": "your_turn", "table": table}
                assert push.came[0][0]["authorization"].startswith("vapid t=")
                assert push.came[0][0]["content-encoding"] == "aes128gcm"
                assert int(push.came[0][0]["ttl"]) > 0  # it waits for a browser that is off
                # Ann, who is here, keeps her tickets: Ben has been told already, and she needs no mail.
                await choose(tab, "keep_tickets")
                async with ben.at(table) as away:
                    await away.until("snapshot")
                    await choose(away, "keep_tickets")
                for _ in range(2):  # Ann draws two cards, then it is Ben's turn again
                    await choose(tab, "draw_card")
                await soon(lambda: len(postman.turns(BEN)) == 2 and len(push.came) == 2)
            assert postman.turns(ANN) == []

    asyncio.run(story())


def test_two_processes_send_one_mail_and_none_to_who_is_at_the_other(
    tmp_path: Path, postgres: Postgres, redis: Redis, postman: Postman
) -> None:
    settings = {"DATABASE": postgres.new_database(), "REDIS": redis.url, **postman.settings}
    here, there = (Server(tmp_path, **settings).start() for _ in range(2))

    async def story() -> None:
        async with Person(here) as ann, Person(there) as ben, guest(there, "Eve") as eve:
            await with_address(ann, "Ann", ANN, postman)
            await with_address(ben, "Ben", BEN, postman)
            table = await correspondence(ann, ben, start=False)
            async with ann.at(table) as hers, eve.at(table) as watching:
                await hers.until("snapshot")
                await watching.until("snapshot")
                assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
                await watching.until("update")
                await soon(lambda: postman.turns(BEN))
                async with ben.at(table) as his:
                    await his.until("snapshot")
                    await choose(his, "keep_tickets")
                    for what in ("keep_tickets", "draw_card", "draw_card"):
                        await choose(hers, what)
                    # Ben, who is due now, is at the other process. What would wrongly be sent is sent before this:
                    while not his.legal:
                        await his.hear(90)
                    other = await correspondence(ann, ben)
                    await soon(lambda: len(postman.turns(BEN)) > 1)
            assert [table in mail.get_content() for mail in postman.turns(BEN)] == [True, False]
            assert other in postman.turns(BEN)[1].get_content()
            assert [table in mail.get_content() for mail in postman.turns(ANN)] == [False]

    try:
        asyncio.run(story())
    finally:
        for server in (here, there):
            server.stop()


def test_a_table_sends_one_alert_until_who_was_told_has_been_there(
    alerting: Server, postman: Postman, push: PushService
) -> None:
    """Whoever claims and takes back, again and again, makes it the other's turn each time."""

    async def story() -> None:
        async with Person(alerting) as ann, Person(alerting) as ben:
            await with_address(ben, "Ben", BEN, postman)
            await ann.come("Ann")
            assert (await ben.post("/api/me/push", push.subscription())).status_code == 204
            table = await correspondence(ann, ben, start=False)
            async with ann.at(table) as tab:
                async with ben.at(table) as his:
                    assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
                    await his.until("snapshot")
                    await choose(his, "keep_tickets")
                await choose(tab, "keep_tickets")
                while is_here(tab, 1):
                    await tab.hear(90)
                for _ in range(4):
                    await claim(tab)
                    version = tab.version
                    await tab.tell("ask_undo")
                    while tab.version == version:
                        await tab.hear(90)
                await claim(tab)
                await soon(lambda: postman.turns(BEN) and push.came)
                async with ben.at(table) as his:
                    await his.until("snapshot")
                    for _ in range(2):
                        await choose(his, "draw_card")
                for _ in range(2):
                    await choose(tab, "draw_card")
                await soon(lambda: len(postman.turns(BEN)) > 1 and len(push.came) > 1)
            assert len(postman.turns(BEN)) == len(push.came) == 2

    asyncio.run(story())


def is_here(tab: Tab, seat: int) -> bool:
    """Whether somebody is at the table, by what was told last."""
    info = next(message["info"] for message in reversed(tab.heard) if message.get("info"))
    return bool(info["people"][seat]["here"])


async def claim(tab: Tab) -> None:
    """Claim a line, and pay for it, until somebody else is due."""
    while not tab.legal:
        await tab.hear(90)
    while tab.legal:
        action = next((action for action in tab.legal if action["do"] in ("claim_line", "pay")), tab.legal[0])
        assert (await tab.act(action))["type"] == "done"


# --- shares


def test_a_person_gets_so_many_mails_an_hour_and_what_is_more_is_dropped_and_counted(
    tmp_path: Path, services: Callable[[], dict[str, str]], postman: Postman
) -> None:
    tables, share = 8, 5
    server = Server(tmp_path, **{**postman.settings, **services(), "RATE_LIMIT": "1"}).start()

    async def story() -> None:
        async with Person(server) as ann, Person(server) as ben:
            await with_address(ben, "Ben", BEN, postman)
            await ann.come("Ann")
            for _ in range(tables):
                await correspondence(ann, ben)
            # The question at the address was one of them.
            await soon(lambda: len(postman.turns(BEN)) + dropped(server) == tables)
            assert len(postman.to(BEN)) == share
            assert (await ben.get("/api/me")).status_code == 200

    try:
        asyncio.run(story())
    finally:
        server.stop()


def test_a_person_gets_so_many_pushes_an_hour_and_what_is_more_is_dropped_and_counted(
    tmp_path: Path, services: Callable[[], dict[str, str]], push: PushService
) -> None:
    browsers, tables, share = 20, 4, 60
    server = Server(tmp_path, **{**push_settings(LOOPBACK), **services(), "RATE_LIMIT": "1"}).start()

    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            for n in range(browsers):
                subscribed = await ben.post("/api/me/push", push.subscription(f"{push.endpoint}{n}"))
                assert subscribed.status_code == 204
            for _ in range(tables):
                await correspondence(ann, ben)
            await soon(lambda: len(push.came) + dropped(server) == browsers * tables)
            assert len(push.came) == share

    try:
        asyncio.run(story())
    finally:
        server.stop()


# --- push services that are not what they seem


def test_a_browser_that_is_gone_is_forgotten_and_a_dead_mail_server_stops_nothing(
    alerting: Server, postman: Postman, push: PushService
) -> None:
    async def story() -> None:
        async with Person(alerting) as ann, Person(alerting) as ben:
            await with_address(ann, "Ann", ANN, postman)
            await with_address(ben, "Ben", BEN, postman)
            push.status = 410
            assert (await ben.post("/api/me/push", push.subscription())).status_code == 204
            await correspondence(ann, ben)
            await soon(lambda: push.came)
            await soon(lambda: not rows(alerting, "SELECT endpoint FROM subscriptions"))
            await soon(lambda: postman.turns(ANN) and postman.turns(BEN))  # both are away
        assert (await asyncio.to_thread(alerting.stop)) in (0, -15)
        alerting.settings["SMTP"] = f"smtp://127.0.0.1:{free_port()}"
        await asyncio.to_thread(alerting.start)
        async with guest(alerting, "Eve") as eve, eve.game("random", clock=DAYS) as tab:
            assert (await tab.act(tab.legal[0]))["type"] == "done"

    asyncio.run(story())


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(alerting: Server, push: PushService, status: int) -> None:
    elsewhere = PushService()
    push.status, push.headers = status, {"location": elsewhere.endpoint, "content-length": "0"}

    async def story() -> None:
        async with guest(alerting, "Ann") as ann, guest(alerting, "Ben") as ben:
            assert (await ben.post("/api/me/push", push.subscription())).status_code == 204
            await correspondence(ann, ben)
            await soon(lambda: push.came)
            await soon(lambda: elsewhere.came or failed_pushes(alerting))
            assert elsewhere.came == []
            assert [line["status"] for line in failed_pushes(alerting)] == [status]

    asyncio.run(story())
    elsewhere.stop()


def test_a_name_that_leads_into_the_house_is_not_called(
    tmp_path: Path, services: Callable[[], dict[str, str]], push: PushService
) -> None:
    """Neither when it is new, nor when it has been in the database since yesterday."""
    server = Server(tmp_path, **push_settings(), **services()).start()
    bell = Doorbell()
    # "127.1" and the like are names to who only reads them, and loopback to every resolver.
    names = ["127.1", "0x7f.0.0.1", "0177.0.0.1", "2130706433", "127.0.0.1", "[::ffff:127.0.0.1]"]
    names += [name for name in ("localhost", "localhost.localdomain", socket.gethostname()) if leads_home(name)]
    endpoints = [f"https://{name}:{bell.port}/x" for name in names]

    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            for endpoint in endpoints:
                answer = await ben.post("/api/me/push", push.subscription(endpoint))
                assert answer.status_code == 204 or answer.json()["code"] == "bad_endpoint", answer.text
            before(server, (await ben.get("/api/me")).json()["id"], endpoints, push)
            await correspondence(ann, ben)
            await soon(lambda: bell.rung or len(failed_pushes(server)) == len(endpoints))
            assert bell.rung == 0

    try:
        asyncio.run(story())
    finally:
        server.stop()
        bell.stop()


def leads_home(name: str) -> bool:
    """Whether this machine's resolver finds loopback behind a name."""
    try:
        return all(found[4][0] == "127.0.0.1" for found in socket.getaddrinfo(name, 443, type=socket.SOCK_STREAM))
    except OSError:
        return False


def before(server: Server, user: int, endpoints: list[str], push: PushService) -> None:
    """Endpoints that an older release has taken."""
    kept = {row[0] for row in rows(server, f"SELECT endpoint FROM subscriptions WHERE user_id = {user}")}
    keys = str(push.keys).replace("'", '"')
    for endpoint in set(endpoints) - kept:
        values = f"({user}, '{endpoint}', '{keys}')"
        change(server, f"INSERT INTO subscriptions (user_id, endpoint, push_keys) VALUES {values}")


def test_keys_of_yesterday_that_no_browser_has_are_forgotten(alerting: Server, push: PushService) -> None:
    async def story() -> None:
        async with guest(alerting, "Ann") as ann, guest(alerting, "Ben") as ben:
            user = (await ben.get("/api/me")).json()["id"]
            values = f'({user}, \'{push.endpoint}\', \'{{"p256dh": "a", "auth": "b"}}\')'
            change(alerting, f"INSERT INTO subscriptions (user_id, endpoint, push_keys) VALUES {values}")
            await correspondence(ann, ben)
            await soon(lambda: not rows(alerting, "SELECT endpoint FROM subscriptions"))
            assert push.came == []

    asyncio.run(story())


def test_push_services_that_never_answer_hold_up_no_move_and_no_sign_in(
    tmp_path: Path, services: Callable[[], dict[str, str]], push: PushService
) -> None:
    pairs, tables_each = 10, 4
    server = Server(tmp_path, **push_settings(LOOPBACK), **services()).start()
    push.may_answer.clear()

    async def story() -> None:
        async with AsyncExitStack() as stack:
            account = await stack.enter_async_context(Person(server))
            known = {"name": "Cleo", "password": "four coal cars"}
            assert (await account.post("/api/signup", known)).status_code == 200
            tables = []
            for n in range(pairs):
                ann = await stack.enter_async_context(guest(server, f"Ann {n}"))
                ben = await stack.enter_async_context(guest(server, f"Ben {n}"))
                assert (await ben.post("/api/me/push", push.subscription())).status_code == 204
                tables += [(ann, await correspondence(ann, ben, start=False)) for _ in range(tables_each)]
            for host, waiting in tables:  # all at once, so that few pushes have been given up when it matters
                assert (await host.post(f"/api/tables/{waiting}/start")).status_code == 204
            await soon(lambda: push.came)
            assert (await account.post("/api/signin", known)).status_code == 200
            person, table = tables[-1]
            async with person.at(table) as tab:
                await tab.until("snapshot")
                await choose(tab, "keep_tickets")
            # Had they waited for one another, most pushes would have been given up, one after the other, by now.
            assert len(push.came) < len(tables) - 5

    try:
        asyncio.run(story())
    finally:
        push.may_answer.set()
        server.stop()
