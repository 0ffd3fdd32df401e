"""The longest path: a trail in which cities may repeat and lines may not (C12).

A longest trail either uses every line of its part of the network, or it begins and ends in cities with an
odd number of lines: if a line at its start were unused, it could be longer. So all that it leaves out is a set
of lines that makes the other odd cities even. Where the network is dense, the lightest such set is found by
pairing the odd cities off, and if what stays hangs together, that is the answer. Else ways are tried one by
one, with the lightest set as a bound.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.core.bits import BIT, lowest, noughts, ones
from branchline.engine.core.network import Web, joined_cities
from branchline.engine.core.rules import Rules

FAR: Final = 100000
MOST_PAIRED: Final = 12  # odd cities; the table of pairings doubles with each
FEW_LOOPS: Final = 3  # with fewer loops in the network, trying all ways is quicker


class LongestPath:
    """Searches the longest trail in the lines of one seat."""

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
        if ones(lines) - ones(cities) + 1 >= FEW_LOOPS and ones(odd) <= MOST_PAIRED:
            self.leave_least_out(lines, odd, length)
        while odd and self.best < self.enough:
            self.extend(lowest(odd), lines, 0, 0, length)
            odd &= odd - 1

    def leave_least_out(self, lines: i64, odd: i64, length: i64) -> None:
        """Leave the lightest lines out that make all odd cities even but two, and see if the rest hangs together."""
        pairing = Pairing(self.web, lines, odd)
        if length - pairing.least < self.enough:
            self.enough = length - pairing.least
        rest = lines & ~pairing.left_out
        if length - pairing.least > self.best and self.hangs_together(rest):
            self.best = length - pairing.least
            self.best_mask = rest

    def hangs_together(self, lines: i64) -> bool:
        """Whether these lines are one part."""
        found = lines & -lines
        while True:
            grown = found
            for city in range(self.rules.cities):
                around = self.web.around[city] & lines
                if around & found:
                    grown |= around
            if grown == found:
                return found == lines
            found = grown

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


class Pairing:
    """Pairs odd cities off by shortest ways, all but two of them, at the least total length."""

    def __init__(self, web: Web, lines: i64, odd: i64) -> None:
        self.web: Web = web
        self.lines: i64 = lines
        self.n: i64 = ones(odd)
        self.apart: vec[i64] = noughts(self.n * self.n)
        self.way: vec[i64] = noughts(self.n * self.n)
        self.measure(odd)
        self.cost: vec[i64] = noughts(BIT[self.n])
        self.mate: vec[i64] = noughts(BIT[self.n])
        self.least: i64 = FAR
        self.left_out: i64 = 0
        self.pair_off()

    def measure(self, odd: i64) -> None:
        """The shortest way between every two odd cities."""
        cities = vec[i64]([0] * int(self.n))
        for place in range(self.n):
            cities[place] = lowest(odd)
            odd &= odd - 1
        for place in range(self.n):
            distance, way = self.ways_from(cities[place])
            for other in range(self.n):
                self.apart[place * self.n + other] = distance[cities[other]]
                self.way[place * self.n + other] = way[cities[other]]

    def ways_from(self, start: i64) -> tuple[vec[i64], vec[i64]]:
        """By city, the length of the shortest way from a city, and its lines."""
        web = self.web
        distance = noughts(len(web.around))
        way = noughts(len(web.around))
        for city in range(i64(len(web.around))):
            distance[city] = FAR
        distance[start] = 0
        ahead = BIT[start]
        while ahead:
            city = lowest(ahead)
            ahead &= ahead - 1
            ways = web.around[city] & self.lines
            while ways:
                line = lowest(ways)
                there = web.ends[line] - city
                length = distance[city] + web.length[line]
                if length < distance[there]:
                    distance[there] = length
                    way[there] = way[city] | (ways & -ways)
                    ahead |= BIT[there]
                ways &= ways - 1
        return distance, way

    def pair_off(self) -> None:
        """Find the least cost of pairing off each set of cities, and the best set that leaves two out."""
        everybody = BIT[self.n] - 1
        for group in range(i64(1), everybody + 1):
            if ones(group) & 1 == 0:
                self.pair_group(group)
                if ones(group) == self.n - 2 and self.cost[group] < self.least:
                    self.least = self.cost[group]
                    self.left_out = self.ways_of(group)

    def pair_group(self, group: i64) -> None:
        """The least cost of pairing off one set of cities: the first goes with each of the others in turn."""
        one = lowest(group)
        others = group & (group - 1)
        self.cost[group] = FAR
        rest = others
        while rest:
            other = lowest(rest)
            cost = self.cost[others & ~BIT[other]] + self.apart[one * self.n + other]
            if cost < self.cost[group]:
                self.cost[group] = cost
                self.mate[group] = other
            rest &= rest - 1

    def ways_of(self, group: i64) -> i64:
        """The lines on the ways of a pairing. Of two ways over one line, both would be better without it."""
        lines: i64 = 0
        while group:
            one = lowest(group)
            other = self.mate[group]
            lines ^= self.way[one * self.n + other]
            group &= ~(BIT[one] | BIT[other])
        return lines
