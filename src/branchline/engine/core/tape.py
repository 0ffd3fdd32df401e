"""The way of a thing's fields: made anew, copied, written down as numbers, or read back in the same order."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.engine.core.bits import noughts

FRESH: Final = 0
COPYING: Final = 1
WRITING: Final = 2
READING: Final = 3


class Tape:
    """What fields pass through. Each is taken from another thing (or the same), and put where the tape's mode says."""

    def __init__(self, mode: i64) -> None:
        self.mode: i64 = mode
        self.numbers: vec[i64] = vec[i64]()
        self.at: i64 = 0

    def number(self, value: i64) -> i64:
        """A single number."""
        if self.mode <= COPYING:
            return value
        if self.mode == WRITING:
            self.numbers = append(self.numbers, value)
            return value
        self.at += 1
        return self.numbers[self.at - 1]

    def vector(self, values: vec[i64], size: i64) -> vec[i64]:
        """So many numbers; a fresh vector has noughts."""
        if self.mode == COPYING:
            return values[:]
        if self.mode == FRESH:
            return noughts(size)
        if self.mode == WRITING:
            for n in range(size):
                self.numbers = append(self.numbers, values[n])
            return values
        self.at += size
        return self.numbers[self.at - size : self.at]

    def rest(self, values: vec[i64]) -> vec[i64]:
        """A vector of any length, the last thing on the tape."""
        if self.mode == READING:
            return self.numbers[self.at :]
        return self.vector(values, len(values))


# These two remember nothing, so that one of each is enough.
FRESH_TAPE: Final = Tape(FRESH)
COPYING_TAPE: Final = Tape(COPYING)


def recorded(numbers: list[int]) -> Tape:
    """A tape to be read."""
    tape = Tape(READING)
    tape.numbers = vec[i64](numbers)
    return tape
