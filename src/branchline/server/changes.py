"""What is stored together with an entry of a table's log: whom the table waits for, its clocks, its end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from branchline.server import messages
from branchline.server.stores.appender import Append
from branchline.server.stores.play import Entry, TableRow


@dataclass(frozen=True, slots=True)
class Turn:
    """Whom a table waited for and since when, whom it waits for now, and whether its game is over."""

    before: tuple[int, ...]
    began: int
    due: tuple[int, ...]
    over: bool


def change_for(row: TableRow, entry: Entry, turn: Turn) -> Append:
    """What has to be stored with an entry."""
    change = Append(
        {
            "table_id": row.id,
            "version": entry.version,
            "at": entry.at,
            "kind": entry.kind,
            "seat": entry.seat,
            "data": messages.encoder.encode(entry.data).decode(),
        }
    )
    if turn.due != turn.before:
        _pass_turn(row, entry.at, turn, change)
    if turn.over:
        change.table |= {"status": "ended", "ended": entry.at, "deadline": None}
    return change


def _pass_turn(row: TableRow, at: int, turn: Turn, change: Append) -> None:
    """Others have to choose now: note whom the table waits for, and run the clocks."""
    for seat in set(turn.before) ^ set(turn.due):
        change.seats.append({"seat": seat, "due": seat in turn.due})
    over_time = at - turn.began - row.clock.turn * 1000
    for seat in set(turn.before) - set(turn.due):
        bank = row.seats[seat].bank
        if row.clock.kind != "none" and over_time > 0 and bank > 0:
            change.seats.append({"seat": seat, "bank": max(0, bank - over_time)})
    set_deadline(row, turn.due, at, change)


def set_deadline(row: TableRow, due: tuple[int, ...], at: int, change: Append) -> None:
    """When the time of the people who have to choose is up; no time runs while a table waits for bots only."""
    if row.clock.kind != "none":
        banks = [row.seats[seat].bank for seat in due if row.seats[seat].driver is None]
        change.table["deadline"] = at + row.clock.turn * 1000 + max(banks) if banks else None


def applied(row: TableRow, change: Append) -> TableRow:
    """The table's row after a change was stored."""
    for seat in change.seats:
        fields = {key: value for key, value in seat.items() if key != "seat"}
        row = row.with_seat(replace(row.seats[seat["seat"]], **fields))
    return replace(row, **change.table) if change.table else row


def shows(change: Append) -> bool:
    """Whether those at the table see a change in the table or its people; whose turn it is stands elsewhere."""
    return bool(change.table) or any(set(seat) != {"seat", "due"} for seat in change.seats)
