"""Mail addresses: nothing but one short question goes to an address that nobody has confirmed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from server.alerting import PASSWORD, SITE, Postman, choose, correspondence, soon, with_address
from server.kit import Person, Server, guest
from server.store import change, rows

from branchline.server import mail

ANN, BEN, EVE = "ann@example.org", "ben@example.org", "eve@example.org"
ADVERT = "CHEAP PILLS"


@pytest.fixture
def client(tmp_path: Path) -> dict[str, str]:
    """A small client, so that there are pages."""
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Branchline</title>")
    return {"CLIENT": str(folder)}


@pytest.fixture
def mailing(
    tmp_path: Path, services: Callable[[], dict[str, str]], postman: Postman, client: dict[str, str]
) -> Iterator[Server]:
    """A server that sends mails."""
    running = Server(tmp_path, **postman.settings, **client, **services()).start()
    yield running
    running.stop()


@pytest.fixture
def limited(tmp_path: Path, services: Callable[[], dict[str, str]], postman: Postman) -> Iterator[Server]:
    """A server that sends mails, and not too many."""
    running = Server(tmp_path, **{**postman.settings, **services(), "RATE_LIMIT": "1"}).start()
    yield running
    running.stop()


async def sign_up(person: Person, name: str, email: str | None = None) -> None:
    made = await person.post("/api/signup", {"name": name, "password": PASSWORD, "email": email})
    assert made.status_code == 200, made.text


async def state(person: Person) -> tuple[str | None, bool]:
    """The own address, and whether it is confirmed."""
    me = (await person.get("/api/me")).json()
    return me["email"], me["email_confirmed"]


# --- asking first


def test_a_stranger_gets_one_question_without_anybodys_words_and_no_turn_mail(
    mailing: Server, postman: Postman
) -> None:
    async def story() -> None:
        async with Person(mailing) as eve, Person(mailing) as ann:
            await sign_up(eve, ADVERT, BEN)
            await with_address(ann, "Ann", ANN, postman)
            await soon(lambda: postman.to(BEN))
            await correspondence(ann, eve)
            await soon(lambda: postman.turns(ANN))
            # The next question is sent after whatever the start of the game has set off.
            await eve.post("/api/me/email", {"email": EVE})
            await soon(lambda: postman.to(EVE))
            (question,) = postman.to(BEN)
            assert ADVERT.lower() not in question.as_string().lower()
            assert question["To"] == BEN
            assert question["Auto-Submitted"] == "auto-generated"
            assert "your turn" not in question["Subject"]
            assert postman.turns(BEN) == postman.turns(EVE) == []

    asyncio.run(story())


def test_a_link_is_good_once_without_a_session_and_looking_at_it_changes_nothing(
    mailing: Server, postman: Postman
) -> None:
    async def story() -> None:
        async with Person(mailing) as ann, Person(mailing) as reader:
            await sign_up(ann, "Ann", ANN)
            assert await state(ann) == (ANN, False)
            await soon(lambda: postman.tokens(ANN))
            (token,) = postman.tokens(ANN)
            link = re.search(r"\S+/confirm\S+", postman.to(ANN)[0].get_content())
            assert link is not None
            assert link[0].startswith(f"{SITE}/confirm#")
            for _ in range(2):  # as mail scanners do
                assert (await reader.get(link[0].removeprefix(SITE))).status_code == 200
                assert (await reader.http.head(link[0].removeprefix(SITE))).status_code in (200, 405)
            assert await state(ann) == (ANN, False)
            assert (await reader.get("/api/confirm")).status_code == 405
            assert (await reader.post("/api/confirm", {"token": token})).status_code == 204
            assert await state(ann) == (ANN, True)
            await dead(reader, token)
            assert await state(ann) == (ANN, True)

    asyncio.run(story())


async def dead(person: Person, token: str) -> None:
    answer = await person.post("/api/confirm", {"token": token})
    assert (answer.status_code, answer.json()["code"]) == (404, "dead_link"), answer.text
    assert "link" in answer.json()["message"]


def test_a_link_that_is_unknown_or_old_or_replaced_or_of_another_address_is_dead(
    mailing: Server, postman: Postman
) -> None:
    async def story() -> None:
        async with Person(mailing) as ann:
            await sign_up(ann, "Ann", ANN)
            await soon(lambda: postman.tokens(ANN))
            assert (await ann.post("/api/me/email", {"email": ANN})).status_code == 200  # ask again
            await soon(lambda: len(postman.tokens(ANN)) == 2)
            first, second = postman.tokens(ANN)
            for token in (first, "x" * 43, "\0", "ü", "' OR 1=1 --"):
                await dead(ann, token)
            assert (await ann.post("/api/me/email", {"email": BEN})).status_code == 200
            await dead(ann, second)
            await soon(lambda: postman.tokens(BEN))
            change(mailing, "UPDATE confirmations SET expires = 1")
            await dead(ann, postman.tokens(BEN)[0])
            assert await state(ann) == (BEN, False)
            assert (await ann.post("/api/me/email", {"email": None})).status_code == 200
            assert await state(ann) == (None, False)
            assert rows(mailing, "SELECT token FROM confirmations") == []

    asyncio.run(story())


def test_another_address_has_to_be_confirmed_again_and_the_same_one_not(mailing: Server, postman: Postman) -> None:
    async def story() -> None:
        async with Person(mailing) as ann, guest(mailing, "Ben") as ben:
            await with_address(ann, "Ann", ANN, postman)
            await ann.post("/api/me/email", {"email": ANN})
            assert await state(ann) == (ANN, True)
            await ann.post("/api/me/email", {"email": EVE})
            assert await state(ann) == (EVE, False)
            await soon(lambda: postman.to(EVE))
            assert len(postman.to(ANN)) == 1
            # A guest may have an address as well, and starts anew when the account has another one.
            await ben.post("/api/me/email", {"email": BEN})
            await soon(lambda: postman.tokens(BEN))
            assert (await ben.post("/api/confirm", {"token": postman.tokens(BEN)[0]})).status_code == 204
            assert await state(ben) == (BEN, True)
            await sign_up(ben, "Ben Ben", "else@example.org")
            assert await state(ben) == ("else@example.org", False)

    asyncio.run(story())


def test_the_token_is_in_the_mail_and_nowhere_else(mailing: Server, postman: Postman) -> None:
    async def story() -> str:
        async with Person(mailing) as ann:
            await sign_up(ann, "Ann", ANN)
            await soon(lambda: postman.tokens(ANN))
            (token,) = postman.tokens(ANN)
            exported = await ann.get("/api/me/export")
            assert exported.json()["confirmations"][0]["email"] == ANN
            assert token not in exported.text
            (stored,) = rows(mailing, "SELECT * FROM confirmations")
            assert token not in str(stored)
            assert stored[0] not in exported.text
            await ann.post("/api/confirm", {"token": token, "more": "x"})
            await dead(ann, token)
            assert ANN not in (await ann.get("/api/users/Ann")).text
            return token

    token = asyncio.run(story())
    mailing.stop()
    assert token not in mailing.log.read_text()
    assert ANN not in mailing.log.read_text()


def test_where_there_is_no_mail_an_address_is_kept_and_stays_unconfirmed(own_server: Server) -> None:
    async def story() -> None:
        async with Person(own_server) as ann:
            await sign_up(ann, "Ann", ANN)
            assert await state(ann) == (ANN, False)
            assert (await ann.post("/api/me/email", {"email": BEN})).json()["email_confirmed"] is False
            assert await state(ann) == (BEN, False)
            assert rows(own_server, "SELECT token FROM confirmations") == []

    asyncio.run(story())


def test_who_is_deleted_leaves_no_address_behind(mailing: Server, postman: Postman) -> None:
    async def story() -> None:
        async with Person(mailing) as ann, guest(mailing, "Ben") as ben:
            await with_address(ann, "Ann", ANN, postman)
            await correspondence(ben, ann)
            await soon(lambda: postman.turns(ANN))
            await ann.post("/api/me/email", {"email": EVE})
            await soon(lambda: postman.tokens(EVE))
            assert (await ann.post("/api/me/delete", {"password": PASSWORD})).status_code == 204
            await dead(ann, postman.tokens(EVE)[0])
            assert rows(mailing, "SELECT token FROM confirmations") == []
            assert rows(mailing, "SELECT email FROM users WHERE email IS NOT NULL") == []
            assert rows(mailing, "SELECT a.at FROM alerts a JOIN users u ON u.id = a.user_id WHERE kind = 'gone'") == []

    asyncio.run(story())


# --- shares


async def ask(person: Person, email: str) -> str:
    """Say an address; "" or the reason why not."""
    answer = await person.post("/api/me/email", {"email": email})
    if answer.status_code == 200:
        return ""
    assert answer.status_code == 429, answer.text
    assert "later" in answer.json()["message"]
    return str(answer.json()["code"])


def test_an_address_is_asked_so_often_whoever_says_it_and_however_it_is_written(
    limited: Server, postman: Postman
) -> None:
    spellings = [BEN, "Ben@Example.org", "ben+1@example.org", "ben+news@example.org", "BEN@example.org"]

    async def story() -> None:
        said = []
        for n, spelling in enumerate(spellings):
            async with guest(limited, f"Eve {n}") as eve:
                said.append(await ask(eve, spelling))
                assert await state(eve) == ((spelling if not said[-1] else None), False)
        assert said == ["", "", "", "too_many_mails", "too_many_mails"]
        async with Person(limited) as eve:  # an account is made all the same, without a question
            await sign_up(eve, "Eve", BEN)
            assert await ask(eve, EVE) == ""
            await soon(lambda: len(postman.mails) == 4)
            assert [mail["To"] for _, mail in postman.mails] == [*spellings[:3], EVE]

    asyncio.run(story())


def test_a_person_asks_so_many_addresses_an_hour(limited: Server, postman: Postman) -> None:
    async def story() -> None:
        async with guest(limited, "Eve") as eve:
            said = [await ask(eve, f"somebody{n}@example.org") for n in range(7)]
            assert said == [""] * 5 + ["too_many_mails"] * 2
            assert await state(eve) == ("somebody4@example.org", False)
            await soon(lambda: len(postman.mails) == 5)

    asyncio.run(story())


def test_a_household_asks_so_many_addresses_an_hour(limited: Server, postman: Postman) -> None:
    async def story() -> None:
        said = []
        for n in range(6):
            async with guest(limited, f"Eve {n}") as eve:
                said += [await ask(eve, f"somebody{n}{m}@example.org") for m in range(4)]
        assert said == [""] * 20 + ["too_many_mails"] * 4
        await soon(lambda: len(postman.mails) == 20)

    asyncio.run(story())


# --- what cannot be smuggled in

BAD = [
    "ben@example.org\nBcc: eve@example.org",
    "ben@example.org\r\nBcc: eve@example.org",
    "ben@example.org\n",
    "eve,ben@example.org",
    "eve@example.org,ben@example.org",
    "ben@example.org;eve",
    "<ben@example.org>",
    "Ben<ben@example.org>",
    '"ben"@example.org',
    "ben(eve)@example.org",
    "ben@[127.0.0.1]",
    "ben@example.org\0",
    "ben @example.org",
    "bén@example.org",
    "ben",
    "@example.org",
    "ben@",
    "",
    "ben@-example.org",
    "b" * 200 + "@example.org",
]


def test_an_address_is_one_plain_address_or_nothing_is_sent(mailing: Server, postman: Postman) -> None:
    async def story() -> None:
        async with Person(mailing) as eve:
            await eve.come("Eve")
            for bad in BAD:
                for path, body in (
                    ("/api/me/email", {"email": bad}),
                    ("/api/signup", {"name": "New Eve", "password": PASSWORD, "email": bad}),
                ):
                    answer = await eve.post(path, body)
                    assert (answer.status_code, answer.json()["code"]) == (422, "invalid"), bad
            assert await state(eve) == (None, False)
            await eve.post("/api/me/email", {"email": EVE})
            await soon(lambda: postman.mails)
            assert [receivers for receivers, _ in postman.mails] == [[EVE]]

    asyncio.run(story())


@pytest.mark.parametrize("address", [each for each in BAD if "Bcc" in each])
def test_a_line_break_never_becomes_another_header(address: str) -> None:
    with pytest.raises(ValueError, match="Header"):
        mail.letter("games@example.org", address, "turn", f"{SITE}/t/x")


# --- clocks of days


@pytest.mark.parametrize(("turn", "fits"), [(5, False), (3599, False), (3600, True), (86400, True)])
def test_a_turn_of_which_people_are_told_lasts_an_hour_at_least(server: Server, turn: int, fits: bool) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            wish: dict[str, Any] = {"title": "usa", "seats": ["me", "open"], "clock": {"kind": "days", "turn": turn}}
            answer = await ann.post("/api/tables", wish)
            if fits:
                assert answer.status_code == 201, answer.text
            else:
                assert (answer.status_code, answer.json()["code"]) == (422, "clock_days")
                assert "hour" in answer.json()["message"]

    asyncio.run(story())


def test_a_table_of_yesterday_with_a_shorter_turn_goes_on(own_server: Server) -> None:
    async def story() -> None:
        async with guest(own_server, "Ann") as ann:
            table = await ann.table("usa", ["me", "random"], clock={"kind": "days", "turn": 3600})
            clock = '{"kind": "days", "turn": 1800, "bank": 0}'
            change(own_server, f"UPDATE tables SET clock = '{clock}' WHERE id = '{table}'")
            assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                await choose(tab, "keep_tickets")

    asyncio.run(story())
