"""What joins what: connected cities, and tours in their order (C11, W10, R6)."""

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.engine.core.bits import BIT, PLACES, lowest, noughts
from branchline.engine.core.rules import Rules
from branchline.engine.core.state import WORDS, Public


def lines_of(public: Public, seat: i64) -> vec[i64]:
    """The lines a seat owns."""
    lines = vec[i64]()
    for word in range(i64(WORDS)):
        mask = public.owned[seat * WORDS + word]
        while mask:
            lines = append(lines, word * PLACES + lowest(mask))
            mask &= mask - 1
    return lines


def joined_cities(rules: Rules, lines: vec[i64]) -> vec[i64]:
    """For every city, the mask of the cities that these lines join to it, itself included."""
    joined = vec[i64]([0] * int(rules.cities))
    for city in range(rules.cities):
        joined[city] = BIT[city]
    for n in range(i64(len(lines))):
        line = lines[n]
        join(joined, rules.line_a[line], rules.line_b[line])
    return joined


def join(joined: vec[i64], a: i64, b: i64) -> None:
    """Join the cities around a with those around b."""
    if joined[a] & BIT[b]:
        return
    both = joined[a] | joined[b]
    mask = both
    while mask:
        joined[lowest(mask)] = both
        mask &= mask - 1


class Web:
    """The lines of one seat as a small graph: its own line numbers, and their masks by city."""

    def __init__(self, rules: Rules, lines: vec[i64]) -> None:
        self.n: i64 = len(lines)
        self.lines: vec[i64] = lines
        self.ends: vec[i64] = noughts(self.n)  # sum of both ends, so that one end gives the other
        self.length: vec[i64] = noughts(self.n)
        self.around: vec[i64] = noughts(rules.cities)
        for n in range(self.n):
            line = lines[n]
            self.ends[n] = rules.line_a[line] + rules.line_b[line]
            self.length[n] = rules.line_length[line]
            self.around[rules.line_a[line]] |= BIT[n]
            self.around[rules.line_b[line]] |= BIT[n]


class TourSearch:
    """Searches a trail that meets the cities of a tour in their order and none out of turn (R6)."""

    def __init__(self, rules: Rules, lines: vec[i64]) -> None:
        self.rules: Rules = rules
        self.web: Web = Web(rules, lines)

    def in_order(self, ticket: i64) -> bool:
        """Whether the tour can be travelled in the printed order. The reverse is the same trail."""
        cities = self.rules.ticket_cities[ticket]
        return self.go(cities[0], cities, 1, self.rules.ticket_named[ticket], BIT[self.web.n] - 1, 0)

    def go(self, city: i64, tour: vec[i64], turn: i64, named: i64, left: i64, seen: i64) -> bool:
        """Whether the rest of the tour can be travelled from a city with the lines left.

        ``seen`` are the unnamed cities of this leg: within a leg no city needs to be met twice.
        """
        if turn == len(tour):
            return True
        ways = self.web.around[city] & left
        while ways:
            bit = ways & -ways
            there = self.web.ends[lowest(ways)] - city
            ways -= bit
            if there == tour[turn]:
                if self.go(there, tour, turn + 1, named, left - bit, 0):
                    return True
            elif not (named | seen) & BIT[there]:
                if self.go(there, tour, turn, named, left - bit, seen | BIT[there]):
                    return True
        return False
