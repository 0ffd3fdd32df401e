"""The final scoring by brute force: everything is tried, nothing is clever, nothing is the engine's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from laws.rulebook import BOOKS, demand

from branchline.engine.board import Board, Ticket
from branchline.engine.tally import SeatTally, Tally


@dataclass
class Sheet:
    """What the final scoring of one seat is made of."""

    lines: list[str] = field(default_factory=list)
    tickets: set[str] = field(default_factory=set)
    built: list[str] = field(default_factory=list)
    exchanged: int = 0
    handicap: int = 0  # points on the track that no line explains; none in a real game


@dataclass
class Result:
    """The score of one seat."""

    entries: Counter[tuple[str, int, str, int]] = field(default_factory=Counter)
    done: set[str] = field(default_factory=set)
    holds_longest: bool = False
    harbour_points: int = 0

    @property
    def total(self) -> int:
        return sum(points * n for (_, points, _, _), n in self.entries.items())

    def enter(self, reason: str, points: int, subject: str = "", count: int = 0) -> None:
        self.entries[reason, points, subject, count] += 1


Edge = tuple[str, str, int]


def edges_of(board: Board, lines: Iterable[str]) -> list[Edge]:
    by_id = {line.id: line for line in board.lines}
    return [(by_id[line].a, by_id[line].b, by_id[line].length) for line in lines]


def joined(edges: Iterable[Edge], cities: Sequence[str]) -> bool:
    """C11: whether these routes join all the cities."""
    ways = [(a, b) for a, b, _ in edges]
    reached = {cities[0]}
    grown = True
    while grown:
        more = {b for a, b in ways if a in reached} | {a for a, b in ways if b in reached}
        grown = not more <= reached
        reached |= more
    return set(cities) <= reached


def longest_trail(edges: Sequence[Edge]) -> int:
    """C12: the longest trail, no route twice, by trying everything."""
    around: dict[str, list[tuple[int, str, int]]] = {}
    for n, (a, b, length) in enumerate(edges):
        around.setdefault(a, []).append((n, b, length))
        around.setdefault(b, []).append((n, a, length))

    @cache
    def onward(city: str, used: int) -> int:
        return max(
            (length + onward(there, used | 2**n) for n, there, length in around[city] if not used & 2**n), default=0
        )

    return max((onward(city, 0) for city in around), default=0)


def is_trail(edges: Sequence[Edge]) -> bool:
    """Whether all these routes can be travelled in one go: joined, and two odd cities at most."""
    degree = Counter(city for a, b, _ in edges for city in (a, b))
    return not edges or (joined(edges, sorted(degree)) and sum(n % 2 for n in degree.values()) <= 2)


def tour_in_order(edges: Sequence[Edge], tour: Sequence[str]) -> bool:
    """R6: a trail that meets the cities in their order or its reverse and comes to none of them out of turn."""
    return _travels(edges, tour) or _travels(edges, tour[::-1])


def _travels(edges: Sequence[Edge], tour: Sequence[str]) -> bool:
    @cache
    def onward(here: str, turn: int, used: int) -> bool:
        if turn == len(tour):
            return True
        out_of_turn = {*tour} - {tour[turn]}
        left = [(n, a, b) for n, (a, b, _) in enumerate(edges) if not used & 2**n]
        free = [(a, b, 0) for _, a, b in left if not {a, b} & out_of_turn]
        for n, a, b in left:
            if here not in (a, b):
                continue
            there = b if here == a else a
            if there == tour[turn]:
                if onward(there, turn + 1, used | 2**n):
                    return True
            elif there not in out_of_turn and joined(free, [there, tour[turn]]):
                if onward(there, turn, used | 2**n):
                    return True
        return False

    return onward(tour[0], 1, 0)


def ticket_points(ticket: Ticket, done: bool) -> int:
    return ticket.points if done else -ticket.penalty


class Scoring:
    """The final scoring of a whole table (C11)."""

    def __init__(self, title_id: str, board: Board, sheets: Sequence[Sheet]) -> None:
        self.book = BOOKS[title_id]
        self.board = board
        self.sheets = sheets
        self.line = {line.id: line for line in board.lines}
        self.ticket = {ticket.id: ticket for ticket in board.tickets}
        self.edges = [edges_of(board, sheet.lines) for sheet in sheets]
        self.results = [Result() for _ in sheets]

    def compare(self, tally: Tally) -> None:
        """Score everything and call a foul where the tally says something else."""
        demand([seat.seat for seat in tally.seats] == list(range(len(self.sheets))), "the tally has other seats")
        for seat, told in enumerate(tally.seats):
            self.score_lines(seat)
            self.score_tickets(seat, told)
            self.score_harbours(seat)
        self.score_bonuses()
        for seat, told in enumerate(tally.seats):
            self.compare_seat(seat, told)
        winners, decided_by = self.winners()
        demand((tally.winners, tally.decided_by) == (winners, decided_by), f"{winners} won by {decided_by}: {tally}")

    def compare_seat(self, seat: int, told: SeatTally) -> None:
        result = self.results[seat]
        entries: Counter[tuple[str, int, str, int]] = Counter(
            (line.reason, line.points, line.subject, line.count) for line in told.lines
        )
        extra, lacking = entries - result.entries, result.entries - entries
        demand(not extra and not lacking, f"seat {seat}: the tally has {extra} in place of {lacking}")
        demand(told.total == result.total, f"seat {seat} has {result.total} points, not {told.total}")
        demand(told.completed_tickets == len(result.done), f"seat {seat} completed {len(result.done)} tickets")
        demand(bool(told.longest_path) <= result.holds_longest, f"seat {seat} does not hold the longest path")
        if result.holds_longest:
            path = edges_of(self.board, told.longest_path)
            mine = len(set(told.longest_path)) == len(path) and set(told.longest_path) <= set(self.sheets[seat].lines)
            long = sum(length for _, _, length in path) == longest_trail(self.edges[seat])
            demand(mine and long and is_trail(path), f"seat {seat}: {told.longest_path} is not the longest path")

    def score_lines(self, seat: int) -> None:
        lines = self.sheets[seat].lines
        points = sum(self.board.line_points[self.line[line].length] for line in lines) + self.sheets[seat].handicap
        self.results[seat].enter("lines", points, count=len(lines))
        if self.sheets[seat].exchanged:
            exchanged = self.sheets[seat].exchanged
            self.results[seat].enter("exchanges", -exchanged, count=exchanged)

    def worth(self, seat: int, loans: Iterable[str]) -> tuple[int, int]:
        """R17: ticket points, then completed tickets, with these loans."""
        edges = self.edges[seat] + edges_of(self.board, loans)
        done = {ticket: joined(edges, self.ticket[ticket].cities) for ticket in self.sheets[seat].tickets}
        return sum(ticket_points(self.ticket[ticket], won) for ticket, won in done.items()), sum(done.values())

    def best_worth(self, seat: int) -> tuple[int, int]:
        """E7: the best of all loans, one line of another player for each station."""
        others = {line for other, sheet in enumerate(self.sheets) if other != seat for line in sheet.lines}
        combinations: list[tuple[str, ...]] = [()]
        for city in self.sheets[seat].built:
            touching = [line for line in others if city in (self.line[line].a, self.line[line].b)]
            combinations += [(*before, line) for before in combinations for line in touching]
        return max(self.worth(seat, loans) for loans in combinations)

    def score_tickets(self, seat: int, told: SeatTally) -> None:
        loans = [(loan.city, loan.line) for loan in told.loans]
        owner = {line: other for other, sheet in enumerate(self.sheets) for line in sheet.lines}
        demand(not loans or self.book.stations > 0, "only stations lend lines")
        demand(len({city for city, _ in loans}) == len(loans), "a station lends two lines")
        for city, line in loans:
            demand(city in self.sheets[seat].built, f"seat {seat} has no station in {city}")
            demand(owner.get(line, seat) != seat, f"{line} is no line of another player")
            demand(city in (self.line[line].a, self.line[line].b), f"{line} does not touch {city}")
        if self.book.stations:
            fair = self.worth(seat, [line for _, line in loans]) == self.best_worth(seat)
            demand(fair, f"seat {seat}: {loans} are not the best loans")
        edges = self.edges[seat] + edges_of(self.board, [line for _, line in loans])
        for name in self.sheets[seat].tickets:
            self.score_ticket(seat, self.ticket[name], edges)

    def score_ticket(self, seat: int, ticket: Ticket, edges: list[Edge]) -> None:
        result = self.results[seat]
        if not joined(edges, ticket.cities):
            result.enter("missed_ticket", -ticket.penalty, ticket.id)
            return
        result.done.add(ticket.id)
        if len(ticket.cities) > 2 and tour_in_order(edges, ticket.cities):
            result.enter("tour_in_order", ticket.points_in_order, ticket.id)
        else:
            result.enter("ticket", ticket.points, ticket.id)

    def score_harbours(self, seat: int) -> None:
        result = self.results[seat]
        if not self.book.harbours:
            return
        for city in self.sheets[seat].built:
            named = sum(city in self.ticket[ticket].cities for ticket in result.done)
            points = self.book.harbour_points[min(named, 3)]
            result.harbour_points += points
            result.enter("harbour", points, city)
        unbuilt = self.book.harbours - len(self.sheets[seat].built)
        if unbuilt:
            result.enter("unbuilt_harbours", -self.book.unbuilt_harbour * unbuilt, count=unbuilt)

    def score_bonuses(self) -> None:
        book, results = self.book, self.results
        if book.stations:
            for sheet, result in zip(self.sheets, results, strict=True):
                unused = book.stations - len(sheet.built)
                if unused:
                    result.enter("unused_stations", book.unused_station * unused, count=unused)
        if book.longest_path:
            lengths = [longest_trail(edges) for edges in self.edges]
            for length, result in zip(lengths, results, strict=True):
                if length == max(lengths):
                    result.holds_longest = True
                    result.enter("longest_path", book.longest_path, count=length)
        if book.most_tickets:
            most = max(len(result.done) for result in results)
            for result in results:
                if len(result.done) == most:
                    result.enter("most_tickets", book.most_tickets, count=most)

    def winners(self) -> tuple[tuple[int, ...], str]:
        """The best by points, then by the title's list of tie-breaks."""
        measures: dict[str, Callable[[int], int]] = {
            "points": lambda seat: self.results[seat].total,
            "more_tickets": lambda seat: len(self.results[seat].done),
            "fewer_stations": lambda seat: -len(self.sheets[seat].built),
            "longest_path_holder": lambda seat: self.results[seat].holds_longest,
            "longer_path": lambda seat: longest_trail(self.edges[seat]),
            "more_harbour_points": lambda seat: self.results[seat].harbour_points,
        }
        best = list(range(len(self.sheets)))
        for measure in ("points", *self.book.ties):
            values = {seat: measures[measure](seat) for seat in best}
            best = [seat for seat in best if values[seat] == max(values.values())]
            if len(best) == 1:
                return tuple(best), measure
        return tuple(best), "shared"
