"""Masks: sets of up to 62 lines, tickets or cities in one integer below 2**63."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

PLACES: Final = 62

# Bits from a table, because mypyc makes ``1 << n`` a 32-bit shift.
BIT: Final = vec[i64]([2**place for place in range(PLACES + 1)])

# The powers of two leave different remainders modulo 67.
_PLACE_OF: Final = vec[i64]([next((n for n in range(63) if 2**n % 67 == rest), -1) for rest in range(67)])


def lowest(mask: i64) -> i64:
    """The place of the lowest bit of a mask that has one."""
    return _PLACE_OF[(mask & -mask) % 67]


def ones(mask: i64) -> i64:
    """How many bits are set."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def noughts(n: i64) -> vec[i64]:
    """A vector of n noughts."""
    return vec[i64]([0] * int(n))
