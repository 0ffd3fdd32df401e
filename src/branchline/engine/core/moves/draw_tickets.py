"""Draw tickets and keep at least the number the title asks for (C8, N6)."""

from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.bits import BIT, ones
from branchline.engine.core.codes import DRAW_TICKETS, KEEP, code, first, kind_of
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.parts import LegalCodes, Move
from branchline.engine.core.state import KEEP_TICKETS, State
from branchline.engine.core.tickets import offer_tickets, settle_offer
from branchline.engine.core.turns import end_turn


class DrawTickets(Move):
    """An offer from the ticket deck, and the choice among it."""

    def begins_with(self) -> list[int]:
        return [DRAW_TICKETS]

    def goes_on_in(self) -> dict[int, list[int]]:
        return {KEEP_TICKETS: [KEEP]}

    def list_turn(self, s: State, out: LegalCodes) -> None:
        if s.public.tickets_on_top + s.public.tickets_below > 0:
            out.add(code(DRAW_TICKETS))

    def list_more(self, s: State, out: LegalCodes) -> None:
        list_keeps(s.public.tickets_offered, s.public.rules.keep_drawn, out)

    def why_not(self, s: State, action: i64) -> i64:
        if kind_of(action) == KEEP:
            return why_not_keep(s.public.tickets_offered, s.public.rules.keep_drawn, first(action))
        if s.public.tickets_on_top + s.public.tickets_below > 0:
            return reasons.OK
        return reasons.NO_TICKETS_LEFT

    def play(self, s: State, action: i64, dealer: Dealer) -> None:
        public = s.public
        if kind_of(action) == DRAW_TICKETS:
            offer_tickets(s, public.seat, public.rules.tickets_drawn, dealer)
            public.phase = KEEP_TICKETS
        else:
            settle_offer(s, public.seat, first(action), public.rules.return_drawn, dealer)
            end_turn(s, dealer)


def list_keeps(offered: i64, fewest: i64, out: LegalCodes) -> None:
    """List every choice of enough tickets."""
    for choice in range(i64(1), BIT[offered]):
        if why_not_keep(offered, fewest, choice) == reasons.OK:
            out.add(code(KEEP, choice))


def why_not_keep(offered: i64, fewest: i64, choice: i64) -> i64:
    """The reason against keeping these, or 0. With fewer tickets than must be kept, keep all of them."""
    if choice >= BIT[offered]:
        return reasons.NOT_OFFERED
    if ones(choice) < (fewest if fewest < offered else offered):
        return reasons.KEEP_MORE
    return reasons.OK
