"""Claim a line: choose it, pay for it, and in a tunnel pay what is turned (C6, C7, E3-E5, R14)."""

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.bits import BIT, PLACES, lowest
from branchline.engine.core.cards import (
    COLOURS,
    LOCOMOTIVE,
    MARKED,
    SUITS,
    TRAIN,
    UNIT,
    count_of,
    locomotives_in,
)
from branchline.engine.core.codes import (
    CLAIM,
    LAY,
    PAY,
    STAND_INS,
    TAKE_BACK,
    code,
    first,
    fourth,
    kind_of,
    second,
    third,
)
from branchline.engine.core.dealer import CLAIMED, EXTRA, LAID, OWED, TAKEN_BACK, TURNED, Dealer
from branchline.engine.core.dealing import discard_laid, draw_card, lay_down, replenish, take_back
from branchline.engine.core.parts import LegalCodes, Move
from branchline.engine.core.state import LAY_CARDS, PAY_LINE, TUNNEL, TURN, WORDS, State
from branchline.engine.core.turns import end_turn

CARDS_TURNED = 3


class ClaimLine(Move):
    """One line, in full."""

    def begins_with(self) -> list[int]:
        return [CLAIM]

    def goes_on_in(self) -> dict[int, list[int]]:
        return {PAY_LINE: [PAY, STAND_INS], LAY_CARDS: [LAY], TUNNEL: [PAY, TAKE_BACK]}

    def list_turn(self, s: State, out: LegalCodes) -> None:
        lines = claimable(s, s.public.seat)
        for word in range(i64(WORDS)):
            mask = lines[word]
            while mask:
                out.add(code(CLAIM, word * PLACES + lowest(mask)))
                mask &= mask - 1

    def list_more(self, s: State, out: LegalCodes) -> None:
        public = s.public
        fare = public.rules.line_fare[public.line]
        if public.phase == PAY_LINE:
            fare.list_payments(s, public.seat, public.line, out)
        elif public.phase == LAY_CARDS:
            fare.list_steps(s, public.seat, public.line, out)
        else:
            self.list_extras(s, out)

    def list_extras(self, s: State, out: LegalCodes) -> None:
        """E3, E4: what is owed in the colour laid down or in locomotives; or the cards back."""
        public = s.public
        locomotives = locomotives_in(s.hands[public.seat * SUITS])
        colour = colour_laid(s)
        if locomotives >= public.owed:
            out.add(code(PAY, LOCOMOTIVE, 0, 0, public.owed))
        if colour != LOCOMOTIVE:
            most_a = count_of(s.hands[public.seat * SUITS + TRAIN], colour)
            most_b = count_of(s.hands[public.seat * SUITS + MARKED], colour)
            for b in range(most_b + 1):
                for a in range(most_a + 1):
                    rest = public.owed - a - b
                    if 0 <= rest and rest <= locomotives and a + b > 0:
                        out.add(code(PAY, colour, a, b, rest))
        out.add(code(TAKE_BACK))

    def why_not(self, s: State, action: i64) -> i64:
        public = s.public
        if public.phase == TURN:
            return why_not_claim(s, public.seat, first(action))
        fare = public.rules.line_fare[public.line]
        if public.phase == PAY_LINE:
            return fare.why_not_pay(s, public.seat, public.line, action)
        if public.phase == LAY_CARDS:
            return fare.why_not_step(s, public.seat, public.line, action)
        if kind_of(action) == TAKE_BACK:
            return reasons.OK
        return why_not_extra(s, action)

    def play(self, s: State, action: i64, dealer: Dealer) -> None:
        kind = kind_of(action)
        if s.public.phase == TUNNEL:
            self.play_tunnel(s, action, dealer)
        elif kind == CLAIM:
            self.begin(s, first(action))
        elif kind == PAY:
            fare = s.public.rules.line_fare[s.public.line]
            lay_set(s, action, fare.suit_a, fare.suit_b)
            self.paid(s, dealer)
        elif kind == STAND_INS:
            self.begin_payment(s, first(action))
        else:
            assert kind == LAY
            self.lay_step(s, action, dealer)

    def begin(self, s: State, line: i64) -> None:
        """The line is chosen; now it has to be paid for."""
        s.public.line = line
        s.public.phase = PAY_LINE
        self.begin_payment(s, 0)

    def begin_payment(self, s: State, stand_ins: i64) -> None:
        """The number of stand-ins is known; where the fare wants it, the cards are now laid down kind by kind."""
        public = s.public
        public.stand_ins = stand_ins
        to_lay = public.rules.line_fare[public.line].cards_to_lay(public.line, stand_ins)
        if to_lay > 0:
            public.to_lay = to_lay
            public.cursor = 0
            public.phase = LAY_CARDS

    def lay_step(self, s: State, action: i64, dealer: Dealer) -> None:
        """Lay down cards of one kind; the payment is whole when no more are needed."""
        public = s.public
        card, n = first(action), second(action)
        lay_down(s, public.seat, card // 10, card % 10, n)
        fare = public.rules.line_fare[public.line]
        public.cursor = fare.order_of(card) + 1
        public.to_lay -= n
        if public.to_lay == 0:
            self.paid(s, dealer)

    def paid(self, s: State, dealer: Dealer) -> None:
        """The price is laid down: build the line, or see what the tunnel costs more."""
        public = s.public
        note_cards(s, LAID, dealer)
        if public.rules.line_tunnel[public.line]:
            self.turn_cards(s, dealer)
            if public.owed > 0:
                public.phase = TUNNEL
                return
        self.build(s, dealer)

    def turn_cards(self, s: State, dealer: Dealer) -> None:
        """E3-E5: turn three cards, or as many as there are, and count what is owed."""
        public = s.public
        colour = colour_laid(s)
        public.owed = 0
        for _ in range(i64(CARDS_TURNED)):
            if public.deck_size[0] == 0:
                break
            card = draw_card(s, 0, dealer)
            public.turned[card // 10] += UNIT[card % 10]
            dealer.note(TURNED, public.seat, card)
            replenish(s, 0, dealer)
            # E4: locomotives only are matched by locomotives only.
            if card == LOCOMOTIVE or card % 10 == colour:
                public.owed += 1
        dealer.note(OWED, public.seat, public.owed)

    def play_tunnel(self, s: State, action: i64, dealer: Dealer) -> None:
        """Pay the extra and build, or take the cards back and end the turn."""
        public = s.public
        if kind_of(action) == PAY:
            before = public.laid[:]
            lay_set(s, action, TRAIN, MARKED)
            dealer.note(EXTRA, public.seat, public.laid[0] - before[0], public.laid[1] - before[1])
            self.build(s, dealer)
        else:
            dealer.note(TAKEN_BACK, public.seat, public.line)
            take_back(s, public.seat)
            public.owed = 0
            discard_laid(s, dealer)
            end_turn(s, dealer)

    def build(self, s: State, dealer: Dealer) -> None:
        """C6: cards to the discards, pieces on the spaces, points at once."""
        public = s.public
        rules = public.rules
        line = public.line
        seat = public.seat
        public.owed = 0
        take_line(s, seat, line)
        public.pieces[seat * 2 + rules.line_piece[line]] -= rules.line_length[line]
        public.points[seat] += rules.line_points[line]
        dealer.note(CLAIMED, seat, line, rules.line_points[line])
        discard_laid(s, dealer)
        end_turn(s, dealer)


def claimable(s: State, seat: i64) -> vec[i64]:
    """The mask of all lines the seat could claim now."""
    public = s.public
    rules = public.rules
    lines = vec[i64]([0, 0, 0])
    for fare in rules.fares:
        fare.affordable(s, seat, lines)
    trains = public.pieces[seat * 2]
    ships = public.pieces[seat * 2 + 1]
    by_trains = (trains if trains < rules.longest_line else rules.longest_line) * WORDS
    by_ships = (ships if ships < rules.longest_line else rules.longest_line) * WORDS
    for word in range(i64(WORDS)):
        pieces = rules.by_trains[by_trains + word] | rules.by_ships[by_ships + word]
        lines[word] &= public.open[word] & pieces & ~public.barred[seat * WORDS + word]
    return lines


def why_not_claim(s: State, seat: i64, line: i64) -> i64:
    """The reason against claiming this line, or 0."""
    public = s.public
    rules = public.rules
    if line >= rules.lines:
        return reasons.NO_SUCH_LINE
    word = line // PLACES
    bit = BIT[line % PLACES]
    if not public.open[word] & bit:
        for owner in range(rules.seats):
            if public.owned[owner * WORDS + word] & bit:
                return reasons.LINE_TAKEN
        return reasons.LINE_CLOSED
    if public.barred[seat * WORDS + word] & bit:
        return reasons.OWNS_TWIN
    if public.pieces[seat * 2 + rules.line_piece[line]] < rules.line_length[line]:
        return reasons.TOO_FEW_PIECES
    lines = vec[i64]([0, 0, 0])
    rules.line_fare[line].affordable(s, seat, lines)
    return reasons.OK if lines[word] & bit else reasons.CANNOT_AFFORD


def why_not_extra(s: State, action: i64) -> i64:
    """The reason against this extra payment in a tunnel, or 0."""
    public = s.public
    colour, a, b, locomotives = first(action), second(action), third(action), fourth(action)
    if locomotives > locomotives_in(s.hands[public.seat * SUITS]):
        return reasons.NOT_HELD
    if a + b > 0:
        if colour != colour_laid(s) or colour == LOCOMOTIVE:
            return reasons.WRONG_COLOUR
        if a > count_of(s.hands[public.seat * SUITS + TRAIN], colour):
            return reasons.NOT_HELD
        if b > count_of(s.hands[public.seat * SUITS + MARKED], colour):
            return reasons.NOT_HELD
    elif colour != LOCOMOTIVE:
        return reasons.WRONG_COLOUR
    return reasons.OK if a + b + locomotives == public.owed else reasons.WRONG_COUNT


def colour_laid(s: State) -> i64:
    """The colour of the cards laid down, or the locomotive's if there are only these."""
    laid = s.public.laid[TRAIN] + s.public.laid[MARKED]
    for colour in range(i64(COLOURS)):
        if count_of(laid, colour) > 0:
            return colour
    return LOCOMOTIVE


def lay_set(s: State, action: i64, suit_a: i64, suit_b: i64) -> None:
    """Lay down the cards of a whole payment."""
    seat = s.public.seat
    colour = first(action)
    lay_down(s, seat, suit_a, colour, second(action))
    lay_down(s, seat, suit_b, colour, third(action))
    lay_down(s, seat, TRAIN, LOCOMOTIVE, fourth(action))


def note_cards(s: State, what: i64, dealer: Dealer) -> None:
    """Note the cards laid down."""
    laid = s.public.laid
    dealer.note(what, s.public.seat, laid[0], laid[1], laid[2], laid[3])


def take_line(s: State, seat: i64, line: i64) -> None:
    """The line is the seat's; C7 settles the other line of a double route."""
    public = s.public
    rules = public.rules
    bit = BIT[line % PLACES]
    word = line // PLACES
    public.open[word] -= bit
    public.owned[seat * WORDS + word] += bit
    public.reached[seat] |= BIT[rules.line_a[line]] | BIT[rules.line_b[line]]
    twin = rules.line_twin[line]
    if twin >= 0:
        public.barred[seat * WORDS + twin // PLACES] |= BIT[twin % PLACES]
        if rules.twins_close:
            public.open[twin // PLACES] &= ~BIT[twin % PLACES]
