"""The dealer: where chance comes from, and the notes of what happened.

A state never holds randomness. Whoever plays an action passes a dealer in, who picks cards and, when
asked to, notes everything that happened, so that the readable events can be told afterwards.
"""

import hashlib
import hmac
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

NOTE: Final = 6  # numbers in a note: what, whose, and four details

DEALT: Final = 1  # seat, the four words of the hand
OFFERED: Final = 2  # seat, ticket mask (two words), 1 at the opening
OPENING_CHOICE: Final = 3  # seat, 0 tickets or 1 fleet, mask (two words) or trains
FLEET: Final = 4  # seat, trains, ships
KEPT: Final = 5  # seat, kept mask (two words), rejected mask (two words)
STARTED: Final = 6  # first seat
TAKEN: Final = 7  # seat, slot, card
DRAWN: Final = 8  # seat, deck, card
FILLED: Final = 9  # slot, card, deck
RENEWED: Final = 10  # the row has gone to the discards
RESHUFFLED: Final = 11  # deck, cards in it
LAID: Final = 12  # seat, four words
TURNED: Final = 13  # seat, card turned for a tunnel
EXTRA: Final = 14  # seat, two words: a tunnel is paid for with train cards
TAKEN_BACK: Final = 15  # seat, line
CLAIMED: Final = 16  # seat, line, points
STATION: Final = 17  # seat, city
HARBOUR: Final = 18  # seat, city
EXCHANGED: Final = 19  # seat, piece given (0 trains, 1 ships), how many
PASSED: Final = 20  # seat
LAST_TURNS: Final = 21  # seat that brought the end, turns still to come
ENDED: Final = 22  # 0 by the turns, 1 because nobody could move
OWED: Final = 23  # seat, extra cards a tunnel costs

# Multiply with carry: a * 2**32 - 1 and a * 2**31 - 1 are prime, and no step passes 2**63.
_MULTIPLIER: Final = 1981968180


class Dealer:
    """Chance from a fast seeded generator, for simulation and search."""

    def __init__(self, seed: int) -> None:
        self.noting: bool = False
        self.notes: vec[i64] = vec[i64]()
        digest = hashlib.blake2b(str(seed).encode(), digest_size=8, person=b"branchline").digest()
        # The two fixed points of the generator, 0 and a * 2**32 - 1, lie outside this range.
        self.luck: i64 = int.from_bytes(digest, "big") % (_MULTIPLIER * 2**32 - 3) + 1

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1."""
        luck = _MULTIPLIER * (self.luck & 0xFFFFFFFF) + (self.luck >> 32)
        self.luck = luck
        return (((luck & 0xFFFFFFFF) ^ (luck >> 32)) * n) >> 32

    def copy(self) -> "Dealer":
        """A dealer who will deal the same cards."""
        twin = Dealer(0)
        twin.luck = self.luck
        return twin

    def note(self, what: i64, whose: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        """Write down what happened, if anybody wants to know."""
        if self.noting:
            for number in (what, whose, a, b, c, d):
                self.notes = append(self.notes, number)


class SealedDealer(Dealer):
    """Chance from a 256-bit seed: no card to come can be computed from the cards seen.

    The stream is HMAC-SHA-256 of the seed over a running block number, cut into 32-bit words;
    a word that would favour some outcomes is skipped.
    """

    def __init__(self, seed: bytes) -> None:
        super().__init__(0)
        self.seed: bytes = seed
        self.words_used: int = 0
        self.block: int = -1
        self.digest: bytes = b""

    def below(self, n: i64) -> i64:
        bound = int(n)
        fair = 2**32 - 2**32 % bound
        while True:
            word = self.next_word()
            if word < fair:
                return word % bound

    def next_word(self) -> int:
        """The next 32 bits of the stream."""
        block, place = divmod(self.words_used, 8)
        if block != self.block:
            self.block = block
            self.digest = hmac.digest(self.seed, block.to_bytes(8, "big"), "sha256")
        self.words_used += 1
        return int.from_bytes(self.digest[4 * place : 4 * place + 4], "big")

    def copy(self) -> "Dealer":
        twin = SealedDealer(self.seed)
        twin.words_used = self.words_used
        return twin


def sealed_commitment(seed: bytes) -> str:
    """The hash that is shown before the game, so that the seed can be checked after it."""
    return hashlib.sha256(b"branchline deal\n" + seed).hexdigest()
