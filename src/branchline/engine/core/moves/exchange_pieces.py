"""Exchange trains for ships from the own box, or the other way, at a point each (W9)."""

from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.codes import EXCHANGE, code, first, second
from branchline.engine.core.dealer import EXCHANGED, Dealer
from branchline.engine.core.parts import LegalCodes, Move
from branchline.engine.core.state import State
from branchline.engine.core.turns import end_turn


class ExchangePieces(Move):
    """Any number, one way."""

    def begins_with(self) -> list[int]:
        return [EXCHANGE]

    def list_turn(self, s: State, out: LegalCodes) -> None:
        public = s.public
        for given in range(i64(2)):
            held = public.pieces[public.seat * 2 + given]
            there = public.box[public.seat * 2 + 1 - given]
            for n in range(i64(1), (held if held < there else there) + 1):
                out.add(code(EXCHANGE, given, n))

    def why_not(self, s: State, action: i64) -> i64:
        public = s.public
        given, n = first(action), second(action)
        if n < 1 or given > 1:
            return reasons.NOTHING_TO_EXCHANGE
        if n > public.pieces[public.seat * 2 + given]:
            return reasons.TOO_FEW_PIECES
        if n > public.box[public.seat * 2 + 1 - given]:
            return reasons.NOT_IN_THE_BOX
        return reasons.OK

    def play(self, s: State, action: i64, dealer: Dealer) -> None:
        public = s.public
        given, n = first(action), second(action)
        mine = public.seat * 2 + given
        other = public.seat * 2 + 1 - given
        public.pieces[mine] -= n
        public.box[mine] += n
        public.pieces[other] += n
        public.box[other] -= n
        public.points[public.seat] -= n
        public.exchanged[public.seat] += n
        dealer.note(EXCHANGED, public.seat, given, n)
        end_turn(s, dealer)
