"""The price of a harbour: two train and two ship cards of one colour, all with the mark (W7)."""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.cards import LOCOMOTIVE, MARKED, SHIP, SUITS, count_of, locomotives_in
from branchline.engine.core.codes import PAY, code, first, fourth, second, third
from branchline.engine.core.parts import LegalCodes
from branchline.engine.core.state import State

if TYPE_CHECKING:
    from branchline.engine.core.rules import Rules


class HarbourFare:
    """Marked trains and single ships, two of each; locomotives stand in for any of them."""

    def __init__(self, rules: "Rules") -> None:
        self.rules: Rules = rules

    def affordable(self, s: State, seat: i64) -> bool:
        """Whether the seat holds the price in any colour."""
        locomotives = locomotives_in(s.hands[seat * SUITS])
        for colour in range(self.rules.colours):
            trains = count_of(s.hands[seat * SUITS + MARKED], colour)
            ships = count_of(s.hands[seat * SUITS + SHIP], colour)
            if (trains if trains < 2 else 2) + (ships if ships < 2 else 2) + locomotives >= 4:
                return True
        return False

    def list_payments(self, s: State, seat: i64, out: LegalCodes) -> None:
        """List every way to pay."""
        locomotives = locomotives_in(s.hands[seat * SUITS])
        if locomotives >= 4:
            out.add(code(PAY, LOCOMOTIVE, 0, 0, 4))
        for colour in range(self.rules.colours):
            trains = count_of(s.hands[seat * SUITS + MARKED], colour)
            ships = count_of(s.hands[seat * SUITS + SHIP], colour)
            for a in range((trains if trains < 2 else 2) + 1):
                for b in range((ships if ships < 2 else 2) + 1):
                    if 0 < a + b and 4 - a - b <= locomotives:
                        out.add(code(PAY, colour, a, b, 4 - a - b))

    def why_not_pay(self, s: State, seat: i64, action: i64) -> i64:
        """The reason against this payment, or 0."""
        colour, a, b, locomotives = first(action), second(action), third(action), fourth(action)
        if locomotives > locomotives_in(s.hands[seat * SUITS]):
            return reasons.NOT_HELD
        if a + b > 0:
            if colour >= self.rules.colours:
                return reasons.WRONG_COLOUR
            if a > count_of(s.hands[seat * SUITS + MARKED], colour):
                return reasons.NOT_HELD
            if b > count_of(s.hands[seat * SUITS + SHIP], colour):
                return reasons.NOT_HELD
        elif colour != LOCOMOTIVE:
            return reasons.WRONG_COLOUR
        if a > 2 or b > 2 or a + b + locomotives > 4:
            return reasons.CARD_WITHOUT_A_JOB
        if a + b + locomotives < 4:
            return reasons.WRONG_COUNT
        return reasons.OK
