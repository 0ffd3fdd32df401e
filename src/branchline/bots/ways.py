"""Ways across the board: which lines a seat would need to join the cities of its tickets."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from functools import lru_cache

from branchline.engine.board import Board, Line, Ticket
from branchline.engine.view import View

Way = frozenset[str]


@lru_cache(maxsize=64)
def lines_by_city(board: Board) -> dict[str, tuple[Line, ...]]:
    """The lines at each city."""
    found: dict[str, list[Line]] = {city.id: [] for city in board.cities}
    for line in board.lines:
        found[line.a].append(line)
        found[line.b].append(line)
    return {city: tuple(lines) for city, lines in found.items()}


class Ways:
    """Shortest open ways for one seat: its own lines are free, open ones cost their spaces."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.board = view.title.board
        self.lines = lines_by_city(self.board)
        self.own = frozenset(view.seats[view.seat].lines)
        self.open = view.open_lines

    def cost(self, line: Line, planned: Iterable[str] = ()) -> int | None:
        """What a line costs this seat in spaces, or None if it cannot have it."""
        if line.id in self.own or line.id in planned:
            return 0
        if line.id not in self.open:
            return None
        # A pair space takes two cards, a tunnel may take more, and a ferry needs locomotives.
        return line.length * (2 if line.pairs else 1) + (line.kind == "tunnel") + line.locomotives

    def between(self, start: str, goal: str, planned: Way = frozenset()) -> tuple[int, Way] | None:
        """The cheapest way between two cities: its cost and the lines still to be claimed."""
        best: dict[str, int] = {start: 0}
        came_by: dict[str, Line] = {}
        ahead = [(0, start)]
        while ahead:
            cost, city = heapq.heappop(ahead)
            if city == goal:
                return cost, self._lines_back(start, goal, came_by)
            if cost > best[city]:
                continue
            for line in self.lines[city]:
                step = self.cost(line, planned)
                if step is None:
                    continue
                there = line.b if line.a == city else line.a
                if cost + step < best.get(there, 1_000_000):
                    best[there] = cost + step
                    came_by[there] = line
                    heapq.heappush(ahead, (cost + step, there))
        return None

    def _lines_back(self, start: str, goal: str, came_by: dict[str, Line]) -> Way:
        lines: set[str] = set()
        city = goal
        while city != start:
            line = came_by[city]
            city = line.a if line.b == city else line.b
            if line.id not in self.own:
                lines.add(line.id)
        return frozenset(lines)

    def for_ticket(self, ticket: Ticket, planned: Way = frozenset()) -> tuple[int, Way] | None:
        """The cheapest way for a ticket, leg by leg for a tour; None if some leg is blocked."""
        total, lines = 0, frozenset[str]()
        for start, goal in zip(ticket.cities, ticket.cities[1:], strict=False):
            leg = self.between(start, goal, planned | lines)
            if leg is None:
                return None
            total += leg[0]
            lines |= leg[1]
        return total, lines
