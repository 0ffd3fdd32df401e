"""A plain drawing and picture of a title that brings none: straight rows of spaces between the cities' places."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, hypot, pi, sin

from branchline.engine.board import Board, Line
from branchline.titles.drawing import Drawing, DrawnCity, DrawnLine, Label, Sign, Slot
from branchline.titles.look import PICTURE, Picture

Place = tuple[float, float]

WIDTH = 1000.0
EDGE = 90.0  # room for names around the outer cities
LOWEST, HIGHEST = 420.0, 1600.0
LONGEST_SLOT, SHORTEST_SLOT = 60.0, 9.0
SLENDER = 0.38  # width of a space by its length
BESIDE = 1.45  # from one line to the next between the same cities, by the width of a space
MOST_LINES = 14  # in a picture


def plain_drawing(board: Board) -> Drawing:
    """A board on bare land."""
    places, height = _placed(board, WIDTH, EDGE, (LOWEST, HIGHEST))
    slot = _slot_length(board, places)
    radius, font = _within(slot * 0.28, 6.0, 13.0), _within(slot * 0.5, 13.0, 24.0)
    ground = f"M0 0h{WIDTH:g}v{_trim(height)}h{-WIDTH:g}z"
    cities = {
        city.id: DrawnCity(
            *_short(*places[city.id]),
            None if city.waypoint else Label(0, _trim(radius + font), "middle", (city.name[:60],)),
        )
        for city in board.cities
    }
    return Drawing(
        size=_short(WIDTH, height),
        slot=_short(slot, slot * SLENDER),
        radius=_trim(radius),
        font=_trim(font),
        cities=cities,
        lines=_lines(board, places, slot),
        land=ground,
        inland=ground,
        signs=tuple(_signs(board, places)),
    )


def plain_picture(board: Board) -> Picture:
    """A few of a board's lines, as small as a stamp."""
    width, height = PICTURE
    places, _ = _placed(board, width, 16.0, (height, height))
    lines = sorted((line for line in board.lines if not line.wraps), key=lambda line: (-line.length, line.id))
    shown = lines[:MOST_LINES]
    ends = dict.fromkeys(city for line in shown for city in (line.a, line.b))
    return Picture(
        land=f"M0 0h{width:g}v{height:g}h{-width:g}z",
        lines=tuple((_stroke(places[line.a], places[line.b]), line.colour) for line in shown),
        cities=tuple(_short(*places[city]) for city in ends),
    )


def _stroke(a: Place, b: Place) -> str:
    (x1, y1), (x2, y2) = _short(*a), _short(*b)
    return f"M{x1} {y1}L{x2} {y2}"


# --- where cities stand


def _placed(board: Board, width: float, edge: float, heights: tuple[float, float]) -> tuple[dict[str, Place], float]:
    """The cities' places inside a frame of this width, and the frame's height."""
    given = {city.id: (city.x, city.y) for city in board.cities}
    if len(set(given.values())) < len(given):  # nobody said where they are, or not well enough
        given = {city.id: _on_circle(n, len(given)) for n, city in enumerate(board.cities)}
    left, right = min(x for x, _ in given.values()), max(x for x, _ in given.values())
    top, bottom = min(y for _, y in given.values()), max(y for _, y in given.values())
    height = _within((width - 2 * edge) * (bottom - top) / max(right - left, 1e-9) + 2 * edge, *heights)
    across = (width - 2 * edge) / max(right - left, 1e-9)
    down = (height - 2 * edge) / max(bottom - top, 1e-9)
    places = {
        city: (
            edge + (x - left) * across if right > left else width / 2,
            edge + (y - top) * down if bottom > top else height / 2,
        )
        for city, (x, y) in given.items()
    }
    return places, height


def _on_circle(n: int, count: int) -> Place:
    angle = 2 * pi * n / count
    return 100 * cos(angle), 60 * sin(angle)


def _within(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


# --- lines


def _slot_length(board: Board, places: dict[str, Place]) -> float:
    """The longest spaces with which every line has room between its cities."""
    rooms = [_distance(*_ends(line, places)) / (line.length + 1) for line in board.lines]
    return _within(min(rooms), SHORTEST_SLOT, LONGEST_SLOT)


def _ends(line: Line, places: dict[str, Place]) -> tuple[Place, Place]:
    """Where a line begins and ends; one that wraps goes on beyond the eastern edge."""
    a, b = places[line.a], places[line.b]
    if not line.wraps:
        return a, b
    return ((a[0] + WIDTH, a[1]), b) if a[0] < b[0] else (a, (b[0] + WIDTH, b[1]))


def _distance(a: Place, b: Place) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def _lines(board: Board, places: dict[str, Place], slot: float) -> dict[str, DrawnLine]:
    """Every line, straight; those between the same cities side by side."""
    between: dict[frozenset[str], list[Line]] = {}
    for line in board.lines:
        between.setdefault(frozenset((line.a, line.b)), []).append(line)
    drawn: dict[str, DrawnLine] = {}
    for lines in between.values():
        beds: set[str] = set()
        for n, line in enumerate(lines):
            aside = (n - (len(lines) - 1) / 2) * BESIDE * SLENDER * slot
            bed = line.double not in beds
            beds |= {line.double} if line.double else set()
            drawn[line.id] = _line(line, *_ends(line, places), aside, slot, bed)
    return {line.id: drawn[line.id] for line in board.lines}


def _line(line: Line, a: Place, b: Place, aside: float, slot: float, bed: bool) -> DrawnLine:
    length = _distance(a, b) or 1.0
    along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    # Lines between the same cities may name them in either order; they are moved to the same side nevertheless.
    aside = aside if line.a < line.b else -aside
    off = (-along[1] * aside, along[0] * aside)
    step = min(slot * 1.12, length / line.length)
    angle = degrees(atan2(along[1], along[0]))
    slots: list[Slot] = []
    for n in range(line.length):
        away = length / 2 + (n - (line.length - 1) / 2) * step
        x, y = _short(a[0] + along[0] * away + off[0], a[1] + along[1] * away + off[1])
        slots.append((_trim(x - WIDTH) if x > WIDTH else x, y, _trim(angle)))
    inner = (a[0] + (b[0] - a[0]) / 3, a[1] + (b[1] - a[1]) / 3, a[0] + (b[0] - a[0]) / 1.5, a[1] + (b[1] - a[1]) / 1.5)
    further = ("a" if a[0] > b[0] else "b") if line.wraps else None
    x1, y1, x2, y2 = (_trim(value) for value in inner)
    return DrawnLine(tuple(slots), (x1, y1, x2, y2) if bed else None, further)  # type: ignore[arg-type]


def _signs(board: Board, places: dict[str, Place]) -> Iterator[Sign]:
    """The far city's name on both edges, where a wrapping line crosses them."""
    for line in board.lines:
        if line.wraps and (line.double is None or line.id.endswith("-1")):
            a, b = _ends(line, places)
            share = (WIDTH - min(a[0], b[0])) / (abs(b[0] - a[0]) or 1.0)
            west, east = (line.a, line.b) if a[0] > b[0] else (line.b, line.a)
            (_, high), (_, low) = min(a, b), max(a, b)
            y = _trim(high + (low - high) * share)
            yield Sign(west, "east", y)
            yield Sign(east, "west", y)


def _trim(value: float) -> int | float:
    rounded = round(value, 1) + 0.0
    return int(rounded) if rounded == int(rounded) else rounded


def _short(x: float, y: float) -> tuple[int | float, int | float]:
    return _trim(x), _trim(y)
