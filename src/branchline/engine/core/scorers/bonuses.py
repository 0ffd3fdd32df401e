"""Bonuses for the longest path, the most tickets, and stations left (C12, E8, N7)."""

from typing import Final, Literal

from mypy_extensions import i64

from branchline.engine.core.ledger import Ledger
from branchline.engine.core.parts import Scorer
from branchline.engine.core.state import State

__all__ = ["LongestPathBonus", "MostTicketsBonus", "UnusedStationsBonus"]

BonusReason = Literal["longest_path", "most_tickets", "unused_stations"]

LONGEST_PATH: Final[BonusReason] = "longest_path"
MOST_TICKETS: Final[BonusReason] = "most_tickets"
UNUSED_STATIONS: Final[BonusReason] = "unused_stations"

# What an entry is about, for docs/records.md.
DETAILS: Final[dict[str, str]] = {
    LONGEST_PATH: "`count`: the path's length in spaces",
    MOST_TICKETS: "`count`: completed tickets",
    UNUSED_STATIONS: "`count`: stations left",
}


class LongestPathBonus(Scorer):
    """For the longest path; all who are tied get it."""

    def __init__(self, points: i64) -> None:
        self.points: i64 = points

    def score(self, s: State, ledger: Ledger) -> None:
        seats = s.public.rules.seats
        longest: i64 = 0
        for seat in range(seats):
            length = ledger.longest_of(s, seat)
            if length > longest:
                longest = length
        for seat in range(seats):
            if ledger.longest[seat] == longest:
                ledger.holds_longest[seat] = 1
                ledger.enter(seat, LONGEST_PATH, self.points, longest)


class MostTicketsBonus(Scorer):
    """For the most completed tickets; all who are tied get it."""

    def __init__(self, points: i64) -> None:
        self.points: i64 = points

    def score(self, s: State, ledger: Ledger) -> None:
        seats = s.public.rules.seats
        most: i64 = 0
        for seat in range(seats):
            if ledger.completed[seat] > most:
                most = ledger.completed[seat]
        for seat in range(seats):
            if ledger.completed[seat] == most:
                ledger.enter(seat, MOST_TICKETS, self.points, most)


class UnusedStationsBonus(Scorer):
    """For each station that was not built."""

    def __init__(self, points: i64) -> None:
        self.points: i64 = points

    def score(self, s: State, ledger: Ledger) -> None:
        for seat in range(s.public.rules.seats):
            left = s.public.markers[seat]
            if left > 0:
                ledger.enter(seat, UNUSED_STATIONS, self.points * left, left)
