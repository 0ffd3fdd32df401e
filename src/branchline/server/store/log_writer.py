"""The log's writer: entries of many tables share a commit, and each waits until it is safe."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Integer, and_, bindparam, insert, literal_column, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from branchline.server.store.schema import log, seats, tables

MOST_AT_ONCE = 256

# A table waits for the seats whose bits are set.
_ONE = literal_column("1", Integer)
_WAITS = bindparam("mask", type_=Integer).bitwise_rshift(seats.c.seat).bitwise_and(_ONE) == _ONE
PASS_TURN = update(seats).where(seats.c.table_id == bindparam("this_table"), seats.c.due != _WAITS).values(due=_WAITS)


class Conflict(Exception):
    """Somebody else has written this version of the table, or changed what it rests on."""


@dataclass
class Append:
    """Entries of one table's log, and what changes in the table's rows with them."""

    entries: list[dict[str, Any]]
    table: dict[str, Any] = field(default_factory=dict)
    seats: dict[int, dict[str, Any]] = field(default_factory=dict)
    due: tuple[int, ...] | None = None  # whom the table waits for, if that changes
    starts: bool = False  # only if the table is still open, and every seat taken

    @property
    def table_id(self) -> str:
        """Whose log it is."""
        table_id: str = self.entries[0]["table_id"]
        return table_id


class LogWriter:
    """Collects what comes in while a commit is under way, and writes it with the next."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="appender")

    async def stop(self) -> None:
        """Write what is waiting and what is under way, and stop."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task

    async def append(self, change: Append) -> None:
        """Return when the entries are safely stored; raise Conflict if a version of them is taken."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, done))
        self._wake.set()
        await done

    async def _run(self) -> None:
        while not self._stopping:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                await self._write(batch)

    async def _write(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        try:
            await self._commit([change for change, _ in batch])
        except (IntegrityError, Conflict):
            await self._write_singly(batch)
        except Exception as problem:
            for _, done in batch:
                if not done.done():
                    done.set_exception(problem)
        else:
            for _, done in batch:
                if not done.done():
                    done.set_result(None)

    async def _write_singly(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        """One of them is in conflict: the others must not suffer."""
        for change, done in batch:
            try:
                await self._commit([change])
            except (IntegrityError, Conflict):
                problem: Exception = Conflict(f"version {change.entries[0]['version']} is taken")
            except Exception as other:
                problem = other
            else:
                if not done.done():
                    done.set_result(None)
                continue
            if not done.done():
                done.set_exception(problem)

    async def _commit(self, changes: list[Append]) -> None:
        # Two processes that write the same tables in the same order cannot lock each other out for ever.
        changes = sorted(changes, key=lambda change: change.table_id)
        async with self._engine.begin() as connection:
            await connection.execute(insert(log), [entry for change in changes for entry in change.entries])
            # A table before its seats, as those who sit down or stand up do: else two could wait for each other.
            for change in changes:
                if change.table:
                    await self._update_table(connection, change)
            await self._update_seats(connection, changes)
            await self._pass_turns(connection, changes)

    async def _update_table(self, connection: AsyncConnection, change: Append) -> None:
        table_id = change.table_id
        here = [tables.c.id == table_id]
        if change.starts:
            # Wait for whoever is standing up; only a statement after that sees the seats as they are then.
            await connection.execute(select(tables.c.id).where(*here).with_for_update())
            free = and_(seats.c.table_id == table_id, seats.c.user_id.is_(None), seats.c.bot.is_(None))
            here += [tables.c.status == "open", ~select(seats.c.seat).where(free).exists()]
        changed = await connection.execute(update(tables).where(*here).values(**change.table))
        if change.starts and changed.rowcount != 1:
            raise Conflict("the table is not ready to start")

    async def _update_seats(self, connection: AsyncConnection, changes: list[Append]) -> None:
        """Bring the seats' rows up to date; changes of the same columns go in one statement."""
        by_columns: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for change in changes:
            for seat, fields in change.seats.items():
                bound = {f"new_{column}": value for column, value in fields.items()}
                bound |= {"this_table": change.table_id, "this_seat": seat}
                by_columns.setdefault(tuple(fields), []).append(bound)
        for columns, rows in by_columns.items():
            statement = (
                update(seats)
                .where(seats.c.table_id == bindparam("this_table"), seats.c.seat == bindparam("this_seat"))
                .values({column: bindparam(f"new_{column}") for column in columns})
            )
            await connection.execute(statement, rows)

    async def _pass_turns(self, connection: AsyncConnection, changes: list[Append]) -> None:
        """Note whom each table waits for; only seats for which that changes are written."""
        rows = [
            {"this_table": change.table_id, "mask": sum(1 << seat for seat in change.due)}
            for change in changes
            if change.due is not None
        ]
        if rows:
            await connection.execute(PASS_TURN, rows)
