"""The map in the box: cities, lines and tickets, read from plain data and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from branchline.engine.errors import BoardError

LINE_KINDS = ("rail", "ferry", "tunnel", "sea")
GRAY = "gray"


@dataclass(frozen=True, slots=True)
class City:
    """A place on the map. A waypoint joins lines, but is on no ticket and takes no harbour (R12)."""

    id: str
    name: str
    latitude: float = 0.0
    longitude: float = 0.0
    x: float = 0.0
    y: float = 0.0
    port: bool = False
    waypoint: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One claimable track between two neighbours; a double route is two lines."""

    id: str
    a: str
    b: str
    length: int
    colour: str
    kind: str = "rail"
    locomotives: int = 0  # symbols on a ferry
    pairs: bool = False  # W6: each space takes two cards of one colour
    any_cards: int = 0  # N3, N5: so many cards of any kind stand in for one
    double: str | None = None
    wraps: bool = False


@dataclass(frozen=True, slots=True)
class Ticket:
    """A destination of two cities, or a tour of more (W10)."""

    id: str
    cities: tuple[str, ...]
    points: int
    deck: str = "regular"
    points_in_order: int = 0
    penalty: int = 0

    @property
    def is_tour(self) -> bool:
        return len(self.cities) > 2


_Thing = TypeVar("_Thing")


@dataclass(frozen=True, eq=False)
class Board:
    """A map with its lines and tickets, and the points for a line of each length."""

    name: str
    cities: tuple[City, ...]
    lines: tuple[Line, ...]
    tickets: tuple[Ticket, ...]
    line_points: Mapping[int, int]

    def city(self, city_id: str) -> City:
        return self._find(self._cities, city_id, "city")

    def line(self, line_id: str) -> Line:
        return self._find(self._lines, line_id, "line")

    def ticket(self, ticket_id: str) -> Ticket:
        return self._find(self._tickets, ticket_id, "ticket")

    @cached_property
    def _cities(self) -> dict[str, City]:
        return {city.id: city for city in self.cities}

    @cached_property
    def _lines(self) -> dict[str, Line]:
        return {line.id: line for line in self.lines}

    @cached_property
    def _tickets(self) -> dict[str, Ticket]:
        return {ticket.id: ticket for ticket in self.tickets}

    def _find(self, things: dict[str, _Thing], thing_id: str, what: str) -> _Thing:
        if thing_id not in things:
            raise BoardError(f"the board {self.name} has no {what} {thing_id!r}")
        return things[thing_id]

    @classmethod
    def from_data(cls, data: Mapping[str, Any], where: str = "board") -> Board:
        """The board that this data describes; a BoardError names the place of any mistake."""
        reader = _Reader(where)
        board = reader.board(data)
        _check(board, where)
        return board


class _Reader:
    """Reads parts of a board and says where something is missing or of the wrong kind."""

    def __init__(self, where: str) -> None:
        self.where = where

    def board(self, data: Mapping[str, Any]) -> Board:
        lines: list[Line] = []
        for place, item in self.items(data, "lines"):
            lines.append(self.line(item, place, lines))
        points = self.field(data, "line_points", dict, self.where)
        return Board(
            name=self.field(data, "name", str, self.where),
            cities=tuple(self.city(item, place) for place, item in self.items(data, "cities")),
            lines=tuple(lines),
            tickets=tuple(self.ticket(item, place) for place, item in self.items(data, "tickets")),
            line_points={int(length): int(score) for length, score in points.items()},
        )

    def items(self, data: Mapping[str, Any], key: str) -> list[tuple[str, Any]]:
        listed = self.field(data, key, list, self.where)
        return [(f"{self.where}: {key}[{n}]", item) for n, item in enumerate(listed)]

    def field(self, data: Any, key: str, kind: type | tuple[type, ...], place: str, default: Any = ...) -> Any:
        if not isinstance(data, Mapping):
            raise BoardError(f"{place} is not an object with named fields")
        value = data.get(key, default)
        if value is ...:
            raise BoardError(f"{place} has no {key!r}")
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            raise BoardError(f"{place}: {key!r} is {value!r}, which is not of the right kind")
        return value

    def city(self, item: Any, place: str) -> City:
        number = (int, float)
        return City(
            id=self.field(item, "id", str, place),
            name=self.field(item, "name", str, place),
            latitude=float(self.field(item, "lat", number, place, 0.0)),
            longitude=float(self.field(item, "lon", number, place, 0.0)),
            x=float(self.field(item, "x", number, place, 0.0)),
            y=float(self.field(item, "y", number, place, 0.0)),
            port=self.field(item, "port", bool, place, False),
            waypoint=self.field(item, "waypoint", bool, place, False),
        )

    def line(self, item: Any, place: str, before: list[Line]) -> Line:
        a = self.field(item, "a", str, place)
        b = self.field(item, "b", str, place)
        number = 1 + sum((other.a, other.b) == (a, b) for other in before)
        return Line(
            id=f"{a}-{b}-{number}",
            a=a,
            b=b,
            length=self.field(item, "length", int, place),
            colour=self.field(item, "colour", str, place),
            kind=self.field(item, "kind", str, place, "rail"),
            locomotives=self.field(item, "locomotives", int, place, 0),
            pairs=self.field(item, "pairs", bool, place, False),
            any_cards=self.field(item, "any_cards", int, place, 0),
            double=self.field(item, "double", (str, type(None)), place, None),
            wraps=self.field(item, "wraps", bool, place, False),
        )

    def ticket(self, item: Any, place: str) -> Ticket:
        cities = self.field(item, "cities", list, place)
        points = self.field(item, "points", int, place)
        return Ticket(
            id="-".join(str(city) for city in cities),
            cities=tuple(cities),
            points=points,
            deck=self.field(item, "deck", str, place, "regular"),
            points_in_order=self.field(item, "points_in_order", int, place, points),
            penalty=self.field(item, "penalty", int, place, points),
        )


def _check(board: Board, where: str) -> None:
    _check_cities(board, where)
    for n, line in enumerate(board.lines):
        _check_line(board, line, f"{where}: lines[{n}] ({line.id})")
    _check_doubles(board, where)
    _check_connected(board, where)
    _check_tickets(board, where)


def _check_cities(board: Board, where: str) -> None:
    if not 2 <= len(board.cities) <= 62:
        raise BoardError(f"{where}: a board has 2 to 62 cities, this one has {len(board.cities)}")
    for city, times in Counter(city.id for city in board.cities).items():
        if times > 1:
            raise BoardError(f"{where}: the city {city!r} is there {times} times")


def _check_line(board: Board, line: Line, place: str) -> None:
    known = {city.id for city in board.cities}
    for end in (line.a, line.b):
        if end not in known:
            raise BoardError(f"{place} names the city {end!r}, which is not among the cities")
    if line.a == line.b:
        raise BoardError(f"{place} begins and ends in the same city")
    if line.kind not in LINE_KINDS:
        raise BoardError(f"{place} is of kind {line.kind!r}; there are {', '.join(LINE_KINDS)}")
    if line.length not in board.line_points:
        raise BoardError(f"{place} has {line.length} spaces, for which there are no line_points")
    if (line.kind == "ferry") != (line.locomotives > 0) or line.locomotives > line.length:
        raise BoardError(f"{place} is a {line.kind} with {line.locomotives} locomotive symbols")
    if line.pairs and (line.kind, line.colour) != ("rail", GRAY):
        raise BoardError(f"{place} takes pairs, so it has to be a gray rail line")
    if line.any_cards and line.any_cards < 2:
        raise BoardError(f"{place}: any_cards has to be 2 or more")


def _check_doubles(board: Board, where: str) -> None:
    groups: dict[str, list[Line]] = {}
    for line in board.lines:
        if line.double is not None:
            groups.setdefault(line.double, []).append(line)
    for name, lines in groups.items():
        alike = {(line.a, line.b, line.length, line.kind) for line in lines}
        if len(lines) != 2 or len(alike) != 1:
            raise BoardError(f"{where}: the double {name!r} is not two lines of one kind between the same cities")


def _check_connected(board: Board, where: str) -> None:
    neighbours: dict[str, set[str]] = {city.id: set() for city in board.cities}
    for line in board.lines:
        neighbours[line.a].add(line.b)
        neighbours[line.b].add(line.a)
    seen, ahead = set(), [board.cities[0].id]
    while ahead:
        here = ahead.pop()
        if here not in seen:
            seen.add(here)
            ahead.extend(neighbours[here])
    for city in board.cities:
        if city.id not in seen:
            raise BoardError(f"{where}: no lines lead from {board.cities[0].name} to {city.name}")


def _check_tickets(board: Board, where: str) -> None:
    named = {city.id: city for city in board.cities}
    seen: set[str] = set()
    for n, ticket in enumerate(board.tickets):
        place = f"{where}: tickets[{n}] ({ticket.id})"
        for city in ticket.cities:
            if city not in named:
                raise BoardError(f"{place} names the city {city!r}, which is not among the cities")
            if named[city].waypoint:
                raise BoardError(f"{place} names the waypoint {city!r}")
        if len(set(ticket.cities)) != len(ticket.cities) or len(ticket.cities) < 2:
            raise BoardError(f"{place} does not name two or more different cities")
        if ticket.id in seen:
            raise BoardError(f"{place} is there twice")
        seen.add(ticket.id)
