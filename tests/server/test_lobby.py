"""The lobby: making tables, sitting down, leaving, playing again, playing now, and the live lists."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import websockets
from server.kit import Person, Server, guest, play_to_the_end
from waiting import PATIENCE


class LobbyTab:
    """A browser tab in the lobby, which puts the lists together from what it is told."""

    def __init__(self, ws: websockets.ClientConnection) -> None:
        self.ws = ws
        self.tables: dict[str, dict[str, Any]] = {}

    async def until(self, holds: Any) -> dict[str, Any]:
        """Listen until the lists are as wanted."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self._hear(json.loads(await self.ws.recv()))
                lists = {
                    status: [table for table in self.tables.values() if table["status"] == status]
                    for status in ("open", "running")
                }
                if holds(lists):
                    return lists

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "lobby":
            self.tables = {table["id"]: table for table in (*message["open"], *message["running"])}
        elif message["type"] == "lobby_changed":
            self.tables |= {table["id"]: table for table in message["changed"]}
            for gone in message["gone"]:
                del self.tables[gone]


@contextlib.asynccontextmanager
async def lobby(server: Server) -> AsyncIterator[LobbyTab]:
    """Open the lobby, as nobody."""
    async with websockets.connect(server.url.replace("http", "ws") + "/api/lobby/socket", max_size=None) as ws:
        yield LobbyTab(ws)


def ids(listed: list[dict[str, Any]]) -> set[str]:
    return {table["id"] for table in listed}


def test_a_table_is_as_its_host_wished(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            clock = {"kind": "live", "turn": 60, "bank": 300}
            table = await ann.table(
                "europe", ["greedy", "me", "open"], public=False, clock=clock, first_seat=2, advice=True
            )
            shown = (await ann.get("/api/my-tables")).json()[0]
            assert (shown["id"], shown["status"], shown["public"]) == (table, "open", False)
            assert (shown["clock"], shown["first_seat"], shown["advice"]) == (clock, 2, True)
            assert [seat["bot"] for seat in shown["seats"]] == ["greedy", None, None]
            assert [seat["name"] for seat in shown["seats"]] == [None, "Ann", None]
            assert shown["host"] == "Ann"

    asyncio.run(story())


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"title": "mars", "seats": ["me", "open"]}, "no_such_title"),
        ({"title": "usa", "seats": ["me"]}, "wrong_seats"),
        ({"title": "usa", "seats": ["me", "me"]}, "two_seats"),
        ({"title": "nordic", "seats": ["me", "open", "open", "open"]}, "wrong_seats"),
        ({"title": "usa", "seats": ["me", "hal9000"]}, "no_such_bot"),
        ({"title": "usa", "seats": ["me", "open"], "first_seat": 3}, "no_such_first_seat"),
        ({"title": "usa", "seats": ["me", "open"], "clock": {"kind": "live", "turn": 1}}, "clock_turn"),
        ({"title": "usa", "seats": ["me", "open"], "clock": {"kind": "sand"}}, "invalid"),
        ({"title": "usa", "seats": ["me", "open"], "clock": {"kind": "days", "turn": 10**9}}, "invalid"),
        ({"title": "usa", "seats": []}, "invalid"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(server: Server, wish: dict[str, Any], code: str) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            answer = await ann.post("/api/tables", wish)
            assert (answer.status_code, answer.json()["code"]) == (422, code)
            assert answer.json()["message"]

    asyncio.run(story())


def test_people_join_leave_and_the_host_fills_the_rest_with_bots(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            table = await ann.table("usa", ["me", "open", "open"])
            assert (await ben.post(f"/api/tables/{table}/join", {"seat": 2})).json() == {"seat": 2}
            assert (await ben.post(f"/api/tables/{table}/join")).json() == {"seat": 2}
            assert (await ann.post(f"/api/tables/{table}/start")).json()["code"] == "seats_free"
            assert (await ann.post(f"/api/tables/{table}/bot", {"seat": 2, "bot": "random"})).status_code == 409
            assert (await ben.post(f"/api/tables/{table}/leave")).status_code == 204
            assert (await ben.post(f"/api/tables/{table}/leave")).json()["code"] == "not_seated"
            for seat in (1, 2):
                filled = await ann.post(f"/api/tables/{table}/bot", {"seat": seat, "bot": "random"})
                assert filled.status_code == 204
            assert (await ben.post(f"/api/tables/{table}/join")).json()["code"] == "no_seat"
            assert (await ann.post(f"/api/tables/{table}/bot", {"seat": 2, "bot": None})).status_code == 204
            assert (await ben.post(f"/api/tables/{table}/join")).json() == {"seat": 2}
            assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
            assert (await ann.post(f"/api/tables/{table}/start")).json()["code"] == "begun"
            assert (await ben.post(f"/api/tables/{table}/leave")).json()["code"] == "begun"
            async with guest(server, "Cas") as cas:
                assert (await cas.post(f"/api/tables/{table}/join")).json()["code"] == "begun"
                async with cas.at(table) as tab:
                    assert (await tab.until("snapshot"))["you"] is None

    asyncio.run(story())


def test_a_table_that_its_host_leaves_is_shut(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            table = await ann.table("usa", ["me", "open"])
            async with ben.at(table) as tab:
                await tab.until("snapshot")
                assert (await ann.post(f"/api/tables/{table}/leave")).status_code == 204
                while (await tab.until("info"))["info"]["status"] != "closed":
                    pass
            for path in ("join", "start", "leave"):
                answer = await ann.post(f"/api/tables/{table}/{path}")
                assert answer.status_code in (200, 409), path
            assert (await ben.post(f"/api/tables/{table}/join")).json()["code"] == "closed"

    asyncio.run(story())


def test_of_many_who_want_the_last_seat_one_gets_it_and_nobody_gets_two(server: Server) -> None:
    async def story() -> None:
        async with contextlib.AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Person(server)) for _ in range(6)]
            await asyncio.gather(*(person.come(f"Person {n}") for n, person in enumerate(people)))
            table = await people[0].table("usa", ["me", "open"])
            answers = await asyncio.gather(*(each.post(f"/api/tables/{table}/join") for each in people[1:]))
            assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
            wide = await people[0].table("usa", ["me", "open", "open", "open", "open"])
            answers = await asyncio.gather(*(people[1].post(f"/api/tables/{wide}/join") for _ in range(6)))
            assert len({answer.json()["seat"] for answer in answers}) == 1
            seats = (await people[1].get(f"/api/tables/{wide}")).json()["info"]["people"]
            assert [seat["name"] for seat in seats].count("Person 1") == 1

    asyncio.run(story())


def test_private_tables_are_in_no_list_but_who_has_the_link_sits_down(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            hidden = await ann.table("usa", ["me", "open"], public=False)
            shown = await ann.table("usa", ["me", "open"])
            lists = (await ben.get("/api/tables")).json()
            assert shown in ids(lists["open"])
            assert hidden not in ids(lists["open"])
            assert (await ben.post(f"/api/tables/{hidden}/join")).json() == {"seat": 1}
            assert (await ann.post(f"/api/tables/{hidden}/start")).status_code == 204
            assert hidden not in ids((await ben.get("/api/tables")).json()["running"])
            assert hidden in ids((await ben.get("/api/my-tables")).json())

    asyncio.run(story())


def test_the_lobby_socket_tells_of_tables_that_open_fill_begin_end_and_shut(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben, lobby(server) as tab:
            await tab.until(lambda lists: True)
            table = await ann.table("usa", ["me", "open"])
            await tab.until(lambda lists: table in ids(lists["open"]))
            await ben.post(f"/api/tables/{table}/join")
            await tab.until(lambda lists: any(s["name"] == "Ben" for t in lists["open"] for s in t["seats"]))
            await ann.post(f"/api/tables/{table}/start")
            lists = await tab.until(lambda lists: table in ids(lists["running"]))
            assert table not in ids(lists["open"])
            async with ann.at(table) as first, ben.at(table) as second:
                await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
            await tab.until(lambda lists: table not in ids(lists["running"]))
            other = await ann.table("usa", ["me", "open"])
            await tab.until(lambda lists: other in ids(lists["open"]))
            await ann.post(f"/api/tables/{other}/leave")
            await tab.until(lambda lists: other not in ids(lists["open"]))

    asyncio.run(story())


def test_the_same_people_play_again_at_one_table(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben, guest(server, "Cas") as cas:
            table = await ann.table("usa", ["me", "open", "random"])
            await ben.post(f"/api/tables/{table}/join")
            assert (await ann.post(f"/api/tables/{table}/rematch")).json()["code"] == "not_over"
            await ann.post(f"/api/tables/{table}/start")
            async with ann.at(table) as first, ben.at(table) as second:
                await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
                answers = await asyncio.gather(*(each.post(f"/api/tables/{table}/rematch") for each in (ann, ben)))
                assert [answer.status_code for answer in answers] == [201, 201]
                (again,) = {answer.json()["id"] for answer in answers}
                while (await first.until("info"))["info"]["rematch"] != again:
                    pass
            assert (await cas.post(f"/api/tables/{table}/rematch")).status_code == 403
            seats = (await ann.get(f"/api/tables/{again}")).json()["info"]["people"]
            assert [seat["name"] for seat in seats] == ["Ann", "Ben", None]
            assert seats[2]["bot"] == "random"
            host = ann if (await ann.post(f"/api/tables/{again}/start")).status_code == 204 else ben
            if host is ben:
                assert (await ben.post(f"/api/tables/{again}/start")).status_code == 204
            assert (await ann.post(f"/api/tables/{table}/rematch")).json()["id"] == again

    asyncio.run(story())


def test_after_a_rematch_was_called_off_the_next_who_asks_makes_another(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            table = await ann.begin_with(ben)
            async with ann.at(table) as first, ben.at(table) as second:
                await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
            again = (await ann.post(f"/api/tables/{table}/rematch")).json()["id"]
            await ann.post(f"/api/tables/{again}/leave")
            another = (await ben.post(f"/api/tables/{table}/rematch")).json()
            assert another["id"] != again
            assert another["host"] == "Ben"
            assert (await ann.post(f"/api/tables/{table}/rematch")).json()["id"] == another["id"]

    asyncio.run(story())


def test_play_now_joins_a_fitting_table_or_begins_one_with_bots(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben, guest(server, "Cas") as cas:
            days = await ann.table("world", ["me", "open"], clock={"kind": "days", "turn": 86400})
            live = await ann.table("world", ["me", "open"], clock={"kind": "live", "turn": 30})
            hidden = await ann.table("world", ["me", "open"], public=False)
            wish = {"title": "world"}
            assert (await ben.post("/api/play-now", {**wish, "clock": {"kind": "live", "turn": 30}})).json()[
                "id"
            ] == live
            begun = (await cas.post("/api/play-now", wish)).json()
            assert begun["id"] not in (days, live, hidden)
            assert (begun["status"], begun["title"], begun["public"]) == ("running", "world", False)
            assert begun["seats"][0]["name"] == "Cas"
            assert all(seat["bot"] for seat in begun["seats"][1:])
            own = (await ann.post("/api/play-now", wish)).json()
            assert own["id"] not in (days, live, hidden)
            assert (await cas.post("/api/play-now", {"title": "mars"})).status_code == 404

    asyncio.run(story())


def test_your_turn_lists_the_tables_that_wait_for_me(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            table = await ann.table("usa", ["me", "random"], start=True)
            await ann.table("usa", ["me", "open"])
            assert ids((await ann.get("/api/your-turn")).json()) == {table}
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                await tab.tell("resign")
                await tab.until("update")
            assert (await ann.get("/api/your-turn")).json() == []

    asyncio.run(story())


def test_who_watches_the_lobby_is_told_what_changes_and_not_the_lists_again(own_server: Server) -> None:
    """However many tables are open, a change costs a watcher the tables that changed."""

    async def story() -> None:
        async with guest(own_server, "Ann") as ann, guest(own_server, "Ben") as ben:
            for _ in range(8):
                await ann.table("usa", ["me", "open", "open"])
            address = own_server.url.replace("http", "ws") + "/api/lobby/socket"
            async with websockets.connect(address) as socket:
                whole = json.loads(await socket.recv())
                assert (whole["type"], len(whole["open"])) == ("lobby", 8)
                table = whole["open"][3]["id"]
                assert (await ben.post(f"/api/tables/{table}/join")).status_code == 200
                joined = json.loads(await socket.recv())
                assert [each["id"] for each in joined["changed"]] == [table]
                assert joined["changed"][0]["seats"][1]["name"] == "Ben"
                assert (joined["type"], joined["gone"]) == ("lobby_changed", [])
                assert (await ann.post(f"/api/tables/{table}/leave")).status_code == 204
                left = json.loads(await socket.recv())
                assert (left["changed"], left["gone"]) == ([], [table])

    asyncio.run(story())


def test_no_host_fills_the_list(own_server: Server) -> None:
    async def story() -> None:
        async with guest(own_server, "Ann") as ann, guest(own_server, "Ben") as ben:
            honest = await ben.table("europe", ["me", "open"])
            for _ in range(110):
                await ann.table("usa", ["me", "open"])
            shown = (await ben.get("/api/tables")).json()["open"]
            assert honest in [each["id"] for each in shown]

    asyncio.run(story())
