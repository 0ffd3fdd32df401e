"""Fuzzing: the whole HTTP interface by its own description, and the socket with whatever comes to mind."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import warnings
from typing import Any

import httpx
import pytest
import schemathesis
import websockets
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from server.kit import Person, Server, Tab, guest, play_to_the_end
from waiting import PATIENCE

EXAMPLES = 8  # for each endpoint, and as many again that break its description
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


# --- HTTP


class Fuzzer:
    """Somebody new with a table, whose browser has gone mad."""

    def __init__(self, server: Server, http: httpx.Client) -> None:
        self.server = server
        self.http = http
        self.seen: set[int] = set()
        self.name = f"Mad {secrets.token_hex(4)}"
        self.post("/api/signup", {"name": self.name, "password": "four coal cars"})
        self.table = self.post("/api/tables", {"title": "usa", "seats": ["me", "open"]})["id"]

    def post(self, path: str, body: object) -> dict[str, Any]:
        answer = self.http.post(path, json=body, headers=self.headers())
        assert answer.status_code < 300, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        token = self.http.cookies.get("branchline_csrf")
        return {"cookie": cookies, "x-csrf-token": token} if token else {}

    def aim(self, case: Any) -> None:
        """Point a request at things that exist."""
        real = {"table_id": self.table, "name": self.name, "title": "usa", "title_id": "usa"}
        for name in case.path_parameters or {}:
            if name in real:
                case.path_parameters[name] = real[name]


def operations(server: Server) -> list[Any]:
    """The endpoints as the server describes them."""
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    results: list[Any] = list(schema.get_all_operations())
    return [found.ok() for found in results]


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_the_http_interface_does_what_its_description_says_whatever_is_sent(server: Server) -> None:
    found = operations(server)
    assert len(found) > 30
    seen: set[int] = set()
    for operation in found:
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as http:
            fuzzer = Fuzzer(server, http)
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                fuzz(fuzzer, operation, mode)
            seen |= fuzzer.seen
    assert seen >= {200, 201, 204, 403, 404, 409, 422}, seen  # it got everywhere
    assert httpx.get(f"{server.url}/ready").status_code == 200
    log = server.log.read_text()
    assert "Traceback" not in log, log[-4000:]


def fuzz(fuzzer: Fuzzer, operation: Any, mode: GenerationMode) -> None:
    """Send an endpoint what fits its description, or what does not."""

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def examples(case: Any) -> None:
        if mode is GenerationMode.POSITIVE:
            fuzzer.aim(case)
        answer = case.call(base_url=fuzzer.server.url, headers=fuzzer.headers())
        fuzzer.seen.add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)
        assert "Traceback" not in answer.text

    # What takes nothing cannot be given anything wrong.
    pointless = [Unsatisfiable] if mode is GenerationMode.NEGATIVE else []
    with warnings.catch_warnings(), contextlib.suppress(*pointless):
        warnings.simplefilter("ignore")
        examples()


# --- the socket

DEEP = "[" * 20_000
HUGE = 10**30

MALFORMED: list[str | bytes] = [
    "",
    "null",
    "[]",
    "7",
    "{",
    "{}",
    '"act"',
    '{"type": 7}',
    '{"type": "fly"}',
    '{"type": "act"}',
    '{"type": "act", "id": 7, "version": 1, "actions": []}',
    '{"type": "act", "id": "x", "version": "1", "actions": []}',
    '{"type": "act", "id": "x", "version": 1, "actions": [{"do": "fly"}]}',
    '{"type": "act", "id": "x", "version": 1, "actions": [{"do": "claim_line"}]}',
    '{"type": "act", "id": "x", "version": 1, "actions": [[]]}',
    '{"type": "act", "id": "", "version": 1, "actions": [{"do": "pass"}]}',
    '{"type": "act", "id": "\\ud800", "version": 1, "actions": []}',
    '{"type": "say", "text": null}',
    '{"type": "say", "text": ""}',
    '{"type": "say", "text": "   "}',
    '{"type": "say", "text": "\\u0000\\u0007"}',
    '{"type": "answer_undo", "agree": "perhaps"}',
    '{"type": "ask", "id": "x", "action": null}',
    '{"type": "ask_undo"}{"type": "ask_undo"}',
    DEEP,
    '{"type": ' + DEEP,
    b"\xff\xfe\x00",
    b"\x00",
    "\u0000",
]


def act(*actions: dict[str, Any], version: int = 1, identity: str | None = None) -> str:
    name = identity or secrets.token_hex(8)
    return json.dumps({"type": "act", "id": name, "version": version, "actions": list(actions)})


# Well formed, but nothing that could be done.
IMPOSSIBLE = [
    act(),
    act({"do": "take_card", "slot": -1}),
    act({"do": "take_card", "slot": HUGE}),
    act({"do": "take_card", "slot": 0, "refill": "x" * 1000}),
    act({"do": "draw_card", "deck": ""}),
    act({"do": "draw_card", "deck": "\u0000"}),
    act({"do": "keep_tickets", "tickets": []}),
    act({"do": "keep_tickets", "tickets": ["no such ticket"] * 500}),
    act({"do": "choose_fleet", "trains": -HUGE, "ships": HUGE}),
    act({"do": "claim_line", "line": "nowhere"}),
    act({"do": "build_station", "city": "Atlantis"}),
    act({"do": "build_harbour", "city": "Atlantis"}),
    act({"do": "pay", "cards": ["gold"] * 1000}),
    act({"do": "use_stand_ins", "count": HUGE}),
    act({"do": "lay_cards", "card": "red", "count": -HUGE}),
    act({"do": "take_cards_back"}),
    act({"do": "exchange_pieces", "give": "horses", "count": 2**63}),
    act({"do": "pass"}),
    act(*[{"do": "pass"}] * 101),
    act({"do": "pass"}, identity="x" * 101),
    act({"do": "pass"}, version=-HUGE),
    json.dumps({"type": "preview", "id": "p", "actions": [{"do": "lay_cards", "card": "", "count": HUGE}]}),
    json.dumps({"type": "preview", "id": "p", "actions": [{"do": "draw_tickets"}]}),
    json.dumps({"type": "say", "text": "x" * 501}),
    json.dumps({"type": "say", "text": "x" * 65_536}),
    json.dumps({"type": "answer_undo", "agree": True}),
    json.dumps({"type": "ask_undo"}),
    json.dumps({"type": "return"}),
]


async def problem(tab: Tab, message: str | bytes) -> dict[str, Any]:
    """Send something bad; the problem that comes back."""
    await tab.ws.send(message)
    found = await tab.until("problem")
    assert found["code"] not in ("server_error", "not_saved"), (str(message)[:200], found)
    assert found["message"]
    assert "Traceback" not in found["message"]
    return found


@pytest.mark.parametrize("title", ["usa", "europe", "world"])
def test_bad_messages_get_a_problem_each_and_the_game_goes_on(server: Server, title: str) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, ann.game("random", title=title) as tab:
            for message in MALFORMED:
                assert (await problem(tab, message))["code"] in ("malformed", "bad_chat"), message
            for message in IMPOSSIBLE:
                await problem(tab, message)
            await tab.tell("ask", id="why", action={"do": "take_card", "slot": 2**70})
            assert (await tab.hear_any("answer", "problem"))["type"] in ("answer", "problem")
            await play_to_the_end(tab)

    asyncio.run(story())


def test_a_message_beyond_all_limits_ends_the_socket_but_not_the_table(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            table = await ann.table("usa", ["me", "random"], start=True)
            async with ann.at(table) as other:
                await other.until("snapshot")
                async with ann.at(table) as tab:
                    await tab.until("snapshot")
                    assert (await problem(tab, "x" * 70_000))["code"] == "too_long"
                    await tab.ws.send("x" * 1_000_000)
                    await asyncio.wait_for(tab.ws.wait_closed(), PATIENCE)
                    assert tab.ws.close_code == 1009  # too big
                await play_to_the_end(other)

    asyncio.run(story())


def test_a_bad_version_or_table_is_said_before_the_socket_is_closed(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            table = await ann.table("usa", ["me", "random"], start=True)
            for path, code in (
                (f"{table}/socket?version=x", "malformed"),
                (f"{table}/socket?version=-1", "malformed"),
                (f"{table}/socket?version={'9' * 400}", "malformed"),
                ("aaaaaaaaaa/socket", "not_found"),
                ("%00/socket", "not_found"),
                (f"{'a' * 500}/socket", "not_found"),
            ):
                address = server.url.replace("http", "ws") + f"/api/tables/{path}"
                async with websockets.connect(address, additional_headers={"cookie": ann.cookie}) as ws:
                    assert json.loads(await ws.recv())["code"] == code, path
            async with ann.at(table, version=999_999) as tab:
                assert (await tab.until("snapshot"))["missed"] == []

    asyncio.run(story())


def test_out_of_turn_replayed_and_stale_messages_change_nothing(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            table = await ann.begin_with(ben, first_seat=0)
            async with ann.at(table) as first, ben.at(table) as second:
                for tab in (first, second):
                    await tab.until("snapshot")
                    await tab.act(tab.legal[0], version=1)
                while not first.legal:
                    await first.hear()
                draw = {"do": "draw_card", "deck": next(a["deck"] for a in first.legal if a["do"] == "draw_card")}
                early = await problem(second, act(draw, version=3))
                assert "Ann" in early["message"]
                done = await first.act(draw, identity="once")
                for _ in range(5):
                    assert await first.act(draw, identity="once") == done
                stale = await problem(first, act(draw, version=done["version"] - 1))
                assert stale["code"] == "stale"
                future = await first.act(draw, version=10**9)
                assert future["type"] == "done"  # the second card of the turn
                entries = (await ann.get(f"/api/tables/{table}")).json()["version"]
                assert entries == done["version"] + 1
                await asyncio.gather(play_to_the_end(first), play_to_the_end(second))

    asyncio.run(story())


def test_random_nonsense_from_many_sides_leaves_the_table_alive(server: Server) -> None:
    async def story() -> None:
        luck = random.Random(7)
        async with guest(server, "Ann") as ann, guest(server, "Eve") as eve:
            table = await ann.table("europe", ["me", "random"], start=True)

            async def rave(person: Person) -> None:
                async with person.at(table) as tab:
                    await tab.until("snapshot")
                    for _ in range(150):
                        await problem(tab, nonsense(luck))

            await asyncio.gather(rave(eve), rave(eve), rave(ann))
            async with ann.at(table) as tab:
                await play_to_the_end(tab)

    asyncio.run(story())


def nonsense(luck: random.Random) -> str | bytes:
    """A message with something broken in it."""
    text = luck.choice([each for each in (*MALFORMED, *IMPOSSIBLE) if isinstance(each, str) and len(each) < 5000])
    broken = list(text or "x")
    for _ in range(luck.randint(1, 4)):
        broken[luck.randrange(len(broken))] = luck.choice(["", "{", "}", '"', "\\", "\u0000", "é", "9" * 30, ","])
    broken.append(luck.choice(["", "", "}", "x"]))
    shuffled = "".join(broken)
    return shuffled.encode() if luck.random() < 0.2 else "!" + shuffled


def test_the_lobby_answers_nonsense_with_a_problem_and_goes_on(server: Server) -> None:
    async def story() -> None:
        async with websockets.connect(server.url.replace("http", "ws") + "/api/lobby/socket", max_size=None) as ws:
            for message in (*MALFORMED, *IMPOSSIBLE, "x" * 70_000):
                await ws.send(message)
                assert (await reply(ws))["code"] == "malformed"
            await ws.send('{"type": "ping"}')
            assert (await reply(ws))["type"] == "pong"

    asyncio.run(story())


async def reply(ws: websockets.ClientConnection) -> dict[str, Any]:
    """The next message that is not the lists."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(ws.recv(), PATIENCE))
        if message["type"] != "lobby":
            return message
