"""Tables: whole games over the socket, reconnecting, two tabs, spectators, chat, undo, resigning."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.kit import Server, guest, play_to_the_end

from branchline import titles
from branchline.engine.record import read_record, split_lines


@pytest.mark.parametrize("title", titles.names())
def test_a_whole_game_is_played_against_bots_and_its_record_is_good(server: Server, title: str) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            async with ann.game("random", title=title) as tab:
                table = tab.table
                await play_to_the_end(tab)
                ending = tab.state["ending"]
            record = await ann.get(f"/api/tables/{table}/record")
            game = read_record(split_lines(record.content), titles.load)
            assert game.commitment == tab.state["info"]["commitment"]
            assert [seat["total"] for seat in ending["tally"]["seats"]] == [seat.total for seat in game.tally().seats]
            assert bytes.fromhex(ending["seed"]).hex() == game.seed

    asyncio.run(story())


def test_two_people_play_and_each_sees_the_own_cards_only(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            table = await ann.table("usa", ["me", "open"])
            assert (await ben.post(f"/api/tables/{table}/join")).json() == {"seat": 1}
            assert (await ben.post(f"/api/tables/{table}/start")).status_code == 403
            assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
            async with ann.at(table) as first, ben.at(table) as second:
                await first.until("snapshot")
                await second.until("snapshot")
                assert first.state["you"] == 0
                assert second.state["you"] == 1
                assert sum(first.state["own"]["hand"].values()) == 4
                assert first.state["own"]["offer"] != second.state["own"]["offer"]
                await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
                assert first.state["ending"] == second.state["ending"]

    asyncio.run(story())


def test_a_tab_that_comes_back_gets_what_it_missed_and_a_second_tab_stays_in_step(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            async with ann.game("random") as tab:
                table = tab.table
                await tab.act(tab.legal[0])
            seen = tab.version
            async with ann.at(table) as other:
                await other.until("snapshot")
                while not other.legal:
                    await other.hear()
                await other.act(other.legal[0])
                async with ann.at(table, seen) as back:
                    snapshot = await back.until("snapshot")
                    assert snapshot["missed"][0]["version"] == seen + 1
                    assert snapshot["version"] >= other.version
                    assert back.state["own"] == other.state["own"]

    asyncio.run(story())


def _told(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [*message.get("missed", ()), *message.get("told", ())]


def test_a_tab_that_was_away_for_a_whole_game_gets_all_of_it(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            table = await ann.table("usa", ["me", "random"], start=True)
            async with ann.at(table, 0) as tab:
                await play_to_the_end(tab)
            told = {each["version"]: each for message in tab.heard for each in _told(message)}
            async with ann.at(table, 1) as back:
                missed = (await back.until("snapshot"))["missed"]
            assert [each["version"] for each in missed] == list(range(2, tab.version + 1))
            assert [told[each["version"]] for each in missed] == missed

    asyncio.run(story())


def test_the_same_message_sent_twice_moves_once(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            table = await ann.table("usa", ["me", "open"], start=False)
            await ann.post(f"/api/tables/{table}/bot", {"seat": 1, "bot": "random"})
            await ann.post(f"/api/tables/{table}/start")
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                action = tab.legal[0]
                first = await tab.act(action, identity="same", version=1)
                second = await tab.act(action, identity="same", version=1)
                assert first == second
                stale = await tab.act(action, identity="other", version=1)
                assert stale["code"] == "stale"

    asyncio.run(story())
