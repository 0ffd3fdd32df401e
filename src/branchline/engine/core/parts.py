"""The kinds of rule parts a title is composed of, and the list they write legal actions into."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.dealer import Dealer

if TYPE_CHECKING:
    from branchline.engine.core.ledger import Ledger
    from branchline.engine.core.state import State


class LegalCodes:
    """A list of coded actions that is filled again and again."""

    def __init__(self) -> None:
        self.n: i64 = 0
        self.items: vec[i64] = vec[i64]([0] * 128)

    def add(self, action: i64) -> None:
        """Put one more action on the list."""
        if self.n < len(self.items):
            self.items[self.n] = action
        else:
            self.items = append(self.items, action)
        self.n += 1

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, index: i64) -> i64:
        return self.items[index]


class Fare(ABC):
    """How the lines of one sort are paid for: with a set of two suits in one go, or kind by kind."""

    def __init__(self, suit_a: i64, suit_b: i64) -> None:
        self.suit_a: i64 = suit_a
        self.suit_b: i64 = suit_b

    @abstractmethod
    def affordable(self, s: "State", seat: i64, lines: vec[i64]) -> None:
        """Add to the mask the lines whose price the seat holds in cards."""

    @abstractmethod
    def list_payments(self, s: "State", seat: i64, line: i64, out: LegalCodes) -> None:
        """List the ways to begin paying for a line."""

    @abstractmethod
    def why_not_pay(self, s: "State", seat: i64, line: i64, action: i64) -> i64:
        """The reason against beginning to pay like this, or 0."""

    def cards_to_lay(self, line: i64, stand_ins: i64) -> i64:
        """How many cards are laid down kind by kind; 0 if the line is paid for in one go."""
        return 0

    def order_of(self, card: i64) -> i64:
        """The place of a card in the order in which kinds are laid down, or -1."""
        return card

    def list_steps(self, s: "State", seat: i64, line: i64, out: LegalCodes) -> None:
        """List the next cards that can be laid down on the way to a whole payment."""

    def why_not_step(self, s: "State", seat: i64, line: i64, action: i64) -> i64:
        """The reason against laying down these cards next, or 0."""
        return reasons.WRONG_KIND


class Move(ABC):
    """One of the things that a player may do in a turn, with the choices that follow from it."""

    def begins_with(self) -> list[int]:
        """The kinds of actions that begin this move."""
        return []

    def goes_on_in(self) -> dict[int, list[int]]:
        """The phases that belong to this move, and the kinds of actions in each."""
        return {}

    def list_turn(self, s: "State", out: LegalCodes) -> None:
        """List the ways to begin this move."""

    def list_more(self, s: "State", out: LegalCodes) -> None:
        """List the choices in a phase that belongs to this move."""

    @abstractmethod
    def why_not(self, s: "State", action: i64) -> i64:
        """The reason against this action, or 0 if it is legal."""

    @abstractmethod
    def play(self, s: "State", action: i64, dealer: Dealer) -> None:
        """Do it. The action must be legal."""


class Scorer(ABC):
    """One reason for points at the end."""

    @abstractmethod
    def score(self, s: "State", ledger: "Ledger") -> None:
        """Enter what every seat gets for this reason."""


class TieBreak(ABC):
    """One comparison between players with equal points."""

    @abstractmethod
    def value(self, s: "State", ledger: "Ledger", seat: i64) -> i64:
        """The higher, the better."""
