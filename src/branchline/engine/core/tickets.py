"""Tickets on their way between the ticket deck, offers and seats, as masks (C8, N6, R18)."""

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.engine.core.bits import BIT, PLACES, lowest, ones
from branchline.engine.core.dealer import KEPT, OFFERED, Dealer
from branchline.engine.core.state import TICKET_WORDS, State


def size(mask: vec[i64], at: i64) -> i64:
    """How many tickets the mask that begins at this place holds."""
    return ones(mask[at]) + ones(mask[at + 1])


def nth(mask: vec[i64], at: i64, n: i64) -> i64:
    """The n-th ticket of a mask."""
    word = mask[at]
    start: i64 = 0
    while True:
        while word:
            if n == 0:
                return start + lowest(word)
            word &= word - 1
            n -= 1
        word = mask[at + 1]
        start = PLACES


def draw_ticket(s: State, dealer: Dealer) -> i64:
    """The next ticket of a ticket deck that has one: any of the top, then the returned ones in turn."""
    public = s.public
    if public.tickets_on_top > 0:
        ticket = nth(s.top, 0, dealer.below(public.tickets_on_top))
        s.top[ticket // PLACES] -= BIT[ticket % PLACES]
        public.tickets_on_top -= 1
        return ticket
    ticket = s.below[0] >> 3
    s.below = s.below[1:]
    public.tickets_below -= 1
    return ticket


def offer_tickets(s: State, seat: i64, n: i64, dealer: Dealer) -> None:
    """Put the next n tickets before a seat, or as many as there are (C8)."""
    public = s.public
    there = public.tickets_on_top + public.tickets_below
    public.tickets_offered = n if n < there else there
    for _ in range(public.tickets_offered):
        ticket = draw_ticket(s, dealer)
        s.offers[seat * TICKET_WORDS + ticket // PLACES] += BIT[ticket % PLACES]
    dealer.note(OFFERED, seat, s.offers[seat * TICKET_WORDS], s.offers[seat * TICKET_WORDS + 1], 0)


def settle_offer(s: State, seat: i64, choice: i64, return_rejected: bool, dealer: Dealer) -> None:
    """Keep the chosen tickets of the offer; the others go under the deck or out of the game."""
    public = s.public
    kept = vec[i64]([0, 0])
    rejected = vec[i64]([0, 0])
    at = seat * TICKET_WORDS
    offered = size(s.offers, at)
    for n in range(offered):
        ticket = nth(s.offers, at, n)
        word = ticket // PLACES
        bit = BIT[ticket % PLACES]
        if choice & BIT[n]:
            kept[word] += bit
        else:
            rejected[word] += bit
            if return_rejected:
                s.below = append(s.below, ticket * 8 + seat)
                public.tickets_below += 1
    for word in range(i64(TICKET_WORDS)):
        s.tickets[at + word] |= kept[word]
        if not return_rejected:
            s.boxed[at + word] |= rejected[word]
        s.offers[at + word] = 0
    public.ticket_count[seat] += ones(choice)
    public.tickets_offered = 0
    dealer.note(KEPT, seat, kept[0], kept[1], rejected[0], rejected[1])


def spread(s: State, seat: i64, choice: i64) -> vec[i64]:
    """The mask of the tickets that a choice among the offered ones means."""
    mask = vec[i64]([0, 0])
    for n in range(size(s.offers, seat * TICKET_WORDS)):
        if choice & BIT[n]:
            ticket = nth(s.offers, seat * TICKET_WORDS, n)
            mask[ticket // PLACES] += BIT[ticket % PLACES]
    return mask
