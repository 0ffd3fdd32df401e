"""A drawing is checked data that fits its board; a title without one is drawn plainly."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from branchline import titles
from branchline.engine.board import Board
from branchline.engine.errors import BoardError
from branchline.titles.drawing import read_drawing
from branchline.titles.plain import WIDTH, plain_drawing, plain_picture
from branchline.titles.site import all_sites, site_of

ALL = pytest.mark.parametrize("name", titles.names())
USA = titles.load("usa").board
Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> bytes:
    """The drawing of a title with something else in it."""
    data = json.loads(msgspec.json.encode(site_of("usa").drawing))
    change(data)
    return json.dumps(data).encode()


def put(*path: str | int, value: object) -> Change:
    """Put something else into a place."""

    def change(data: dict[str, Any]) -> None:
        inner: Any = data
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value

    return change


LINE = "atlanta-charleston-1"

WRONG: list[tuple[Change, str]] = [
    (put("land", value="M0 0<script>alert(1)</script>"), r"`\$\.land`"),
    (put("rivers", value="url(javascript:x)"), r"`\$\.rivers`"),
    (put("svg", value="<svg/>"), "unknown field `svg`"),
    (put("cities", "atlanta", "html", value="<b>"), "unknown field `html`"),
    (put("cities", "atlanta", "x", value="1; x"), r"`\$\.cities\[\.\.\.\]\.x`"),
    (put("cities", "atlanta", "x", value=1e9), r"`\$\.cities\[\.\.\.\]\.x`"),
    (put("cities", "atlanta", "label", value=None), "the city 'atlanta' has no label"),
    (put("cities", "atlantis", value={"x": 1, "y": 1}), "there is no city 'atlantis' on the board"),
    (lambda data: data["cities"].pop("atlanta"), "the city 'atlanta' is not drawn"),
    (lambda data: data["lines"].pop(LINE), f"the line '{LINE}' is not drawn"),
    (lambda data: data["lines"][LINE]["slots"].pop(), f"the line '{LINE}' has 1 slots, but its length is 2"),
    (put("lines", LINE, "wraps", value="a"), f"the line '{LINE}' wraps on one of drawing and board only"),
    (put("signs", value=[{"city": "atlantis", "side": "west", "y": 1}]), "a sign names 'atlantis', which is no city"),
    (put("size", value=[0, 10]), r"`\$\.size\[0\]`"),
    (put("relief", value=[["volcano", 1, 1, 1]]), r"`\$\.relief"),
    (lambda data: data.pop("slot"), "missing required field `slot`"),
]


@pytest.mark.parametrize(("change", "complaint"), WRONG)
def test_a_drawing_that_is_not_what_it_should_be_is_refused_with_its_place(change: Change, complaint: str) -> None:
    read_drawing(changed(lambda data: None), USA, "usa/drawing.json")
    with pytest.raises(BoardError, match=rf"usa/drawing\.json: .*{complaint}|usa/drawing\.json: {complaint}"):
        read_drawing(changed(change), USA, "usa/drawing.json")


@pytest.mark.parametrize("data", [b"", b"[]", b"<svg/>", b'{"size"', b'"\xff"'])
def test_what_is_no_drawing_at_all_is_refused(data: bytes) -> None:
    with pytest.raises(BoardError, match=r"usa/drawing\.json: "):
        read_drawing(data, USA, "usa/drawing.json")


@ALL
def test_a_plain_drawing_is_a_drawing_of_its_board(name: str) -> None:
    board = titles.load(name).board
    drawing = plain_drawing(board)
    assert read_drawing(msgspec.json.encode(drawing), board, name) == drawing
    width, height = drawing.size
    slots = [slot for line in drawing.lines.values() for slot in line.slots]
    assert all(0 <= x <= width and 0 <= y <= height for x, y, _ in slots)
    assert all(0 < city.x < width and 0 < city.y < height for city in drawing.cities.values())
    assert len(set(slots)) == len(slots)  # no space lies on another, not even of a twin


@ALL
def test_plain_spaces_lie_between_their_cities_in_order(name: str) -> None:
    board = titles.load(name).board
    drawing = plain_drawing(board)
    for line in board.lines:
        a, drawn = drawing.cities[line.a], drawing.lines[line.id]
        turn = WIDTH if drawn.wraps == "a" else 0.0
        apart = [
            ((x + WIDTH if drawn.wraps and x < WIDTH / 2 else x) - a.x - turn) ** 2 + (y - a.y) ** 2
            for x, y, _ in drawn.slots
        ]
        assert apart == sorted(apart), line.id


def test_lines_between_the_same_cities_lie_side_by_side_whichever_they_name_first() -> None:
    one, other = (line for line in USA.lines if line.double == USA.line("atlanta-new-orleans-1").double)
    turned = replace(other, a=other.b, b=other.a)
    lines = tuple(turned if line.id == other.id else line for line in USA.lines)
    drawn = plain_drawing(replace(USA, lines=lines)).lines
    apart = [
        abs(x - p) + abs(y - q)
        for (x, y, _), (p, q, _) in zip(drawn[one.id].slots, drawn[other.id].slots[::-1], strict=True)
    ]
    assert min(apart) > 5


def without_places(board: Board) -> Board:
    return replace(board, cities=tuple(replace(city, x=0.0, y=0.0) for city in board.cities))


def test_cities_whose_places_nobody_told_stand_in_a_ring() -> None:
    drawing = plain_drawing(without_places(USA))
    places = {(city.x, city.y) for city in drawing.cities.values()}
    assert len(places) == len(USA.cities)


@ALL
def test_a_plain_picture_lies_in_its_frame(name: str) -> None:
    picture = plain_picture(titles.load(name).board)
    assert 0 < len(picture.lines) <= 14
    assert all(0 < x < 210 and 0 < y < 104 for x, y in picture.cities)


def test_our_own_titles_bring_everything_and_stand_in_the_order_of_the_books() -> None:
    sites = all_sites()
    assert [site.title.id for site in sites] == ["usa", "europe", "nordic", "world", "greatlakes"]
    assert all(site.about("en") and site.about("nb-NO") for site in sites)
    assert len({site.colour for site in sites}) == len(sites)
    assert all((titles.folder_of(site.title.id) / "drawing.json").is_file() for site in sites)
