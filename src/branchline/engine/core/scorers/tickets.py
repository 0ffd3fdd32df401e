"""Completed and missed tickets, and the lines that stations lend for them (C11, W10, E7, R17)."""

from typing import Final, Literal

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.engine.core.bits import BIT, PLACES, lowest
from branchline.engine.core.ledger import TICKET, Ledger
from branchline.engine.core.network import TourSearch, join, joined_cities, lines_of
from branchline.engine.core.parts import Scorer
from branchline.engine.core.rules import Rules
from branchline.engine.core.state import TICKET_WORDS, Public, State

__all__ = ["TicketPoints", "TicketPointsWithStations"]

TicketReason = Literal["ticket", "tour_in_order", "missed_ticket"]

TICKET_DONE: Final[TicketReason] = "ticket"
TOUR_IN_ORDER: Final[TicketReason] = "tour_in_order"
TICKET_MISSED: Final[TicketReason] = "missed_ticket"

# What an entry is about, for docs/records.md.
DETAILS: Final[dict[str, str]] = {
    TICKET_DONE: "`subject`: the ticket that was completed",
    TOUR_IN_ORDER: "`subject`: the tour whose cities are joined in the printed order or its reverse (R6)",
    TICKET_MISSED: "`subject`: the ticket or tour that was not completed",
}


class TicketPoints(Scorer):
    """Tickets whose cities the seat's lines join count for it, the others against it."""

    def score(self, s: State, ledger: Ledger) -> None:
        for seat in range(s.public.rules.seats):
            lines = lines_of(s.public, seat)
            joined = joined_cities(s.public.rules, lines)
            self.enter_tickets(s, ledger, seat, lines, joined)

    def enter_tickets(self, s: State, ledger: Ledger, seat: i64, lines: vec[i64], joined: vec[i64]) -> None:
        """Enter every ticket of a seat."""
        rules = s.public.rules
        tickets = tickets_of(s, seat)
        for n in range(i64(len(tickets))):
            ticket = tickets[n]
            if not is_joined(rules, joined, ticket):
                ledger.enter(seat, TICKET_MISSED, -rules.ticket_penalty[ticket], ticket, TICKET)
                continue
            ledger.completed[seat] += 1
            ledger.done[seat * TICKET_WORDS + ticket // PLACES] |= BIT[ticket % PLACES]
            if len(rules.ticket_cities[ticket]) > 2 and TourSearch(rules, lines).in_order(ticket):
                ledger.enter(seat, TOUR_IN_ORDER, rules.ticket_in_order[ticket], ticket, TICKET)
            else:
                ledger.enter(seat, TICKET_DONE, rules.ticket_points[ticket], ticket, TICKET)


class TicketPointsWithStations(TicketPoints):
    """The same, where each station lends its owner one line of another player (E7)."""

    def score(self, s: State, ledger: Ledger) -> None:
        rules = s.public.rules
        for seat in range(rules.seats):
            lines = lines_of(s.public, seat)
            joined = joined_cities(rules, lines)
            tickets = tickets_of(s, seat)
            if s.public.built[seat] and len(tickets) > 0:
                loans = BestLoans(s.public, seat, joined, tickets)
                for n in range(i64(len(loans.best_city))):
                    line = loans.best_line[n]
                    join(joined, rules.line_a[line], rules.line_b[line])
                    ledger.lend(seat, loans.best_city[n], line)
            self.enter_tickets(s, ledger, seat, lines, joined)


class BestLoans:
    """Searches the loans with the most ticket points, then the most completed tickets (R17)."""

    def __init__(self, public: Public, seat: i64, joined: vec[i64], tickets: vec[i64]) -> None:
        self.public: Public = public
        self.rules: Rules = public.rules
        self.seat: i64 = seat
        self.open: vec[i64] = vec[i64]()  # tickets that only a loan can complete
        for n in range(i64(len(tickets))):
            ticket = tickets[n]
            if not is_joined(self.rules, joined, ticket):
                self.open = append(self.open, ticket)
        self.stations: vec[i64] = vec[i64]()
        for city in range(self.rules.cities):
            if public.built[seat] & BIT[city]:
                self.stations = append(self.stations, city)
        self.lent_lines: vec[i64] = self.lines_of_others()
        self.best: i64 = 0
        self.best_city: vec[i64] = vec[i64]()
        self.best_line: vec[i64] = vec[i64]()
        if len(self.open) > 0:
            self.choose(0, joined, vec[i64](), vec[i64]())

    def lines_of_others(self) -> vec[i64]:
        """The lines that touch a station and belong to somebody else."""
        found = vec[i64]()
        for other in range(self.rules.seats):
            if other != self.seat:
                lines = lines_of(self.public, other)
                for n in range(i64(len(lines))):
                    line = lines[n]
                    ends = BIT[self.rules.line_a[line]] | BIT[self.rules.line_b[line]]
                    if ends & self.public.built[self.seat]:
                        found = append(found, line)
        return found

    def choose(self, station: i64, joined: vec[i64], cities: vec[i64], lines: vec[i64]) -> None:
        """Try every loan of this station and of those after it."""
        if station == len(self.stations):
            worth = self.worth(joined)
            if worth > self.best:
                self.best = worth
                self.best_city = cities
                self.best_line = lines
            return
        self.choose(station + 1, joined, cities, lines)
        city = self.stations[station]
        tried: i64 = joined[city]
        for n in range(i64(len(self.lent_lines))):
            line = self.lent_lines[n]
            if self.rules.line_a[line] == city or self.rules.line_b[line] == city:
                there = self.rules.line_a[line] + self.rules.line_b[line] - city
                if not tried & BIT[there]:
                    tried |= joined[there]
                    wider = joined[:]
                    join(wider, city, there)
                    more_cities = append(cities[:], city)
                    more_lines = append(lines[:], line)
                    self.choose(station + 1, wider, more_cities, more_lines)

    def worth(self, joined: vec[i64]) -> i64:
        """Ticket points won over missing them, and, less important, tickets completed."""
        worth: i64 = 0
        for n in range(i64(len(self.open))):
            ticket = self.open[n]
            if is_joined(self.rules, joined, ticket):
                worth += (self.rules.ticket_points[ticket] + self.rules.ticket_penalty[ticket]) * 256 + 1
        return worth


def is_joined(rules: Rules, joined: vec[i64], ticket: i64) -> bool:
    """Whether all cities of a ticket are joined."""
    return rules.ticket_named[ticket] & ~joined[rules.ticket_cities[ticket][0]] == 0


def tickets_of(s: State, seat: i64) -> vec[i64]:
    """The tickets a seat has kept."""
    found = vec[i64]()
    for word in range(i64(TICKET_WORDS)):
        mask = s.tickets[seat * TICKET_WORDS + word]
        while mask:
            found = append(found, word * PLACES + lowest(mask))
            mask &= mask - 1
    return found
