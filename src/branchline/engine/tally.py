"""The final score, one line for each reason, and who won by what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from branchline.engine.core import ledger as books
from branchline.engine.core.ledger import ENTRY, Ledger, score, standings
from branchline.engine.core.longest_path import LongestPath
from branchline.engine.core.network import lines_of
from branchline.engine.core.scorers import tie_breaks
from branchline.engine.core.state import State
from branchline.engine.title import Title
from branchline.engine.words.lexicon import Lexicon

TallyReason = Literal[
    "lines",
    "exchanges",
    "ticket",
    "tour_in_order",
    "missed_ticket",
    "longest_path",
    "most_tickets",
    "unused_stations",
    "harbour",
    "unbuilt_harbours",
]
DecidedBy = Literal[
    "points",
    "more_tickets",
    "fewer_stations",
    "longest_path_holder",
    "longer_path",
    "more_harbour_points",
    "shared",
]


class TallyLine(msgspec.Struct, frozen=True):
    """Points for one reason; the subject is a ticket, a city, or empty."""

    reason: TallyReason
    points: int
    subject: str = ""
    count: int = 0


class Loan(msgspec.Struct, frozen=True):
    """The line that a station lends its owner (E7)."""

    city: str
    line: str


class SeatTally(msgspec.Struct, frozen=True):
    """The score of one seat."""

    seat: int
    total: int
    lines: tuple[TallyLine, ...]
    completed_tickets: int
    longest_path: tuple[str, ...] = ()
    loans: tuple[Loan, ...] = ()


class Tally(msgspec.Struct, frozen=True):
    """The score of a game. ``decided_by`` is "points", a tie-break, or "shared"."""

    seats: tuple[SeatTally, ...]
    winners: tuple[int, ...]
    decided_by: DecidedBy


REASONS: dict[int, TallyReason] = {
    books.LINES: "lines",
    books.EXCHANGES: "exchanges",
    books.TICKET_DONE: "ticket",
    books.TOUR_IN_ORDER: "tour_in_order",
    books.TICKET_MISSED: "missed_ticket",
    books.LONGEST_PATH: "longest_path",
    books.MOST_TICKETS: "most_tickets",
    books.UNUSED_STATIONS: "unused_stations",
    books.HARBOUR: "harbour",
    books.UNBUILT_HARBOURS: "unbuilt_harbours",
}

_TICKET_REASONS = (books.TICKET_DONE, books.TOUR_IN_ORDER, books.TICKET_MISSED)

_TIE_BREAKS: dict[type, DecidedBy] = {
    tie_breaks.MoreTickets: "more_tickets",
    tie_breaks.FewerStations: "fewer_stations",
    tie_breaks.LongestPathHolder: "longest_path_holder",
    tie_breaks.LongerPath: "longer_path",
    tie_breaks.MoreHarbourPoints: "more_harbour_points",
}


def make_tally(s: State, lexicon: Lexicon) -> Tally:
    """The score of a state, as if the game ended there."""
    ledger = score(s)
    winners, decided = standings(s, ledger)
    seats = range(s.public.rules.seats)
    return Tally(
        seats=tuple(_seat_tally(s, ledger, seat, lexicon) for seat in seats),
        winners=tuple(seat for seat in seats if winners & 2**seat),
        decided_by=_decision(s, decided),
    )


def _decision(s: State, decided: int) -> DecidedBy:
    if decided < 0:
        return "points"
    if decided == len(s.public.rules.tie_breaks):
        return "shared"
    return _TIE_BREAKS[type(s.public.rules.tie_breaks[decided])]


def decisions(title: Title) -> tuple[DecidedBy, ...]:
    """What ``decided_by`` may be in a title, in the order in which it is looked at."""
    return ("points", *(_TIE_BREAKS[type(tie_break)] for tie_break in title.tie_breaks), "shared")


def _seat_tally(s: State, ledger: Ledger, seat: int, lexicon: Lexicon) -> SeatTally:
    entries = list(ledger.entries)
    lines = [
        _tally_line(entries[at + 1], entries[at + 2], entries[at + 3], lexicon)
        for at in range(0, len(entries), ENTRY)
        if entries[at] == seat
    ]
    loans = list(ledger.loans)
    return SeatTally(
        seat=seat,
        total=ledger.total[seat],
        lines=tuple(lines),
        completed_tickets=ledger.completed[seat],
        longest_path=_longest_path(s, seat, lexicon) if ledger.holds_longest[seat] else (),
        loans=tuple(
            Loan(lexicon.cities[loans[at + 1]], lexicon.lines[loans[at + 2]])
            for at in range(0, len(loans), 3)
            if loans[at] == seat
        ),
    )


def _tally_line(reason: int, points: int, detail: int, lexicon: Lexicon) -> TallyLine:
    if reason in _TICKET_REASONS:
        return TallyLine(REASONS[reason], points, lexicon.tickets[detail])
    if reason == books.HARBOUR:
        return TallyLine(REASONS[reason], points, lexicon.cities[detail])
    return TallyLine(REASONS[reason], points, count=detail)


def _longest_path(s: State, seat: int, lexicon: Lexicon) -> tuple[str, ...]:
    """The lines of one longest path."""
    owned = lines_of(s.public, seat)
    found = LongestPath(s.public.rules, owned).best_mask
    return tuple(lexicon.lines[line] for n, line in enumerate(owned) if found & 2**n)


_LINE_WORDS: dict[TallyReason, Callable[[TallyLine, Lexicon], str]] = {
    "lines": lambda line, lexicon: f"{line.count} lines",
    "exchanges": lambda line, lexicon: f"{line.count} pieces exchanged",
    "ticket": lambda line, lexicon: lexicon.ticket(line.subject),
    "tour_in_order": lambda line, lexicon: f"{lexicon.ticket(line.subject)} in order",
    "missed_ticket": lambda line, lexicon: f"{lexicon.ticket(line.subject)} missed",
    "longest_path": lambda line, lexicon: f"longest path ({line.count})",
    "most_tickets": lambda line, lexicon: f"most tickets ({line.count})",
    "unused_stations": lambda line, lexicon: f"{line.count} unused stations",
    "harbour": lambda line, lexicon: f"harbour in {lexicon.city(line.subject)}",
    "unbuilt_harbours": lambda line, lexicon: f"{line.count} unbuilt harbours",
}


def tally_words(line: TallyLine, lexicon: Lexicon) -> str:
    """A line of the tally in words."""
    return _LINE_WORDS[line.reason](line, lexicon)


def tally_to_data(tally: Tally) -> dict[str, Any]:
    """The tally as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(tally)
    return data
