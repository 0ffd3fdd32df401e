"""The table as data: what everybody sees (Public) and all there is (State).

Nothing in Public is secret, and everything secret is outside it: what a seat may know is Public and
its own belongings, never a State with parts struck out.
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.core.cards import SUITS
from branchline.engine.core.tape import COPYING_TAPE, FRESH_TAPE, Tape

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

    def take(self, other: "Public", tape: Tape) -> None:
        """Take every field from another table, or from a tape. Whatever is made, copied or sent goes this way."""
        seats = self.rules.seats
        self.phase = tape.number(other.phase)
        self.seat = tape.number(other.seat)
        self.first = tape.number(other.first)
        self.turns = tape.number(other.turns)
        self.turns_left = tape.number(other.turns_left)
        self.passes = tape.number(other.passes)
        self.line = tape.number(other.line)
        self.city = tape.number(other.city)
        self.stand_ins = tape.number(other.stand_ins)
        self.to_lay = tape.number(other.to_lay)
        self.cursor = tape.number(other.cursor)
        self.owed = tape.number(other.owed)
        self.row = tape.number(other.row)
        self.row_cards = tape.number(other.row_cards)
        self.row_stays = tape.number(other.row_stays)
        self.tickets_on_top = tape.number(other.tickets_on_top)
        self.tickets_below = tape.number(other.tickets_below)
        self.tickets_offered = tape.number(other.tickets_offered)
        self.deck_size = tape.vector(other.deck_size, DECKS)
        self.discards = tape.vector(other.discards, SUITS)
        self.laid = tape.vector(other.laid, SUITS)
        self.turned = tape.vector(other.turned, SUITS)
        self.hand_size = tape.vector(other.hand_size, seats * DECKS)
        self.known = tape.vector(other.known, seats * SUITS)
        self.pieces = tape.vector(other.pieces, seats * 2)
        self.box = tape.vector(other.box, seats * 2)
        self.stage = tape.vector(other.stage, seats)
        self.points = tape.vector(other.points, seats)
        self.exchanged = tape.vector(other.exchanged, seats)
        self.markers = tape.vector(other.markers, seats)
        self.built = tape.vector(other.built, seats)
        self.reached = tape.vector(other.reached, seats)
        self.ticket_count = tape.vector(other.ticket_count, seats)
        self.opening_kept = tape.vector(other.opening_kept, seats)
        self.open = tape.vector(other.open, WORDS)
        self.owned = tape.vector(other.owned, seats * WORDS)
        self.barred = tape.vector(other.barred, seats * WORDS)

    def lay_out(self) -> None:
        """Put an empty table in order: everything nought, every line open."""
        self.take(self, FRESH_TAPE)
        self.open = self.rules.all_lines[:]

    def copy(self) -> "Public":
        """The same table, on its own."""
        twin = Public(self.rules)
        twin.take(self, COPYING_TAPE)
        return twin


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
