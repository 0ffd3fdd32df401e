"""The store: what is asked for every second is found without looking at every table; whether it is away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import event

from branchline.server.store.away import is_away
from branchline.server.store.database import Store


async def plans(store: Store, work: Callable[[Store], Awaitable[Any]]) -> list[str]:
    """How SQLite would carry out the statements of some work."""
    asked: list[tuple[str, Any]] = []

    def note(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    event.listen(store.engine.sync_engine, "before_cursor_execute", note)
    await work(store)
    event.remove(store.engine.sync_engine, "before_cursor_execute", note)
    found: list[str] = []
    async with store.engine.connect() as connection:
        for statement, parameters in asked:
            rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            found += [row[-1] for row in rows]
    return found


@pytest.mark.parametrize(
    ("look", "indices"),
    [
        (lambda store: store.care.overdue(1), {"ix_tables_deadline"}),
        (lambda store: store.care.waiting_for_bots(), {"ix_seats_bot_due"}),
        (lambda store: store.care.unsettled(), {"ix_tables_unsettled"}),
        (lambda store: store.tables.of_user(1, due=True), {"ix_seats_user_id"}),
    ],
    ids=["deadlines", "bots", "settling", "your turn"],
)
def test_what_is_looked_for_again_and_again_is_found_by_an_index(
    tmp_path: Path, look: Callable[[Store], Awaitable[Any]], indices: set[str]
) -> None:
    async def story() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'test.db'}")
        await store.prepare()
        steps = await plans(store, look)
        await store.engine.dispose()
        used = {index for step in steps for index in indices if f"USING INDEX {index}" in step}
        assert used == indices, steps

    asyncio.run(story())


@pytest.mark.parametrize(
    ("problem", "away"),
    [
        (asyncpg.InterfaceError("connection is closed"), True),
        (asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"), True),
        (asyncpg.InternalClientError("cannot switch to state 11; another operation (2) is in progress"), True),
        (asyncpg.CannotConnectNowError("the database system is shutting down"), True),
        (asyncpg.DiskFullError("could not extend file"), True),
        (ConnectionRefusedError(), True),
        (asyncpg.UniqueViolationError("duplicate key"), False),
        (asyncpg.UndefinedTableError("there is no such table"), False),
        (ValueError(), False),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_what_the_driver_raises_tells_whether_the_store_is_away(problem: Exception, away: bool) -> None:
    assert is_away(problem) is away
