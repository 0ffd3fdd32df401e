"""Draw two cards, from the row or blind (C2-C4, U2, N2, W2)."""

from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.cards import LOCOMOTIVE
from branchline.engine.core.codes import DRAW, TAKE, code, first, kind_of, second
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.dealing import card_in, draw_blind, take_from_row
from branchline.engine.core.parts import LegalCodes, Move
from branchline.engine.core.state import SECOND_CARD, State
from branchline.engine.core.turns import end_turn


class DrawCards(Move):
    """Two cards; a face-up locomotive may be the whole draw."""

    def begins_with(self) -> list[int]:
        return [TAKE, DRAW]

    def goes_on_in(self) -> dict[int, list[int]]:
        return {SECOND_CARD: [TAKE, DRAW]}

    def list_turn(self, s: State, out: LegalCodes) -> None:
        self.list_cards(s, False, out)

    def list_more(self, s: State, out: LegalCodes) -> None:
        self.list_cards(s, s.public.rules.whole_draw, out)

    def list_cards(self, s: State, no_locomotive: bool, out: LegalCodes) -> None:
        """List the cards that can be drawn now."""
        public = s.public
        rules = public.rules
        row = public.row
        for slot in range(rules.row_size):
            card = (row & 63) - 1
            row >>= 6
            if card < 0 or (no_locomotive and card == LOCOMOTIVE):
                continue
            for deck in range(rules.decks):
                out.add(code(TAKE, slot, deck))
        for deck in range(rules.decks):
            if public.deck_size[deck] > 0:
                out.add(code(DRAW, deck))

    def why_not(self, s: State, action: i64) -> i64:
        public = s.public
        deck = second(action) if kind_of(action) == TAKE else first(action)
        if deck >= public.rules.decks:
            return reasons.NO_SUCH_DECK
        if kind_of(action) == DRAW:
            return reasons.OK if public.deck_size[deck] > 0 else reasons.EMPTY_DECK
        if first(action) >= public.rules.row_size:
            return reasons.NO_SUCH_SLOT
        card = card_in(public.row, first(action))
        if card < 0:
            return reasons.EMPTY_SLOT
        # U2: also one that turned up as replacement.
        if card == LOCOMOTIVE and public.phase == SECOND_CARD and public.rules.whole_draw:
            return reasons.LOCOMOTIVE_SECOND
        return reasons.OK

    def play(self, s: State, action: i64, dealer: Dealer) -> None:
        public = s.public
        whole = False
        if kind_of(action) == TAKE:
            card = take_from_row(s, first(action), second(action), dealer)
            whole = card == LOCOMOTIVE and public.rules.whole_draw
        else:
            draw_blind(s, first(action), dealer)
        if whole or public.phase == SECOND_CARD or not self.can_draw_second(s):
            end_turn(s, dealer)
        else:
            public.phase = SECOND_CARD

    def can_draw_second(self, s: State) -> bool:
        """C4: whether there is a card that may be the second one."""
        public = s.public
        if public.deck_size[0] + public.deck_size[1] > 0:
            return True
        for slot in range(public.rules.row_size):
            card = card_in(public.row, slot)
            if card >= 0 and not (card == LOCOMOTIVE and public.rules.whole_draw):
                return True
        return False
