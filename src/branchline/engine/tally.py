"""The final score, one line for each reason, and who won by what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, cast

import msgspec

from branchline.engine.core.ledger import CITY, ENTRY, TICKET, Ledger, score, standings
from branchline.engine.core.longest_path import LongestPath
from branchline.engine.core.network import lines_of
from branchline.engine.core.scorers import bonuses, harbours, lines, tickets, tie_breaks
from branchline.engine.core.scorers.bonuses import BonusReason
from branchline.engine.core.scorers.harbours import HarbourReason
from branchline.engine.core.scorers.lines import LineReason
from branchline.engine.core.scorers.tickets import TicketReason
from branchline.engine.core.state import State
from branchline.engine.title import Title
from branchline.engine.words.lexicon import Lexicon

TallyReason = Literal[LineReason, TicketReason, BonusReason, HarbourReason]
DecidedBy = Literal[
    "points",
    "more_tickets",
    "fewer_stations",
    "longest_path_holder",
    "longer_path",
    "more_harbour_points",
    "shared",
]


# What a line of the tally is about: what stands in its subject or its count.
DETAILS: dict[str, str] = {**lines.DETAILS, **tickets.DETAILS, **bonuses.DETAILS, **harbours.DETAILS}


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
    loans = list(ledger.loans)
    return SeatTally(
        seat=seat,
        total=ledger.total[seat],
        lines=tuple(_lines_of(ledger, seat, lexicon)),
        completed_tickets=ledger.completed[seat],
        longest_path=_longest_path(s, seat, lexicon) if ledger.holds_longest[seat] else (),
        loans=tuple(
            Loan(lexicon.cities[loans[at + 1]], lexicon.lines[loans[at + 2]])
            for at in range(0, len(loans), 3)
            if loans[at] == seat
        ),
    )


def _lines_of(ledger: Ledger, seat: int, lexicon: Lexicon) -> Iterator[TallyLine]:
    entries = list(ledger.entries)
    for n, reason in enumerate(ledger.reasons):
        whose, points, kind, detail = entries[n * ENTRY : (n + 1) * ENTRY]
        if whose == seat:
            subject = {TICKET: lexicon.tickets, CITY: lexicon.cities}.get(kind)
            named = "" if subject is None else subject[detail]
            yield TallyLine(cast(TallyReason, reason), points, named, 0 if named else detail)


def _longest_path(s: State, seat: int, lexicon: Lexicon) -> tuple[str, ...]:
    """The lines of one longest path."""
    owned = lines_of(s.public, seat)
    found = LongestPath(s.public.rules, owned).best_mask
    return tuple(lexicon.lines[line] for n, line in enumerate(owned) if found & 2**n)


def tally_to_data(tally: Tally) -> dict[str, Any]:
    """The tally as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(tally)
    return data
