"""What is stored with the entries of a log: whose turn it is, the clocks, the end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from branchline.server.lobby import NO_CLOCK, NO_OPTIONS
from branchline.server.store.rows import Clock, Entry, SeatRow, TableRow
from branchline.server.table.changes import Changes, Turn

LIVE = Clock("live", turn=10, bank=30)


def row(clock: Clock = NO_CLOCK) -> TableRow:
    """A running table of two people and a bot; it waits for the first."""
    seats = tuple(
        SeatRow(seat, None if bot else seat + 1, None, None, bot, None, seat == 0, clock.bank * 1000)
        for seat, bot in enumerate((None, None, "random"))
    )
    deadline = (clock.turn + clock.bank) * 1000 if clock.turn else None  # the turn began at 0
    return TableRow("t", "usa", 1, "running", True, clock, NO_OPTIONS, 1, "", 0, 0, None, deadline, None, seats)


def entry(version: int, at: int) -> Entry:
    """An entry of the log."""
    return Entry(version, at, "play", 0, {})


@pytest.mark.parametrize("clock", [NO_CLOCK, LIVE])
def test_a_step_that_leaves_the_turn_changes_nothing_but_the_log(clock: Clock) -> None:
    changes = Changes(row(clock))
    changes.add(entry(1, 5_000), (), Turn((0,), (0,), over=False))
    append = changes.to_append()
    assert [each["version"] for each in append.entries] == [1]
    assert (append.table, append.seats, append.due) == ({}, {}, None)
    assert not changes.visible
    assert changes.newly_due == []


def test_without_a_clock_a_turn_that_passes_is_all_that_is_written() -> None:
    changes = Changes(row())
    changes.add(entry(1, 5_000), (), Turn((0,), (1,), over=False))
    append = changes.to_append()
    assert (append.table, append.seats, append.due) == ({}, {}, (1,))
    assert not changes.visible
    assert changes.newly_due == [1]
    assert [each.due for each in changes.row.seats] == [False, True, False]


def test_a_turn_that_comes_back_within_what_is_stored_together_is_nobodys_new_turn() -> None:
    changes = Changes(row())
    changes.add(entry(1, 5_000), (), Turn((0,), (2,), over=False))
    changes.add(entry(2, 6_000), (), Turn((2,), (0,), over=False))
    assert changes.to_append().due == (0,)
    assert changes.newly_due == []


def test_time_beyond_the_turn_comes_out_of_the_bank() -> None:
    changes = Changes(row(LIVE))
    changes.add(entry(1, 14_000), (), Turn((0,), (1,), over=False))
    append = changes.to_append()
    assert append.seats == {0: {"bank": 26_000}}
    assert append.table == {"deadline": 14_000 + 10_000 + 30_000}
    assert append.due == (1,)
    assert changes.visible


def test_a_deadline_that_was_moved_moves_the_end_of_the_turn_with_it() -> None:
    changes = Changes(replace(row(LIVE), deadline=40_000 + 600_000))
    changes.add(entry(1, 614_000), (), Turn((0,), (1,), over=False))
    assert changes.to_append().seats == {0: {"bank": 26_000}}


def test_no_time_runs_while_a_table_waits_for_bots_only() -> None:
    changes = Changes(row(LIVE))
    changes.add(entry(1, 1_000), (), Turn((0,), (2,), over=False))
    append = changes.to_append()
    assert append.table == {"deadline": None}
    assert append.seats == {}


def test_a_seat_that_changes_hands_gets_its_whole_time_back() -> None:
    changes = Changes(row(LIVE))
    changes.add(entry(1, 14_000), (), Turn((0,), (0,), over=False))
    changes.swap(0, "greedy", (0,), 14_000)
    append = changes.to_append()
    assert append.seats == {0: {"substitute": "greedy", "has_left": True, "bank": 30_000}}
    assert append.table == {"deadline": None}


def test_the_end_of_a_game_is_stored_with_its_last_step() -> None:
    changes = Changes(row(LIVE))
    changes.add(entry(1, 1_000), (), Turn((0,), (), over=True))
    append = changes.to_append()
    assert append.table == {"status": "ended", "ended": 1_000, "deadline": None}
    assert append.due == ()
    assert not any(each.due for each in changes.row.seats)
