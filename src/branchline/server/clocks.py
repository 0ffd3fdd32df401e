"""The clocks of a table: who is charged for the time used, and until when somebody has to move."""

from __future__ import annotations

from branchline.server.stores.play import TableRow


def charged(row: TableRow, seats: set[int], began: int, at: int) -> dict[int, int]:
    """The new banks of those seats that used more than a turn's time."""
    over_time = max(0, at - began - row.clock.turn * 1000)
    if row.clock.kind == "none" or over_time == 0:
        return {}
    return {seat: max(0, row.seats[seat].bank - over_time) for seat in seats if row.seats[seat].bank > 0}


def deadline(row: TableRow, due: tuple[int, ...], at: int) -> int | None:
    """When the time of the people who have to choose is up; None while nobody's is running."""
    waiting = [row.seats[seat] for seat in due if row.seats[seat].driver is None]
    if row.clock.kind == "none" or not waiting:
        return None
    return at + row.clock.turn * 1000 + max(each.bank for each in waiting)
