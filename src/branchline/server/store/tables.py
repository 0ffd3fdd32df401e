"""Tables and their seats."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Select, and_, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.names import apart
from branchline.server.store.base import BaseStore
from branchline.server.store.playable import playable
from branchline.server.store.rows import Clock, SeatRow, Status, TableOptions, TableRow, bot_name
from branchline.server.store.schema import removed, seats, tables, users
from branchline.server.store.shares import Share

aliased_seats = seats.alias()

HOSTS_SHARE = 0.1  # of a list of public tables


class TableStore(BaseStore):
    """Tables and what happened at them."""

    # --- tables

    async def create(self, row: TableRow, share: Share) -> None:
        """A new table with its seats, if its host has not too many."""
        async with self._engine.begin() as connection:
            mine = row.seat_of(row.host_id) is not None
            await share.claim(connection, table=True, public=row.public, seat=mine)
            await connection.execute(
                insert(tables).values(
                    id=row.id,
                    title=row.title,
                    rules=row.rules,
                    status=row.status,
                    public=row.public,
                    clock=msgspec.json.encode(row.clock).decode(),
                    options=msgspec.json.encode(row.options).decode(),
                    host_id=row.host_id,
                    seed=row.seed,
                    created=row.created,
                )
            )
            places = [
                {
                    "table_id": row.id,
                    "seat": each.seat,
                    "user_id": each.user_id,
                    "bot": each.bot,
                    "bank": each.bank,
                    "sat": each.sat,
                }
                for each in row.seats
            ]
            await connection.execute(insert(seats), places)

    async def get(self, table_id: str) -> TableRow | None:
        """A table with its seats."""
        found = await self._find(select(tables).where(tables.c.id == table_id))
        return found[0] if found else None

    async def listing(self, status: Status, limit: int = 100) -> list[TableRow]:
        """The newest public tables of a status; no host fills the list."""
        here = and_(tables.c.status == status, tables.c.public, playable())
        newest = select(tables.c.id, tables.c.host_id).where(here).order_by(tables.c.created.desc())
        hosts: Counter[int] = Counter()
        chosen: list[str] = []
        for table_id, host in await self._all(newest.limit(10 * limit)):
            hosts[host] += 1
            if hosts[host] <= limit * HOSTS_SHARE and len(chosen) < limit:
                chosen.append(table_id)
        return await self._find(select(tables).where(tables.c.id.in_(chosen)).order_by(tables.c.created.desc()))

    async def of_user(self, user_id: int, due: bool = False, limit: int = 100) -> list[TableRow]:
        """The tables where a user sits and that are not over, or those that wait for the user."""
        here = [seats.c.user_id == user_id, tables.c.status.in_(("open", "running"))]
        if due:
            here += [seats.c.due, seats.c.substitute.is_(None)]
        statement = select(tables).join(seats, seats.c.table_id == tables.c.id).where(*here)
        return await self._find(statement.order_by(tables.c.created.desc()).limit(limit))

    async def history(self, user_id: int, limit: int, before: int) -> list[TableRow]:
        """The finished tables of a user, the newest first."""
        here = (seats.c.user_id == user_id, tables.c.status == "ended", tables.c.ended < before)
        statement = select(tables).join(seats, seats.c.table_id == tables.c.id).where(*here)
        return await self._find(statement.order_by(tables.c.ended.desc()).limit(limit))

    async def _find(self, statement: Select[Any]) -> list[TableRow]:
        async with self._engine.connect() as connection:
            rows = [_table_row(dict(row)) for row in (await connection.execute(statement)).mappings()]
            places = await seats_of(connection, [row.id for row in rows])
        return [replace(row, seats=tuple(places.get(row.id, ()))) for row in rows]

    async def sit(self, table_id: str, seat: int, share: Share) -> bool:
        """Sit down, if the place is free, the table open, and one sits nowhere else at it and was not removed."""
        user_id = share.user.id
        free = (seats.c.user_id.is_(None), seats.c.bot.is_(None))
        sits = aliased_seats.c.table_id == table_id, aliased_seats.c.user_id == user_id
        elsewhere = select(aliased_seats.c.seat).where(*sits).exists()
        unwanted = select(removed.c.user_id).where(_removed(table_id, user_id)).exists()
        here = [seats.c.seat == seat, *free, ~elsewhere, ~unwanted]
        return await self._change_seats(table_id, here, share, user_id=user_id, sat=share.at)

    async def stand_up(self, table_id: str, user_id: int) -> bool:
        """Leave a table that has not begun."""
        return await self._change_seats(table_id, [seats.c.user_id == user_id], user_id=None, sat=None)

    async def remove(self, table_id: str, user_id: int) -> bool:
        """Make somebody stand up from a table that has not begun, for good."""
        sits = (seats.c.table_id == table_id, seats.c.user_id == user_id)
        async with self._engine.begin() as connection:
            if not await self._hold_open(connection, table_id):
                return False
            stood_up = await connection.execute(update(seats).where(*sits).values(user_id=None, sat=None))
            if stood_up.rowcount == 1:
                await connection.execute(insert(removed).values(table_id=table_id, user_id=user_id))
            return stood_up.rowcount == 1

    async def was_removed(self, table_id: str, user_id: int) -> bool:
        """Whether the host does not want somebody at a table."""
        return await self._first(select(removed.c.user_id).where(_removed(table_id, user_id))) is not None

    async def seat_bot(self, table_id: str, seat: int, bot: str | None) -> bool:
        """Put a bot into a free place of an open table, or take one away."""
        return await self._change_seats(table_id, [seats.c.seat == seat, seats.c.user_id.is_(None)], bot=bot)

    async def _change_seats(
        self, table_id: str, which: list[ColumnElement[bool]], share: Share | None = None, **values: Any
    ) -> bool:
        """Change seats of an open table. Its row is held meanwhile, so that no game starts on other seats."""
        async with self._engine.begin() as connection:
            if share is not None:
                await share.claim(connection, seat=True)
            if not await self._hold_open(connection, table_id):
                return False
            here = (seats.c.table_id == table_id, *which)
            return (await connection.execute(update(seats).where(*here).values(**values))).rowcount == 1

    async def _hold_open(self, connection: AsyncConnection, table_id: str) -> bool:
        """Hold a table's row for the rest of the transaction; False if it is not open."""
        still_open = (tables.c.id == table_id, tables.c.status == "open")
        return (await connection.execute(update(tables).where(*still_open).values(status="open"))).rowcount == 1

    async def close(self, table_id: str) -> bool:
        """Shut a table that has not begun."""
        here = (tables.c.id == table_id, tables.c.status == "open")
        return await self._write(update(tables).where(*here).values(status="closed")) == 1

    async def set_rematch(self, table_id: str, rematch: str, instead_of: str | None) -> bool:
        """Note the table where the same people play again; the first who asks makes it."""
        here = (tables.c.id == table_id, tables.c.rematch.is_not_distinct_from(instead_of))
        return await self._write(update(tables).where(*here).values(rematch=rematch)) == 1


def _named(places: list[SeatRow]) -> list[SeatRow]:
    """The places of a table with the names that are shown at it: no two alike, whoever came later has a number."""
    people = sorted((each for each in places if each.name), key=lambda each: (each.kind == "guest", each.sat or 0))
    names = apart([each.name or "" for each in people], [bot_name(each.bot, each.seat) for each in places if each.bot])
    shown = {each.seat: name for each, name in zip(people, names, strict=True)}
    return [replace(each, name=shown[each.seat]) if each.seat in shown else each for each in places]


def _removed(table_id: str, user_id: int) -> ColumnElement[bool]:
    return and_(removed.c.table_id == table_id, removed.c.user_id == user_id)


def _table_row(row: dict[str, Any]) -> TableRow:
    del row["settled"]
    row["clock"] = msgspec.json.decode(row["clock"], type=Clock)
    row["options"] = msgspec.json.decode(row["options"], type=TableOptions)
    return TableRow(**row)


async def seats_of(connection: AsyncConnection, ids: list[str]) -> dict[str, list[SeatRow]]:
    """The places of tables, with the names that are shown at them."""
    statement = (
        select(
            seats.c.table_id,
            seats.c.seat,
            seats.c.user_id,
            users.c.name,
            users.c.kind,
            seats.c.bot,
            seats.c.substitute,
            seats.c.due,
            seats.c.bank,
            seats.c.sat,
            seats.c.has_left,
        )
        .outerjoin(users, users.c.id == seats.c.user_id)
        .where(seats.c.table_id.in_(ids))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    found: dict[str, list[SeatRow]] = {}
    for row in await connection.execute(statement):
        found.setdefault(row[0], []).append(SeatRow(*row[1:]))
    return {table_id: _named(places) for table_id, places in found.items()}
