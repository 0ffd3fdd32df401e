"""Names for the core's numbers, and numbers for names: one lexicon for each title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.core import codes, state
from branchline.engine.core.bits import BIT, PLACES
from branchline.engine.core.cards import KINDS, LOCOMOTIVE, SUITS, count_of
from branchline.engine.core.rules import Rules
from branchline.engine.title import Title


class Things(Enum):
    """What a mask can be of."""

    TICKETS = "tickets"
    CITIES = "cities"
    LINES = "lines"


class Lexicon:
    """What the things in one box are called."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.card_name = title.card_names
        self.card_number = {name: number for number, name in self.card_name.items()}
        self.decks = [deck.name for deck in title.decks]
        self.lines = [line.id for line in title.board.lines]
        self.line_number = {line: n for n, line in enumerate(self.lines)}
        self.cities = [city.id for city in title.board.cities]
        self.city_number = {city: n for n, city in enumerate(self.cities)}
        self.tickets = [ticket.id for ticket in title.board.tickets]
        self.ticket_number = {ticket: n for n, ticket in enumerate(self.tickets)}
        self._remember()

    def cards(self, *words: int) -> tuple[str, ...]:
        """The cards in the packed words of the suits, in the order of their numbers."""
        found: tuple[str, ...] = ()
        for suit, word in enumerate(words):
            if word:
                found += self._cards_of(suit, word)
        return found

    def counts_at(self, words: vec[i64], at: int = 0) -> dict[str, int]:
        """How many cards of each kind four packed words of a vector hold."""
        found: dict[str, int] = {}
        for suit in range(SUITS):
            word = words[at + suit]
            if word:
                found.update(self._counts_of(suit, word))
        return found

    def row(self, word: int, size: int) -> tuple[str | None, ...]:
        """The cards in the slots of the row."""
        return self._row(word, size)

    def tickets_in(self, *words: int) -> tuple[str, ...]:
        """The tickets in the words of a mask."""
        return self._named_in(Things.TICKETS, words)

    def cities_in(self, mask: int) -> tuple[str, ...]:
        """The cities in a mask."""
        return self._named_in(Things.CITIES, (mask,))

    def lines_in(self, words: vec[i64], at: int) -> tuple[str, ...]:
        """The lines in a mask that begins at a place of a vector."""
        return self._named_in(Things.LINES, (words[at], words[at + 1], words[at + 2]))

    # The same hands, rows and masks are named again and again: for every seat, after every action.

    def _remember(self) -> None:
        self._cards_of = lru_cache(2048)(self._cards_of)  # type: ignore[method-assign]
        self._counts_of = lru_cache(2048)(self._counts_of)  # type: ignore[method-assign]
        self._row = lru_cache(1024)(self._row)  # type: ignore[method-assign]
        self._named_in = lru_cache(2048)(self._named_in)  # type: ignore[method-assign]

    def _cards_of(self, suit: int, word: int) -> tuple[str, ...]:
        return tuple(name for name, held in self._counts_of(suit, word).items() for _ in range(held))

    def _counts_of(self, suit: int, word: int) -> dict[str, int]:
        """Shared by all who ask: not to be changed."""
        counts = ((self.card_name.get(suit * KINDS + kind, ""), count_of(word, kind)) for kind in range(KINDS))
        return {name: held for name, held in counts if held}

    def _row(self, word: int, size: int) -> tuple[str | None, ...]:
        return tuple(self.card_name.get(count_of(word, slot) - 1) for slot in range(size))

    def _named_in(self, things: Things, words: tuple[int, ...]) -> tuple[str, ...]:
        names = {Things.TICKETS: self.tickets, Things.CITIES: self.cities, Things.LINES: self.lines}[things]
        return tuple(
            names[word * PLACES + place]
            for word, mask in enumerate(words)
            for place in range(PLACES)
            if mask & BIT[place]
        )

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

    def payment_code(self, cards: tuple[str, ...], suits: tuple[int, int]) -> int | str:
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


PHASE_NAMES = {
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
    state.OVER: "over",
}
