"""The drawer for tables: their rows, seats, log and chat."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Select, and_, func, insert, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from branchline import titles
from branchline.server.names import apart
from branchline.server.stores.schema import bot_due, chat, log, pulse, removed, seats, tables, unsettled, users
from branchline.server.stores.shares import Share

aliased_seats = seats.alias()

HOSTS_SHARE = 0.1  # of a list of public tables
MISSED_MS = 30_000  # a pulse comes every few seconds; two that are so far apart missed some


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time people have: none, live seconds a turn and a bank, or days a turn."""

    kind: str = "none"  # none, live, days
    turn: int = 0  # seconds
    bank: int = 0  # seconds


class TableOptions(msgspec.Struct, frozen=True):
    """What a table settles beside its title."""

    first_seat: int | None = None
    advice: bool = False  # hints for newcomers


class SeatRow(msgspec.Struct, frozen=True):
    """A place at a table, and who sits there."""

    seat: int
    user_id: int | None
    name: str | None
    kind: str | None
    bot: str | None
    stand_in: str | None
    due: bool
    bank: int
    sat: int | None = None  # since when
    has_left: bool = False  # a bot has played for whoever sits here, now or before

    @property
    def driver(self) -> str | None:
        """The bot that moves for this seat now, if any."""
        return self.bot or self.stand_in

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.user_id is None and self.bot is None


class TableRow(msgspec.Struct, frozen=True):
    """A table as it is stored."""

    id: str
    title: str
    rules: int
    status: str
    public: bool
    clock: Clock
    options: TableOptions
    host_id: int
    seed: str
    created: int
    started: int | None
    ended: int | None
    deadline: int | None
    rematch: str | None
    seats: tuple[SeatRow, ...] = ()

    def with_seats(self, changed: Mapping[int, SeatRow]) -> TableRow:
        """The same table with some seats changed."""
        return replace(self, seats=tuple([changed.get(each.seat, each) for each in self.seats]))

    def seat_of(self, user_id: int | None) -> int | None:
        """Where a user sits."""
        for each in self.seats:
            if user_id is not None and each.user_id == user_id:
                return each.seat
        return None


class Entry(msgspec.Struct, frozen=True):
    """One entry of a table's log."""

    version: int
    at: int
    kind: str
    seat: int | None
    data: dict[str, Any]


@dataclass(frozen=True)
class StoredGame:
    """What a table's log says: the entries that make the game, and its last ones, whether they stand or not."""

    standing: list[Entry]
    tail: list[Entry]


@dataclass(frozen=True)
class ChatLine:
    """Something said at a table."""

    id: int
    user_id: int
    name: str
    at: int
    text: str


class PlayDrawer:
    """Tables and what happened at them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

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

    async def listing(self, status: str, limit: int = 100) -> list[TableRow]:
        """The newest public tables of a status; no host fills the list."""
        here = and_(tables.c.status == status, tables.c.public)
        newest = select(tables.c.id, tables.c.host_id).where(here).order_by(tables.c.created.desc())
        async with self._engine.connect() as connection:
            rows = (await connection.execute(newest.limit(10 * limit))).all()
        hosts: Counter[int] = Counter()
        chosen: list[str] = []
        for table_id, host in rows:
            hosts[host] += 1
            if hosts[host] <= limit * HOSTS_SHARE and len(chosen) < limit:
                chosen.append(table_id)
        return await self._find(select(tables).where(tables.c.id.in_(chosen)).order_by(tables.c.created.desc()))

    async def of_user(self, user_id: int, due: bool = False, limit: int = 100) -> list[TableRow]:
        """The tables where a user sits and that are not over, or those that wait for the user."""
        here = [seats.c.user_id == user_id, tables.c.status.in_(("open", "running"))]
        if due:
            here += [seats.c.due, seats.c.stand_in.is_(None)]
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
            places = await self._seats(connection, [row.id for row in rows])
        return [replace(row, seats=tuple(places.get(row.id, ()))) for row in rows]

    async def _seats(self, connection: AsyncConnection, ids: list[str]) -> dict[str, list[SeatRow]]:
        statement = (
            select(
                seats.c.table_id,
                seats.c.seat,
                seats.c.user_id,
                users.c.name,
                users.c.kind,
                seats.c.bot,
                seats.c.stand_in,
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
        async with self._engine.connect() as connection:
            found = await connection.execute(select(removed.c.user_id).where(_removed(table_id, user_id)))
            return found.first() is not None

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
        async with self._engine.begin() as connection:
            return (await connection.execute(update(tables).where(*here).values(status="closed"))).rowcount == 1

    async def set_rematch(self, table_id: str, rematch: str, instead_of: str | None) -> bool:
        """Note the table where the same people play again; the first who asks makes it."""
        here = (tables.c.id == table_id, tables.c.rematch.is_not_distinct_from(instead_of))
        async with self._engine.begin() as connection:
            return (await connection.execute(update(tables).where(*here).values(rematch=rematch))).rowcount == 1

    # --- the log

    async def log_of(self, table_id: str, after: int = 0) -> list[Entry]:
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

    # --- what needs care, in pages, so that nobody waits for ever behind others

    async def overdue(self, now: int, after: tuple[int, str] = (0, ""), limit: int = 200) -> list[tuple[int, str]]:
        """Deadlines that have passed and their tables, the oldest first."""
        late = and_(tables.c.deadline < now, tuple_(tables.c.deadline, tables.c.id) > tuple_(*after))
        # Those that run would be found by their status, which is that of most; what has ended has no deadline.
        statement = select(tables.c.deadline, tables.c.id).where(late, tables.c.status != "ended", _playable())
        statement = statement.order_by(tables.c.deadline, tables.c.id).limit(limit)
        async with self._engine.connect() as connection:
            return [(row[0], row[1]) for row in await connection.execute(statement)]

    async def pulse(self, now: int) -> bool:
        """Note that people can play now; whether deadlines were moved because they could not for a while.

        Nobody can play while no server runs, while the store is away, or while the clock is not what it was. What
        was missed between two pulses is added to the time of all who are due.
        """
        async with self._engine.begin() as connection:
            before: int | None = (await connection.execute(select(pulse.c.at).with_for_update())).scalar()
            if before is None:
                await connection.execute(insert(pulse).values(id=1, at=now))
                return False
            moved = abs(now - before) > MISSED_MS
            if moved:
                running = (tables.c.status == "running", tables.c.deadline.is_not(None))
                later = tables.c.deadline + (now - before)
                await connection.execute(update(tables).where(*running).values(deadline=later))
            await connection.execute(update(pulse).values(at=now))
            return moved

    async def waiting_for_bots(self, after: str = "", limit: int = 500) -> list[str]:
        """Running tables where a bot has to move, by their ids."""
        due = select(seats.c.table_id).where(bot_due, seats.c.table_id > after)
        return await self._ids(tables.c.id.in_(due), tables.c.status == "running", after=after, limit=limit)

    async def unsettled(self, after: str = "", limit: int = 200) -> list[str]:
        """Tables that ended, but whose results were not kept: the process died in between."""
        return await self._ids(unsettled, after=after, limit=limit)

    async def _ids(self, *which: ColumnElement[bool], after: str, limit: int) -> list[str]:
        statement = select(tables.c.id).where(*which, tables.c.id > after, _playable())
        async with self._engine.connect() as connection:
            return [row[0] for row in await connection.execute(statement.order_by(tables.c.id).limit(limit))]

    async def counts(self) -> dict[str, int]:
        """How many tables there are of each status."""
        statement = select(tables.c.status, func.count()).group_by(tables.c.status)
        async with self._engine.connect() as connection:
            return {row[0]: row[1] for row in await connection.execute(statement)}

    # --- chat

    async def say(self, table_id: str, user_id: int, at: int, words: str) -> int:
        """Keep what was said."""
        row = {"table_id": table_id, "user_id": user_id, "at": at, "text": words}
        async with self._engine.begin() as connection:
            line: int = (await connection.execute(insert(chat).values(**row).returning(chat.c.id))).scalar_one()
            return line

    async def said(self, table_id: str, limit: int = 200) -> list[ChatLine]:
        """What was said last, the oldest first."""
        statement = (
            select(chat.c.id, chat.c.user_id, users.c.name, chat.c.at, chat.c.text)
            .join(users, users.c.id == chat.c.user_id)
            .where(chat.c.table_id == table_id)
            .order_by(chat.c.id.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            lines = [ChatLine(*row) for row in reversed((await connection.execute(statement)).all())]
            places = (await self._seats(connection, [table_id])).get(table_id, [])
        shown = {each.user_id: each.name for each in places}
        return [dataclasses.replace(line, name=shown.get(line.user_id) or line.name) for line in lines]


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


@cache
def _playable() -> ColumnElement[bool]:
    """Tables of the titles, and the versions of their rules, that we can play."""
    current = [(name, titles.load(name).version) for name in titles.names()]
    return or_(*(and_(tables.c.title == title, tables.c.rules == rules) for title, rules in current))


def bot_name(bot: str, seat: int) -> str:
    """What a bot is called at a table."""
    return f"{bot} {seat + 1}"


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
