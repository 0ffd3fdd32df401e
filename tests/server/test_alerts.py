"""Turn alerts of correspondence games: a real mail server and a real push service on loopback get them."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import threading
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece  # type: ignore[import-untyped]
import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from server.kit import Person, Server, Tab, free_port, guest
from server.services import Postgres, Redis
from server.store import change, rows
from waiting import wait_until

DAYS = {"kind": "days", "turn": 86400, "bank": 0}


def text_of(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    wait_until(true, lambda: "it did not come")


class Postman:
    """Keeps the mails that come."""

    def __init__(self) -> None:
        self.mails: list[Any] = []

    async def handle_DATA(self, _server: object, _session: object, envelope: Any) -> str:
        mail = message_from_bytes(envelope.content, policy=policy.default)
        self.mails.append((envelope.rcpt_tos, mail["From"], mail["Subject"], mail.get_content()))
        return "250 OK"


class PushService:
    """A browser's push service: keeps what comes, or says that the browser is gone."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.came: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.came.append((headers, body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/browser"

    @property
    def keys(self) -> dict[str, str]:
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": text_of(public), "auth": text_of(self.auth)}

    def opened(self, n: int) -> Any:
        """A message as the browser reads it."""
        return json.loads(http_ece.decrypt(self.came[n][1], private_key=self.key, auth_secret=self.auth))

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def postman() -> Iterator[tuple[Postman, int]]:
    """A mail server."""
    handler = Postman()
    controller = Controller(handler, hostname="127.0.0.1", port=free_port())
    controller.start()
    yield handler, controller.port
    controller.stop()


@pytest.fixture
def push() -> Iterator[PushService]:
    """A push service."""
    service = PushService()
    yield service
    service.stop()


@pytest.fixture
def alerting(tmp_path: Path, services: Callable[[], dict[str, str]], postman: tuple[Postman, int]) -> Iterator[Server]:
    """A server that mails and pushes."""
    vapid = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
    running = Server(
        tmp_path,
        SMTP=f"smtp://127.0.0.1:{postman[1]}",
        MAIL_FROM="games@example.org",
        PUBLIC_URL="https://games.example.org/",
        PUSH_PRIVATE_KEY=text_of(vapid),
        PUSH_CONTACT="mailto:host@example.org",
        **services(),
    ).start()
    yield running
    running.stop()


async def two_with_accounts(server: Server, ann: Person, ben: Person) -> str:
    """A correspondence game of two, both with a mail address; the table."""
    for person, name in ((ann, f"Ann {server.port}"), (ben, f"Ben {server.port}")):
        made = await person.post("/api/signup", {"name": name, "password": "long enough"})
        assert made.status_code == 200, made.text
        mail = {"email": f"{name[:3]}@example.org", "password": "long enough"}
        assert (await person.post("/api/me/email", mail)).status_code == 200
    table = await ann.table("usa", ["me", "open"], clock=DAYS, first_seat=0)
    assert (await ben.post(f"/api/tables/{table}/join")).status_code == 200
    return table


def subscribe(server: Server, name: str, push: PushService) -> None:
    """Note the push service in the database: over HTTP its address on loopback would be refused."""
    (user,) = rows(server, f"SELECT id FROM users WHERE name = '{name} {server.port}'")
    keys = json.dumps(push.keys)
    change(
        server,
        f"INSERT INTO subscriptions (user_id, endpoint, push_keys) VALUES ({user[0]}, '{push.endpoint}', '{keys}')",
    )


def test_who_is_away_gets_a_mail_and_a_push_once_a_turn_and_who_is_here_gets_none(
    alerting: Server, postman: tuple[Postman, int], push: PushService
) -> None:
    async def story() -> None:
        async with Person(alerting) as ann, Person(alerting) as ben:
            table = await two_with_accounts(alerting, ann, ben)
            subscribe(alerting, "Ben", push)
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
                await asyncio.to_thread(until, lambda: postman[0].mails and push.came)
                to, sender, subject, text = postman[0].mails[0]
                assert (to, sender) == (["Ben@example.org"], "games@example.org")
                assert "your turn" in subject
                assert f"https://games.example.org/t/{table}" in text
                assert push.opened(0) == {"type": "your_turn", "table": table}
                assert push.came[0][0]["authorization"].startswith("vapid ")
                # Ann, who is here, keeps her tickets: Ben has been told already, and she needs no mail.
                await choose(tab, "keep_tickets")
                async with ben.at(table) as away:
                    await away.until("snapshot")
                    await choose(away, "keep_tickets")
                for _ in range(2):  # Ann draws two cards, then it is Ben's turn again
                    await choose(tab, "draw_card")
                await asyncio.to_thread(until, lambda: len(postman[0].mails) == 2 and len(push.came) == 2)
            assert [mail[0] for mail in postman[0].mails] == [["Ben@example.org"]] * 2

    asyncio.run(story())


async def choose(tab: Tab, what: str) -> None:
    """Wait for the own choice, and take the first of a kind."""
    while not tab.legal:
        await tab.hear()
    action = next(action for action in tab.legal if action["do"] == what)
    assert (await tab.act(action))["type"] == "done"


def test_two_processes_send_one_mail_and_none_to_who_is_at_the_other(
    tmp_path: Path, postgres: Postgres, redis: Redis, postman: tuple[Postman, int]
) -> None:
    settings = {"DATABASE": postgres.new_database(), "REDIS": redis.url}
    mailing = {"SMTP": f"smtp://127.0.0.1:{postman[1]}", "MAIL_FROM": "games@example.org"}
    here, there = (Server(tmp_path, **settings, **mailing).start() for _ in range(2))
    mails = postman[0].mails

    async def story() -> None:
        async with Person(here) as ann, Person(there) as ben, guest(there, "Eve") as eve:
            table = await two_with_accounts(here, ann, ben)
            async with ann.at(table) as hers, eve.at(table) as watching:
                await hers.until("snapshot")
                await watching.until("snapshot")
                assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
                await watching.until("update")
                await asyncio.to_thread(until, lambda: mails)
                async with ben.at(table) as his:
                    await his.until("snapshot")
                    await choose(his, "keep_tickets")
                    for what in ("keep_tickets", "draw_card", "draw_card"):
                        await choose(hers, what)
                    # Ben, who is due now, is at the other process.
                    while not his.legal:
                        await his.hear()
                    await hers.ws.close()
                    while (await his.until("info"))["info"]["people"][0]["here"]:
                        pass
                    for _ in range(2):
                        await choose(his, "draw_card")
                    # Had Ben been sent a second mail for his turn, it would have come before this one of Ann's.
                    await asyncio.to_thread(until, lambda: ["Ann@example.org"] in [mail[0] for mail in mails])
            assert [mail[0] for mail in mails] == [["Ben@example.org"], ["Ann@example.org"]]

    asyncio.run(story())
    for server in (here, there):
        server.stop()


def test_a_browser_that_is_gone_is_forgotten_and_a_dead_mail_server_stops_nothing(
    tmp_path: Path, alerting: Server, postman: tuple[Postman, int], push: PushService
) -> None:
    async def story() -> None:
        async with Person(alerting) as ann, Person(alerting) as ben:
            table = await two_with_accounts(alerting, ann, ben)
            push.status = 410
            subscribe(alerting, "Ben", push)
            assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
            await asyncio.to_thread(until, lambda: push.came)
            await asyncio.to_thread(until, lambda: not rows(alerting, "SELECT endpoint FROM subscriptions"))
            await asyncio.to_thread(until, lambda: len(postman[0].mails) == 2)  # both are away
        assert (await asyncio.to_thread(alerting.stop)) in (0, -15)
        alerting.settings["SMTP"] = f"smtp://127.0.0.1:{free_port()}"
        await asyncio.to_thread(alerting.start)
        async with guest(alerting, "Eve") as eve, eve.game("random", clock=DAYS) as tab:
            assert (await tab.act(tab.legal[0]))["type"] == "done"

    asyncio.run(story())
