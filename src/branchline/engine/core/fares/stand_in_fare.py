"""Cards of any kind standing in for one: three on a nordic ferry (N3), four on Murmansk-Lieksa (N5).

A payment without stand-ins is an ordinary set. With stand-ins the player says how many there are, which
fixes the number of cards, and lays them down kind by kind. Every payment has exactly one such way, and a
kind can be laid only if the payment can still be completed.
"""

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.bits import BIT, PLACES, lowest, noughts
from branchline.engine.core.cards import KINDS, LOCOMOTIVE, SUITS, TRAIN, count_of, total
from branchline.engine.core.codes import LAY, PAY, STAND_INS, code, first, kind_of, second
from branchline.engine.core.fares.set_fare import SetFare
from branchline.engine.core.parts import Fare, LegalCodes
from branchline.engine.core.state import WORDS, Public, State

if TYPE_CHECKING:
    from branchline.engine.core.rules import Rules


class StandInFare(Fare):
    """A set in which so many cards of any kind may stand in for one card or locomotive."""

    def __init__(self, rules: "Rules", sets: SetFare) -> None:
        super().__init__(sets.suit_a, sets.suit_b)
        self.rules: Rules = rules
        self.sets: SetFare = sets
        self.locomotives: bool = sets.locomotives
        self.lines: vec[i64] = noughts(WORDS)

    def add_line(self, line: i64) -> None:
        """Take a line into the fare."""
        self.lines[line // PLACES] |= BIT[line % PLACES]

    def affordable(self, s: State, seat: i64, lines: vec[i64]) -> None:
        hand = s.hands[seat * SUITS]
        cards = total(hand)
        for word in range(i64(WORDS)):
            mask = self.lines[word] & s.public.open[word]
            while mask:
                line = word * PLACES + lowest(mask)
                if cards >= self.cards_for(line, self.missing(hand, line)):
                    lines[word] |= mask & -mask
                mask &= mask - 1

    def missing(self, hand: i64, line: i64) -> i64:
        """How many spaces a set from this hand leaves for stand-ins."""
        missing = self.rules.line_length[line] - self.best_set(hand, line)
        return missing if missing > 0 else 0

    def most_stand_ins(self, s: State, seat: i64, line: i64) -> i64:
        """How many stand-ins the number of cards allows."""
        length = self.rules.line_length[line]
        spare = total(s.hands[seat * SUITS]) - length
        if spare < 0:
            return -1
        most = spare // (self.rules.line_any[line] - 1)
        return most if most < length else length

    def best_set(self, hand: i64, line: i64) -> i64:
        """How many spaces the best colour and the locomotives fill."""
        wanted = self.rules.line_colour[line]
        room = self.rules.line_length[line] - self.rules.line_symbols[line]
        best: i64 = 0
        if wanted >= 0:
            best = count_of(hand, wanted)
        else:
            for colour in range(self.rules.colours):
                held = count_of(hand, colour)
                if held > best:
                    best = held
        if best > room:
            best = room
        return best + count_of(hand, LOCOMOTIVE) if self.locomotives else best

    def list_payments(self, s: State, seat: i64, line: i64, out: LegalCodes) -> None:
        self.sets.list_payments(s, seat, line, out)
        fewest = self.missing(s.hands[seat * SUITS], line)
        for n in range(fewest if fewest > 0 else 1, self.most_stand_ins(s, seat, line) + 1):
            out.add(code(STAND_INS, n))

    def why_not_pay(self, s: State, seat: i64, line: i64, action: i64) -> i64:
        if kind_of(action) == PAY:
            return self.sets.why_not_pay(s, seat, line, action)
        if kind_of(action) != STAND_INS:
            return reasons.WRONG_KIND
        n = first(action)
        if n < 1 or n < self.missing(s.hands[seat * SUITS], line):
            return reasons.WRONG_COUNT
        if n > self.most_stand_ins(s, seat, line):
            return reasons.TOO_MANY_STAND_INS
        return reasons.OK

    def cards_to_lay(self, line: i64, stand_ins: i64) -> i64:
        return self.cards_for(line, stand_ins) if stand_ins > 0 else 0

    def cards_for(self, line: i64, stand_ins: i64) -> i64:
        """The number of cards in a payment with so many stand-ins."""
        return self.rules.line_length[line] + stand_ins * (self.rules.line_any[line] - 1)

    def list_steps(self, s: State, seat: i64, line: i64, out: LegalCodes) -> None:
        hand = s.hands[seat * SUITS]
        for kind in range(s.public.cursor, i64(KINDS)):
            held = count_of(hand, kind)
            most = held if held < s.public.to_lay else s.public.to_lay
            for n in range(i64(1), most + 1):
                if self.can_go_on(s.public, hand, line, kind, n):
                    out.add(code(LAY, kind, n))

    def why_not_step(self, s: State, seat: i64, line: i64, action: i64) -> i64:
        card, n = first(action), second(action)
        hand = s.hands[seat * SUITS]
        if card >= KINDS or n < 1 or n > count_of(hand, card):
            return reasons.NOT_HELD
        if card < s.public.cursor:
            return reasons.OUT_OF_ORDER
        if n > s.public.to_lay or not self.can_go_on(s.public, hand, line, card, n):
            return reasons.DOES_NOT_FIT
        return reasons.OK

    def can_go_on(self, public: Public, hand: i64, line: i64, kind: i64, n: i64) -> bool:
        """Whether a whole payment is still possible once n cards of this kind are laid."""
        to_come = public.to_lay - n
        after = hand >> (6 * kind) >> 6  # the kinds after this one
        if total(after) < to_come:
            return False
        wanted = self.rules.line_colour[line]
        if wanted >= 0:
            return self.colour_can_go_on(public, hand, line, kind, n, wanted)
        return any(self.colour_can_go_on(public, hand, line, kind, n, colour) for colour in range(self.rules.colours))

    def colour_can_go_on(self, public: Public, hand: i64, line: i64, kind: i64, n: i64, colour: i64) -> bool:
        """The same with this colour for the set.

        All spaces without a stand-in need a card of the colour or a locomotive. What is laid counts, what
        can still be laid counts, and no more than the cards to come can be added.
        """
        length = self.rules.line_length[line]
        room = length - self.rules.line_symbols[line]
        laid = public.laid[TRAIN]
        set_laid = count_of(laid, colour)
        set_to_come: i64 = 0
        if kind == colour:
            set_laid += n
        elif colour > kind:
            set_to_come = count_of(hand, colour)
        wild_laid: i64 = 0
        wild_to_come: i64 = 0
        if self.locomotives:
            if kind == LOCOMOTIVE:
                wild_laid = n
            else:
                wild_to_come = count_of(hand, LOCOMOTIVE)
        set_in_all = set_laid + set_to_come
        now = (set_laid if set_laid < room else room) + wild_laid
        most = (set_in_all if set_in_all < room else room) + wild_laid + wild_to_come
        in_reach = now + public.to_lay - n
        needed = length - public.stand_ins
        return most >= needed and in_reach >= needed
