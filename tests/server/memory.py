"""A table's process and store in memory, for tests of one table without a server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from branchline import titles
from branchline.engine.actions import Action
from branchline.server.store.accounts import User
from branchline.server.store.log_writer import Append, Conflict
from branchline.server.store.rows import Clock, Entry, SeatRow, StoredGame, TableOptions, TableRow
from branchline.server.store.shares import Share
from branchline.server.table.game import PlayedGame
from branchline.server.table.table import Table

SEED = "ab" * 32


def person(number: int) -> User:
    """Somebody; their number is that of their account."""
    return User(number, f"P{number - 1}", "guest", None, 0)


def new_row(title: str, seats: int, clock: Clock | None = None, first_seat: int | None = None) -> TableRow:
    """An open table at which people sit in all seats; the first is the host."""
    places = tuple(SeatRow(n, n + 1, f"P{n}", "guest", None, None, False, 0, n) for n in range(seats))
    return TableRow(
        id="t",
        title=title,
        rules=titles.load(title).version,
        status="open",
        public=True,
        clock=clock or Clock(),
        options=TableOptions(first_seat),
        host_id=1,
        seed=SEED,
        created=0,
        started=None,
        ended=None,
        deadline=None,
        rematch=None,
        seats=places,
    )


class Memory:
    """Rows and logs of tables; ``fail`` makes the next writing fail after what it names."""

    def __init__(self, *rows: TableRow) -> None:
        self.rows = {row.id: row for row in rows}
        self.logs: dict[str, list[Entry]] = {row.id: [] for row in rows}
        self.removed: set[tuple[str, int]] = set()
        self.fail: Exception | None = None
        self.fail_late: Exception | None = None  # after it was written
        self.tables = self.log = self.log_writer = self

    # --- the log

    async def append(self, change: Append) -> None:
        self._raise("fail")
        log = self.logs[change.table_id]
        row = self.rows[change.table_id]
        entries = [_stored(entry) for entry in change.entries]
        if entries[0].version != len(log) + 1 or (change.starts and row.status != "open"):
            raise Conflict("taken")
        log += entries
        seats = {seat: replace(row.seats[seat], **fields) for seat, fields in change.seats.items()}
        row = replace(row, **change.table).with_seats(seats)
        if change.due is not None:
            row = row.with_seats({each.seat: replace(each, due=each.seat in change.due) for each in row.seats})
        self.rows[change.table_id] = row
        self._raise("fail_late")

    def _raise(self, which: str) -> None:
        problem = getattr(self, which)
        setattr(self, which, None)
        if problem is not None:
            raise problem

    async def since(self, table_id: str, after: int) -> list[Entry]:
        return self.logs[table_id][after:]

    async def entries(self, table_id: str, versions: Iterable[int]) -> list[Entry]:
        return [self.logs[table_id][version - 1] for version in versions]

    async def game_of(self, table_id: str, kept: int, since: int) -> StoredGame:
        log = self.logs[table_id]
        standing: list[Entry] = []
        for entry in log:
            if entry.kind == "undo":
                others = [each for each in standing if each.kind not in ("start", "play")]
                steps = [each for each in standing if each.kind in ("start", "play")]
                standing = sorted(steps[: entry.data["to"] + 1] + others, key=lambda each: each.version)
            else:
                standing.append(entry)
        return StoredGame(standing, log[max(0, min(len(log) - kept, since)) :])

    # --- rows

    async def get(self, table_id: str) -> TableRow | None:
        return self.rows.get(table_id)

    async def sit(self, table_id: str, seat: int, share: Share) -> bool:
        place = self.rows[table_id].seats[seat]
        return place.free and self._change(table_id, seat, user_id=share.user.id, name=share.user.name)

    async def stand_up(self, table_id: str, user_id: int) -> bool:
        seat = self.rows[table_id].seat_of(user_id)
        return seat is not None and self._change(table_id, seat, user_id=None, name=None)

    async def remove(self, table_id: str, user_id: int) -> bool:
        self.removed.add((table_id, user_id))
        return await self.stand_up(table_id, user_id)

    async def was_removed(self, table_id: str, user_id: int) -> bool:
        return (table_id, user_id) in self.removed

    async def seat_bot(self, table_id: str, seat: int, bot: str | None) -> bool:
        place = self.rows[table_id].seats[seat]
        return place.user_id is None and self._change(table_id, seat, bot=bot)

    async def close(self, table_id: str) -> bool:
        row = self.rows[table_id]
        self.rows[table_id] = replace(row, status="closed")
        return row.status == "open"

    def _change(self, table_id: str, seat: int, **fields: Any) -> bool:
        row = self.rows[table_id]
        if row.status == "open":
            self.rows[table_id] = row.with_seats({seat: replace(row.seats[seat], **fields)})
        return row.status == "open"


def _stored(entry: dict[str, Any]) -> Entry:
    data = msgspec.json.decode(entry["data"])
    return Entry(entry["version"], entry["at"], entry["kind"], entry["seat"], data)


class Alone:
    """A process with one table, which does nothing but note what it is asked for."""

    def __init__(self, store: Memory) -> None:
        self.store = store
        self.counts: Counter[str] = Counter()
        self.published: list[str] = []
        self.passed: list[list[int]] = []
        self.bot_moves: list[tuple[int, tuple[Action, ...]]] = []

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] += number

    def bot_at_once(self, row: TableRow, game: PlayedGame) -> tuple[int, tuple[Action, ...]] | None:
        return self.bot_moves.pop(0) if self.bot_moves else None

    def care_for(self, table_id: str) -> None:
        self.counts["care"] += 1

    def turn_passed(self, table_id: str, seats: list[int]) -> None:
        self.passed.append(seats)

    def came(self, table_id: str, user: User | None) -> None:
        self.counts["came"] += 1

    def people_moved(self, table_id: str) -> None:
        self.counts["moved"] += 1

    async def publish(self, what: str, table_id: str, data: str = "") -> None:
        self.published.append(what)

    async def lobby_changed(self) -> None:
        self.counts["lobby"] += 1


class Ear:
    """A socket that remembers every byte."""

    def __init__(self, seat: int | None) -> None:
        self.user = None if seat is None else person(seat + 1)
        self.seat = seat
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.heard.append(message)

    @property
    def kinds(self) -> list[str]:
        return [msgspec.json.decode(message)["type"] for message in self.heard]

    async def check_session(self) -> None:
        """It stays."""


def new_table(title: str = "usa", seats: int = 2, **more: Any) -> Table:
    """A table in memory, in a process of its own."""
    row = new_row(title, seats, **more)
    return Table(Alone(Memory(row)), row)
