"""The database goes away and comes back while two processes serve the same tables: every table goes on by itself."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.kit import Person, Server
from server.services import Postgres, Redis
from server.store import rows
from server.test_durability import Player
from waiting import wait_until

TABLES = 6
RESTARTS = 3


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that a test may stop."""
    running = Postgres().start()
    yield running
    with contextlib.suppress(AssertionError):  # it may be stopped already
        running.remove()


@pytest.fixture
def pair(tmp_path: Path, own_postgres: Postgres, redis: Redis) -> Iterator[tuple[Server, Server]]:
    """Two processes of one service."""
    settings = {"DATABASE": own_postgres.new_database(), "REDIS": redis.url}
    servers = (Server(tmp_path, **settings).start(), Server(tmp_path, **settings).start())
    yield servers
    for server in servers:
        server.stop()


def versions(server: Server) -> dict[str, int]:
    """How far each running table has come."""
    sql = (
        "SELECT log.table_id, max(version) FROM log JOIN tables ON tables.id = log.table_id "
        "WHERE status = 'running' GROUP BY log.table_id"
    )
    return {row[0]: row[1] for row in rows(server, sql)}


def go_on(server: Server) -> None:
    """Wait until every table has come further than it is now."""
    before = versions(server)

    def further() -> bool:
        now = versions(server)
        return all(now.get(table, version + 9) > version + 4 for table, version in before.items())

    wait_until(further, lambda: f"tables stand still: {before} and later {versions(server)}")


def test_tables_go_on_after_the_database_was_restarted_under_two_processes(
    pair: tuple[Server, Server], own_postgres: Postgres
) -> None:
    async def begin(stack: contextlib.AsyncExitStack, n: int) -> list[Player]:
        ann = await stack.enter_async_context(Person(pair[0]))
        ben = await stack.enter_async_context(Person(pair[1]))
        table = await (await ann.come(f"Ann {n}")).begin_with(await ben.come(f"Ben {n}"), public=False)
        return [Player(person, table, random.Random(n)) for person in (ann, ben)]

    async def story() -> None:
        async with contextlib.AsyncExitStack() as stack:
            players = [player for n in range(TABLES) for player in await begin(stack, n)]
            playing = [asyncio.create_task(player.play()) for player in players]
            for _ in range(RESTARTS):
                await asyncio.to_thread(go_on, pair[0])
                await asyncio.to_thread(own_postgres.stop)
                await asyncio.to_thread(own_postgres.start)
            await asyncio.to_thread(go_on, pair[0])
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
            assert [each for each in ended if isinstance(each, Exception)] == []

    asyncio.run(story())
