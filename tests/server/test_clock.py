"""The machine's clock jumps: nobody's time is up because of it, and nobody's runs while nobody can play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from faults.clock import MovableClock
from server.kit import Person, Server, guest
from server.store import rows
from waiting import wait_until

SLOW = {"kind": "live", "turn": 100, "bank": 0}
QUICK = {"kind": "live", "turn": 5, "bank": 0}


@pytest.fixture
def fake(tmp_path: Path) -> MovableClock:
    """A clock for the server of one test."""
    return MovableClock(tmp_path / "clock")


@pytest.fixture
def faked_server(tmp_path: Path, services: Callable[[], dict[str, str]], fake: MovableClock) -> Iterator[Server]:
    """A server that sees the fake clock."""
    running = Server(tmp_path, **services())
    running.environment = fake.environment
    yield running.start()
    running.stop()


async def replaced(server: Server, table: str, seats: int) -> None:
    """Wait until so many seats of a table have been taken by bots."""
    sql = f"SELECT seat FROM seats WHERE stand_in IS NOT NULL AND table_id = '{table}'"
    await asyncio.to_thread(wait_until, lambda: len(rows(server, sql)) == seats, lambda: "nobody's time was up")


async def nobody_was_replaced(server: Server, ann: Person, ben: Person, slow: str) -> None:
    """Somebody's time really runs out somewhere else, so the clocks were looked at; the slow table is untouched."""
    quick = await ann.begin_with(ben, clock=QUICK, public=False)
    await replaced(server, quick, 2)
    sql = f"SELECT seat FROM seats WHERE stand_in IS NOT NULL AND table_id = '{slow}'"
    assert await asyncio.to_thread(rows, server, sql) == []


@pytest.mark.parametrize("jump", [120, -120])
def test_a_jump_of_the_clock_replaces_nobody(faked_server: Server, fake: MovableClock, jump: int) -> None:
    async def story() -> None:
        async with guest(faked_server, "Ann") as ann, guest(faked_server, "Ben") as ben:
            slow = await ann.begin_with(ben, clock=SLOW, public=False)
            fake.move(jump)
            await nobody_was_replaced(faked_server, ann, ben, slow)

    asyncio.run(story())


@pytest.mark.parametrize("jump", [3600, -3600])
def test_time_in_which_no_server_ran_is_nobodys(faked_server: Server, fake: MovableClock, jump: int) -> None:
    """A server that was down for an hour, and one that comes back to another clock, look the same."""

    def deadline(table: str) -> int:
        found: int = rows(faked_server, f"SELECT deadline FROM tables WHERE id = '{table}'")[0][0]
        return found

    def moved(table: str, before: int) -> bool:
        return abs(deadline(table) - before - 1000 * jump) < 60_000

    async def story() -> None:
        async with guest(faked_server, "Ann") as ann, guest(faked_server, "Ben") as ben:
            slow = await ann.begin_with(ben, clock=SLOW, public=False)
            pulse = "SELECT at FROM pulse"
            await asyncio.to_thread(wait_until, lambda: bool(rows(faked_server, pulse)), lambda: "there is no pulse")
            before = deadline(slow)
            faked_server.kill()
            fake.move(jump)
            await asyncio.to_thread(faked_server.start)
            await asyncio.to_thread(wait_until, lambda: moved(slow, before), lambda: "the deadline was not moved")
            await nobody_was_replaced(faked_server, ann, ben, slow)

    asyncio.run(story())
