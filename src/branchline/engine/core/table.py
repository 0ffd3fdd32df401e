"""The four questions the table answers: deal, what is legal, why not, and play."""

from mypy_extensions import i64

from branchline.engine.core import codes, reasons
from branchline.engine.core.bits import BIT, PLACES, noughts
from branchline.engine.core.cards import SUITS, total
from branchline.engine.core.dealer import DEALT, OFFERED, PASSED, Dealer
from branchline.engine.core.dealing import draw_card, give, settle_row, turn_row
from branchline.engine.core.parts import LegalCodes, Move
from branchline.engine.core.rules import Rules
from branchline.engine.core.state import OVER, TICKET_WORDS, TURN, Public, State
from branchline.engine.core.tickets import nth, size
from branchline.engine.core.turns import end_game, end_turn


def deal(rules: Rules, first: i64, dealer: Dealer) -> State:
    """A new game: hands, row and tickets dealt, the opening choices due."""
    public = Public(rules)
    public.lay_out()
    public.first = first
    public.seat = first
    s = State(public)
    s.hands = noughts(rules.seats * SUITS)
    s.deck = rules.all_cards[:]
    s.tickets = noughts(rules.seats * TICKET_WORDS)
    s.offers = noughts(rules.seats * TICKET_WORDS)
    s.boxed = noughts(rules.seats * TICKET_WORDS)
    s.chosen = noughts(rules.seats)
    s.fleet = noughts(rules.seats)
    deal_cards(s, dealer)
    deal_tickets(s, dealer)
    for seat in range(rules.seats):
        public.markers[seat] = rules.markers
        if rules.fleet == 0:
            public.pieces[seat * 2] = rules.trains
            public.pieces[seat * 2 + 1] = rules.ships
    return s


def deal_cards(s: State, dealer: Dealer) -> None:
    """A hand for every seat, and the row."""
    public = s.public
    rules = public.rules
    for deck in range(rules.decks):
        public.deck_size[deck] = total(s.deck[deck * 2]) + total(s.deck[deck * 2 + 1])
    for seat in range(rules.seats):
        for deck in range(rules.decks):
            for _ in range(rules.to_hand[deck]):
                give(s, seat, draw_card(s, deck, dealer))
        at = seat * SUITS
        dealer.note(DEALT, seat, s.hands[at], s.hands[at + 1], s.hands[at + 2], s.hands[at + 3])
    turn_row(s, dealer)
    settle_row(s, dealer)


def deal_tickets(s: State, dealer: Dealer) -> None:
    """The starting offers. Only the last deck named is drawn from later (E9)."""
    rules = s.public.rules
    for order in range(rules.dealt_decks):
        s.top = rules.dealt_from[order * TICKET_WORDS : order * TICKET_WORDS + TICKET_WORDS]
        left = size(s.top, 0)
        for seat in range(rules.seats):
            for _ in range(rules.dealt_each[order]):
                ticket = nth(s.top, 0, dealer.below(left))
                left -= 1
                s.top[ticket // PLACES] -= BIT[ticket % PLACES]
                s.offers[seat * TICKET_WORDS + ticket // PLACES] += BIT[ticket % PLACES]
        s.public.tickets_on_top = left
    for seat in range(rules.seats):
        at = seat * TICKET_WORDS
        dealer.note(OFFERED, seat, s.offers[at], s.offers[at + 1], 1)


def list_legal(s: State, out: LegalCodes) -> None:
    """Write all legal actions of the seat to move into the list; none when the game is over."""
    out.n = 0
    phase = s.public.phase
    if phase == TURN:
        for move in s.public.rules.moves:
            move.list_turn(s, out)
        if out.n == 0:
            out.add(codes.PASS)
    elif phase != OVER:
        s.public.rules.by_phase[phase].list_more(s, out)


def mover(s: State, action: i64) -> Move | None:
    """The move that an action belongs to now, if the rules have it."""
    rules = s.public.rules
    kind = codes.kind_of(action)
    if s.public.phase == TURN:
        return rules.by_kind[kind]
    if kind in rules.kinds_in_phase[s.public.phase]:
        return rules.by_phase[s.public.phase]
    return None


def why_not(s: State, action: i64) -> i64:
    """The reason against an action of the seat to move, or 0 if it is legal."""
    if s.public.phase == OVER:
        return reasons.GAME_OVER
    if codes.kind_of(action) == codes.PASS:
        return why_not_pass(s)
    move = mover(s, action)
    if move is None:
        begins = codes.TAKE <= codes.kind_of(action) and codes.kind_of(action) <= codes.EXCHANGE
        if begins and s.public.rules.by_kind[codes.kind_of(action)] is None:
            return reasons.NOT_IN_THIS_TITLE
        return reasons.WRONG_KIND
    return move.why_not(s, action)


def why_not_pass(s: State) -> i64:
    """R5: passing is legal only when nothing else is."""
    if s.public.phase != TURN:
        return reasons.WRONG_KIND
    out = LegalCodes()
    list_legal(s, out)
    return reasons.OK if out.items[0] == codes.PASS else reasons.MUST_NOT_PASS


def play(s: State, action: i64, dealer: Dealer) -> None:
    """Play an action that is legal."""
    public = s.public
    if public.phase != TURN:
        public.rules.by_phase[public.phase].play(s, action, dealer)
    elif action == codes.PASS:
        pass_turn(s, dealer)
    else:
        public.passes = 0
        move = public.rules.by_kind[codes.kind_of(action)]
        assert move is not None
        move.play(s, action, dealer)


def pass_turn(s: State, dealer: Dealer) -> None:
    """R5: when all have had to pass one after the other, the game ends."""
    s.public.passes += 1
    dealer.note(PASSED, s.public.seat)
    if s.public.passes == s.public.rules.seats:
        end_game(s, 1, dealer)
    else:
        end_turn(s, dealer)
