"""Pair spaces: two train cards of one colour for each, the colours may differ (W6).

The cards are laid down kind by kind; locomotives come last. Marked and unmarked cards of a colour pair up.
"""

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.bits import BIT, PLACES
from branchline.engine.core.cards import LOCOMOTIVE, MARKED, SUITS, TRAIN, count_of, locomotives_in
from branchline.engine.core.codes import LAY, code, first, second
from branchline.engine.core.parts import Fare, LegalCodes
from branchline.engine.core.state import State

if TYPE_CHECKING:
    from branchline.engine.core.rules import Rules


class PairFare(Fare):
    """Pairs of train cards, as many as the line has spaces."""

    def __init__(self, rules: "Rules") -> None:
        super().__init__(TRAIN, MARKED)
        self.rules: Rules = rules
        self.lines: vec[i64] = vec[i64]()

    def add_line(self, line: i64) -> None:
        """Take a line into the fare."""
        self.lines = append(self.lines, line)

    def affordable(self, s: State, seat: i64, lines: vec[i64]) -> None:
        pairs = self.pairs_held(s, seat)
        for n in range(i64(len(self.lines))):
            line = self.lines[n]
            if self.rules.line_length[line] <= pairs:
                lines[line // PLACES] |= BIT[line % PLACES]

    def pairs_held(self, s: State, seat: i64) -> i64:
        """How many pairs the hand gives."""
        cards = s.hands[seat * SUITS] + s.hands[seat * SUITS + MARKED]
        locomotives = locomotives_in(s.hands[seat * SUITS])
        pairs: i64 = 0
        single: i64 = 0
        for colour in range(self.rules.colours):
            held = count_of(cards, colour)
            pairs += held >> 1
            single += held & 1
        helped = single if single < locomotives else locomotives
        return pairs + helped + ((locomotives - helped) >> 1)

    def list_payments(self, s: State, seat: i64, line: i64, out: LegalCodes) -> None:
        """Nothing to begin with: the cards are laid down at once, step by step."""

    def why_not_pay(self, s: State, seat: i64, line: i64, action: i64) -> i64:
        return reasons.WRONG_KIND

    def cards_to_lay(self, line: i64, stand_ins: i64) -> i64:
        return 2 * self.rules.line_length[line]

    def list_steps(self, s: State, seat: i64, line: i64, out: LegalCodes) -> None:
        order = s.public.cursor
        last = 2 * self.rules.colours
        while order <= last:
            card = self.card_at(order)
            held = count_of(s.hands[seat * SUITS + card // 10], card % 10)
            most = held if held < s.public.to_lay else s.public.to_lay
            for n in range(i64(1), most + 1):
                if self.can_go_on(s, seat, order, n):
                    out.add(code(LAY, card, n))
            order += 1

    def card_at(self, order: i64) -> i64:
        """The cards in the order they are laid: trains, marked trains, locomotives."""
        if order < self.rules.colours:
            return order
        if order < 2 * self.rules.colours:
            return MARKED * 10 + order - self.rules.colours
        return LOCOMOTIVE

    def order_of(self, card: i64) -> i64:
        if card == LOCOMOTIVE:
            return 2 * self.rules.colours
        if card < self.rules.colours:
            return card
        colour = card - MARKED * 10
        if 0 <= colour and colour < self.rules.colours:
            return self.rules.colours + colour
        return -1

    def why_not_step(self, s: State, seat: i64, line: i64, action: i64) -> i64:
        card, n = first(action), second(action)
        order = self.order_of(card)
        if order < 0 or n < 1 or n > count_of(s.hands[seat * SUITS + card // 10], card % 10):
            return reasons.NOT_HELD
        if order < s.public.cursor:
            return reasons.OUT_OF_ORDER
        if n > s.public.to_lay or not self.can_go_on(s, seat, order, n):
            return reasons.DOES_NOT_FIT
        return reasons.OK

    def can_go_on(self, s: State, seat: i64, order: i64, n: i64) -> bool:
        """Whether a whole payment is still possible once n cards of this kind are laid."""
        to_come = s.public.to_lay - n
        if order == 2 * self.rules.colours:
            return to_come == 0 and self.singles(s, -1, 0) <= n
        locomotives = locomotives_in(s.hands[seat * SUITS])
        for wild in range(locomotives + 1):
            if wild <= to_come and self.fewest_singles(s, seat, order, n, to_come - wild) <= wild:
                return True
        return False

    def singles(self, s: State, colour: i64, n: i64) -> i64:
        """Colours of which an odd number is laid, with n more of one colour."""
        laid = s.public.laid[TRAIN] + s.public.laid[MARKED]
        odd: i64 = 0
        for each in range(self.rules.colours):
            odd += (count_of(laid, each) + (n if each == colour else 0)) & 1
        return odd

    def fewest_singles(self, s: State, seat: i64, order: i64, n: i64, cards: i64) -> i64:
        """The fewest colours left odd if so many coloured cards are still to be laid; 99 if they are not there."""
        colours = self.rules.colours
        laid = s.public.laid[TRAIN] + s.public.laid[MARKED]
        fixed: i64 = 0  # odd colours that no card to come can mend
        mendable: i64 = 0
        in_pairs: i64 = 0  # cards that can be added two by two once the odd are mended
        there: i64 = 0
        for colour in range(colours):
            odd = (count_of(laid, colour) + (n if order % colours == colour else 0)) & 1
            more: i64 = 0
            if colour > order:
                more += count_of(s.hands[seat * SUITS], colour)
            if colour + colours > order:
                more += count_of(s.hands[seat * SUITS + MARKED], colour)
            there += more
            if more == 0:
                fixed += odd
            else:
                mendable += odd
                in_pairs += (more - odd) & 62
        if there < cards:
            return 99
        if cards < mendable:
            return fixed + mendable - cards
        rest = cards - mendable
        return fixed + ((rest & 1) if rest <= in_pairs else rest - in_pairs)
