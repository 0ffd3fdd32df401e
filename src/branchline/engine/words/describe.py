"""What a seat may know, put into names."""

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.core.bits import BIT
from branchline.engine.core.cards import SUITS
from branchline.engine.core.sight import Sight
from branchline.engine.core.state import DECKS, LAY_CARDS, OVER, READY, WORDS, Public
from branchline.engine.facts import Decision, OwnFacts, SeatView, TableFacts
from branchline.engine.words.lexicon import PHASE_NAMES, Lexicon
from branchline.engine.words.translate import PIECES


def table_facts(public: Public, lexicon: Lexicon) -> TableFacts:
    """The public table in readable form."""
    return TableFacts(
        title=lexicon.title.id,
        decision=make_decision(public, lexicon),
        first_seat=public.first,
        turns_played=public.turns,
        turns_left=None if public.turns_left < 0 else public.turns_left,
        row=lexicon.row(public.row, public.rules.row_size),
        decks=_by_deck(public.deck_size, 0, lexicon),
        discards=lexicon.counts_at(public.discards),
        laid=lexicon.counts_at(public.laid),
        turned=lexicon.counts_at(public.turned),
        seats=tuple([_seat_view(public, seat, lexicon) for seat in range(public.rules.seats)]),
        ticket_deck=public.tickets_on_top + public.tickets_below,
    )


def own_facts(sight: Sight, lexicon: Lexicon) -> OwnFacts:
    """A seat's belongings in readable form."""
    offer = _tickets(sight.offer, lexicon)
    return OwnFacts(
        seat=None if sight.seat < 0 else sight.seat,
        hand=lexicon.counts_at(sight.hand),
        tickets=_tickets(sight.tickets, lexicon),
        offer=offer,
        tickets_out=_tickets(sight.boxed, lexicon),
        tickets_below=tuple([lexicon.tickets[entry >> 3] if entry >= 0 else None for entry in sight.below]),
        opening_tickets=tuple([ticket for n, ticket in enumerate(offer) if sight.chosen & BIT[n]]),
        opening_fleet=_fleet(sight.fleet, lexicon),
    )


def make_decision(public: Public, lexicon: Lexicon) -> Decision | None:
    """The decision that is due, as everybody may know it."""
    if public.phase == OVER:
        return None
    return Decision(
        seat=public.seat,
        kind=PHASE_NAMES[public.phase],
        line=lexicon.lines[public.line] if public.line >= 0 else None,
        city=lexicon.cities[public.city] if public.city >= 0 else None,
        owed=public.owed,
        cards_to_lay=public.to_lay if public.phase == LAY_CARDS else 0,
    )


def _seat_view(public: Public, seat: i64, lexicon: Lexicon) -> SeatView:
    return SeatView(
        seat=seat,
        points=public.points[seat],
        pieces=_by_piece(public.pieces[seat * 2], public.pieces[seat * 2 + 1], lexicon),
        box=_by_piece(public.box[seat * 2], public.box[seat * 2 + 1], lexicon),
        markers=public.markers[seat],
        built=lexicon.cities_in(public.built[seat]),
        lines=lexicon.lines_in(public.owned, seat * WORDS),
        hand_size=_by_deck(public.hand_size, seat * DECKS, lexicon),
        known_cards=lexicon.counts_at(public.known, seat * SUITS),
        tickets=public.ticket_count[seat],
        ready=public.stage[seat] == READY,
    )


def _tickets(words: vec[i64], lexicon: Lexicon) -> tuple[str, ...]:
    return lexicon.tickets_in(words[0], words[1])


def _by_deck(counts: vec[i64], at: i64, lexicon: Lexicon) -> dict[str, int]:
    return {deck: counts[at + n] for n, deck in enumerate(lexicon.decks)}


def _by_piece(trains: i64, ships: i64, lexicon: Lexicon) -> dict[str, int]:
    counts: dict[str, int] = {PIECES[0]: trains, PIECES[1]: ships}
    return counts if lexicon.has_ships else {PIECES[0]: trains}


def _fleet(trains: i64, lexicon: Lexicon) -> dict[str, int]:
    return {PIECES[0]: trains, PIECES[1]: lexicon.title.pieces.fleet - trains} if trains else {}
