"""Ratings are earned: not at private tables of two, not from the same opponent all day, not by leaving."""

from __future__ import annotations

import asyncio
import secrets
from itertools import pairwise
from typing import Any

from server.kit import Person, Server, Tab, play_to_the_end
from server.store import rows

PASSWORD = "four coal cars"


async def with_account(person: Person, name: str) -> Person:
    """Sign somebody up."""
    full = f"{name} {secrets.token_hex(4)}"
    answer = await person.post("/api/signup", {"name": full, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return person


async def profile_after(person: Person, games: int) -> dict[str, Any]:
    """Somebody's profile, once so many games are in it."""
    for _ in range(600):
        profile: dict[str, Any] = (await person.get("/api/me/profile")).json()
        if len(profile["games"]) >= games:
            return profile
        await asyncio.sleep(0.1)
    raise AssertionError("the results were not kept")


async def play(ann: Person, ben: Person, **more: Any) -> str:
    """A whole game of two."""
    table = await ann.begin_with(ben, **more)
    async with ann.at(table) as first, ben.at(table) as second:
        await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
    return table


def rated(server: Server, table: str) -> list[bool]:
    """Which seats a game was rated for."""
    found = rows(server, f"SELECT rated FROM results WHERE table_id = '{table}' ORDER BY seat")
    return [bool(row[0]) for row in found]


async def resign(person: Person, table: str) -> None:
    """Let a bot play on."""
    async with person.at(table) as tab:
        await tab.until("snapshot")
        await tab.tell("resign")
        while not any(each["kind"] == "leave" for each in (await tab.until("update"))["told"]):
            pass


def test_fifteen_quick_private_games_against_a_second_account_give_no_rating(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann, Person(server) as second:
            await with_account(ann, "Ann")
            await with_account(second, "Second")
            tables = []
            for _ in range(15):
                table = await ann.begin_with(second, public=False)
                await resign(second, table)  # the quick way: the other gives up, and a bot plays on
                async with ann.at(table) as tab:
                    await play_to_the_end(tab)
                tables.append(table)
            profile = await profile_after(ann, 15)
            assert profile["ratings"] == {}
            assert [rated(server, table) for table in tables] == [[False, False]] * 15
            leaders = (await ann.get("/api/leaderboard/usa")).json()
            assert profile["name"] not in [each["name"] for each in leaders]

    asyncio.run(story())


def test_the_same_two_count_for_each_other_less_and_less_within_a_day(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as ann, Person(server) as ben:
            await with_account(ann, "Ann")
            await with_account(ben, "Ben")
            sigmas = []
            for number in range(1, 8):
                table = await play(ann, ben)
                profile = await profile_after(ann, number)
                rating = profile["ratings"]["usa"]
                assert rating["games"] == min(number, 5)
                assert rated(server, table) == [number <= 5] * 2
                sigmas.append(rating["sigma"])
            steps = [before - after for before, after in pairwise(sigmas)]
            assert all(later < earlier * 0.75 for earlier, later in pairwise(steps[:4]))
            assert steps[4:] == [0, 0]

    asyncio.run(story())


async def _leave_and_come_back(tab: Tab) -> None:
    """Resign at once, and take the seat back when the bot has done the work."""
    await tab.until("snapshot")
    await tab.tell("resign")
    away = False
    while not tab.over:
        message = await tab.hear(60)
        kinds = [each["kind"] for each in message.get("told", ())]
        away = away or "leave" in kinds
        if away and tab.state["table"]["seats"][0]["pieces"]["trains"] < 20:
            break
    assert not tab.over
    await tab.tell("return")
    while not any(each["kind"] == "back" for each in (await tab.until("update"))["told"]):
        pass
    await play_to_the_end(tab)


async def _play_badly_to_the_end(tab: Tab) -> None:
    """Keep as many tickets as there are and claim nothing, as long as there is anything to draw."""
    await tab.until("snapshot")
    while not tab.over:
        if tab.legal:
            most = max(tab.legal, key=lambda each: len(each.get("tickets", ())))
            draws = [each for each in tab.legal if each["do"] in ("draw_tickets", "draw_card", "take_card")]
            draws.sort(key=lambda each: each["do"] != "draw_tickets")
            assert (await tab.act(draws[0] if draws else most))["type"] == "done"
        else:
            await tab.hear()


def test_coming_back_for_the_last_turns_does_not_make_up_for_leaving(server: Server) -> None:
    async def story() -> None:
        async with Person(server) as leaver, Person(server) as ben:
            await with_account(leaver, "Leaver")
            await with_account(ben, "Ben")
            table = await leaver.begin_with(ben)
            async with leaver.at(table) as first, ben.at(table) as second:
                # The substitute plays well, Ben makes no ticket: without the rule, the leaver would have won.
                await asyncio.gather(_leave_and_come_back(first), _play_badly_to_the_end(second))
                totals = [each["total"] for each in second.state["ending"]["tally"]["seats"]]
                assert totals[0] > totals[1]
            lost, won = await profile_after(leaver, 1), await profile_after(ben, 1)
            assert not lost["games"][0]["won"]
            assert lost["ratings"]["usa"]["mu"] < won["ratings"]["usa"]["mu"]
            assert rated(server, table) == [True, True]

    asyncio.run(story())
