"""The choices before the first turn: starting tickets, and the fleet where there is one (W1, E9).

Everybody chooses at the same time, so a seat may choose while others still think, and nothing is shown
before the last one has chosen.
"""

from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.bits import ones
from branchline.engine.core.codes import FLEET, KEEP, code, first
from branchline.engine.core.dealer import FLEET as FLEET_NOTE
from branchline.engine.core.dealer import OPENING_CHOICE, STARTED, Dealer
from branchline.engine.core.moves.draw_tickets import list_keeps, why_not_keep
from branchline.engine.core.parts import LegalCodes, Move
from branchline.engine.core.state import (
    CHOOSES_FLEET,
    CHOOSES_TICKETS,
    OPENING_FLEET,
    OPENING_TICKETS,
    OVER,
    READY,
    TICKET_WORDS,
    TURN,
    Public,
    State,
)
from branchline.engine.core.tickets import settle_offer, size, spread


class Opening(Move):
    """Starting tickets and fleet."""

    def goes_on_in(self) -> dict[int, list[int]]:
        return {OPENING_TICKETS: [KEEP], OPENING_FLEET: [FLEET]}

    def list_more(self, s: State, out: LegalCodes) -> None:
        rules = s.public.rules
        if s.public.phase == OPENING_TICKETS:
            list_keeps(size(s.offers, s.public.seat * TICKET_WORDS), rules.keep_dealt, out)
        else:
            for trains in range(rules.fewest_trains, rules.most_trains + 1):
                out.add(code(FLEET, trains))

    def why_not(self, s: State, action: i64) -> i64:
        rules = s.public.rules
        if s.public.phase == OPENING_TICKETS:
            return why_not_keep(size(s.offers, s.public.seat * TICKET_WORDS), rules.keep_dealt, first(action))
        if rules.fewest_trains <= first(action) and first(action) <= rules.most_trains:
            return reasons.OK
        return reasons.FLEET_OUT_OF_RANGE

    def play(self, s: State, action: i64, dealer: Dealer) -> None:
        public = s.public
        seat = public.seat
        if public.phase == OPENING_TICKETS:
            s.chosen[seat] = first(action)
            mask = spread(s, seat, first(action))
            dealer.note(OPENING_CHOICE, seat, 0, mask[0], mask[1])
            public.stage[seat] = CHOOSES_FLEET if public.rules.fleet > 0 else READY
        else:
            s.fleet[seat] = first(action)
            dealer.note(OPENING_CHOICE, seat, 1, first(action))
            public.stage[seat] = READY
        next_to_choose(s, dealer)


def next_to_choose(s: State, dealer: Dealer) -> None:
    """Let the same seat go on, or the next one that has not chosen; when all have, begin."""
    public = s.public
    seat = public.seat
    for _ in range(public.rules.seats):
        if public.stage[seat] != READY:
            turn_to(s, seat)
            return
        seat = seat + 1 if seat + 1 < public.rules.seats else 0
    reveal(s, dealer)


def due(p: Public) -> tuple[int, ...]:
    """The seats that may choose now: several in the opening, else one."""
    if p.phase == OVER:
        return ()
    if p.phase not in (OPENING_TICKETS, OPENING_FLEET):
        return (p.seat,)
    found: list[int] = [seat for seat in range(p.rules.seats) if p.stage[seat] != READY]
    return tuple(found)


def turn_to(s: State, seat: i64) -> None:
    """Let a seat that has not finished its opening choices choose now."""
    s.public.seat = seat
    s.public.phase = OPENING_TICKETS if s.public.stage[seat] == CHOOSES_TICKETS else OPENING_FLEET


def reveal(s: State, dealer: Dealer) -> None:
    """Show what was chosen, return the rejected tickets, and give the first turn."""
    public = s.public
    rules = public.rules
    for seat in range(rules.seats):
        public.opening_kept[seat] = ones(s.chosen[seat])
        settle_offer(s, seat, s.chosen[seat], rules.return_dealt, dealer)
        s.chosen[seat] = 0
    for seat in range(rules.seats):
        if rules.fleet > 0:
            set_fleet(s, seat, s.fleet[seat])
            dealer.note(FLEET_NOTE, seat, public.pieces[seat * 2], public.pieces[seat * 2 + 1])
            s.fleet[seat] = 0
    public.phase = TURN
    public.seat = public.first
    dealer.note(STARTED, public.first)


def set_fleet(s: State, seat: i64, trains: i64) -> None:
    """Give a seat its pieces; the rest stays in its box."""
    public = s.public
    rules = public.rules
    public.pieces[seat * 2] = trains
    public.pieces[seat * 2 + 1] = rules.fleet - trains
    public.box[seat * 2] = rules.trains - trains
    public.box[seat * 2 + 1] = rules.ships - (rules.fleet - trains)
