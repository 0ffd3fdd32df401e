"""Positions for tests: a game whose hands, decks, row and board are set by hand.

Cards are written as players say them: ``"2 red, 1 locomotive"``.
"""

from __future__ import annotations

from collections.abc import Iterable

from librt.vecs import vec
from mypy_extensions import i64

from branchline import titles
from branchline.engine.actions import Action, BuildHarbour, BuildStation, ClaimLine, DrawTickets, KeepTickets, Pay
from branchline.engine.core.bits import BIT, PLACES
from branchline.engine.core.cards import KINDS, SUITS, UNIT, total
from branchline.engine.core.moves.claim_line import take_line
from branchline.engine.core.state import DECKS, TICKET_WORDS, TURN
from branchline.engine.events import Event
from branchline.engine.facts import TableFacts
from branchline.engine.game import Game, Options
from branchline.engine.title import Title


def cards(words: str) -> tuple[str, ...]:
    """``"2 red, 1 locomotive"`` as a tuple of cards."""
    found: list[str] = []
    for part in filter(None, (part.strip() for part in words.split(","))):
        count, name = part.split(" ", 1)
        found.extend([name] * int(count))
    return tuple(found)


def ways(*payments: str) -> set[tuple[str, ...]]:
    """Payments as ``Position.payments`` gives them."""
    return {tuple(sorted(cards(words))) for words in payments}


class Position:
    """A game past its opening, seat 0 to move, in which everything can be set."""

    def __init__(self, title: str | Title, seats: int = 2, seed: int = 1) -> None:
        value = titles.load(title) if isinstance(title, str) else title
        self.game = Game.new(value, seats, seed, Options(first_seat=0))
        while self.game.decision is not None and self.game.decision.kind.startswith("opening"):
            seat = self.game.decision.seat
            self.game.play(seat, self.game.legal()[-1])
        self.state = self.game.state
        self.public = self.game.state.public
        self.lexicon = self.game.lexicon
        assert self.public.phase == TURN

    # --- cards

    def _words(self, words: str) -> list[int]:
        packed = [0] * SUITS
        for card in cards(words):
            number = self.lexicon.card_number[card]
            packed[number // KINDS] += UNIT[number % KINDS]
        return packed

    def hand(self, seat: int, words: str) -> Position:
        """Set a hand; nothing of it is known to the others."""
        for suit, word in enumerate(self._words(words)):
            self.state.hands[seat * SUITS + suit] = word
            self.public.known[seat * SUITS + suit] = 0
        for deck in range(DECKS):
            at = seat * SUITS + deck * 2
            self.public.hand_size[seat * DECKS + deck] = total(self.state.hands[at]) + total(self.state.hands[at + 1])
        return self

    def deck(self, words: str) -> Position:
        """Set what is in the deck or decks."""
        for suit, word in enumerate(self._words(words)):
            self.state.deck[suit] = word
        for deck in range(DECKS):
            self.public.deck_size[deck] = total(self.state.deck[deck * 2]) + total(self.state.deck[deck * 2 + 1])
        return self

    def discards(self, words: str) -> Position:
        """Set the discards."""
        for suit, word in enumerate(self._words(words)):
            self.public.discards[suit] = word
        return self

    def row(self, *slots: str | None) -> Position:
        """Set the row, a card or None for each slot."""
        self.public.row = 0
        for slot, card in enumerate(slots):
            if card is not None:
                self.public.row += (self.lexicon.card_number[card] + 1) * UNIT[slot]
        self.public.row_cards = sum(card is not None for card in slots)
        return self

    # --- board

    def owns(self, seat: int, *lines: str) -> Position:
        """Give lines to a seat, without cards, pieces or points."""
        for line in lines:
            take_line(self.state, seat, self.lexicon.line_number[line])
        return self

    def pieces(self, seat: int, trains: int, ships: int = 0) -> Position:
        """Set the pieces a seat has left."""
        self.public.pieces[seat * 2] = trains
        self.public.pieces[seat * 2 + 1] = ships
        return self

    def built(self, seat: int, *cities: str) -> Position:
        """Give stations or harbours to a seat."""
        for city in cities:
            self.public.built[seat] |= BIT[self.lexicon.city_number[city]]
            self.public.markers[seat] -= 1
        return self

    def tickets(self, seat: int, *tickets: str) -> Position:
        """Set the tickets a seat holds."""
        for word in range(TICKET_WORDS):
            self.state.tickets[seat * TICKET_WORDS + word] = 0
        for ticket in tickets:
            n = self.lexicon.ticket_number[ticket]
            self.state.tickets[seat * TICKET_WORDS + n // PLACES] |= BIT[n % PLACES]
        self.public.ticket_count[seat] = len(tickets)
        return self

    def ticket_deck(self, *tickets: str) -> Position:
        """Set the ticket deck, in the order the tickets are drawn."""
        self.state.top = vec[i64]([0, 0])
        self.public.tickets_on_top = 0
        # Below the top the order is fixed. Seat 7 is nobody's: no seat knows these tickets.
        self.state.below = vec[i64]([self.lexicon.ticket_number[ticket] * 8 + 7 for ticket in tickets])
        self.public.tickets_below = len(tickets)
        return self

    def points(self, seat: int, points: int) -> Position:
        """Set the points on the track."""
        self.public.points[seat] = points
        return self

    # --- play

    def play(self, *actions: Action) -> list[Event]:
        """Play actions of whoever is to move."""
        events: list[Event] = []
        for action in actions:
            decision = self.game.decision
            assert decision is not None
            events.extend(self.game.play(decision.seat, action))
        return events

    def claim(self, line: str, words: str) -> list[Event]:
        """Choose a line and pay for it."""
        return self.play(ClaimLine(line), Pay(cards(words)))

    def station(self, city: str, words: str) -> list[Event]:
        """Build a station and pay for it."""
        return self.play(BuildStation(city), Pay(cards(words)))

    def harbour(self, city: str, words: str) -> list[Event]:
        """Build a harbour and pay for it."""
        return self.play(BuildHarbour(city), Pay(cards(words)))

    # --- questions

    def legal(self) -> tuple[Action, ...]:
        """The legal actions of whoever is to move."""
        return self.game.legal()

    def legal_of(self, *kinds: type) -> list[Action]:
        """The legal actions of these kinds."""
        return [action for action in self.game.legal() if isinstance(action, kinds)]

    def payments(self, line: str) -> set[tuple[str, ...]]:
        """Every whole payment for a line, however many steps it takes, as sorted cards."""
        found: set[tuple[str, ...]] = set()
        start = self.game.copy()
        assert start.decision is not None
        start.play(start.decision.seat, ClaimLine(line))
        self._collect(start, (), found)
        return found

    def _collect(self, game: Game, laid: tuple[str, ...], found: set[tuple[str, ...]]) -> None:
        from branchline.engine.actions import LayCards

        decision = game.decision
        assert decision is not None
        for action in game.legal():
            if isinstance(action, Pay):
                found.add(tuple(sorted(action.cards)))
                continue
            step = laid + (action.card,) * action.count if isinstance(action, LayCards) else laid
            if isinstance(action, LayCards) and action.count == decision.cards_to_lay:
                whole = tuple(sorted(step))
                assert whole not in found, f"{whole} can be laid in two ways"
                found.add(whole)
                continue
            after = game.copy()
            after.play(decision.seat, action)
            self._collect(after, step, found)

    def why_not(self, action: Action) -> str | None:
        """The reason against an action of whoever is to move, in words."""
        decision = self.game.decision
        assert decision is not None
        problem = self.game.why_not(decision.seat, action)
        return None if problem is None else str(problem)

    def holds(self, seat: int) -> dict[str, int]:
        """A seat's hand."""
        return self.game.view(seat).hand

    @property
    def table(self) -> TableFacts:
        """What lies open on the table, as a spectator sees it."""
        return self.game.view(None).table

    def total(self, seat: int) -> int:
        """A seat's score if the game ended now."""
        return self.game.tally().seats[seat].total

    def score_lines(self, seat: int) -> dict[str, int]:
        """A seat's points if the game ended now, by reason and subject."""
        return {f"{line.reason} {line.subject}".strip(): line.points for line in self.game.tally().seats[seat].lines}


def keep(tickets: Iterable[str]) -> KeepTickets:
    """Keep these tickets."""
    return KeepTickets(tuple(tickets))


def draw_all_tickets(game: Game) -> list[str]:
    """Everybody in turn draws tickets and keeps them all, until the deck is empty; the tickets in that order."""
    drawn: list[str] = []
    while game.view(None).table.ticket_deck:
        assert game.decision is not None
        seat = game.decision.seat
        game.play(seat, DrawTickets())
        offer = game.view(seat).offer
        drawn.extend(offer)
        game.play(seat, KeepTickets(offer))
    return drawn
