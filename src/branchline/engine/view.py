"""What one seat may know, in readable form; made from a sight alone."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from branchline.engine.core.cards import SUITS
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.sight import Sight
from branchline.engine.core.state import DECKS, READY, WORDS, Public, State
from branchline.engine.lexicon import PHASE_NAMES, Lexicon, lexicon_of
from branchline.engine.title import Title
from branchline.engine.translate import PIECES


class Decision(msgspec.Struct, frozen=True):
    """Who must choose now, and what kind of choice it is."""

    seat: int
    kind: str
    line: str | None = None
    city: str | None = None
    owed: int = 0
    cards_to_lay: int = 0


class SeatView(msgspec.Struct, frozen=True):
    """What everybody may know of a seat."""

    seat: int
    points: int
    pieces: dict[str, int]
    box: dict[str, int]
    markers: int
    built: tuple[str, ...]
    lines: tuple[str, ...]
    hand_size: dict[str, int]
    known_cards: dict[str, int]
    tickets: int
    ready: bool


class TableFacts(msgspec.Struct, frozen=True):
    """What everybody may know."""

    title: str
    decision: Decision | None
    first_seat: int
    turns_played: int
    turns_left: int | None
    row: tuple[str | None, ...]
    decks: dict[str, int]
    discards: dict[str, int]
    laid: dict[str, int]
    turned: dict[str, int]
    seats: tuple[SeatView, ...]
    ticket_deck: int


class OwnFacts(msgspec.Struct, frozen=True):
    """What only one seat may know; a spectator knows nothing of the kind."""

    seat: int | None
    hand: dict[str, int]
    tickets: tuple[str, ...]
    offer: tuple[str, ...]
    tickets_out: tuple[str, ...]
    tickets_below: tuple[str | None, ...]
    opening_tickets: tuple[str, ...]
    opening_fleet: dict[str, int]


class Facts(msgspec.Struct, frozen=True):
    """All that one seat may know, as plain data."""

    table: TableFacts
    own: OwnFacts


class View:
    """All that one seat may know, and nothing else."""

    def __init__(self, title: Title, sight: Sight) -> None:
        self.title = title
        self.sight = sight

    @cached_property
    def table(self) -> TableFacts:
        """What everybody may know."""
        return table_facts(self.sight.public, lexicon_of(self.title))

    @cached_property
    def own(self) -> OwnFacts:
        """What only this seat may know."""
        return own_facts(self.sight, lexicon_of(self.title))

    @property
    def facts(self) -> Facts:
        """Everything, ready for JSON."""
        return Facts(self.table, self.own)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.facts == other.facts

    def __hash__(self) -> int:
        return id(self)

    @property
    def seat(self) -> int | None:
        """Whose view it is; None for a spectator."""
        return self.own.seat

    @property
    def decision(self) -> Decision | None:
        """The decision that is due."""
        return self.table.decision

    @property
    def row(self) -> tuple[str | None, ...]:
        """The face-up cards."""
        return self.table.row

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """What everybody may know of each seat."""
        return self.table.seats

    @property
    def hand(self) -> dict[str, int]:
        """The seat's own cards."""
        return self.own.hand

    @property
    def tickets(self) -> tuple[str, ...]:
        """The seat's own tickets."""
        return self.own.tickets

    @property
    def offer(self) -> tuple[str, ...]:
        """The tickets before the seat, to choose from."""
        return self.own.offer

    @cached_property
    def open_lines(self) -> frozenset[str]:
        """The lines that the seat could still claim, cards and pieces aside."""
        public = self.sight.public
        lexicon = lexicon_of(self.title)
        barred = lexicon.lines_in(public.barred, self.sight.seat * WORDS) if self.sight.seat >= 0 else ()
        return frozenset(lexicon.lines_in(public.open, 0)) - frozenset(barred)

    def imagine(self, dealer: Dealer) -> State:
        """A full state that agrees with this view; all that is hidden is dealt anew."""
        return self.sight.imagine(dealer)


def table_facts(public: Public, lexicon: Lexicon) -> TableFacts:
    """The public table in readable form."""
    return TableFacts(
        title=lexicon.title.id,
        decision=make_decision(public, lexicon),
        first_seat=public.first,
        turns_played=public.turns,
        turns_left=None if public.turns_left < 0 else public.turns_left,
        row=lexicon.row(public.row, public.rules.row_size),
        decks={deck: public.deck_size[n] for n, deck in enumerate(lexicon.decks)},
        discards=lexicon.counts_at(public.discards),
        laid=lexicon.counts_at(public.laid),
        turned=lexicon.counts_at(public.turned),
        seats=tuple(_seat_view(public, seat, lexicon) for seat in range(public.rules.seats)),
        ticket_deck=public.tickets_on_top + public.tickets_below,
    )


def own_facts(sight: Sight, lexicon: Lexicon) -> OwnFacts:
    """A seat's belongings in readable form."""
    offer = lexicon.tickets_in(*sight.offer)
    return OwnFacts(
        seat=None if sight.seat < 0 else sight.seat,
        hand=lexicon.counts_at(sight.hand),
        tickets=lexicon.tickets_in(*sight.tickets),
        offer=offer,
        tickets_out=lexicon.tickets_in(*sight.boxed),
        tickets_below=tuple(lexicon.tickets[entry >> 3] if entry >= 0 else None for entry in sight.below),
        opening_tickets=tuple(ticket for n, ticket in enumerate(offer) if sight.chosen & 2**n),
        opening_fleet=_fleet(sight.fleet, lexicon),
    )


def make_decision(public: Public, lexicon: Lexicon) -> Decision | None:
    """The decision that is due, as everybody may know it."""
    kind = PHASE_NAMES[public.phase]
    if kind == "over":
        return None
    return Decision(
        seat=public.seat,
        kind=kind,
        line=lexicon.lines[public.line] if public.line >= 0 else None,
        city=lexicon.cities[public.city] if public.city >= 0 else None,
        owed=public.owed,
        cards_to_lay=public.to_lay if kind == "lay_cards" else 0,
    )


def _seat_view(public: Public, seat: int, lexicon: Lexicon) -> SeatView:
    return SeatView(
        seat=seat,
        points=public.points[seat],
        pieces=_by_piece(public.pieces[seat * 2], public.pieces[seat * 2 + 1], lexicon),
        box=_by_piece(public.box[seat * 2], public.box[seat * 2 + 1], lexicon),
        markers=public.markers[seat],
        built=lexicon.cities_in(public.built[seat]),
        lines=lexicon.lines_in(public.owned, seat * WORDS),
        hand_size={deck: public.hand_size[seat * DECKS + n] for n, deck in enumerate(lexicon.decks)},
        known_cards=lexicon.counts_at(public.known, seat * SUITS),
        tickets=public.ticket_count[seat],
        ready=public.stage[seat] == READY,
    )


def _by_piece(trains: int, ships: int, lexicon: Lexicon) -> dict[str, int]:
    counts = {PIECES[0]: trains, PIECES[1]: ships}
    return counts if lexicon.title.pieces.ships else {PIECES[0]: trains}


def _fleet(trains: int, lexicon: Lexicon) -> dict[str, int]:
    return {PIECES[0]: trains, PIECES[1]: lexicon.title.pieces.fleet - trains} if trains else {}


def facts_to_data(facts: Facts) -> dict[str, Any]:
    """The facts as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(facts)
    return data


def facts_from_data(data: Any) -> Facts:
    """The facts that plain data describes."""
    return msgspec.convert(data, Facts, strict=True)
