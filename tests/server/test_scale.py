"""One service of many processes: two servers on one PostgreSQL and one Redis."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from server.kit import Person, Server, Tab, guest, play_to_the_end
from server.services import Postgres, Redis
from server.store import log_of
from server.test_durability import LOST
from waiting import PATIENCE


@pytest.fixture
def pair(tmp_path: Path, postgres: Postgres, own_redis: Redis) -> Iterator[tuple[Server, Server]]:
    """Two processes of one service."""
    settings = {"DATABASE": postgres.new_database(), "REDIS": own_redis.url, "BOT_SECONDS": "1"}
    servers = (Server(tmp_path, **settings).start(), Server(tmp_path, **settings).start())
    yield servers
    for server in servers:
        server.stop()


@contextlib.asynccontextmanager
async def two_people(pair: tuple[Server, Server], *bots: str) -> AsyncIterator[tuple[Person, Person, str]]:
    """Ann on the one process and Ben on the other, at one table."""
    async with guest(pair[0], "Ann") as ann, guest(pair[1], "Ben") as ben:
        table = await ann.begin_with(ben, *bots)
        yield ann, ben, table


async def hear_until(tab: Tab, kind: str, **wanted: Any) -> dict[str, Any]:
    """Listen until a message with these parts comes."""
    while True:
        message = await tab.until(kind)
        if all(message.get(key) == value for key, value in wanted.items()):
            return message


async def people_here(tab: Tab, *here: bool) -> None:
    """Listen until these people are here."""
    while True:
        message = await tab.hear()
        if message.get("info") and tuple(each["here"] for each in message["info"]["people"]) == here:
            return


def test_a_game_is_played_across_two_processes(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        async with two_people(pair, "random", "greedy") as (ann, ben, table):
            async with ann.at(table) as first, ben.at(table) as second:
                await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
                assert first.state["ending"] == second.state["ending"]
            log = log_of(pair[0], table)
            assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))

    asyncio.run(story())


def test_bots_are_driven_by_one_process(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        async with two_people(pair, "random", "random", "random") as (ann, ben, table):
            async with ann.at(table) as first, ben.at(table) as second:
                await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
            moves = sum(entry["seat"] in (2, 3, 4) for entry in log_of(pair[0], table))
            lost = 0
            for person in (ann, ben):
                metrics = (await person.get("/metrics")).text.splitlines()
                lost += int(
                    float(next(line for line in metrics if line.startswith("branchline_conflicts_total")).split()[1])
                )
            assert lost < moves / 4

    asyncio.run(story())


def test_chat_undo_questions_and_presence_cross_over(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        async with two_people(pair) as (ann, ben, table), ann.at(table) as first:
            await first.until("snapshot")
            async with ben.at(table) as second:
                await second.until("snapshot")
                await people_here(first, True, True)
                await second.tell("say", text="hello over there")
                assert (await first.until("chat"))["text"] == "hello over there"
                await first.act(first.legal[0])
                await second.act(second.legal[0])
                while not (first.legal or second.legal):
                    await first.hear()
                mover, other, seat = (first, second, 0) if first.legal else (second, first, 1)
                blind = next(action for action in mover.legal if "draw_card" in action.values())
                await mover.act(blind)
                await mover.tell("ask_undo")
                assert (await hear_until(other, "undo_asked"))["seat"] == seat
                await other.tell("answer_undo", agree=True)
                while (await mover.until("update"))["told"][0]["kind"] != "undo":
                    pass
            await people_here(first, True, False)

    asyncio.run(story())


def test_a_process_that_dies_takes_its_people_with_it(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        async with two_people(pair) as (ann, ben, table), ann.at(table) as first:
            await first.until("snapshot")
            with contextlib.suppress(*LOST):
                async with ben.at(table) as second:
                    await second.until("snapshot")
                    await people_here(first, True, True)
                    pair[1].kill()
            await people_here(first, True, False)

    asyncio.run(story())


async def play_through(person: Person, table: str, *homes: Server) -> dict[str, str]:
    """Play to the end, on whichever process is there; what was acknowledged, by version."""
    acknowledged: dict[str, str] = {}
    waiting: tuple[str, int, dict[str, Any]] | None = None
    for turn in range(1000):
        person.server = homes[turn % len(homes)]
        with contextlib.suppress(*LOST):
            async with person.at(table) as tab:
                await tab.until("snapshot")
                while not tab.over:
                    if waiting is None and not tab.legal:
                        await tab.hear()
                        continue
                    waiting = waiting or (f"{person.cookie[-6:]}-{len(acknowledged)}-{turn}", tab.version, tab.legal[0])
                    answer = await tab.act(waiting[2], identity=waiting[0], version=waiting[1])
                    assert answer["type"] == "done", answer
                    acknowledged[waiting[0]] = answer["version"]
                    waiting = None
                return acknowledged
        await asyncio.sleep(0.1)
    raise AssertionError("the game did not end")


def test_one_process_is_killed_in_mid_game_and_nothing_is_lost(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        async with two_people(pair, "random", "greedy") as (ann, ben, table):

            async def strike() -> None:
                while len(await asyncio.to_thread(log_of, pair[0], table)) < 40:
                    await asyncio.sleep(0.05)
                pair[0].kill()

            first, second, _ = await asyncio.wait_for(
                asyncio.gather(play_through(ann, table, *pair), play_through(ben, table, pair[1], pair[0]), strike()),
                5 * PATIENCE,
            )
            log = await asyncio.to_thread(log_of, pair[1], table)
            stored = {entry["data"]["id"]: entry["version"] for entry in log if "id" in entry["data"]}
            assert first
            assert second
            assert stored.items() >= {**first, **second}.items()
            assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))

    asyncio.run(story())


def test_redis_goes_away_and_comes_back_and_nothing_is_lost(pair: tuple[Server, Server], own_redis: Redis) -> None:
    async def story() -> None:
        async with two_people(pair, "random") as (ann, ben, table), ann.at(table) as first, ben.at(table) as second:
            await first.until("snapshot")
            await second.until("snapshot")
            own_redis.stop()
            answer = await first.act(first.legal[0])
            assert answer["type"] == "done"
            await second.until("update")  # read from the store, without any news
            await first.tell("say", text="can you hear me?")
            await asyncio.to_thread(own_redis.start)
            assert (await second.until("chat"))["text"] == "can you hear me?"
            await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
            assert first.state["ending"] == second.state["ending"]

    asyncio.run(story())


def test_a_person_with_tabs_on_both_processes_moves_once(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        async with two_people(pair) as (ann, _, table), ann.at(table) as first:
            await first.until("snapshot")
            ann.server = pair[1]
            async with ann.at(table) as second:
                await second.until("snapshot")
                answers = await asyncio.gather(first.act(first.legal[0]), second.act(second.legal[0]))
                assert sorted(answer["type"] for answer in answers) == ["done", "problem"]
                assert len(log_of(pair[0], table)) == 2

    asyncio.run(story())


def test_the_lobby_of_one_process_shows_the_tables_of_the_other(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        async with guest(pair[0], "Ann") as ann, guest(pair[1], "Ben") as ben:
            table = await ann.table("usa", ["me", "open"])
            listing = (await ben.get("/api/tables")).json()
            assert table in [each["id"] for each in listing["open"]]
            async with ben.at(table) as watching:
                assert (await watching.until("snapshot"))["you"] is None
                assert (await ben.post(f"/api/tables/{table}/join")).status_code == 200
                assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
                while not watching.legal:
                    await watching.hear()

    asyncio.run(story())


async def seats_of(person: Person, table: str) -> list[str | None]:
    """Who sits at a table, by name."""
    return [each["name"] for each in (await person.get(f"/api/tables/{table}")).json()["info"]["people"]]


def test_who_sits_down_through_both_processes_at_once_gets_one_seat(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        async with guest(pair[0], "Ann") as ann, guest(pair[0], "Ben") as ben, Person(pair[1]) as same:
            same.http.cookies = ben.http.cookies
            for _ in range(10):
                table = await ann.table("usa", ["me", "open", "open", "open"])
                await asyncio.gather(*(each.post(f"/api/tables/{table}/join") for each in (ben, same)))
                assert (await seats_of(ann, table)).count("Ben") == 1

    asyncio.run(story())


def test_no_game_starts_while_somebody_stands_up_in_the_other_process(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        async with guest(pair[0], "Ann") as ann, guest(pair[1], "Ben") as ben:
            for _ in range(15):
                table = await ann.table("usa", ["me", "open"])
                assert (await ben.post(f"/api/tables/{table}/join")).status_code == 200
                start, leave = await asyncio.gather(
                    ann.post(f"/api/tables/{table}/start"), ben.post(f"/api/tables/{table}/leave")
                )
                assert sorted((start.status_code, leave.status_code)) == [204, 409], (start.text, leave.text)
                seated = await seats_of(ann, table)
                assert seated == (["Ann", "Ben"] if start.status_code == 204 else ["Ann", None])

    asyncio.run(story())
