"""Positions and lines of the Nordic Countries."""

from kit import Position, cards

from branchline import titles
from branchline.engine.actions import ClaimLine
from branchline.engine.game import Game, Options

STAVANGER_FERRY = "kristiansand-stavanger-1"  # 3 spaces, orange, 1 symbol
STAVANGER_TUNNEL = "kristiansand-stavanger-2"  # 2 spaces, green
TROMSO_FERRY = "honningsvag-tromso-1"  # 4 spaces, pink, 2 symbols
GRAY_FERRY = "alborg-goteborg-1"  # 2 spaces, gray, 1 symbol
SHORT_FERRY = "arhus-kobenhavn-1"  # 1 space, gray, 1 symbol
YELLOW_LINE = "orebro-oslo-2"  # 2 spaces
GRAY_LINE = "goteborg-norrkoping-1"  # 3 spaces
LONG_LINE = "lieksa-murmansk-1"  # 9 spaces, gray


def paid(words: str) -> tuple[str, ...]:
    return tuple(sorted(cards(words)))


def hand(words: str) -> Position:
    return Position("nordic").hand(0, words)


def claimable(words: str, line: str) -> bool:
    return ClaimLine(line) in hand(words).legal()


def tunnel(words: str, turned: str) -> Position:
    """A hand, and a deck of exactly the cards that a tunnel will turn."""
    return hand(words).deck(turned).discards("")


def new_game(seats: int = 2) -> Game:
    return Game.new(titles.load("nordic"), seats, 7, Options(first_seat=0))
