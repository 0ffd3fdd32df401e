"""What is stored together: entries of a table's log, whom the table then waits for, its clocks, its end."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from branchline.engine.events import Event
from branchline.server import messages
from branchline.server.stores.appender import Append
from branchline.server.stores.play import Entry, SeatRow, TableRow

# What of a table's rows changes while it is played.
OF_TABLE = ("status", "started", "ended", "deadline")
OF_SEAT = ("due", "bank", "stand_in")


class Turn(NamedTuple):
    """Whom a table waited for, whom it waits for now, and whether its game is over."""

    before: tuple[int, ...]
    due: tuple[int, ...]
    over: bool


class Changes:
    """Entries that are stored together or not at all, and the table's row as they leave it."""

    def __init__(self, row: TableRow, turn_began: int, starts: bool = False) -> None:
        self.stored = row
        self.row = row
        self.turn_began = turn_began
        self.starts = starts
        self.entries: list[tuple[Entry, tuple[Event, ...]]] = []

    def add(self, entry: Entry, events: tuple[Event, ...], turn: Turn) -> None:
        """One more entry, and what it does to the table."""
        self.entries.append((entry, events))
        if turn.due != turn.before:
            self._pass_turn(entry.at, turn)
            self.turn_began = entry.at
        if turn.over:
            self.row = replace(self.row, status="ended", ended=entry.at, deadline=None)

    def begin(self, at: int) -> None:
        """The game begins."""
        self.row = replace(self.row, status="running", started=at)

    def swap(self, seat: int, bot: str | None, due: tuple[int, ...], at: int) -> None:
        """Put a bot into a seat, or take it away; either way the time runs anew."""
        place = replace(self.row.seats[seat], stand_in=bot, bank=self.row.clock.bank * 1000)
        self.row = self.row.with_seats({seat: place})
        self.turn_began = at
        self._set_deadline(due, at)

    def _pass_turn(self, at: int, turn: Turn) -> None:
        """Others have to choose now: note whom the table waits for, and run the clocks."""
        over_time = max(0, at - self.turn_began - self.row.clock.turn * 1000)
        changed: dict[int, SeatRow] = {}
        for seat in turn.before:
            if seat not in turn.due:
                place = self.row.seats[seat]
                bank = place.bank if self.row.clock.kind == "none" else max(0, place.bank - over_time)
                changed[seat] = replace(place, due=False, bank=bank)
        for seat in turn.due:
            if seat not in turn.before:
                changed[seat] = replace(self.row.seats[seat], due=True)
        self.row = self.row.with_seats(changed)
        self._set_deadline(turn.due, at)

    def _set_deadline(self, due: tuple[int, ...], at: int) -> None:
        """When the time of the people who have to choose is up; no time runs while a table waits for bots only."""
        row = self.row
        if row.clock.kind != "none":
            banks = [row.seats[seat].bank for seat in due if row.seats[seat].driver is None]
            self.row = replace(row, deadline=at + row.clock.turn * 1000 + max(banks) if banks else None)

    # --- what comes of them

    def to_append(self) -> Append:
        """What has to be written."""
        append = Append([_logged(self.row.id, entry) for entry, _ in self.entries], starts=self.starts)
        if self.row is not self.stored:
            append.table = _differing(OF_TABLE, self.stored, self.row)
            for old, new in zip(self.stored.seats, self.row.seats, strict=True):
                if old is not new and (differing := _differing(OF_SEAT, old, new)):
                    append.seats[new.seat] = differing
        return append


def shows(append: Append) -> bool:
    """Whether those at the table see a change in the table or its people; whose turn it is stands elsewhere."""
    return bool(append.table) or any(set(fields) != {"due"} for fields in append.seats.values())


def _logged(table_id: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "version": entry.version,
        "at": entry.at,
        "kind": entry.kind,
        "seat": entry.seat,
        "data": messages.encoder.encode(entry.data).decode(),
    }


def _differing(names: tuple[str, ...], old: object, new: object) -> dict[str, Any]:
    return {name: getattr(new, name) for name in names if getattr(new, name) != getattr(old, name)}
