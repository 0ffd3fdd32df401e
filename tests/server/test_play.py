"""At the table: undo, resigning and coming back, clocks, chat, previews and answers, spectators."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from server.kit import Person, Server, Tab, guest
from server.store import rows

from branchline import titles


@dataclass
class Two:
    """Two people at a table of USA, each with a tab."""

    table: str
    ben: Person
    first: Tab
    second: Tab


@contextlib.asynccontextmanager
async def two_people(server: Server, **more: Any) -> AsyncIterator[Two]:
    """A table for two where the starting tickets are chosen; it is the first seat's turn."""
    async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
        table = await ann.begin_with(ben, first_seat=0, **more)
        async with ann.at(table) as first, ben.at(table) as second:
            await settled(first, second)
            yield Two(table, ben, first, second)


async def settled(*tabs: Tab) -> None:
    """Both choose their tickets; then it is the first seat's turn."""
    for tab in tabs:
        await tab.until("snapshot")
    for tab in tabs:
        assert (await tab.act(tab.legal[0]))["type"] == "done"
    for tab in tabs:
        while tab.state["table"]["decision"]["kind"] != "turn":
            await tab.hear()


async def caught_up(tab: Tab, version: int) -> None:
    """Listen until a version has come."""
    while tab.version < version:
        await tab.hear()


def test_a_step_that_showed_something_is_taken_back_only_if_the_other_agrees(server: Server) -> None:
    async def story() -> None:
        async with two_people(server) as two:
            first, second = two.first, two.second
            hand = first.state["own"]["hand"]
            done = await first.act({"do": "draw_card", "deck": "cards"})
            await second.tell("say", text="hello")
            await first.tell("ask_undo")
            asked = await second.until("undo_asked")
            assert asked == {"type": "undo_asked", "seat": 0, "agreed": []}
            await second.tell("answer_undo", agree=False)
            assert (await first.until("undo_asked"))["seat"] == 0
            assert (await first.until("undo_asked"))["seat"] is None
            assert first.version == done["version"]
            await first.tell("ask_undo")
            assert (await second.until("undo_asked"))["seat"] is None
            assert (await second.until("undo_asked"))["seat"] == 0
            await second.tell("answer_undo", agree=True)
            update = await first.until("update")
            assert update["told"][0]["kind"] == "undo"
            assert first.state["own"]["hand"] == hand
            assert first.state["table"]["decision"] == {
                **first.state["table"]["decision"],
                "kind": "turn",
                "seat": 0,
            }
            chat = (await two.ben.get(f"/api/tables/{two.table}")).json()["chat"]
            assert [line["text"] for line in chat] == ["hello"]  # undo never removes what was said

    asyncio.run(story())


def test_a_step_that_showed_nothing_is_taken_back_freely(server: Server) -> None:
    async def story() -> None:
        async with two_people(server) as two:
            first, second = two.first, two.second
            claim = next(action for action in first.legal if action["do"] == "claim_line")
            done = await first.act(claim)
            assert first.state["choices"]["can_undo"]
            await first.tell("ask_undo")
            await caught_up(first, done["version"] + 1)
            assert first.state["table"]["decision"]["kind"] == "turn"
            await caught_up(second, done["version"] + 1)
            assert second.state["table"]["decision"]["kind"] == "turn"

    asyncio.run(story())


def test_a_step_is_taken_back_late_in_a_game_too(server: Server) -> None:
    async def story() -> None:
        async with two_people(server) as two:
            while two.first.version < 150 or two.first.state["table"]["decision"]["kind"] != "turn":
                mover = two.first if two.first.legal else two.second
                draw = next((action for action in mover.legal if action["do"] == "draw_card"), mover.legal[0])
                done = await mover.act(draw)
                await caught_up(two.first, done["version"])
                await caught_up(two.second, done["version"])
            mover, other = (two.first, two.second) if two.first.legal else (two.second, two.first)
            before = mover.state["table"]
            claim = next(action for action in mover.legal if action["do"] == "claim_line")
            done = await mover.act(claim)
            await mover.tell("ask_undo")
            for tab in (mover, other):
                await caught_up(tab, done["version"] + 1)
                assert tab.state["table"] == before

    asyncio.run(story())


def test_who_has_nothing_to_take_back_is_told_so(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, ann.game("random") as tab:
            await tab.tell("ask_undo")
            assert (await tab.until("problem"))["code"] == "nothing_to_undo"
            await tab.tell("answer_undo", agree=True)
            assert (await tab.until("problem"))["code"] == "no_undo_asked"

    asyncio.run(story())


def test_a_bot_plays_for_who_resigns_until_they_come_back(server: Server) -> None:
    async def story() -> None:
        async with two_people(server) as two:
            first, second = two.first, two.second
            await first.tell("resign")
            while second.state["table"]["decision"]["seat"] != 1:
                await second.hear()
            assert second.state["info"]["people"][0]["substitute"] == "greedy"
            refused = await first.act({"do": "draw_card", "deck": "cards"})
            assert refused["code"] == "substituted"
            await first.tell("return")
            while first.state["info"]["people"][0]["substitute"] is not None:
                await first.hear()
            await second.act({"do": "draw_card", "deck": "cards"})
            done = await second.act({"do": "draw_card", "deck": "cards"})
            await caught_up(first, done["version"])
            assert first.legal
            await first.tell("return")
            assert (await first.until("problem"))["code"] == "not_away"

    asyncio.run(story())


def test_who_runs_out_of_time_is_replaced_by_a_bot(server: Server) -> None:
    async def story() -> None:
        async with two_people(server, clock={"kind": "live", "turn": 5, "bank": 1}) as two:
            first, second = two.first, two.second
            assert first.state["info"]["deadline"] is not None
            while second.state["info"]["people"][0]["substitute"] is None:
                await second.hear()
            while second.state["table"]["decision"]["seat"] != 1:
                await second.hear()

    asyncio.run(story())


def test_the_store_knows_whom_a_table_waits_for(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            table = await ann.begin_with(ben, first_seat=0)
            other = await ann.begin_with(ben, first_seat=0)
            async with ann.at(table) as first, ben.at(table) as second:
                assert stored_due(server, table) == [0, 1]
                await first.until("snapshot")
                await first.act(first.legal[0])
                assert stored_due(server, table) == [1]
                await second.until("snapshot")
                await second.act(second.legal[0])
                assert stored_due(server, table) == [0]
                await first.act({"do": "draw_card", "deck": "cards"})
                assert stored_due(server, table) == [0]
                await first.act({"do": "draw_card", "deck": "cards"})
                assert stored_due(server, table) == [1]
            assert stored_due(server, other) == [0, 1]

    asyncio.run(story())


def stored_due(server: Server, table: str) -> list[int]:
    """The seats that the store says are due."""
    found = rows(server, f"SELECT seat, due FROM seats WHERE table_id = '{table}' ORDER BY seat")
    return [seat for seat, due in found if due]


def test_spectators_see_and_cannot_touch(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Eve") as eve:
            table = await ann.table("usa", ["me", "random"], start=True)
            async with eve.at(table) as tab:
                snapshot = await tab.until("snapshot")
                assert snapshot["you"] is None
                assert snapshot["choices"] is None
                for message in ("resign", "return", "ask_undo"):
                    await tab.tell(message)
                    assert (await tab.until("problem"))["code"] == "not_seated"
                await tab.tell("say", text="hello")
                assert (await tab.until("problem"))["code"] == "not_seated"
                assert (await tab.act({"do": "draw_card", "deck": "cards"}))["code"] == "not_seated"
                await tab.tell("ping")
                assert (await tab.until("pong"))["now"] > 0

    asyncio.run(story())


def test_payments_can_be_looked_at_before_the_line_is_claimed(server: Server) -> None:
    async def story() -> None:
        async with two_people(server) as two:
            first = two.first
            claim = next(action for action in first.legal if action["do"] == "claim_line")
            await first.tell("preview", id="p", actions=[claim])
            payments = (await first.until("previewed"))["legal"]
            assert payments
            assert all(action["do"] == "pay" for action in payments)
            assert first.state["table"]["decision"]["kind"] == "turn"
            await first.tell("preview", id="q", actions=[{"do": "draw_card", "deck": "cards"}])
            assert (await first.until("problem"))["code"] == "not_previewed"
            done = await first.act(claim, payments[0])
            assert done["type"] == "done"
            assert first.state["table"]["seats"][0]["lines"] == [claim["line"]]

    asyncio.run(story())


def test_the_table_answers_why_not(server: Server) -> None:
    async def story() -> None:
        async with two_people(server) as two:
            first = two.first
            await first.tell("ask", id="w", action={"do": "claim_line", "line": "calgary-winnipeg-1"})
            answer = await first.until("answer")
            assert (answer["code"], answer["details"]) == ("cannot_afford_line", {"line": "calgary-winnipeg-1"})
            assert answer["reason"] == "you do not have the cards for Calgary–Winnipeg: 6 cards of white"
            await first.tell("ask", id="v", action={"do": "draw_tickets"})
            assert (await first.until("answer"))["reason"] is None

    asyncio.run(story())


def test_a_finished_game_can_be_replayed_step_by_step_and_an_unfinished_one_not(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            table = await ann.table("usa", ["me", "random"], start=True)
            for path in ("record", "replay/0"):
                assert (await ann.get(f"/api/tables/{table}/{path}")).status_code == 403
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                await tab.tell("resign")
                while not tab.over:
                    await tab.hear()
            first = (await ann.get(f"/api/tables/{table}/replay/0")).json()
            last = (await ann.get(f"/api/tables/{table}/replay/{first['steps']}")).json()
            assert len(first["views"]) == 2
            assert last["events"][-1]["event"] == "game_ended"
            assert (await ann.get(f"/api/tables/{table}/replay/99999")).status_code == 404
            claimed = last["views"][1]["table"]["seats"][1]["lines"]
            assert set(claimed) <= {line.id for line in titles.load("usa").board.lines}
            assert claimed

    asyncio.run(story())
