"""The tables' logs, as they are read; the log's writer is in a room of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.base import BaseStore
from branchline.server.store.rows import Entry, StoredGame
from branchline.server.store.schema import log


class LogStore(BaseStore):
    """What happened at the tables."""

    async def since(self, table_id: str, after: int) -> list[Entry]:
        """The entries of a table's log after a version."""
        async with self._engine.connect() as connection:
            return await _entries(connection, table_id, log.c.version > after)

    async def entries(self, table_id: str, versions: Iterable[int]) -> list[Entry]:
        """Certain entries of a table's log, in their order."""
        async with self._engine.connect() as connection:
            return await _entries(connection, table_id, log.c.version.in_(tuple(versions)))

    async def game_of(self, table_id: str, kept: int, since: int) -> StoredGame:
        """A table's log as it stands, and at least its last ``kept`` entries and all since a version.

        What was taken back before these is not even read. Entries never change, so what is read up to the last
        one fits together, whoever writes meanwhile.
        """
        async with self._engine.connect() as connection:
            last = await _last_entries(connection, table_id, kept)
            if not last:
                return StoredGame([], [])
            known = log.c.version <= last[-1].version
            if last[0].version > since + 1:
                last = await _entries(connection, table_id, known, log.c.version > since)
            found = await _last_entries(connection, table_id, 1, known, log.c.kind == "undo")
            if found and "stands" in found[0].data:
                stands = [n for first, end in found[0].data["stands"] for n in range(first, end + 1)]
                known = and_(known, or_(log.c.version.in_(stands), log.c.version > found[0].version))
            entries = await _entries(connection, table_id, known)
        return StoredGame(_standing(entries) if found else entries, last)


_ENTRY = select(log.c.version, log.c.at, log.c.kind, log.c.seat, log.c.data)


async def _entries(connection: AsyncConnection, table_id: str, *which: ColumnElement[bool]) -> list[Entry]:
    rows = await connection.execute(_ENTRY.where(log.c.table_id == table_id, *which).order_by(log.c.version))
    return [_entry(row) for row in rows]


async def _last_entries(
    connection: AsyncConnection, table_id: str, count: int, *which: ColumnElement[bool]
) -> list[Entry]:
    statement = _ENTRY.where(log.c.table_id == table_id, *which).order_by(log.c.version.desc()).limit(count)
    return [_entry(row) for row in reversed((await connection.execute(statement)).all())]


def _entry(row: Any) -> Entry:
    return Entry(row[0], row[1], row[2], row[3], msgspec.json.decode(row[4]))


def _standing(entries: list[Entry]) -> list[Entry]:
    """Entries without the steps that were taken back and without their undos."""
    steps: list[int] = []  # the versions of the steps that stand
    taken_back: set[int] = set()
    for entry in entries:
        if entry.kind == "undo":
            taken_back.update(steps[entry.data["to"] :], (entry.version,))
            del steps[entry.data["to"] :]
        elif entry.kind == "play":
            steps.append(entry.version)
    return [entry for entry in entries if entry.version not in taken_back]
