"""Names for the core's numbers, and numbers for names: one lexicon for each title."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.actions import Action
from branchline.engine.core import codes, state
from branchline.engine.core.bits import PLACES, lowest
from branchline.engine.core.cards import KINDS, LOCOMOTIVE, SUITS, count_of
from branchline.engine.core.rules import Rules
from branchline.engine.facts import DecisionKind
from branchline.engine.title import Title

PaymentProblem = Literal["wrong_cards", "mixed_colours", "not_held"]


class Lexicon:
    """What the things in one box are called."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.card_name: dict[int, str] = title.card_names
        self.card_number: dict[str, int] = {name: number for number, name in self.card_name.items()}
        self.decks: list[str] = [deck.name for deck in title.decks]
        self.lines: list[str] = [line.id for line in title.board.lines]
        self.line_number: dict[str, int] = {line: n for n, line in enumerate(self.lines)}
        self.cities: list[str] = [city.id for city in title.board.cities]
        self.city_number: dict[str, int] = {city: n for n, city in enumerate(self.cities)}
        self.tickets: list[str] = [ticket.id for ticket in title.board.tickets]
        self.ticket_number: dict[str, int] = {ticket: n for n, ticket in enumerate(self.tickets)}
        self.actions: dict[int, Action] = {}  # those that have been named, by their codes
        self.has_ships: bool = title.pieces.ships > 0
        self._cards: list[str] = [self.card_name.get(number, "") for number in range(SUITS * KINDS)]

    def cards(self, words: list[int]) -> tuple[str, ...]:
        """The cards in the packed words of the suits, in the order of their numbers."""
        found: list[str] = []
        for suit, word in enumerate(words):
            for kind in range(KINDS):
                found.extend([self._cards[suit * KINDS + kind]] * count_of(word, kind))
        return tuple(found)

    def counts_at(self, words: vec[i64], at: i64 = 0) -> dict[str, int]:
        """How many cards of each kind four packed words of a vector hold."""
        found: dict[str, int] = {}
        for suit in range(i64(SUITS)):
            word = words[at + suit]
            kind: i64 = 0
            while word:
                if word & 63:
                    found[self._cards[suit * KINDS + kind]] = word & 63
                word >>= 6
                kind += 1
        return found

    def row(self, word: i64, size: i64) -> tuple[str | None, ...]:
        """The cards in the slots of the row."""
        found: list[str | None] = []
        for slot in range(size):
            card = count_of(word, slot) - 1
            found.append(self._cards[card] if card >= 0 else None)
        return tuple(found)

    def tickets_in(self, first: i64, second: i64) -> tuple[str, ...]:
        """The tickets in the two words of a mask."""
        found: list[str] = []
        _name(self.tickets, first, 0, found)
        _name(self.tickets, second, PLACES, found)
        return tuple(found)

    def cities_in(self, mask: i64) -> tuple[str, ...]:
        """The cities in a mask."""
        found: list[str] = []
        _name(self.cities, mask, 0, found)
        return tuple(found)

    def lines_in(self, words: vec[i64], at: i64) -> tuple[str, ...]:
        """The lines in a mask that begins at a place of a vector."""
        found: list[str] = []
        for word in range(i64(state.WORDS)):
            _name(self.lines, words[at + word], word * PLACES, found)
        return tuple(found)

    def city(self, city_id: str) -> str:
        """A city's name as printed."""
        return self.title.board.cities[self.city_number[city_id]].name

    def between(self, line_id: str) -> str:
        """A line as players call it: its two cities."""
        line = self.title.board.lines[self.line_number[line_id]]
        return f"{self.city(line.a)}–{self.city(line.b)}"

    def ticket(self, ticket_id: str) -> str:
        """A ticket as players call it: its cities."""
        ticket = self.title.board.tickets[self.ticket_number[ticket_id]]
        return "–".join(self.city(city) for city in ticket.cities)

    def count_cards(self, cards: Iterable[str]) -> str:
        """Cards in words: ``2 red, 1 locomotive``."""
        return ", ".join(f"{n} {card}" for card, n in Counter(cards).items()) or "nothing"

    def payment(self, action: int, suits: tuple[int, int]) -> tuple[str, ...]:
        """The cards of a coded payment out of these two suits."""
        colour = codes.first(action)
        cards: list[str] = []
        for suit, n in zip(suits, (codes.second(action), codes.third(action)), strict=True):
            if n:
                cards.extend([self.card_name[suit * KINDS + colour]] * n)
        return tuple(cards + ["locomotive"] * codes.fourth(action))

    def payment_code(self, cards: tuple[str, ...], suits: tuple[int, int]) -> int | PaymentProblem:
        """The code of a payment out of these two suits, or why it cannot be one."""
        held = Counter(self.card_number[card] for card in cards)
        locomotives = held.pop(LOCOMOTIVE, 0)
        if any(number // KINDS not in suits for number in held):
            return "wrong_cards"
        colours = {number % KINDS for number in held}
        if len(colours) > 1:
            return "mixed_colours"
        colour = colours.pop() if colours else LOCOMOTIVE
        first, second = (held.get(suit * KINDS + colour, 0) for suit in suits)
        if max(first, second, locomotives) > 63:
            return "not_held"
        return codes.code(codes.PAY, colour, first, second, locomotives)


def _name(names: list[str], mask: i64, first: i64, found: list[str]) -> None:
    """Find the names of what is in one word of a mask."""
    while mask:
        found.append(names[first + lowest(mask)])
        mask &= mask - 1


def many(n: int, thing: str) -> str:
    """A number of things: ``1 card``, ``2 cards``."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


@lru_cache(maxsize=64)
def lexicon_of(title: Title) -> Lexicon:
    """The lexicon of a title."""
    return Lexicon(title)


@lru_cache(maxsize=64)
def rules_of(title: Title, seats: int) -> Rules:
    """A title's rules for so many seats."""
    return Rules(title, seats)


def price_of(line_id: str, lexicon: Lexicon) -> str:
    """A line's price in words."""
    line = lexicon.title.board.line(line_id)
    colour = "any one colour" if line.colour == "gray" else line.colour
    if line.pairs:
        return f"{many(line.length, 'pair')} of train cards, each of one colour"
    words = f"{many(line.length, 'space')} of ship cards" if line.kind == "sea" else many(line.length, "card")
    words += f" of {colour}"
    if line.locomotives:
        words += f", of these {many(line.locomotives, 'locomotive')}"
    if line.any_cards:
        what = "locomotive" if line.locomotives else "card"
        words += f"; any {line.any_cards} cards stand in for one {what}"
    return words


PHASE_NAMES: dict[int, DecisionKind] = {
    state.OPENING_TICKETS: "opening_tickets",
    state.OPENING_FLEET: "opening_fleet",
    state.TURN: "turn",
    state.SECOND_CARD: "second_card",
    state.KEEP_TICKETS: "keep_tickets",
    state.PAY_LINE: "pay_line",
    state.LAY_CARDS: "lay_cards",
    state.TUNNEL: "tunnel",
    state.PAY_STATION: "pay_station",
    state.PAY_HARBOUR: "pay_harbour",
}
