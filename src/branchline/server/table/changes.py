"""What is stored together: entries of a table's log, whom the table then waits for, its clocks, its end."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from branchline.engine.events import Event
from branchline.server import protocol
from branchline.server.store.log_writer import Append
from branchline.server.store.rows import Entry, SeatRow, TableRow


class Turn(NamedTuple):
    """Whom a table waited for, whom it waits for now, and whether its game is over."""

    before: tuple[int, ...]
    due: tuple[int, ...]
    over: bool


class Changes:
    """Entries that are stored together or not at all, and the table's row as they leave it."""

    def __init__(self, row: TableRow, starts: bool = False) -> None:
        self.row = row
        self.entries: list[tuple[Entry, tuple[Event, ...]]] = []
        self._stored = row
        self._starts = starts
        self._due: tuple[int, ...] | None = None  # whom the table waits for, if that has changed
        self._of_table: dict[str, Any] = {}
        self._of_seats: dict[int, dict[str, Any]] = {}

    def add(self, entry: Entry, events: tuple[Event, ...], turn: Turn) -> None:
        """One more entry, and what it does to the table."""
        self.entries.append((entry, events))
        if turn.due != turn.before:
            self._pass_turn(entry.at, turn)
        if turn.over:
            self._change_table(status="ended", ended=entry.at, deadline=None)

    def begin(self, at: int) -> None:
        """The game begins."""
        self._change_table(status="running", started=at)

    def swap(self, seat: int, bot: str | None, due: tuple[int, ...], at: int) -> None:
        """Put a bot into a seat, or take it away; either way the time runs anew. That somebody has left stays so."""
        left = self.row.seats[seat].has_left or bot is not None
        self._change_seat(seat, substitute=bot, has_left=left, bank=self.row.clock.bank * 1000)
        self._set_deadline(due, at)

    def _pass_turn(self, at: int, turn: Turn) -> None:
        """Others have to choose now: note whom the table waits for, and run the clocks."""
        over_time = self._over_time(turn.before, at)
        for seat in turn.before:
            if seat not in turn.due and over_time:
                self._change_seat(seat, bank=max(0, self.row.seats[seat].bank - over_time))
        self._due = turn.due
        self.row = self.row.with_seats({each.seat: _due_or_not(each, turn.due) for each in self.row.seats})
        self._set_deadline(turn.due, at)

    def _over_time(self, before: tuple[int, ...], at: int) -> int:
        """How long those who had to choose needed beyond their turn; the deadline says when that ended."""
        banks = self._banks(before)
        if self.row.deadline is None or not banks:
            return 0
        return max(0, at - (self.row.deadline - max(banks)))

    def _banks(self, due: tuple[int, ...]) -> list[int]:
        """What the people among those who have to choose may use beyond their turn."""
        return [self.row.seats[seat].bank for seat in due if self.row.seats[seat].driver is None]

    def _set_deadline(self, due: tuple[int, ...], at: int) -> None:
        """When the time of the people who have to choose is up; no time runs while a table waits for bots only."""
        row = self.row
        if row.clock.kind != "none":
            banks = self._banks(due)
            self._change_table(deadline=at + row.clock.turn * 1000 + max(banks) if banks else None)

    def _change_table(self, **fields: Any) -> None:
        self.row = replace(self.row, **fields)
        self._of_table |= fields

    def _change_seat(self, seat: int, **fields: Any) -> None:
        self.row = self.row.with_seats({seat: replace(self.row.seats[seat], **fields)})
        self._of_seats.setdefault(seat, {}).update(fields)

    # --- what comes of them

    def to_append(self) -> Append:
        """What has to be written."""
        entries = [_logged(self.row.id, entry) for entry, _ in self.entries]
        return Append(entries, self._of_table, self._of_seats, self._due, self._starts)

    @property
    def visible(self) -> bool:
        """Whether those at the table see a change in the table or its people; whose turn it is stands elsewhere."""
        return bool(self._of_table or self._of_seats)

    @property
    def newly_due(self) -> list[int]:
        """The seats that the table waits for now, and did not before."""
        return [seat for seat in self._due or () if not self._stored.seats[seat].due]


def _due_or_not(place: SeatRow, due: tuple[int, ...]) -> SeatRow:
    return place if place.due == (place.seat in due) else replace(place, due=not place.due)


def _logged(table_id: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "version": entry.version,
        "at": entry.at,
        "kind": entry.kind,
        "seat": entry.seat,
        "data": protocol.encoder.encode(entry.data).decode(),
    }
