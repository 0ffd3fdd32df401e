"""The kinds of faults, and the schedule in which they come.

A fault is a generator: whenever it yields, every table has to go on by itself.
"""

from __future__ import annotations

import asyncio
import functools
import random
import resource
import signal
from collections.abc import AsyncIterator, Callable

from faults.setups import House, Pair, Setup

Fault = Callable[[Setup, random.Random], AsyncIterator[None]]

# So long a fault lasts, in seconds: long enough for people, bots and sweeps to run into it.
SHORT, LONG = 0.3, 1.5
MINUTES, HOUR = 120, 3600


async def _last(chance: random.Random) -> None:
    await asyncio.sleep(chance.uniform(SHORT, LONG))


async def killed(setup: Setup, chance: random.Random) -> AsyncIterator[None]:
    """Kill one process, as a power cut would, and start it again."""
    server = chance.choice(setup.servers)
    server.kill()
    if len(setup.servers) > 1:
        await _last(chance)
    await server.come_up()
    yield


async def all_killed(setup: Setup, _: random.Random) -> AsyncIterator[None]:
    """Kill all processes at once, and start them again."""
    for server in setup.servers:
        server.kill()
    await asyncio.gather(*(server.come_up() for server in setup.servers))
    yield


async def paused(setup: Setup, chance: random.Random) -> AsyncIterator[None]:
    """Let one process stand still for a while, as a stalled machine does."""
    server = chance.choice(setup.servers)
    server.process.send_signal(signal.SIGSTOP)  # type: ignore[union-attr]
    await _last(chance)
    server.process.send_signal(signal.SIGCONT)  # type: ignore[union-attr]
    yield


async def workers_killed(setup: Setup, chance: random.Random) -> AsyncIterator[None]:
    """Kill the processes in which a server's bots think, wherever they are in their thoughts."""
    server = chance.choice(setup.servers)
    for _ in range(chance.randint(1, 3)):
        server.signal_workers(signal.SIGKILL)
        await asyncio.sleep(chance.uniform(0, SHORT))
    yield


async def workers_paused(setup: Setup, chance: random.Random) -> AsyncIterator[None]:
    """Let the processes in which a server's bots think stand still for a while."""
    server = chance.choice(setup.servers)
    server.signal_workers(signal.SIGSTOP)
    await _last(chance)
    server.signal_workers(signal.SIGCONT)
    yield


async def disk_full(setup: Setup, chance: random.Random) -> AsyncIterator[None]:
    """Let nothing more be written to files, neither to the database nor to the log, until there is room again."""
    server = setup.servers[0]
    server.limit_files(0)
    await _last(chance)
    server.limit_files(resource.RLIM_INFINITY)
    yield


async def locked(setup: Setup, chance: random.Random, whole: bool) -> AsyncIterator[None]:
    """Hold a lock in the database for a while."""
    async with setup.locked(whole):
        await _last(chance)
    yield


async def clock_moved(setup: Setup, chance: random.Random, seconds: int, one: bool = False) -> AsyncIterator[None]:
    """Move the clock, of all processes or of one, see that play goes on, and move it back."""
    moved: list[House] = [chance.choice(setup.servers)] if one else setup.servers
    for server in moved:
        server.clock.move(seconds)
    yield
    await _last(chance)
    for server in moved:
        server.clock.move(0)
    yield


async def postgres_stopped(setup: Setup, chance: random.Random, mode: str) -> AsyncIterator[None]:
    """Stop PostgreSQL, and start it again."""
    assert isinstance(setup, Pair)
    await asyncio.to_thread(setup.postgres.stop, mode)
    await _last(chance)
    await asyncio.to_thread(setup.postgres.start)
    yield


async def redis_stopped(setup: Setup, chance: random.Random) -> AsyncIterator[None]:
    """Kill Redis with all it knew, and start it again."""
    assert isinstance(setup, Pair)
    setup.redis.stop()
    await _last(chance)
    await asyncio.to_thread(setup.redis.start)
    yield


async def redis_paused(setup: Setup, chance: random.Random) -> AsyncIterator[None]:
    """Let Redis stand still: connections stay open and nothing comes."""
    assert isinstance(setup, Pair)
    assert setup.redis.process is not None
    setup.redis.process.send_signal(signal.SIGSTOP)
    await _last(chance)
    setup.redis.process.send_signal(signal.SIGCONT)
    yield


EVERYWHERE: dict[str, Fault] = {
    "process killed": killed,
    "process paused": paused,
    "bot workers killed": workers_killed,
    "bot workers paused": workers_paused,
    "lock held": functools.partial(locked, whole=False),
    "clock 2 minutes ahead": functools.partial(clock_moved, seconds=MINUTES),
    "clock 2 minutes back": functools.partial(clock_moved, seconds=-MINUTES),
    "clock an hour ahead": functools.partial(clock_moved, seconds=HOUR),
    "clock an hour back": functools.partial(clock_moved, seconds=-HOUR),
}
WITH_SQLITE: dict[str, Fault] = {"disk full": disk_full}
WITH_SERVICES: dict[str, Fault] = {
    "both processes killed": all_killed,
    "table locked": functools.partial(locked, whole=True),
    "PostgreSQL stopped at once": functools.partial(postgres_stopped, mode="immediate"),
    "PostgreSQL stopped": functools.partial(postgres_stopped, mode="fast"),
    "clock of one ahead": functools.partial(clock_moved, seconds=HOUR, one=True),
    "clock of one back": functools.partial(clock_moved, seconds=-HOUR, one=True),
    "Redis killed": redis_stopped,
    "Redis paused": redis_paused,
}


def kinds_for(setup: Setup) -> dict[str, Fault]:
    """The faults that can strike here, by name."""
    return EVERYWHERE | (WITH_SERVICES if isinstance(setup, Pair) else WITH_SQLITE)


def schedule(kinds: dict[str, Fault], chance: random.Random, count: int) -> list[str]:
    """So many faults in random order, each kind about as often as any other."""
    names: list[str] = []
    while len(names) < count:
        names += chance.sample(sorted(kinds), len(kinds))
    return names[:count]
