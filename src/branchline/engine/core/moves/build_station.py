"""Build a station in a city that has none (E6)."""

from mypy_extensions import i64

from branchline.engine.core import reasons
from branchline.engine.core.bits import BIT, lowest
from branchline.engine.core.cards import COLOURS, MARKED, SUITS, TRAIN, count_of, locomotives_in
from branchline.engine.core.codes import PAY, STATION, code, first
from branchline.engine.core.dealer import LAID, Dealer
from branchline.engine.core.dealer import STATION as STATION_NOTE
from branchline.engine.core.dealing import discard_laid
from branchline.engine.core.moves.claim_line import lay_set, note_cards
from branchline.engine.core.parts import LegalCodes, Move
from branchline.engine.core.state import PAY_STATION, TURN, State
from branchline.engine.core.turns import end_turn


class BuildStation(Move):
    """The first costs one card, the second two, the third three of one colour."""

    def begins_with(self) -> list[int]:
        return [STATION]

    def goes_on_in(self) -> dict[int, list[int]]:
        return {PAY_STATION: [PAY]}

    def list_turn(self, s: State, out: LegalCodes) -> None:
        public = s.public
        if public.markers[public.seat] == 0 or not can_pay(s, public.seat):
            return
        free = public.rules.sites & ~built_by_all(s)
        while free:
            out.add(code(STATION, lowest(free)))
            free &= free - 1

    def list_more(self, s: State, out: LegalCodes) -> None:
        seat = s.public.seat
        s.public.rules.station_fare.list_sets(s, seat, price(s, seat), -1, 0, out)

    def why_not(self, s: State, action: i64) -> i64:
        public = s.public
        seat = public.seat
        if public.phase != TURN:
            return public.rules.station_fare.why_not_set(s, seat, price(s, seat), -1, 0, action)
        city = first(action)
        if city >= public.rules.cities or not public.rules.sites & BIT[city]:
            return reasons.NO_SUCH_CITY
        if public.markers[seat] == 0:
            return reasons.NO_MARKERS_LEFT
        if built_by_all(s) & BIT[city]:
            return reasons.CITY_BUILT
        return reasons.OK if can_pay(s, seat) else reasons.CANNOT_AFFORD

    def play(self, s: State, action: i64, dealer: Dealer) -> None:
        public = s.public
        if public.phase == TURN:
            public.city = first(action)
            public.phase = PAY_STATION
            return
        fare = public.rules.station_fare
        lay_set(s, action, fare.suit_a, fare.suit_b)
        note_cards(s, LAID, dealer)
        public.markers[public.seat] -= 1
        public.built[public.seat] |= BIT[public.city]
        dealer.note(STATION_NOTE, public.seat, public.city)
        discard_laid(s, dealer)
        end_turn(s, dealer)


def price(s: State, seat: i64) -> i64:
    """The cards that the next station costs."""
    return s.public.rules.markers - s.public.markers[seat] + 1


def can_pay(s: State, seat: i64) -> bool:
    """Whether the seat has the cards for its next station."""
    hand = s.hands[seat * SUITS + TRAIN] + s.hands[seat * SUITS + MARKED]
    needed = price(s, seat) - locomotives_in(hand)
    return any(count_of(hand, colour) >= needed for colour in range(i64(COLOURS)))


def built_by_all(s: State) -> i64:
    """The cities with a station or harbour, whoever built it."""
    cities: i64 = 0
    for seat in range(s.public.rules.seats):
        cities |= s.public.built[seat]
    return cities
