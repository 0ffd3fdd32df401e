"""docs/records.md: every name and value that a record may hold stands there, and what is said of them is so."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from kit import Position

from branchline import titles
from branchline.engine.actions import AnyAction
from branchline.engine.events import AnyEvent
from branchline.engine.record import EndLine, Header, StepLine
from branchline.engine.tally import Loan, SeatTally, Tally, TallyLine, TallyReason, decisions
from branchline.engine.words.narrate import ENDINGS
from branchline.engine.words.translate import PIECES

REPOSITORY = Path(__file__).parents[2]
PAGE = (REPOSITORY / "docs/records.md").read_text(encoding="utf-8")
RECORDS = sorted((REPOSITORY / "tests/fixtures/yesterday").glob("*/records/*.jsonl.gz"))


def table(heading: str) -> dict[str, list[str]]:
    """The rows of the table with this heading, by what stands first in them; a row may be for several things."""
    rows: dict[str, list[str]] = {}
    _, _, rest = PAGE.partition(f"| {heading}")
    assert rest, heading
    for row in rest.split("\n")[2:]:
        if not row.startswith("|"):
            break
        first, *cells = [cell.strip() for cell in row.strip("|").split("|")]
        rows.update(dict.fromkeys(re.findall(r"`(\w+)`", first), cells))
    return rows


def named(cell: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", cell))


@pytest.mark.parametrize(("heading", "kinds"), [("action (`do`)", AnyAction), ("event |", AnyEvent)])
def test_the_page_lists_all_actions_and_events_with_their_fields(heading: str, kinds: Any) -> None:
    rows = table(heading)
    assert rows.keys() == {kind.__struct_config__.tag for kind in get_args(kinds)}
    for kind in get_args(kinds):
        (cell,) = rows[kind.__struct_config__.tag]
        assert set(kind.__struct_fields__) <= named(cell) <= {*kind.__struct_fields__, *PIECES}, kind


def test_the_page_lists_all_fields_of_the_header() -> None:
    assert table("field |").keys() == set(Header.__struct_fields__)


def test_the_page_names_all_fields_of_steps_and_of_the_tally() -> None:
    for kind in (StepLine, EndLine, Tally, SeatTally, TallyLine, Loan):
        for field in kind.__struct_fields__:
            assert f'"{field}"' in PAGE, (kind, field)


def test_the_page_lists_all_reasons_of_the_tally_and_all_endings() -> None:
    assert table("`reason` | what it is about").keys() == set(get_args(TallyReason))
    for ending in ENDINGS:
        assert f"`{ending}`" in PAGE


def test_the_names_of_decks_cards_ties_and_parallel_lines_are_up_to_date(tmp_path: Path) -> None:
    made = tmp_path / "records.md"
    subprocess.run([sys.executable, str(REPOSITORY / "tools/record_values.py"), str(made)], check=True)
    assert made.read_text(encoding="utf-8") == PAGE


def test_every_second_line_between_two_cities_is_on_the_page() -> None:
    for name in titles.names():
        board = titles.load(name).board
        (told,) = re.findall(rf"^- {board.name}: (.*)$", PAGE, re.MULTILINE)
        pairs = dict(re.findall(r"`([\w-]+)` ([\w /]+)", told))
        for line in board.lines:
            way, _, number = line.id.rpartition("-")
            if way in pairs:
                assert pairs[way].split("/")[int(number) - 1].split(" ")[0] == line.colour
            else:
                assert number == "1"


def test_the_tallies_of_kept_records_hold_what_the_page_says() -> None:
    assert len(RECORDS) >= 5
    rows = table("`reason` | what it is about")
    for file in RECORDS:
        lines = gzip.decompress(file.read_bytes()).split(b"\n")
        title = titles.load(json.loads(lines[0])["title"])
        tally = json.loads(lines[-2])["tally"]
        assert tally["decided_by"] in decisions(title)
        tickets, cities = {each.id for each in title.board.tickets}, {each.id for each in title.board.cities}
        for line in [line for seat in tally["seats"] for line in seat["lines"]]:
            (detail,) = rows[line["reason"]]
            named = detail.startswith("`subject`")
            assert line["subject"] in ((cities if "city" in detail else tickets) if named else {""})
            assert line["count"] == 0 or detail.startswith("`count`")


# --- three who are tied

WAY = ("new-york-washington", "raleigh-washington", "atlanta-raleigh")  # double lines all along


def three_tied() -> Position:
    """All three have 16 points; the first two each with a ticket and an equally long path."""
    position = Position("usa", 3).points(2, 16)
    for seat in range(3):
        position.tickets(seat, *(["new-york-atlanta"] if seat < 2 else []))
    for seat in range(2):
        position.owns(seat, *(f"{way}-{seat + 1}" for way in WAY))
    assert {position.total(seat) for seat in range(3)} == {16}
    return position


def test_of_three_who_are_tied_those_whom_the_tie_breaks_leave_share_the_win() -> None:
    tally = three_tied().game.tally()
    assert (tally.winners, tally.decided_by) == ((0, 1), "shared")


def test_of_three_who_are_tied_the_tie_break_that_leaves_one_has_decided() -> None:
    position = three_tied().owns(0, "atlanta-nashville-1").points(1, 10)
    tally = position.game.tally()
    assert {each.total for each in tally.seats} == {16}
    assert (tally.winners, tally.decided_by) == ((0,), "longest_path_holder")


def test_all_who_are_tied_for_the_longest_path_tell_a_path_of_their_own() -> None:
    position = three_tied().owns(2, "atlanta-nashville-1")
    told = position.game.tally().seats
    assert [set(seat.longest_path) for seat in told] == [{f"{way}-{n}" for way in WAY} for n in (1, 2)] + [set()]
    for seat in told[:2]:
        assert [(line.points, line.count) for line in seat.lines if line.reason == "longest_path"] == [(10, 6)]
    assert not any(line.reason == "longest_path" for line in told[2].lines)


def test_where_the_longer_path_breaks_a_tie_no_path_is_told() -> None:
    position = Position("nordic", 2).owns(0, "bergen-oslo-1")
    for seat in range(2):
        position.tickets(seat)
    tally = position.game.tally()
    assert (tally.winners, tally.decided_by) == ((0,), "longer_path")
    assert [seat.longest_path for seat in tally.seats] == [(), ()]


def test_a_tour_is_told_in_order_as_a_ticket_or_as_missed() -> None:
    tour = titles.load("world").board.ticket("casablanca-al-qahira-tehran")
    links = {"in order": ("al-qahira-casablanca-1", "al-qahira-tehran-1"), "missed": ("al-qahira-tehran-1",)}
    for how, lines in links.items():
        position = Position("world").tickets(0, tour.id).owns(0, *lines)
        (told,) = [line for line in position.game.tally().seats[0].lines if line.subject == tour.id]
        expected = ("tour_in_order", tour.points_in_order) if how == "in order" else ("missed_ticket", -tour.penalty)
        assert (told.reason, told.points) == expected
        assert position.game.tally().seats[0].completed_tickets == (how == "in order")
