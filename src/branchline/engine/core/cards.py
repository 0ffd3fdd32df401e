"""Cards as numbers: a packed word counts up to ten kinds of one suit, six bits a kind.

Four suits cover every box of the family. The colour of a card is its place in the word, so words of
different suits can be added colour by colour. A card is written as ``suit * 10 + colour``.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SUITS: Final = 4
TRAIN: Final = 0
MARKED: Final = 1  # train cards with the harbour mark
SHIP: Final = 2  # single ships; all of them carry the harbour mark
DOUBLE: Final = 3  # double ships

KINDS: Final = 10
COLOURS: Final = 9  # at most; the tenth place of the train suit is the locomotive's
LOCOMOTIVE: Final = 9
LOCOMOTIVE_SHIFT: Final = 54

# One card of each colour. A table, because mypyc makes ``1 << n`` a 32-bit shift.
UNIT: Final = vec[i64]([2 ** (6 * place) for place in range(KINDS)])

_EVEN: Final = 0x003F03F03F03F03F


def count_of(word: i64, colour: i64) -> i64:
    """How many cards of this colour the word holds."""
    return (word >> (colour * 6)) & 63


def total(word: i64) -> i64:
    """How many cards the word holds."""
    pairs = (word & _EVEN) + ((word >> 6) & _EVEN)
    return (pairs + (pairs >> 12) + (pairs >> 24) + (pairs >> 36) + (pairs >> 48)) & 4095


def locomotives_in(word: i64) -> i64:
    """How many locomotives a word of the train suit holds."""
    return (word >> LOCOMOTIVE_SHIFT) & 63


def less(word: i64, other: i64) -> i64:
    """The word without the other's cards, no colour below nought."""
    if other == 0:
        return word
    left: i64 = 0
    for colour in range(i64(KINDS)):
        rest = count_of(word, colour) - count_of(other, colour)
        if rest > 0:
            left += rest * UNIT[colour]
    return left
