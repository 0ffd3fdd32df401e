"""What a title is: one value, composed of data and small rule parts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from branchline.engine.board import GRAY, Board
from branchline.engine.core.cards import COLOURS, DOUBLE, LOCOMOTIVE, MARKED, SHIP, SUITS, TRAIN
from branchline.engine.core.parts import Move, Scorer, TieBreak
from branchline.engine.errors import BoardError

UNDER_THE_DECK = "under the deck"
OUT_OF_THE_GAME = "out of the game"


MarkerKind = Literal["station", "harbour"]


@dataclass(frozen=True, slots=True)
class Suit:
    """Cards of one sort in a deck: so many of each colour, named by a pattern."""

    suit: int
    each: int
    name: str = "{}"


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of cards: its suits, its locomotives, how many go to each hand and to the row."""

    name: str
    suits: tuple[Suit, ...]
    locomotives: int = 0
    to_hand: int = 0
    to_row: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """How face-up locomotives behave (U2, U3, N2)."""

    locomotive_is_whole_draw: bool = True
    renewed_at: int = 3  # locomotives; 0 for never


@dataclass(frozen=True, slots=True)
class TicketRules:
    """How tickets are dealt, drawn and kept. The last deck named is the one drawn from later."""

    dealt: tuple[tuple[str, int], ...]
    keep_dealt: int
    drawn: int
    keep_drawn: int = 1
    rejected_dealt: str = UNDER_THE_DECK
    rejected_drawn: str = UNDER_THE_DECK

    @property
    def dealt_return(self) -> bool:
        """Whether rejected starting tickets go under the deck."""
        return self.rejected_dealt == UNDER_THE_DECK

    @property
    def drawn_return(self) -> bool:
        """Whether tickets rejected later go under the deck."""
        return self.rejected_drawn == UNDER_THE_DECK


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of each player; with a fleet, so many of own choice out of these (W1)."""

    trains: int
    ships: int = 0
    fleet: int = 0
    advised_trains: int = 0

    @property
    def fewest_trains(self) -> int:
        return max(0, self.fleet - self.ships)

    @property
    def most_trains(self) -> int:
        return min(self.trains, self.fleet)


@dataclass(frozen=True, slots=True)
class Ending:
    """When the end is triggered, and how many turns each player then has (C10)."""

    pieces_left: int
    last_turns: int


@dataclass(frozen=True, eq=False)
class Title:
    """The rules in the box."""

    id: str
    name: str
    version: int
    board: Board
    fewest_seats: int
    most_seats: int
    colours: tuple[str, ...]
    decks: tuple[Deck, ...]
    row: Row
    tickets: TicketRules
    pieces: Pieces
    locomotives_on: frozenset[str]  # kinds of lines
    doubles_open_from: int  # seats from which both lines of a double route can be claimed
    moves: tuple[Move, ...]
    ending: Ending
    scorers: tuple[Scorer, ...]
    tie_breaks: tuple[TieBreak, ...]
    marker: MarkerKind | None = None  # what is built in cities, if anything
    markers: int = 0  # how many each player has

    def __post_init__(self) -> None:
        _check(self)

    @property
    def card_names(self) -> dict[int, str]:
        """The name of every kind of card, by its number, in the order of the decks."""
        names: dict[int, str] = {}
        for deck in self.decks:
            for suit in deck.suits:
                for place, colour in enumerate(self.colours):
                    names[suit.suit * 10 + place] = suit.name.format(colour)
            if deck.locomotives:
                names[LOCOMOTIVE] = "locomotive"
        return names

    @property
    def row_size(self) -> int:
        return sum(deck.to_row for deck in self.decks)


def _check(title: Title) -> None:
    """Refuse a title whose parts do not go together."""
    where = f"title {title.id}"
    if not 2 <= title.fewest_seats <= title.most_seats <= 5:
        raise BoardError(f"{where}: it is for {title.fewest_seats} to {title.most_seats} seats, not within 2 to 5")
    if not 1 <= len(title.colours) <= COLOURS or len(set(title.colours)) != len(title.colours):
        raise BoardError(f"{where}: it has {len(title.colours)} colours, not 1 to {COLOURS} different ones")
    if not 1 <= title.row_size <= 10:
        raise BoardError(f"{where}: its row has {title.row_size} cards, not 1 to 10")
    if (title.marker is None) != (title.markers == 0):
        raise BoardError(f"{where}: it says what its markers are, and how many each player has, or neither")
    _check_decks(title, where)
    _check_lines(title, where)
    _check_tickets(title, where)


def _check_decks(title: Title, where: str) -> None:
    suits = [suit.suit for deck in title.decks for suit in deck.suits]
    allowed: tuple[tuple[int, ...], ...] = ((TRAIN, MARKED), (SHIP, DOUBLE))
    if len(title.decks) not in (1, 2) or len(set(suits)) != len(suits) or set(suits) - set(range(SUITS)):
        raise BoardError(f"{where}: one or two decks, each suit in one of them")
    for deck, fitting in zip(title.decks, allowed, strict=False):
        if {suit.suit for suit in deck.suits} - set(fitting):
            raise BoardError(f"{where}: the deck {deck.name!r} holds a suit of the other deck")
    if any(suit.each > 40 for deck in title.decks for suit in deck.suits):
        raise BoardError(f"{where}: more than 40 cards of a kind do not fit")
    if any(deck.locomotives for deck in title.decks[1:]) or title.decks[0].locomotives > 40:
        raise BoardError(f"{where}: locomotives are in the first deck, 40 at most")


def _check_lines(title: Title, where: str) -> None:
    if len(title.board.lines) > 186:
        raise BoardError(f"{where}: the board has {len(title.board.lines)} lines, more than 186")
    most_pieces = title.pieces.fleet or title.pieces.trains + title.pieces.ships
    if most_pieces > 62:
        raise BoardError(f"{where}: more than 62 pieces a player do not fit")
    for line in title.board.lines:
        if line.colour not in title.colours and line.colour != GRAY:
            there = ", ".join(title.colours)
            raise BoardError(f"{where}: line {line.id} is {line.colour!r}, but the cards are {there}")
        if line.kind == "sea" and not title.pieces.ships:
            raise BoardError(f"{where}: line {line.id} is a sea line, but there are no ships")
        if line.any_cards and len(title.decks) > 1:
            raise BoardError(f"{where}: line {line.id}: any_cards needs a title with one deck")


def _check_tickets(title: Title, where: str) -> None:
    if len(title.board.tickets) > 124:
        raise BoardError(f"{where}: {len(title.board.tickets)} tickets, more than 124")
    held = Counter(ticket.deck for ticket in title.board.tickets)
    for deck, each in title.tickets.dealt:
        if held[deck] < each * title.most_seats:
            raise BoardError(
                f"{where}: {each} {deck} tickets for {title.most_seats} players, but there are only {held[deck]}"
            )
    if len(title.tickets.dealt) > 1 and title.tickets.dealt_return:
        raise BoardError(f"{where}: rejected tickets of two decks cannot go under one of them")
    if max(sum(each for _, each in title.tickets.dealt), title.tickets.drawn) > 8:
        raise BoardError(f"{where}: more than 8 tickets at a time")
