"""What joins what: connected cities, the longest path, tours in their order (C11, C12, W10, R6)."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.engine.core.bits import BIT, PLACES, lowest, noughts, ones
from branchline.engine.core.rules import Rules
from branchline.engine.core.state import WORDS, Public

FAR: Final = 1000000


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


class LongestPath:
    """Searches the longest trail: cities may repeat, a line may not (C12).

    A longest trail either uses every line of its part of the network or begins in a city with an odd
    number of lines: if a line at its start were unused, it could be longer.
    """

    def __init__(self, rules: Rules, lines: vec[i64]) -> None:
        self.rules: Rules = rules
        self.web: Web = Web(rules, lines)
        self.best: i64 = 0
        self.best_mask: i64 = 0
        self.enough: i64 = 0  # no trail of the part being searched is longer
        self.search(joined_cities(rules, lines))

    def search(self, joined: vec[i64]) -> None:
        """Go through the parts of the network, one after the other."""
        seen: i64 = 0
        for city in range(self.rules.cities):
            cities = joined[city]
            if cities != BIT[city] and not seen & BIT[city]:
                seen |= cities
                self.search_part(cities)

    def search_part(self, cities: i64) -> None:
        """Find the longest trail of one part, if it beats the best so far."""
        lines: i64 = 0
        odd: i64 = 0
        mask = cities
        while mask:
            around = self.web.around[lowest(mask)]
            lines |= around
            if ones(around) & 1:
                odd |= mask & -mask
            mask &= mask - 1
        length = self.length_of(lines)
        if length <= self.best:
            return
        if ones(odd) <= 2:
            self.best = length
            self.best_mask = lines
            return
        self.enough = length - self.wasted(odd)
        while odd and self.best < self.enough:
            self.extend(lowest(odd), lines, 0, 0, length)
            odd &= odd - 1

    def length_of(self, lines: i64) -> i64:
        """The length of these lines together."""
        length: i64 = 0
        while lines:
            length += self.web.length[lowest(lines)]
            lines &= lines - 1
        return length

    def wasted(self, odd: i64) -> i64:
        """A length that no trail can use: at all odd cities but two a line stays unused, shared by two at most."""
        twice: i64 = 0
        first: i64 = 0
        second: i64 = 0
        while odd:
            least = self.shortest_at(lowest(odd))
            odd &= odd - 1
            twice += least
            if least > first:
                second = first
                first = least
            elif least > second:
                second = least
        return (twice - first - second + 1) >> 1

    def shortest_at(self, city: i64) -> i64:
        """The length of the shortest line at a city."""
        least: i64 = FAR
        mask = self.web.around[city]
        while mask:
            length = self.web.length[lowest(mask)]
            if length < least:
                least = length
            mask &= mask - 1
        return least

    def extend(self, city: i64, left: i64, used: i64, length: i64, rest: i64) -> None:
        """Try every way on from a city, as long as the rest of the lines could still beat the best."""
        if length + rest <= self.best:
            return
        ways = self.web.around[city] & left
        if ways == 0:
            if length > self.best:
                self.best = length
                self.best_mask = used
            return
        while ways and self.best < self.enough:
            n = lowest(ways)
            bit = ways & -ways
            step = self.web.length[n]
            self.extend(self.web.ends[n] - city, left - bit, used + bit, length + step, rest - step)
            ways -= bit


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
