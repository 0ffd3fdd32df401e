"""Build a harbour in a port that has none and that an own line reaches (W7, R12)."""

from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.bits import BIT, lowest
from branchline.engine.core.cards import MARKED, SHIP
from branchline.engine.core.codes import HARBOUR, PAY, code, first
from branchline.engine.core.dealer import HARBOUR as HARBOUR_NOTE
from branchline.engine.core.dealer import LAID, Dealer
from branchline.engine.core.dealing import discard_laid
from branchline.engine.core.moves.build_station import built_by_all
from branchline.engine.core.moves.claim_line import lay_set, note_cards
from branchline.engine.core.parts import LegalCodes, Move
from branchline.engine.core.state import PAY_HARBOUR, TURN, State
from branchline.engine.core.turns import end_turn


class BuildHarbour(Move):
    """Two marked trains and two single ships of one colour."""

    def begins_with(self) -> list[int]:
        return [HARBOUR]

    def goes_on_in(self) -> dict[int, list[int]]:
        return {PAY_HARBOUR: [PAY]}

    def list_turn(self, s: State, out: LegalCodes) -> None:
        public = s.public
        seat = public.seat
        free = public.rules.ports & public.reached[seat]
        if free == 0 or public.markers[seat] == 0 or not public.rules.harbour_fare.affordable(s, seat):
            return
        free &= ~built_by_all(s)
        while free:
            out.add(code(HARBOUR, lowest(free)))
            free &= free - 1

    def list_more(self, s: State, out: LegalCodes) -> None:
        s.public.rules.harbour_fare.list_payments(s, s.public.seat, out)

    def why_not(self, s: State, action: i64) -> i64:
        public = s.public
        if public.phase != TURN:
            return public.rules.harbour_fare.why_not_pay(s, public.seat, action)
        city = first(action)
        if city >= public.rules.cities:
            return reasons.NO_SUCH_CITY
        if not public.rules.ports & BIT[city]:
            return reasons.NOT_A_PORT
        if public.markers[public.seat] == 0:
            return reasons.NO_MARKERS_LEFT
        if built_by_all(s) & BIT[city]:
            return reasons.CITY_BUILT
        if not public.reached[public.seat] & BIT[city]:
            return reasons.NO_LINE_THERE
        return reasons.OK if public.rules.harbour_fare.affordable(s, public.seat) else reasons.CANNOT_AFFORD

    def play(self, s: State, action: i64, dealer: Dealer) -> None:
        public = s.public
        if public.phase == TURN:
            public.city = first(action)
            public.phase = PAY_HARBOUR
            return
        lay_set(s, action, MARKED, SHIP)
        note_cards(s, LAID, dealer)
        public.markers[public.seat] -= 1
        public.built[public.seat] |= BIT[public.city]
        dealer.note(HARBOUR_NOTE, public.seat, public.city)
        discard_laid(s, dealer)
        end_turn(s, dealer)
