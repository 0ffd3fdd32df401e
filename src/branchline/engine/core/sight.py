"""What one seat may know, and full states that agree with it.

A sight is built up from the public table and the seat's own belongings. It never holds anything else, so
whatever is made from a sight alone - a view, a bot's choice, an imagined state - can give nothing away.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.engine.core.bits import BIT, PLACES, noughts
from branchline.engine.core.cards import KINDS, SUITS, UNIT, count_of, less, total
from branchline.engine.core.codes import first
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.dealing import card_in
from branchline.engine.core.moves.draw_tickets import list_keeps
from branchline.engine.core.parts import LegalCodes
from branchline.engine.core.rules import Rules
from branchline.engine.core.state import (
    CHOOSES_TICKETS,
    DECKS,
    KEEP_TICKETS,
    LAY_CARDS,
    OPENING_FLEET,
    OPENING_TICKETS,
    PAY_HARBOUR,
    PAY_LINE,
    PAY_STATION,
    READY,
    TICKET_WORDS,
    Public,
    State,
)
from branchline.engine.core.table import list_legal, play
from branchline.engine.core.tape import WRITING, Tape, recorded
from branchline.engine.core.tickets import nth, size

# Deals until a seat that is paying can pay: most hands can at once, and a payment made on purpose always can.
DEALS_BY_LUCK: Final = 40
MOST_DEALS: Final = 400


class Sight:
    """Public, and the belongings of one seat; seat -1 is a spectator's."""

    def __init__(self, public: Public, seat: i64) -> None:
        self.public: Public = public
        self.seat: i64 = seat
        self.hand: vec[i64] = noughts(SUITS)
        self.tickets: vec[i64] = noughts(TICKET_WORDS)
        self.offer: vec[i64] = noughts(TICKET_WORDS)
        self.boxed: vec[i64] = noughts(TICKET_WORDS)
        self.chosen: i64 = 0
        self.fleet: i64 = 0
        # The tickets under the deck: ticket * 8 + seat if this seat returned it, else -1 - seat.
        self.below: vec[i64] = vec[i64]()

    def pass_through(self, tape: Tape) -> None:
        """Write every field on a tape, or read it from one."""
        self.seat = tape.number(self.seat)
        self.hand = tape.vector(self.hand, SUITS)
        self.tickets = tape.vector(self.tickets, TICKET_WORDS)
        self.offer = tape.vector(self.offer, TICKET_WORDS)
        self.boxed = tape.vector(self.boxed, TICKET_WORDS)
        self.chosen = tape.number(self.chosen)
        self.fleet = tape.number(self.fleet)
        self.public.take(self.public, tape)
        self.below = tape.rest(self.below)

    def numbers(self) -> list[int]:
        """Everything in it as one list, for another process."""
        tape = Tape(WRITING)
        self.pass_through(tape)
        return list(tape.numbers)

    def imagine(self, dealer: Dealer) -> State:
        """A full state that agrees with this sight; all that is hidden is dealt anew."""
        s = State(self.public.copy())
        deal_hidden_cards(self, s, noughts(SUITS), dealer)
        deal_hidden_tickets(self, s, dealer)
        if self.seat != self.public.seat and is_paying(self.public):
            let_pay(self, s, dealer)
        return s


def sight_from(rules: Rules, numbers: list[int]) -> Sight:
    """The sight that a list of its numbers describes."""
    sight = Sight(Public(rules), -1)
    sight.pass_through(recorded(numbers))
    return sight


def sight_of(s: State, seat: i64) -> Sight:
    """What a seat may know of a state."""
    sight = Sight(s.public.copy(), seat)
    for entry in range(i64(len(s.below))):
        by = s.below[entry] & 7
        sight.below = append(sight.below, s.below[entry] if by == seat else -1 - by)
    if seat >= 0:
        sight.hand = s.hands[seat * SUITS : seat * SUITS + SUITS]
        sight.tickets = s.tickets[seat * TICKET_WORDS : seat * TICKET_WORDS + TICKET_WORDS]
        sight.offer = s.offers[seat * TICKET_WORDS : seat * TICKET_WORDS + TICKET_WORDS]
        sight.boxed = s.boxed[seat * TICKET_WORDS : seat * TICKET_WORDS + TICKET_WORDS]
        sight.chosen = s.chosen[seat]
        sight.fleet = s.fleet[seat]
    return sight


def is_paying(public: Public) -> bool:
    """Whether the seat to move has chosen something, so that everybody knows it holds the price."""
    return public.phase in (PAY_LINE, LAY_CARDS, PAY_STATION, PAY_HARBOUR)


def let_pay(sight: Sight, s: State, dealer: Dealer) -> None:
    """Deal again until the seat that is paying can pay.

    If luck brings no such hand, a payment is put together from the cards not seen, and the rest is dealt to it.
    """
    choices = LegalCodes()
    for attempt in range(i64(MOST_DEALS)):
        list_legal(s, choices)
        if choices.n > 0:
            return
        held = noughts(SUITS) if attempt < DEALS_BY_LUCK else some_payment(sight, dealer)
        deal_hidden_cards(sight, s, held, dealer)


def some_payment(sight: Sight, dealer: Dealer) -> vec[i64]:
    """Unseen cards with which the seat that is paying could pay; none if its hand has no room for them."""
    seat = sight.public.seat
    payer = State(sight.public.copy())
    payer.public.deck_size = noughts(DECKS)
    payer.deck = noughts(SUITS)
    payer.hands = payer.public.known[:]
    unseen = unseen_cards(sight)
    at = seat * SUITS
    for suit in range(i64(SUITS)):
        payer.hands[at + suit] += unseen[suit]
    rich = payer.hands[at : at + SUITS]
    choices = LegalCodes()
    while payer.public.seat == seat and is_paying(payer.public):
        list_legal(payer, choices)
        if choices.n == 0:
            return noughts(SUITS)
        play(payer, choices.items[dealer.below(choices.n)], dealer)
    paid = noughts(SUITS)
    for suit in range(i64(SUITS)):
        paid[suit] = less(rich[suit] - payer.hands[at + suit], sight.public.known[at + suit])
    return paid if has_room(sight.public, seat, paid) else noughts(SUITS)


def has_room(public: Public, seat: i64, cards: vec[i64]) -> bool:
    """Whether a hand has so many unknown cards of each deck."""
    for deck in range(i64(DECKS)):
        if total(cards[deck * 2]) + total(cards[deck * 2 + 1]) > unknown_cards(public, seat, deck):
            return False
    return True


def unknown_cards(public: Public, seat: i64, deck: i64) -> i64:
    """How many cards of a deck a hand holds that nobody else has seen."""
    at = seat * SUITS + deck * 2
    return public.hand_size[seat * DECKS + deck] - total(public.known[at]) - total(public.known[at + 1])


def deal_hidden_cards(sight: Sight, s: State, held: vec[i64], dealer: Dealer) -> None:
    """Deal the unseen cards to the other hands, whose known cards stay; the rest is the deck.

    ``held`` are unseen cards that the seat to move gets in any case.
    """
    public = s.public
    rules = public.rules
    unseen = unseen_cards(sight)
    s.hands = public.known[:]
    for suit in range(i64(SUITS)):
        s.hands[public.seat * SUITS + suit] += held[suit]
        unseen[suit] -= held[suit]
    if sight.seat >= 0:
        for suit in range(i64(SUITS)):
            s.hands[sight.seat * SUITS + suit] = sight.hand[suit]
    for seat in range(rules.seats):
        if seat != sight.seat:
            for deck in range(rules.decks):
                given = total(held[deck * 2]) + total(held[deck * 2 + 1]) if seat == public.seat else 0
                for _ in range(unknown_cards(public, seat, deck) - given):
                    card = pick_card(unseen, deck, dealer)
                    s.hands[seat * SUITS + card // 10] += UNIT[card % 10]
    s.deck = unseen


def unseen_cards(sight: Sight) -> vec[i64]:
    """All cards that are neither open on the table, nor in this hand, nor known to be in another."""
    public = sight.public
    unseen = public.rules.all_cards[:]
    for suit in range(i64(SUITS)):
        unseen[suit] -= public.discards[suit] + public.laid[suit] + public.turned[suit] + sight.hand[suit]
        for seat in range(public.rules.seats):
            if seat != sight.seat:
                unseen[suit] -= public.known[seat * SUITS + suit]
    for slot in range(public.rules.row_size):
        card = card_in(public.row, slot)
        if card >= 0:
            unseen[card // 10] -= UNIT[card % 10]
    return unseen


def pick_card(pool: vec[i64], deck: i64, dealer: Dealer) -> i64:
    """Take any card of a deck out of a pool."""
    left = dealer.below(total(pool[deck * 2]) + total(pool[deck * 2 + 1]))
    card = deck * 2 * KINDS
    while True:
        left -= count_of(pool[card // 10], card % 10)
        if left < 0:
            pool[card // 10] -= UNIT[card % 10]
            return card
        card += 1


def deal_hidden_tickets(sight: Sight, s: State, dealer: Dealer) -> None:
    """Deal the unseen tickets to the other seats and the ticket deck."""
    seats = s.public.rules.seats
    s.tickets = noughts(seats * TICKET_WORDS)
    s.offers = noughts(seats * TICKET_WORDS)
    s.boxed = noughts(seats * TICKET_WORDS)
    s.chosen = noughts(seats)
    s.fleet = noughts(seats)
    if sight.seat >= 0:
        s.chosen[sight.seat] = sight.chosen
        s.fleet[sight.seat] = sight.fleet
        for word in range(i64(TICKET_WORDS)):
            at = sight.seat * TICKET_WORDS + word
            s.tickets[at] = sight.tickets[word]
            s.offers[at] = sight.offer[word]
            s.boxed[at] = sight.boxed[word]
    pools = unseen_tickets(sight)
    if s.public.phase in (OPENING_TICKETS, OPENING_FLEET):
        imagine_openings(sight, s, pools, dealer)
    else:
        imagine_kept(sight, s, pools, dealer)
    imagine_deck(sight, s, pools, dealer)


def unseen_tickets(sight: Sight) -> vec[i64]:
    """By deck, the tickets whose place this seat does not know."""
    rules = sight.public.rules
    pools = rules.dealt_from[:]
    for deck in range(rules.dealt_decks):
        for word in range(i64(TICKET_WORDS)):
            mine = sight.tickets[word] | sight.offer[word] | sight.boxed[word]
            pools[deck * TICKET_WORDS + word] &= ~mine
    for entry in range(i64(len(sight.below))):
        if sight.below[entry] >= 0:
            ticket = sight.below[entry] >> 3
            for deck in range(rules.dealt_decks):
                pools[deck * TICKET_WORDS + ticket // PLACES] &= ~BIT[ticket % PLACES]
    return pools


def pick_ticket(pools: vec[i64], deck: i64, dealer: Dealer) -> i64:
    """Take any ticket out of a pool."""
    ticket = nth(pools, deck * TICKET_WORDS, dealer.below(size(pools, deck * TICKET_WORDS)))
    pools[deck * TICKET_WORDS + ticket // PLACES] -= BIT[ticket % PLACES]
    return ticket


def imagine_openings(sight: Sight, s: State, pools: vec[i64], dealer: Dealer) -> None:
    """Before the first turn: the others' offers, and what they may have chosen already."""
    rules = s.public.rules
    for seat in range(rules.seats):
        if seat != sight.seat:
            for deck in range(rules.dealt_decks):
                for _ in range(rules.dealt_each[deck]):
                    ticket = pick_ticket(pools, deck, dealer)
                    s.offers[seat * TICKET_WORDS + ticket // PLACES] += BIT[ticket % PLACES]
            if s.public.stage[seat] != CHOOSES_TICKETS:
                choices = LegalCodes()
                list_keeps(size(s.offers, seat * TICKET_WORDS), rules.keep_dealt, choices)
                s.chosen[seat] = first(choices.items[dealer.below(choices.n)])
            if s.public.stage[seat] == READY and rules.fleet > 0:
                s.fleet[seat] = rules.fewest_trains + dealer.below(rules.most_trains - rules.fewest_trains + 1)


def imagine_kept(sight: Sight, s: State, pools: vec[i64], dealer: Dealer) -> None:
    """The others' tickets: some of their first offer, then some of those drawn later."""
    public = s.public
    rules = public.rules
    last = rules.dealt_decks - 1
    for seat in range(rules.seats):
        if seat != sight.seat:
            keep_some_dealt(s, seat, pools, dealer)
            for _ in range(public.ticket_count[seat] - public.opening_kept[seat]):
                ticket = pick_ticket(pools, last, dealer)
                s.tickets[seat * TICKET_WORDS + ticket // PLACES] += BIT[ticket % PLACES]
    if public.phase == KEEP_TICKETS and public.seat != sight.seat:
        for _ in range(public.tickets_offered):
            ticket = pick_ticket(pools, last, dealer)
            s.offers[public.seat * TICKET_WORDS + ticket // PLACES] += BIT[ticket % PLACES]


def keep_some_dealt(s: State, seat: i64, pools: vec[i64], dealer: Dealer) -> None:
    """Any so many of the places in the first offer; each place is of one of the decks dealt from."""
    rules = s.public.rules
    to_keep = s.public.opening_kept[seat]
    places: i64 = 0
    for deck in range(rules.dealt_decks):
        places += rules.dealt_each[deck]
    for deck in range(rules.dealt_decks):
        for _ in range(rules.dealt_each[deck]):
            if dealer.below(places) < to_keep:
                ticket = pick_ticket(pools, deck, dealer)
                s.tickets[seat * TICKET_WORDS + ticket // PLACES] += BIT[ticket % PLACES]
                to_keep -= 1
            places -= 1


def imagine_deck(sight: Sight, s: State, pools: vec[i64], dealer: Dealer) -> None:
    """The ticket deck; what is then left is out of the game."""
    last = s.public.rules.dealt_decks - 1
    s.top = noughts(TICKET_WORDS)
    for _ in range(s.public.tickets_on_top):
        ticket = pick_ticket(pools, last, dealer)
        s.top[ticket // PLACES] += BIT[ticket % PLACES]
    s.below = sight.below[:]
    for entry in range(i64(len(s.below))):
        if s.below[entry] < 0:
            s.below[entry] = pick_ticket(pools, last, dealer) * 8 - 1 - s.below[entry]
