"""From one turn to the next, and to the end of the game (C1, C10, R5)."""

from mypy_extensions import i64

from branchline.engine.core.dealer import ENDED, LAST_TURNS, Dealer
from branchline.engine.core.state import OVER, TURN, State


def end_turn(s: State, dealer: Dealer) -> None:
    """The seat to move has finished its turn."""
    public = s.public
    public.turns += 1
    public.line = -1
    public.city = -1
    if public.turns_left > 0:
        public.turns_left -= 1
    elif few_pieces_left(s, public.seat):
        public.turns_left = public.rules.last_turns * public.rules.seats
        dealer.note(LAST_TURNS, public.seat, public.turns_left)
    if public.turns_left == 0:
        end_game(s, 0, dealer)
        return
    public.phase = TURN
    public.seat += 1
    if public.seat == public.rules.seats:
        public.seat = 0


def few_pieces_left(s: State, seat: i64) -> bool:
    """C10: whether this seat's pieces bring the end."""
    pieces = s.public.pieces
    return pieces[seat * 2] + pieces[seat * 2 + 1] <= s.public.rules.end_at_pieces


def end_game(s: State, why: i64, dealer: Dealer) -> None:
    """Nobody has anything more to choose."""
    s.public.phase = OVER
    dealer.note(ENDED, -1, why)
