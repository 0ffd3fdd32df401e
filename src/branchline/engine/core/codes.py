"""Actions as numbers: five bits for the kind, the rest for the details of that kind."""

from typing import Final

from mypy_extensions import i64

PASS: Final = 0
TAKE: Final = 1  # slot, deck for the refill
DRAW: Final = 2  # deck
DRAW_TICKETS: Final = 3
CLAIM: Final = 4  # line
STATION: Final = 5  # city
HARBOUR: Final = 6  # city
EXCHANGE: Final = 7  # piece given away (0 trains, 1 ships), how many
KEEP: Final = 8  # choice among the offered tickets, a bit for each in their order
FLEET: Final = 9  # trains
PAY: Final = 10  # colour, cards of the first and second suit, locomotives
STAND_INS: Final = 11  # how many
LAY: Final = 12  # card, how many
TAKE_BACK: Final = 13


def kind_of(action: i64) -> i64:
    """The kind of a coded action."""
    return action & 31


def code(kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> i64:
    """A coded action with up to four details, the first below 256, the others below 64."""
    return kind | a << 5 | b << 13 | c << 19 | d << 25


def first(action: i64) -> i64:
    """The first detail of a coded action."""
    return (action >> 5) & 255


def second(action: i64) -> i64:
    """The second detail."""
    return (action >> 13) & 63


def third(action: i64) -> i64:
    """The third detail."""
    return (action >> 19) & 63


def fourth(action: i64) -> i64:
    """The fourth detail."""
    return (action >> 25) & 63
