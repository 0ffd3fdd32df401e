"""What the referee notes down: hands, decks, row, tickets, pieces, lines and points, and the events as they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from laws.rulebook import BOOKS, LOCOMOTIVE, Cards, Foul, demand

from branchline.engine import events as ev
from branchline.engine.board import Line
from branchline.engine.title import Title

_Event = TypeVar("_Event", bound=ev.Event)


class Notes:
    """One game on paper, kept by its events."""

    def __init__(self, title: Title, seats: int) -> None:
        self.title = title
        self.board = title.board
        self.book = BOOKS[title.id]
        self.seats = seats
        self.line = {line.id: line for line in title.board.lines}
        self.ticket = {ticket.id: ticket for ticket in title.board.tickets}
        self.cities = {city.id: city for city in title.board.cities}
        self.hands: list[Cards] = [Counter() for _ in range(seats)]
        self.decks = {deck.name: self.contents(deck.name) for deck in title.decks}
        demand(tuple(self.decks) == self.book.decks, "these are other decks")
        self.discards: dict[str, Cards] = {name: Counter() for name in self.decks}
        self.home = {card: name for name, cards in self.decks.items() for card in cards}
        self.row: list[str | None] = [None] * sum(self.book.row)
        self.row_stays = False
        drawn_from = self.book.dealt_tickets[-1][0]
        # The ticket deck: piles one under the other, in each of which any ticket may be the next (R18).
        self.ticket_deck = [{ticket.id for ticket in title.board.tickets if ticket.deck == drawn_from}]
        self.other_tickets = {ticket.id for ticket in title.board.tickets if ticket.deck != drawn_from}
        self.offers: list[set[str]] = [set() for _ in range(seats)]
        self.kept: list[set[str]] = [set() for _ in range(seats)]
        self.opening: list[set[str] | None] = [None] * seats
        self.fleets: list[tuple[int, int] | None] = [None] * seats
        self.pieces: list[dict[str, int]] = [
            {"trains": self.book.trains, "ships": self.book.ships} for _ in range(seats)
        ]
        self.box: list[dict[str, int]] = [{"trains": 0, "ships": 0} for _ in range(seats)]
        self.owner: dict[str, int] = {}
        self.built: dict[str, int] = {}
        self.points = [0] * seats
        self.exchanged = [0] * seats
        self.stage = "opening"
        self.turn = -1
        self.passes = 0
        self.turns_left: int | None = None
        self.chosen_line: Line | None = None
        self.chosen_city: str | None = None
        self.stand_ins = 0
        self.laid: Cards = Counter()
        self.turned: Cards = Counter()
        self.owed = 0
        self.events: list[ev.Event] = []

    def contents(self, name: str) -> Cards:
        """The cards in a deck of the box."""
        cards: Cards = Counter()
        for deck in self.title.decks:
            if deck.name == name:
                cards[LOCOMOTIVE] += deck.locomotives
                for suit in deck.suits:
                    cards.update({suit.name.format(colour): suit.each for colour in self.title.colours})
        return +cards

    # --- reading events

    def next(self, kind: type[_Event]) -> _Event:
        """The next event, which has to be of this kind."""
        demand(bool(self.events), f"a {kind.__name__} is missing")
        event = self.events.pop(0)
        if not isinstance(event, kind):
            raise Foul(f"{event} comes where a {kind.__name__} is due")
        demand(getattr(event, "seat", 0) in range(self.seats), f"{event}: there is no such seat")
        return event

    def expect(self, event: ev.Event) -> None:
        """The next event, which has to be exactly this one."""
        told = self.next(type(event))
        demand(told == event, f"{told} is told, but it was {event}")

    def coming(self, kind: type[ev.Event]) -> bool:
        return bool(self.events) and isinstance(self.events[0], kind)

    def done(self) -> None:
        demand(not self.events, f"{self.events} should not have happened")

    # --- cards

    def draw(self, deck: str, card: str | None) -> str:
        """A card leaves its deck."""
        demand(deck in self.decks, f"there is no deck {deck}")
        if card is None or self.decks[deck][card] == 0:
            raise Foul(f"there is no {card} in the deck {deck}")
        self.decks[deck][card] -= 1
        return card

    def reshuffle(self) -> None:
        """C4, R13: an empty deck is refilled from its discards before anything else happens."""
        due = {deck for deck in self.decks if not self.decks[deck].total() and self.discards[deck].total()}
        while due:
            told = self.next(ev.DeckReshuffled)
            demand(told.deck in due, f"{told.deck} is not to be reshuffled")
            demand(told.cards == self.discards[told.deck].total(), f"{told}: the discards are others")
            self.decks[told.deck], self.discards[told.deck] = self.discards[told.deck], Counter()
            due.remove(told.deck)

    def discard(self, cards: Iterable[str]) -> None:
        for card in cards:
            self.discards[self.home[card]][card] += 1

    def fill(self, decks: Iterable[str]) -> ev.RowFilled:
        """A card of one of these decks is turned into a gap of the row."""
        told = self.next(ev.RowFilled)
        demand(0 <= told.slot < len(self.row) and self.row[told.slot] is None, f"{told}: there is no gap")
        demand(told.deck in decks, f"{told}: it should come from {decks}")
        self.row[told.slot] = self.draw(told.deck, told.card)
        demand(told.row == tuple(self.row), f"{told}: the row is {self.row}")
        self.reshuffle()
        return told

    def with_cards(self) -> list[str]:
        """The decks that have cards."""
        return [deck for deck in self.decks if self.decks[deck].total()]

    def settle_row(self) -> None:
        """R13: gaps are filled; U3, W3, R4: a row with three locomotives is renewed, five times at most."""
        while None in self.row and self.with_cards():
            self.fill(self.with_cards())
            self.row_stays = False
        renewals = 0
        while self.book.row_renewed and self.row.count(LOCOMOTIVE) >= 3 and not self.row_stays:
            if renewals == 5:
                self.row_stays = True
                return
            self.renew_row()
            renewals += 1

    def renew_row(self) -> None:
        shown = [card for card in self.row if card is not None]
        told = self.next(ev.RowRenewed)
        demand(Counter(told.discarded) == Counter(shown), f"{told}: the row was {shown}")
        self.discard(shown)
        self.row = [None] * len(self.row)
        self.reshuffle()
        self.turn_row()

    def turn_row(self) -> None:
        """So many of each deck; what one lacks comes from the other."""
        to_come = dict(zip(self.decks, self.book.row, strict=True))
        while None in self.row and self.with_cards():
            due = [deck for deck in self.with_cards() if to_come[deck]]
            told = self.fill(due or self.with_cards())
            to_come[told.deck] -= 1
            to_come[told.deck] = max(0, to_come[told.deck])

    # --- turns

    def end_turn(self, passed: bool = False) -> None:
        """C10: the end comes a number of turns after somebody has few pieces left."""
        seat = self.turn
        if not passed:
            self.passes = 0
        self.chosen_line = None
        self.chosen_city = None
        self.stage = "turn"
        self.turn = (seat + 1) % self.seats
        if self.turns_left is not None:
            self.turns_left -= 1
            if self.turns_left == 0:
                self.expect(ev.GameEnded("last turns played"))
                self.stage = "over"
        elif sum(self.pieces[seat].values()) <= self.book.end_at:
            self.turns_left = self.book.last_turns * self.seats
            self.expect(ev.LastTurnsBegan(seat, self.turns_left))
