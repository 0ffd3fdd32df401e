"""How a title's board is drawn: the shape of ``drawing.json``, which is checked data, never SVG or HTML."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from branchline.engine.board import Board, City, Line
from branchline.engine.errors import BoardError

Number = Annotated[int, Meta(ge=-20_000, le=20_000)] | Annotated[float, Meta(ge=-20_000, le=20_000)]
Size = Annotated[int, Meta(gt=0, le=20_000)] | Annotated[float, Meta(gt=0, le=20_000)]
# Commands and numbers of SVG path data, and nothing else.
Outline = Annotated[str, Meta(pattern=r"^[MLHVCSQTAZmlhvcsqtaz0-9eE.,+ -]*$", max_length=500_000)]
Slot = tuple[Number, Number, Number]  # the middle of a space, and the direction of its long side in degrees


class Checked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Data in which every field is known."""


class Label(Checked, frozen=True):
    """A city's name: its lines of text, where the first baseline begins (from the city's middle), its alignment."""

    dx: Number
    dy: Number
    anchor: Literal["start", "middle", "end"]
    lines: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=60)], ...], Meta(min_length=1, max_length=4)]


class DrawnCity(Checked, frozen=True, omit_defaults=True):
    """Where a city stands; a waypoint needs no label."""

    x: Number
    y: Number
    label: Label | None = None


class DrawnLine(Checked, frozen=True, omit_defaults=True):
    """A line's spaces, from city a to city b, always inside the frame.

    The bed has the two inner Bézier points of the track; the second line of a double has none, since it shares its
    twin's. ``wraps`` names the end that lies one board's width further east while the line is drawn across the edge.
    """

    slots: tuple[Slot, ...]
    bed: tuple[Number, Number, Number, Number] | None = None
    wraps: Literal["a", "b"] | None = None


class Sign(Checked, frozen=True):
    """A name in the frame, where a wrapping line leaves the board."""

    city: str
    side: Literal["west", "east"]
    y: Number


class Drawing(Checked, frozen=True):
    """Everything about how a board looks that never changes. Outlines are SVG path data."""

    size: tuple[Size, Size]  # width, height
    slot: tuple[Size, Size]  # length, width
    radius: Size
    font: Size
    cities: dict[str, DrawnCity]
    lines: dict[str, DrawnLine]
    land: Outline = ""  # its lakes are cut out (fill-rule evenodd)
    shallows: tuple[Outline, ...] = ()  # the land grown by less and less, for the lines in the water
    inland: Outline = ""  # the land shrunk a little, for its shaded edge
    borders: Outline = ""
    provinces: Outline = ""
    rivers: Outline = ""
    relief: tuple[tuple[Literal["m", "t"], Number, Number, Size], ...] = ()  # mountains and trees, and their scale
    compass: tuple[Number, Number, Size] | None = None  # its middle and radius
    signs: tuple[Sign, ...] = ()


def read_drawing(data: bytes, board: Board, where: str) -> Drawing:
    """A drawing from its file; refused with its place if it is none, or not of this board."""
    try:
        drawing = msgspec.json.decode(data, type=Drawing)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise BoardError(f"{where}: {problem}") from None
    _check_same("city", set(drawing.cities), {city.id for city in board.cities}, where)
    _check_same("line", set(drawing.lines), {line.id for line in board.lines}, where)
    for city in board.cities:
        _check_city(drawing.cities[city.id], city, where)
    for line in board.lines:
        _check_line(drawing.lines[line.id], line, where)
    for sign in drawing.signs:
        if sign.city not in drawing.cities:
            raise BoardError(f"{where}: a sign names {sign.city!r}, which is no city")
    return drawing


def _check_same(what: str, drawn: set[str], wanted: set[str], where: str) -> None:
    if wanted - drawn:
        raise BoardError(f"{where}: the {what} {min(wanted - drawn)!r} is not drawn")
    if drawn - wanted:
        raise BoardError(f"{where}: there is no {what} {min(drawn - wanted)!r} on the board")


def _check_city(drawn: DrawnCity, city: City, where: str) -> None:
    if drawn.label is None and not city.waypoint:
        raise BoardError(f"{where}: the city {city.id!r} has no label")


def _check_line(drawn: DrawnLine, line: Line, where: str) -> None:
    if len(drawn.slots) != line.length:
        raise BoardError(f"{where}: the line {line.id!r} has {len(drawn.slots)} slots, but its length is {line.length}")
    if (drawn.wraps is not None) != line.wraps:
        raise BoardError(f"{where}: the line {line.id!r} wraps on one of drawing and board only")
