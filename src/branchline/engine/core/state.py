"""The table as data: what everybody sees (Public) and all there is (State).

Nothing in Public is secret, and everything secret is outside it: what a seat may know is Public and
its own belongings, never a State with parts struck out.
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.core.bits import noughts
from branchline.engine.core.cards import SUITS

if TYPE_CHECKING:
    from branchline.engine.core.rules import Rules

WORDS: Final = 3  # words in a mask of lines
TICKET_WORDS: Final = 2  # words in a mask of tickets

DECKS: Final = 2
TRAINS: Final = 0
SHIPS: Final = 1

# Phases: the kind of choice that is due.
OPENING_TICKETS: Final = 0
OPENING_FLEET: Final = 1
TURN: Final = 2
SECOND_CARD: Final = 3
KEEP_TICKETS: Final = 4
PAY_LINE: Final = 5
LAY_CARDS: Final = 6
TUNNEL: Final = 7
PAY_STATION: Final = 8
PAY_HARBOUR: Final = 9
OVER: Final = 10
PHASES: Final = 11

SCALARS: Final = 18  # single numbers in Public

# Stages of a seat in the opening.
CHOOSES_TICKETS: Final = 0
CHOOSES_FLEET: Final = 1
READY: Final = 2


class Public:
    """All that lies open on the table."""

    def __init__(self, rules: "Rules") -> None:
        self.rules: Rules = rules
        self.phase: i64 = OPENING_TICKETS
        self.seat: i64 = 0
        self.first: i64 = 0
        self.turns: i64 = 0  # completed
        self.turns_left: i64 = -1  # once the end is triggered; -1 before
        self.passes: i64 = 0  # one after the other
        # What is being paid for, and how far the payment has come.
        self.line: i64 = -1
        self.city: i64 = -1
        self.stand_ins: i64 = 0
        self.to_lay: i64 = 0
        self.cursor: i64 = 0
        self.owed: i64 = 0
        # The row: six bits a slot, card + 1, or 0 for a gap.
        self.row: i64 = 0
        self.row_cards: i64 = 0
        self.row_stays: i64 = 0  # R4: not renewed until a card of it is replaced or a gap filled
        # The ticket deck: unknown tickets on top, returned ones below, and those before a seat.
        self.tickets_on_top: i64 = 0
        self.tickets_below: i64 = 0
        self.tickets_offered: i64 = 0
        # By deck, by suit.
        self.deck_size: vec[i64] = vec[i64]()
        self.discards: vec[i64] = vec[i64]()
        self.laid: vec[i64] = vec[i64]()
        self.turned: vec[i64] = vec[i64]()
        # By seat and deck, by seat and suit.
        self.hand_size: vec[i64] = vec[i64]()
        self.known: vec[i64] = vec[i64]()  # cards all have seen go into the hand
        # By seat and piece.
        self.pieces: vec[i64] = vec[i64]()  # still to be placed
        self.box: vec[i64] = vec[i64]()  # to be had by exchange
        # By seat.
        self.stage: vec[i64] = vec[i64]()
        self.points: vec[i64] = vec[i64]()
        self.exchanged: vec[i64] = vec[i64]()
        self.markers: vec[i64] = vec[i64]()  # stations or harbours not yet built
        self.built: vec[i64] = vec[i64]()  # cities with the seat's station or harbour
        self.reached: vec[i64] = vec[i64]()  # cities on the seat's lines
        self.ticket_count: vec[i64] = vec[i64]()
        self.opening_kept: vec[i64] = vec[i64]()
        # Masks of lines; the last two by seat.
        self.open: vec[i64] = vec[i64]()
        self.owned: vec[i64] = vec[i64]()
        self.barred: vec[i64] = vec[i64]()  # C7: the other line of a double route it owns

    def lay_out(self) -> None:
        """Put an empty table in order: everything nought, every line open."""
        seats = self.rules.seats
        self.deck_size = noughts(DECKS)
        self.discards = noughts(SUITS)
        self.laid = noughts(SUITS)
        self.turned = noughts(SUITS)
        self.hand_size = noughts(seats * DECKS)
        self.known = noughts(seats * SUITS)
        self.pieces = noughts(seats * 2)
        self.box = noughts(seats * 2)
        self.stage = noughts(seats)
        self.points = noughts(seats)
        self.exchanged = noughts(seats)
        self.markers = noughts(seats)
        self.built = noughts(seats)
        self.reached = noughts(seats)
        self.ticket_count = noughts(seats)
        self.opening_kept = noughts(seats)
        self.open = self.rules.all_lines[:]
        self.owned = noughts(seats * WORDS)
        self.barred = noughts(seats * WORDS)

    def copy(self) -> "Public":
        """The same table, on its own."""
        twin = Public(self.rules)
        twin.phase = self.phase
        twin.seat = self.seat
        twin.first = self.first
        twin.turns = self.turns
        twin.turns_left = self.turns_left
        twin.passes = self.passes
        twin.line = self.line
        twin.city = self.city
        twin.stand_ins = self.stand_ins
        twin.to_lay = self.to_lay
        twin.cursor = self.cursor
        twin.owed = self.owed
        twin.row = self.row
        twin.row_cards = self.row_cards
        twin.row_stays = self.row_stays
        twin.tickets_on_top = self.tickets_on_top
        twin.tickets_below = self.tickets_below
        twin.tickets_offered = self.tickets_offered
        twin.deck_size = self.deck_size[:]
        twin.discards = self.discards[:]
        twin.laid = self.laid[:]
        twin.turned = self.turned[:]
        twin.hand_size = self.hand_size[:]
        twin.known = self.known[:]
        twin.pieces = self.pieces[:]
        twin.box = self.box[:]
        twin.stage = self.stage[:]
        twin.points = self.points[:]
        twin.exchanged = self.exchanged[:]
        twin.markers = self.markers[:]
        twin.built = self.built[:]
        twin.reached = self.reached[:]
        twin.ticket_count = self.ticket_count[:]
        twin.opening_kept = self.opening_kept[:]
        twin.open = self.open[:]
        twin.owned = self.owned[:]
        twin.barred = self.barred[:]
        return twin

    def numbers(self) -> list[int]:
        """Everything in it as one list, for another process."""
        found: list[int] = [
            self.phase,
            self.seat,
            self.first,
            self.turns,
            self.turns_left,
            self.passes,
            self.line,
            self.city,
            self.stand_ins,
            self.to_lay,
            self.cursor,
            self.owed,
            self.row,
            self.row_cards,
            self.row_stays,
            self.tickets_on_top,
            self.tickets_below,
            self.tickets_offered,
        ]
        for each in self._vectors():
            found.extend(each)
        return found

    def _vectors(self) -> list[vec[i64]]:
        """All its vectors, in a fixed order."""
        return [
            self.deck_size,
            self.discards,
            self.laid,
            self.turned,
            self.hand_size,
            self.known,
            self.pieces,
            self.box,
            self.stage,
            self.points,
            self.exchanged,
            self.markers,
            self.built,
            self.reached,
            self.ticket_count,
            self.opening_kept,
            self.open,
            self.owned,
            self.barred,
        ]


def public_from(rules: "Rules", numbers: list[int]) -> Public:
    """The public table that a list of its numbers describes."""
    public = Public(rules)
    public.lay_out()
    (
        public.phase,
        public.seat,
        public.first,
        public.turns,
        public.turns_left,
        public.passes,
        public.line,
        public.city,
        public.stand_ins,
        public.to_lay,
        public.cursor,
        public.owed,
        public.row,
        public.row_cards,
        public.row_stays,
        public.tickets_on_top,
        public.tickets_below,
        public.tickets_offered,
    ) = numbers[:SCALARS]
    at = SCALARS
    for each in public._vectors():
        for n in range(i64(len(each))):
            each[n] = numbers[at]
            at += 1
    return public


class State:
    """All there is: the public table, and what is hidden from somebody."""

    def __init__(self, public: Public) -> None:
        self.public: Public = public
        self.hands: vec[i64] = vec[i64]()  # by seat and suit
        self.deck: vec[i64] = vec[i64]()  # by suit: the deck has contents, but no order until drawn
        # Masks of tickets, by seat.
        self.tickets: vec[i64] = vec[i64]()
        self.offers: vec[i64] = vec[i64]()
        self.boxed: vec[i64] = vec[i64]()  # rejected and out of the game
        # The ticket deck: a mask on top, drawn at random, then the returned ones in their order.
        self.top: vec[i64] = vec[i64]()
        self.below: vec[i64] = vec[i64]()  # ticket * 8 + the seat that returned it
        # Opening choices, kept from the others until all have chosen.
        self.chosen: vec[i64] = vec[i64]()  # among the offered tickets
        self.fleet: vec[i64] = vec[i64]()  # trains

    def copy(self) -> "State":
        """The same game, on its own."""
        twin = State(self.public.copy())
        twin.hands = self.hands[:]
        twin.deck = self.deck[:]
        twin.tickets = self.tickets[:]
        twin.offers = self.offers[:]
        twin.boxed = self.boxed[:]
        twin.top = self.top[:]
        twin.below = self.below[:]
        twin.chosen = self.chosen[:]
        twin.fleet = self.fleet[:]
        return twin
