"""Boards that cannot be played are refused, with what and where."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from branchline.engine.board import Board
from branchline.engine.errors import BoardError

GOOD: dict[str, Any] = {
    "name": "Test",
    "line_points": {"1": 1, "2": 2},
    "cities": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}, {"id": "c", "name": "C"}],
    "lines": [
        {"a": "a", "b": "b", "length": 1, "colour": "red", "double": "x"},
        {"a": "a", "b": "b", "length": 1, "colour": "blue", "double": "x"},
        {"a": "b", "b": "c", "length": 2, "colour": "gray"},
    ],
    "tickets": [{"cities": ["a", "c"], "points": 3}],
}


def test_a_good_board_is_read_with_ids_from_its_ends() -> None:
    board = Board.from_data(GOOD)
    assert [line.id for line in board.lines] == ["a-b-1", "a-b-2", "b-c-1"]
    assert board.ticket("a-c").penalty == 3
    assert board.city("b").name == "B"
    assert board.line("b-c-1").length == 2


def test_asking_a_board_for_what_it_has_not_says_so() -> None:
    with pytest.raises(BoardError, match="the board Test has no city 'z'"):
        Board.from_data(GOOD).city("z")


def _set(*path: Any) -> Callable[[dict[str, Any]], None]:
    *way, last, value = path

    def change(data: Any) -> None:
        for step in way:
            data = data[step]
        if value is ...:
            del data[last]
        else:
            data[last] = value

    return change


MISTAKES = [
    (_set("lines", 2, "b", "z"), r"board: lines\[2\] \(b-z-1\) names the city 'z', which is not among the cities"),
    (_set("lines", 2, "b", "b"), r"lines\[2\] .* begins and ends in the same city"),
    (_set("lines", 2, "kind", "air"), r"is of kind 'air'"),
    (_set("lines", 2, "length", 5), r"has 5 spaces, for which there are no line_points"),
    (_set("lines", 2, "length", "2"), r"lines\[2\]: 'length' is '2', which is not of the right kind"),
    (_set("lines", 2, "length", ...), r"lines\[2\] has no 'length'"),
    (_set("lines", 2, "length", True), r"'length' is True"),
    (_set("lines", 2, "kind", "ferry"), r"is a ferry with 0 locomotive symbols"),
    (_set("lines", 2, "locomotives", 1), r"is a rail with 1 locomotive symbols"),
    (_set("lines", 0, "pairs", True), r"takes pairs, so it has to be a gray rail line"),
    (_set("lines", 2, "any_cards", 1), r"any_cards has to be 2 or more"),
    (_set("lines", 0, "double", None), r"the double 'x' is not two lines"),
    (_set("lines", [GOOD["lines"][2]]), r"no lines lead from A to B"),
    (_set("lines", 2, "not an object"), r"lines\[2\] is not an object with named fields"),
    (_set("cities", 1, "id", "a"), r"the city 'a' is there 2 times"),
    (_set("cities", []), r"a board has 2 to 62 cities, this one has 0"),
    (_set("tickets", 0, "cities", ["a", "z"]), r"tickets\[0\] \(a-z\) names the city 'z'"),
    (_set("tickets", 0, "cities", ["a", "a"]), r"does not name two or more different cities"),
    (_set("cities", 2, "waypoint", True), r"names the waypoint 'c'"),
    (_set("tickets", [GOOD["tickets"][0]] * 2), r"tickets\[1\] \(a-c\) is there twice"),
    (_set("tickets", ...), r"board has no 'tickets'"),
]


@pytest.mark.parametrize(("change", "complaint"), MISTAKES)
def test_a_mistake_is_refused_with_its_place(change: Callable[[Any], None], complaint: str) -> None:
    data = copy.deepcopy(GOOD)
    change(data)
    with pytest.raises(BoardError, match=complaint):
        Board.from_data(data)
