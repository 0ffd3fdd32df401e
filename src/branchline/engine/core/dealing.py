"""Cards on their way between decks, row, hands and discards (C2-C4, U3, R4, R13)."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.core.cards import KINDS, LOCOMOTIVE, SUITS, UNIT, count_of, less, total
from branchline.engine.core.dealer import DRAWN, FILLED, RENEWED, RESHUFFLED, TAKEN, Dealer
from branchline.engine.core.state import DECKS, State

MOST_RENEWALS: Final = 5  # R4

SLOT_UNIT: Final = UNIT  # a slot of the row is as wide as a counter


def replenish(s: State, deck: i64, dealer: Dealer) -> None:
    """C4: an empty deck is refilled at once from its discards, when there are any."""
    public = s.public
    if public.deck_size[deck] > 0:
        return
    suit = deck * 2
    cards = total(public.discards[suit]) + total(public.discards[suit + 1])
    if cards == 0:
        return
    for each in range(suit, suit + 2):
        s.deck[each] = public.discards[each]
        public.discards[each] = 0
    public.deck_size[deck] = cards
    dealer.note(RESHUFFLED, deck, cards)


def draw_card(s: State, deck: i64, dealer: Dealer) -> i64:
    """Take the next card of a deck that has one. Whoever draws notes it, then replenishes."""
    public = s.public
    left = dealer.below(public.deck_size[deck])
    public.deck_size[deck] -= 1
    suit = deck * 2
    word = s.deck[suit]
    while True:
        for colour in range(i64(KINDS)):
            left -= count_of(word, colour)
            if left < 0:
                s.deck[suit] -= UNIT[colour]
                return suit * 10 + colour
        suit += 1
        word = s.deck[suit]


def give(s: State, seat: i64, card: i64) -> None:
    """Put a card into a hand."""
    suit = card // 10
    s.hands[seat * SUITS + suit] += UNIT[card % 10]
    s.public.hand_size[seat * DECKS + (suit >> 1)] += 1


def draw_blind(s: State, deck: i64, dealer: Dealer) -> None:
    """The seat takes the top card of a deck, unseen by the others."""
    seat = s.public.seat
    card = draw_card(s, deck, dealer)
    give(s, seat, card)
    dealer.note(DRAWN, seat, deck, card)
    replenish(s, deck, dealer)
    settle_row(s, dealer)


def card_in(row: i64, slot: i64) -> i64:
    """The card in a slot of the row, or -1."""
    return count_of(row, slot) - 1


def take_from_row(s: State, slot: i64, deck: i64, dealer: Dealer) -> i64:
    """The seat takes a card of the row, which is replaced from the deck it names (W2)."""
    public = s.public
    card = card_in(public.row, slot)
    public.row -= (card + 1) * SLOT_UNIT[slot]
    public.row_cards -= 1
    give(s, public.seat, card)
    public.known[public.seat * SUITS + card // 10] += UNIT[card % 10]
    dealer.note(TAKEN, public.seat, slot, card)
    fill_slot(s, slot, deck, dealer)
    settle_row(s, dealer)
    return card


def fill_slot(s: State, slot: i64, deck: i64, dealer: Dealer) -> None:
    """Turn a card into an empty slot; if the named deck is empty, the other one serves (R13)."""
    public = s.public
    if public.deck_size[deck] == 0:
        deck = 1 - deck
        if public.deck_size[deck] == 0:
            return
    card = draw_card(s, deck, dealer)
    public.row += (card + 1) * SLOT_UNIT[slot]
    public.row_cards += 1
    public.row_stays = 0
    dealer.note(FILLED, slot, card, deck)
    replenish(s, deck, dealer)


def fill_gaps(s: State, dealer: Dealer) -> None:
    """R13: a gap in the row is filled as soon as a deck has cards."""
    for slot in range(s.public.rules.row_size):
        if card_in(s.public.row, slot) < 0:
            fill_slot(s, slot, 0, dealer)


def locomotives_shown(row: i64, row_size: i64) -> i64:
    """How many locomotives lie face up."""
    shown: i64 = 0
    for slot in range(row_size):
        if card_in(row, slot) == LOCOMOTIVE:
            shown += 1
    return shown


def settle_row(s: State, dealer: Dealer) -> None:
    """Fill what can be filled, and renew a row that shows too many locomotives (U3, W3, R4)."""
    public = s.public
    rules = public.rules
    if public.row_cards < rules.row_size:
        fill_gaps(s, dealer)
    if rules.renewed_at == 0 or public.row_stays:
        return
    renewals: i64 = 0
    while locomotives_shown(public.row, rules.row_size) >= rules.renewed_at:
        if renewals == MOST_RENEWALS:
            public.row_stays = 1
            return
        renew_row(s, dealer)
        renewals += 1


def renew_row(s: State, dealer: Dealer) -> None:
    """Discard the row and turn a new one."""
    public = s.public
    for slot in range(public.rules.row_size):
        card = card_in(public.row, slot)
        if card >= 0:
            public.discards[card // 10] += UNIT[card % 10]
    public.row = 0
    public.row_cards = 0
    dealer.note(RENEWED, -1)
    for deck in range(public.rules.decks):
        replenish(s, deck, dealer)
    turn_row(s, dealer)


def turn_row(s: State, dealer: Dealer) -> None:
    """Turn a whole row, so many cards of each deck; what one deck lacks comes from the other (R13)."""
    slot: i64 = 0
    for deck in range(s.public.rules.decks):
        for _ in range(s.public.rules.to_row[deck]):
            fill_slot(s, slot, deck, dealer)
            slot += 1


def lay_down(s: State, seat: i64, suit: i64, colour: i64, n: i64) -> None:
    """Move n cards of a kind from the hand to the cards laid down."""
    if n == 0:
        return
    cards = UNIT[colour] * n
    s.hands[seat * SUITS + suit] -= cards
    s.public.laid[suit] += cards
    s.public.hand_size[seat * DECKS + (suit >> 1)] -= n
    s.public.known[seat * SUITS + suit] = less(s.public.known[seat * SUITS + suit], cards)


def take_back(s: State, seat: i64) -> None:
    """Return the cards laid down to the hand; now everybody knows them."""
    public = s.public
    for suit in range(i64(SUITS)):
        cards = public.laid[suit]
        s.hands[seat * SUITS + suit] += cards
        public.known[seat * SUITS + suit] += cards
        public.hand_size[seat * DECKS + (suit >> 1)] += total(cards)
        public.laid[suit] = 0


def discard_laid(s: State, dealer: Dealer) -> None:
    """Move what was laid down and turned to the discards, and bring decks and row in order."""
    public = s.public
    for suit in range(i64(SUITS)):
        public.discards[suit] += public.laid[suit] + public.turned[suit]
        public.laid[suit] = 0
        public.turned[suit] = 0
    for deck in range(public.rules.decks):
        replenish(s, deck, dealer)
    settle_row(s, dealer)
