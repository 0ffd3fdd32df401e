"""The ledger of the final scoring: every entry with its reason, and what ties are broken by."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.engine.core.bits import noughts
from branchline.engine.core.longest_path import LongestPath
from branchline.engine.core.network import lines_of
from branchline.engine.core.state import State

ENTRY: Final = 4  # numbers in an entry: seat, points, what its detail is, the detail

# What a detail is: how many of something, or which.
COUNT: Final = 0
TICKET: Final = 1
CITY: Final = 2


class Ledger:
    """Points by seat and reason."""

    def __init__(self, s: State) -> None:
        seats = s.public.rules.seats
        self.entries: vec[i64] = vec[i64]()
        self.reasons: list[str] = []  # of the entries; a scorer says for what it gives points
        self.total: vec[i64] = noughts(seats)
        self.completed: vec[i64] = noughts(seats)
        self.done: vec[i64] = noughts(seats * 2)  # masks of completed tickets
        self.harbour_points: vec[i64] = noughts(seats)
        self.holds_longest: vec[i64] = noughts(seats)
        self.loans: vec[i64] = vec[i64]()  # seat, city, line
        self.longest: vec[i64] = noughts(seats)
        for seat in range(seats):
            self.longest[seat] = -1

    def enter(self, seat: i64, reason: str, points: i64, detail: i64, kind: i64 = COUNT) -> None:
        """Write an entry and add it up."""
        self.total[seat] += points
        self.reasons.append(reason)
        self.entries = append(self.entries, seat)
        self.entries = append(self.entries, points)
        self.entries = append(self.entries, kind)
        self.entries = append(self.entries, detail)

    def lend(self, seat: i64, city: i64, line: i64) -> None:
        """Note which line a station lends."""
        self.loans = append(self.loans, seat)
        self.loans = append(self.loans, city)
        self.loans = append(self.loans, line)

    def longest_of(self, s: State, seat: i64) -> i64:
        """The length of the seat's longest path."""
        if self.longest[seat] < 0:
            self.longest[seat] = LongestPath(s.public.rules, lines_of(s.public, seat)).best
        return self.longest[seat]


def score(s: State) -> Ledger:
    """The final scoring, or what it would be if the game ended now."""
    ledger = Ledger(s)
    for scorer in s.public.rules.scorers:
        scorer.score(s, ledger)
    return ledger


def standings(s: State, ledger: Ledger) -> tuple[int, int]:
    """The mask of the winners, and the tie-break that decided: -1 if points did, or the number that did not."""
    rules = s.public.rules
    seats = int(rules.seats)
    most = max(ledger.total[seat] for seat in range(seats))
    tied = [seat for seat in range(seats) if ledger.total[seat] == most]
    decided = -1
    for number, tie_break in enumerate(rules.tie_breaks):
        if len(tied) == 1:
            break
        decided = number
        values = [tie_break.value(s, ledger, seat) for seat in tied]
        best = max(values)
        tied = [seat for seat, value in zip(tied, values, strict=True) if value == best]
    if len(tied) > 1:
        decided = len(rules.tie_breaks)
    return sum(int(2**seat) for seat in tied), decided
