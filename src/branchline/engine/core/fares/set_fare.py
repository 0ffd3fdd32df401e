"""A set of one colour, with locomotives where they are allowed (C6, U1, E2, N1, W4, W5)."""

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.bits import BIT, PLACES, noughts
from branchline.engine.core.cards import COLOURS, LOCOMOTIVE, SUITS, count_of, locomotives_in
from branchline.engine.core.codes import PAY, STAND_INS, code, first, fourth, kind_of, second, third
from branchline.engine.core.parts import Fare, LegalCodes
from branchline.engine.core.state import WORDS, State

if TYPE_CHECKING:
    from branchline.engine.core.rules import Rules


class SetFare(Fare):
    """Cards of one colour out of two suits, the second of which may be worth two spaces a card."""

    def __init__(self, rules: "Rules", suit_a: i64, suit_b: i64, worth_b: i64, locomotives: bool) -> None:
        super().__init__(suit_a, suit_b)
        self.rules: Rules = rules
        self.worth_b: i64 = worth_b
        self.locomotives: bool = locomotives
        self.reach: i64 = rules.longest_line
        # Lines by colour and by how many spaces that colour can fill; lines by locomotives held.
        self.by_strength: vec[i64] = noughts(COLOURS * (self.reach + 1) * WORDS)
        self.by_locomotives: vec[i64] = noughts((self.reach + 1) * WORDS)

    def add_line(self, line: i64) -> None:
        """Take a line into the tables."""
        bit = BIT[line % PLACES]
        word = line // PLACES
        wanted = self.rules.line_colour[line]
        for colour in range(self.rules.colours):
            if wanted < 0 or wanted == colour:
                for strength in range(self.rules.line_length[line], self.reach + 1):
                    self.by_strength[(colour * (self.reach + 1) + strength) * WORDS + word] += bit
        for held in range(self.rules.line_symbols[line], self.reach + 1):
            self.by_locomotives[held * WORDS + word] += bit

    def held_locomotives(self, s: State, seat: i64) -> i64:
        """Locomotives in hand that may be used here."""
        if self.locomotives:
            return locomotives_in(s.hands[seat * SUITS])
        return 0

    def affordable(self, s: State, seat: i64, lines: vec[i64]) -> None:
        locomotives = self.held_locomotives(s, seat)
        reach = self.reach
        strengths = s.hands[seat * SUITS + self.suit_a] + s.hands[seat * SUITS + self.suit_b] * self.worth_b
        table = self.by_strength
        m0: i64 = 0
        m1: i64 = 0
        m2: i64 = 0
        for colour in range(self.rules.colours):
            strength = (strengths & 63) + locomotives
            strengths >>= 6
            if strength > reach:
                strength = reach
            at = (colour * (reach + 1) + strength) * WORDS
            m0 |= table[at]
            m1 |= table[at + 1]
            m2 |= table[at + 2]
        at = (locomotives if locomotives < reach else reach) * WORDS
        lines[0] |= m0 & self.by_locomotives[at]
        lines[1] |= m1 & self.by_locomotives[at + 1]
        lines[2] |= m2 & self.by_locomotives[at + 2]

    def list_payments(self, s: State, seat: i64, line: i64, out: LegalCodes) -> None:
        rules = self.rules
        self.list_sets(s, seat, rules.line_length[line], rules.line_colour[line], rules.line_symbols[line], out)

    def list_sets(self, s: State, seat: i64, spaces: i64, colour: i64, symbols: i64, out: LegalCodes) -> None:
        """List every set for so many spaces; a colour below nought is gray, which takes any."""
        locomotives = self.held_locomotives(s, seat)
        if spaces <= locomotives:
            out.add(code(PAY, LOCOMOTIVE, 0, 0, spaces))
        if colour >= 0:
            self.list_colour(s, seat, spaces, colour, symbols, locomotives, out)
        else:
            for any_colour in range(self.rules.colours):
                self.list_colour(s, seat, spaces, any_colour, symbols, locomotives, out)

    def list_colour(
        self, s: State, seat: i64, spaces: i64, colour: i64, symbols: i64, locomotives: i64, out: LegalCodes
    ) -> None:
        """List the sets with at least one card of this colour."""
        most_a = count_of(s.hands[seat * SUITS + self.suit_a], colour)
        most_b = count_of(s.hands[seat * SUITS + self.suit_b], colour)
        if most_a + most_b * self.worth_b + locomotives < spaces:
            return
        for b in range(most_b + 1):
            missing = spaces - b * self.worth_b
            if missing < 0:
                # W5, R15: an unused half is lost, but no whole card may be spare.
                if missing == -1 and self.worth_b == 2 and symbols == 0:
                    out.add(code(PAY, colour, 0, b, 0))
                return
            for a in range(most_a + 1):
                rest = missing - a
                if rest < symbols:
                    break
                if rest <= locomotives and a + b > 0:
                    out.add(code(PAY, colour, a, b, rest))

    def why_not_pay(self, s: State, seat: i64, line: i64, action: i64) -> i64:
        if kind_of(action) == STAND_INS:
            return reasons.NO_STAND_INS_HERE
        rules = self.rules
        return self.why_not_set(
            s, seat, rules.line_length[line], rules.line_colour[line], rules.line_symbols[line], action
        )

    def why_not_set(self, s: State, seat: i64, spaces: i64, wanted: i64, symbols: i64, action: i64) -> i64:
        """The reason against paying so many spaces with this set, or 0."""
        colour, a, b, locomotives = first(action), second(action), third(action), fourth(action)
        if locomotives > 0 and not self.locomotives:
            return reasons.NO_LOCOMOTIVES_HERE
        if locomotives > locomotives_in(s.hands[seat * SUITS]):
            return reasons.NOT_HELD
        if a + b > 0:
            if colour >= self.rules.colours or (wanted >= 0 and colour != wanted):
                return reasons.WRONG_COLOUR
            if a > count_of(s.hands[seat * SUITS + self.suit_a], colour):
                return reasons.NOT_HELD
            if b > count_of(s.hands[seat * SUITS + self.suit_b], colour):
                return reasons.NOT_HELD
        elif colour != LOCOMOTIVE:
            return reasons.WRONG_COLOUR
        if locomotives < symbols:
            return reasons.TOO_FEW_LOCOMOTIVES
        return self.why_not_count(spaces, a, b, locomotives)

    def why_not_count(self, spaces: i64, a: i64, b: i64, locomotives: i64) -> i64:
        """The reason against the number of cards, or 0."""
        filled = a + b * self.worth_b + locomotives
        if filled < spaces:
            return reasons.WRONG_COUNT
        if filled == spaces or (self.worth_b == 2 and filled == spaces + 1 and a + locomotives == 0):
            return reasons.OK
        return reasons.CARD_WITHOUT_A_JOB
