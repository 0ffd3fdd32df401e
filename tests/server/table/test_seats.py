"""Seats of a table in memory: who may sit down, stand up, be removed, leave and come back."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace
from server.memory import Alone, Ear, Memory, new_row, person

from branchline.server.errors import Refused
from branchline.server.store.shares import Share
from branchline.server.table import seats
from branchline.server.table.table import Table


def share(number: int) -> Share:
    return Share(person(number), "somewhere", False, 0)


def half_empty() -> Table:
    """An open table of three, at which only the host sits."""
    row = new_row("usa", 3)
    free = {each.seat: replace(each, user_id=None, name=None, kind=None) for each in row.seats[1:]}
    row = row.with_seats(free)
    return Table(Alone(Memory(row)), row)


def drivers(table: Table) -> list[str | None]:
    """The bots that move for each seat."""
    return [each.driver for each in table.row.seats]


def code_of(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.code


def test_somebody_sits_down_once_wherever_there_is_room() -> None:
    async def story() -> None:
        table = half_empty()
        assert await seats.sit_down(table, share(7), 2) == 2
        assert await seats.sit_down(table, share(7), 1) == 2
        with pytest.raises(Refused) as refused:
            await seats.sit_down(table, share(8), 2)
        assert code_of(refused) == "seat_taken"
        assert await seats.sit_down(table, share(8), None) == 1

    asyncio.run(story())


def test_who_was_removed_does_not_come_back_and_is_told() -> None:
    async def story() -> None:
        table = half_empty()
        await seats.sit_down(table, share(7), 1)
        ear = Ear(1)
        ear.user = person(7)
        table.audience.connections.add(ear)
        with pytest.raises(Refused) as refused:
            await seats.remove(table, person(7), 0)
        assert code_of(refused) == "not_host"
        with pytest.raises(Refused) as refused:
            await seats.remove(table, person(1), 0)
        assert code_of(refused) == "own_seat"
        await seats.remove(table, person(1), 1)
        assert ear.seat is None
        assert ear.kinds[-1] == "problem"
        with pytest.raises(Refused) as refused:
            await seats.sit_down(table, share(7), None)
        assert code_of(refused) == "removed"

    asyncio.run(story())


def test_a_table_that_its_host_leaves_is_shut() -> None:
    async def story() -> None:
        table = half_empty()
        await seats.stand_up(table, person(1))
        assert table.row.status == "closed"
        with pytest.raises(Refused) as refused:
            await seats.sit_down(table, share(7), None)
        assert code_of(refused) == "closed"

    asyncio.run(story())


def test_a_game_starts_when_the_host_says_so_and_every_seat_is_taken() -> None:
    async def story() -> None:
        table = half_empty()
        with pytest.raises(Refused) as refused:
            await seats.start(table, person(1))
        assert code_of(refused) == "seats_free"
        await seats.set_bot(table, person(1), 1, "greedy")
        await seats.sit_down(table, share(7), None)
        with pytest.raises(Refused) as refused:
            await seats.start(table, person(7))
        assert code_of(refused) == "not_host"
        await seats.start(table, person(1))
        assert table.row.status == "running"
        assert table.next_bot == 1
        with pytest.raises(Refused) as refused:
            await seats.start(table, person(1))
        assert code_of(refused) == "begun"

    asyncio.run(story())


def test_a_bot_plays_for_who_has_left_until_they_come_back() -> None:
    async def story() -> None:
        row = new_row("usa", 2)
        table = Table(Alone(Memory(row)), row)
        await seats.start(table, person(1))
        await seats.leave(table, 0, "resigned")
        assert drivers(table) == [seats.SUBSTITUTE, None]
        await seats.come_back(table, person(1))
        assert drivers(table) == [None, None]
        assert table.row.seats[0].has_left  # for the ratings
        with pytest.raises(Refused) as refused:
            await seats.come_back(table, person(1))
        assert code_of(refused) == "not_away"

    asyncio.run(story())
