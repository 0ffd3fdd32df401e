"""A referee with pen and paper: watches a game by its actions and events, and knows only the rule book.

Nothing here uses the engine's rules. The referee reads the board, the cards in the box and the events, keeps
hands, decks, row, tickets, pieces and points on plain lists of its own, and calls a foul for whatever the
rules (the ids are those of the rule page) do not allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from laws.reckoning import Scoring, Sheet
from laws.rulebook import (
    BOOKS,
    GRAY,
    LOCOMOTIVE,
    Cards,
    Foul,
    colour_of,
    demand,
    is_ship,
    listed,
    pays_for_harbour,
    pays_for_set,
    pays_for_station,
    pays_in_pairs,
    pays_with_stand_ins,
    spaces_of,
)

from branchline.engine import actions as act
from branchline.engine import events as ev
from branchline.engine.board import Line
from branchline.engine.game import Step
from branchline.engine.tally import Tally
from branchline.engine.title import Title

_Event = TypeVar("_Event", bound=ev.Event)


class Referee:
    """Watches one game from the deal to the end."""

    def __init__(self, title: Title, seats: int) -> None:
        self.title = title
        self.board = title.board
        self.book = BOOKS[title.id]
        self.seats = seats
        self.line = {line.id: line for line in title.board.lines}
        self.ticket = {ticket.id: ticket for ticket in title.board.tickets}
        self.cities = {city.id: city for city in title.board.cities}
        self.hands: list[Cards] = [Counter() for _ in range(seats)]
        self.decks = {deck.name: self.contents(deck.name) for deck in title.decks}
        demand(tuple(self.decks) == self.book.decks, "these are other decks")
        self.discards: dict[str, Cards] = {name: Counter() for name in self.decks}
        self.home = {card: name for name, cards in self.decks.items() for card in cards}
        self.row: list[str | None] = [None] * sum(self.book.row)
        self.row_stays = False
        drawn_from = self.book.dealt_tickets[-1][0]
        # The ticket deck: piles one under the other, in each of which any ticket may be the next (R18).
        self.ticket_deck = [{ticket.id for ticket in title.board.tickets if ticket.deck == drawn_from}]
        self.other_tickets = {ticket.id for ticket in title.board.tickets if ticket.deck != drawn_from}
        self.offers: list[set[str]] = [set() for _ in range(seats)]
        self.kept: list[set[str]] = [set() for _ in range(seats)]
        self.opening: list[set[str] | None] = [None] * seats
        self.fleets: list[tuple[int, int] | None] = [None] * seats
        self.pieces: list[dict[str, int]] = [
            {"trains": self.book.trains, "ships": self.book.ships} for _ in range(seats)
        ]
        self.box: list[dict[str, int]] = [{"trains": 0, "ships": 0} for _ in range(seats)]
        self.owner: dict[str, int] = {}
        self.built: dict[str, int] = {}
        self.points = [0] * seats
        self.exchanged = [0] * seats
        self.stage = "opening"
        self.turn = -1
        self.passes = 0
        self.turns_left: int | None = None
        self.chosen_line: Line | None = None
        self.chosen_city: str | None = None
        self.stand_ins = 0
        self.laid: Cards = Counter()
        self.turned: Cards = Counter()
        self.owed = 0
        self.events: list[ev.Event] = []

    def contents(self, name: str) -> Cards:
        """The cards in a deck of the box."""
        cards: Cards = Counter()
        for deck in self.title.decks:
            if deck.name == name:
                cards[LOCOMOTIVE] += deck.locomotives
                for suit in deck.suits:
                    cards.update({suit.name.format(colour): suit.each for colour in self.title.colours})
        return +cards

    # --- reading events

    def next(self, kind: type[_Event]) -> _Event:
        """The next event, which has to be of this kind."""
        demand(bool(self.events), f"a {kind.__name__} is missing")
        event = self.events.pop(0)
        if not isinstance(event, kind):
            raise Foul(f"{event} comes where a {kind.__name__} is due")
        demand(getattr(event, "seat", 0) in range(self.seats), f"{event}: there is no such seat")
        return event

    def expect(self, event: ev.Event) -> None:
        """The next event, which has to be exactly this one."""
        told = self.next(type(event))
        demand(told == event, f"{told} is told, but it was {event}")

    def coming(self, kind: type[ev.Event]) -> bool:
        return bool(self.events) and isinstance(self.events[0], kind)

    def done(self) -> None:
        demand(not self.events, f"{self.events} should not have happened")

    # --- cards

    def draw(self, deck: str, card: str | None) -> str:
        """A card leaves its deck."""
        demand(deck in self.decks, f"there is no deck {deck}")
        if card is None or self.decks[deck][card] == 0:
            raise Foul(f"there is no {card} in the deck {deck}")
        self.decks[deck][card] -= 1
        return card

    def reshuffle(self) -> None:
        """C4, R13: an empty deck is refilled from its discards before anything else happens."""
        due = {deck for deck in self.decks if not self.decks[deck].total() and self.discards[deck].total()}
        while due:
            told = self.next(ev.DeckReshuffled)
            demand(told.deck in due, f"{told.deck} is not to be reshuffled")
            demand(told.cards == self.discards[told.deck].total(), f"{told}: the discards are others")
            self.decks[told.deck], self.discards[told.deck] = self.discards[told.deck], Counter()
            due.remove(told.deck)

    def discard(self, cards: Iterable[str]) -> None:
        for card in cards:
            self.discards[self.home[card]][card] += 1

    def fill(self, decks: Iterable[str]) -> ev.RowFilled:
        """A card of one of these decks is turned into a gap of the row."""
        told = self.next(ev.RowFilled)
        demand(0 <= told.slot < len(self.row) and self.row[told.slot] is None, f"{told}: there is no gap")
        demand(told.deck in decks, f"{told}: it should come from {decks}")
        self.row[told.slot] = self.draw(told.deck, told.card)
        demand(told.row == tuple(self.row), f"{told}: the row is {self.row}")
        self.reshuffle()
        return told

    def with_cards(self) -> list[str]:
        """The decks that have cards."""
        return [deck for deck in self.decks if self.decks[deck].total()]

    def settle_row(self) -> None:
        """R13: gaps are filled; U3, W3, R4: a row with three locomotives is renewed, five times at most."""
        while None in self.row and self.with_cards():
            self.fill(self.with_cards())
            self.row_stays = False
        renewals = 0
        while self.book.row_renewed and self.row.count(LOCOMOTIVE) >= 3 and not self.row_stays:
            if renewals == 5:
                self.row_stays = True
                return
            self.renew_row()
            renewals += 1

    def renew_row(self) -> None:
        shown = [card for card in self.row if card is not None]
        told = self.next(ev.RowRenewed)
        demand(Counter(told.discarded) == Counter(shown), f"{told}: the row was {shown}")
        self.discard(shown)
        self.row = [None] * len(self.row)
        self.reshuffle()
        self.turn_row()

    def turn_row(self) -> None:
        """So many of each deck; what one lacks comes from the other."""
        to_come = dict(zip(self.decks, self.book.row, strict=True))
        while None in self.row and self.with_cards():
            due = [deck for deck in self.with_cards() if to_come[deck]]
            told = self.fill(due or self.with_cards())
            to_come[told.deck] -= 1
            to_come[told.deck] = max(0, to_come[told.deck])

    # --- the deal

    def watch_deal(self, told: Sequence[ev.Event]) -> None:
        """Hands, row and tickets before the first choice."""
        self.events = list(told)
        waiting = set(range(self.seats))
        while waiting:
            hand = self.next(ev.HandDealt)
            demand(hand.seat in waiting, f"{hand}: this seat has its hand")
            waiting.remove(hand.seat)
            self.deal_hand(hand.seat, hand.cards or ())
        self.turn_row()
        self.settle_row()
        self.deal_tickets()
        self.done()

    def deal_hand(self, seat: int, cards: Sequence[str]) -> None:
        for deck in self.title.decks:
            mine = [card for card in cards if self.home.get(card) == deck.name]
            demand(len(mine) == deck.to_hand, f"seat {seat} is dealt {len(mine)} of {deck.name}")
            self.hands[seat].update(self.draw(deck.name, card) for card in mine)
        demand(self.hands[seat].total() == len(cards), f"seat {seat} is dealt cards of no deck")

    def deal_tickets(self) -> None:
        waiting = set(range(self.seats))
        while waiting:
            told = self.next(ev.TicketsOffered)
            demand(told.seat in waiting, f"{told}: this seat has its tickets")
            waiting.remove(told.seat)
            tickets = told.tickets or ()
            by_deck = Counter(self.ticket[ticket].deck for ticket in tickets)
            demand(by_deck == dict(self.book.dealt_tickets), f"{told}: these are not the starting tickets")
            demand(told.count == len(set(tickets)), f"{told}: not so many")
            for ticket in tickets:
                pile = self.ticket_deck[0] if ticket in self.ticket_deck[0] else self.other_tickets
                demand(ticket in pile, f"{ticket} is dealt twice")
                pile.remove(ticket)
                self.offers[told.seat].add(ticket)

    # --- steps

    def watch(self, step: Step) -> None:
        """One action and what happened because of it."""
        self.events = list(step.events)
        demand(self.stage != "over", "the game is over")
        seat, action = step.seat, step.action
        if self.stage == "opening":
            self.watch_opening(seat, action)
        else:
            demand(seat == self.turn, f"it is the turn of seat {self.turn}, not of {seat}")
            demand(type(action) in _STAGES[self.stage], f"{action} cannot be done now ({self.stage})")
            _WATCHERS[type(action)](self, seat, action)
        self.done()

    def watch_opening(self, seat: int, action: act.Action) -> None:
        """W1, C9: choices in secret, shown when all have chosen."""
        demand(0 <= seat < self.seats, f"there is no seat {seat}")
        if isinstance(action, act.KeepTickets) and self.opening[seat] is None:
            kept = set(action.tickets)
            demand(len(kept) == len(action.tickets) and kept <= self.offers[seat], f"{action}: not offered")
            demand(len(kept) >= self.book.keep_dealt, f"{action}: too few")
            told = self.next(ev.OpeningTicketsChosen)
            demand((told.seat, listed(told.tickets)) == (seat, kept), f"{told} is not what was chosen")
            self.opening[seat] = kept
        elif isinstance(action, act.ChooseFleet) and self.opening[seat] is not None and self.fleets[seat] is None:
            fleet = action.trains, action.ships
            fair = 0 <= action.trains <= self.book.trains and 0 <= action.ships <= self.book.ships
            demand(self.book.fleet > 0 and fair and sum(fleet) == self.book.fleet, f"{action} is no fleet")
            self.expect(ev.FleetChosen(seat, *fleet))
            self.fleets[seat] = fleet
        else:
            raise Foul(f"{action} is not what seat {seat} has to choose")
        if None not in self.opening and (not self.book.fleet or None not in self.fleets):
            self.reveal()

    def reveal(self) -> None:
        rejected: set[str] = set()
        waiting = set(range(self.seats))
        while waiting:
            seat = self.keep(self.opening, rejected)
            demand(seat in waiting, f"seat {seat} keeps its tickets twice")
            waiting.remove(seat)
        if self.book.dealt_under_deck:
            self.ticket_deck.append(rejected)
        if self.book.fleet:
            for seat, fleet in enumerate(self.fleets):
                assert fleet is not None
                trains, ships = fleet
                self.expect(ev.FleetRevealed(seat, trains, ships))
                self.pieces[seat] = {"trains": trains, "ships": ships}
                self.box[seat] = {"trains": self.book.trains - trains, "ships": self.book.ships - ships}
        self.turn = self.next(ev.TurnsBegan).first
        demand(0 <= self.turn < self.seats, "nobody has the first turn")
        self.stage = "turn"

    def keep(self, chosen: Sequence[set[str] | None], rejected: set[str]) -> int:
        """A seat keeps what it chose; what it did not goes to the rejected ones."""
        told = self.next(ev.TicketsKept)
        seat = told.seat
        kept = chosen[seat] or set()
        demand(listed(told.tickets) == kept, f"{told}: it chose {kept}")
        left = self.offers[seat] - kept
        demand(listed(told.rejected_tickets) == left, f"{told}: it did not choose {left}")
        demand((told.kept, told.rejected) == (len(kept), len(left)), f"{told}: counted wrong")
        self.kept[seat] |= kept
        self.offers[seat] = set()
        rejected |= left
        return seat

    # --- drawing cards

    def watch_take(self, seat: int, action: act.TakeCard) -> None:
        demand(0 <= action.slot < len(self.row), f"{action}: no such place")
        card = self.row[action.slot]
        if card is None:
            raise Foul(f"{action}: there is no card")
        alone = card == LOCOMOTIVE and self.book.whole_draw
        demand(not (alone and self.stage == "second"), "U2: a face-up locomotive as second card")
        demand((action.refill is not None) == (len(self.decks) > 1), f"{action}: W2, name the deck")
        self.row[action.slot] = None
        self.expect(ev.CardTaken(seat, action.slot, card, tuple(self.row)))
        self.hands[seat][card] += 1
        with_cards = self.with_cards()
        if with_cards:
            named = [deck for deck in with_cards if deck == action.refill]
            demand(self.coming(ev.RowFilled), "the card taken is not replaced")
            told = self.fill(named or with_cards)
            demand(told.slot == action.slot, f"{told}: the gap is in {action.slot}")
            self.row_stays = False
        self.settle_row()
        self.after_card(alone)

    def watch_draw(self, seat: int, action: act.DrawCard) -> None:
        told = self.next(ev.CardDrawn)
        demand((told.seat, told.deck) == (seat, action.deck), f"{told} is not {action}")
        self.hands[seat][self.draw(action.deck, told.card)] += 1
        self.reshuffle()
        self.settle_row()
        self.after_card(False)

    def after_card(self, alone: bool) -> None:
        """C2, C4: a second card, unless there is none that may be drawn."""
        there = [card for card in self.row if card and not (card == LOCOMOTIVE and self.book.whole_draw)]
        if self.stage == "second" or alone or not (there or self.with_cards()):
            self.end_turn()
        else:
            self.stage = "second"

    # --- tickets

    def tickets_left(self) -> int:
        return sum(len(pile) for pile in self.ticket_deck)

    def watch_draw_tickets(self, seat: int, action: act.DrawTickets) -> None:
        due = min(self.book.drawn_tickets, self.tickets_left())
        demand(due > 0, "C8: there are no tickets left")
        told = self.next(ev.TicketsOffered)
        tickets = listed(told.tickets)
        demand((told.seat, told.count, len(tickets)) == (seat, due, due), f"{told}: {due} tickets are due")
        self.offers[seat] = set(tickets)
        while tickets:
            self.ticket_deck = [pile for pile in self.ticket_deck if pile]
            top = self.ticket_deck[0]
            from_top = tickets & top
            demand(len(from_top) == min(len(top), len(tickets)), f"{told}: not the next tickets of the deck")
            top -= from_top
            tickets -= from_top
        self.stage = "keep"

    def watch_keep(self, seat: int, action: act.KeepTickets) -> None:
        kept = set(action.tickets)
        demand(bool(kept) and len(kept) == len(action.tickets), f"{action}: keep one or more")
        demand(kept <= self.offers[seat], f"{action}: not offered")
        rejected: set[str] = set()
        demand(self.keep([kept if other == seat else None for other in range(self.seats)], rejected) == seat, "who?")
        if self.book.drawn_under_deck:
            self.ticket_deck.append(rejected)
        self.end_turn()

    # --- claiming lines

    def why_not_claim(self, seat: int, line: Line) -> str | None:
        """C6, C7: what speaks against a claim, the cards apart."""
        if line.id in self.owner:
            return "it has an owner"
        for other in self.board.lines:
            if line.double is not None and other.double == line.double and other.id in self.owner:
                if self.owner[other.id] == seat or self.seats < self.book.doubles_from:
                    return "the other line is taken"
        if self.pieces[seat][_piece(line)] < line.length:
            return "too few pieces"
        return None

    def watch_claim(self, seat: int, action: act.ClaimLine) -> None:
        line = self.line[action.line]
        problem = self.why_not_claim(seat, line)
        demand(problem is None, f"{action}: {problem}")
        self.chosen_line = line
        self.stand_ins = 0
        self.stage = "lay" if line.pairs else "pay line"

    def watch_stand_ins(self, seat: int, action: act.UseStandIns) -> None:
        assert self.chosen_line is not None
        demand(self.chosen_line.any_cards > 0, "N3: no stand-ins on this line")
        demand(0 < action.count <= self.chosen_line.length, f"{action}: not so many")
        self.stand_ins = action.count
        self.stage = "lay"

    def to_lay(self) -> int:
        """The number of cards in a payment that is laid kind by kind."""
        assert self.chosen_line is not None
        line = self.chosen_line
        return 2 * line.length if line.pairs else line.length + self.stand_ins * (line.any_cards - 1)

    def watch_lay(self, seat: int, action: act.LayCards) -> None:
        self.lay(seat, [action.card] * action.count)
        demand(action.count > 0 and self.laid.total() <= self.to_lay(), f"{action}: too many cards")
        if self.laid.total() == self.to_lay():
            self.paid_line(seat)

    def lay(self, seat: int, cards: Iterable[str]) -> None:
        """Cards go from the hand to the table."""
        for card in cards:
            demand(self.hands[seat][card] > 0, f"seat {seat} has no {card}")
            self.hands[seat][card] -= 1
            self.laid[card] += 1

    def watch_pay(self, seat: int, action: act.Pay) -> None:
        if self.stage == "tunnel":
            self.pay_extra(seat, action.cards)
            return
        self.lay(seat, action.cards)
        if self.stage == "pay line":
            self.paid_line(seat)
            return
        built = ev.HarbourBuilt if self.book.harbours else ev.StationBuilt
        assert self.chosen_city is not None
        self.expect_payment(seat)
        own = sum(owner == seat for owner in self.built.values())
        fair = pays_for_harbour(self.laid) if self.book.harbours else pays_for_station(self.laid, own + 1)
        demand(fair, f"{dict(self.laid)} does not pay for it")
        self.expect(built(seat, self.chosen_city))
        self.built[self.chosen_city] = seat
        self.clear_table()

    def expect_payment(self, seat: int) -> None:
        told = self.next(ev.PaymentLaid)
        demand(told.seat == seat and Counter(told.cards) == +self.laid, f"{told}: laid were {dict(self.laid)}")
        line = self.chosen_line.id if self.chosen_line else None
        demand((told.line, told.city) == (line, self.chosen_city), f"{told} is for {line or self.chosen_city}")

    def pays(self, cards: Cards, line: Line) -> bool:
        """Whether this is a whole payment for a line."""
        if line.pairs:
            return pays_in_pairs(cards, line)
        if line.any_cards and pays_with_stand_ins(cards, line, self.book, self.title.colours):
            return True
        return pays_for_set(cards, line, self.book)

    def paid_line(self, seat: int) -> None:
        line = self.chosen_line
        assert line is not None
        self.expect_payment(seat)
        demand(self.pays(self.laid, line), f"{dict(self.laid)} does not pay for {line}")
        self.owed = self.turn_for_tunnel(seat, line) if line.kind == "tunnel" else 0
        if self.owed:
            self.stage = "tunnel"
        else:
            self.build_line(seat, line)

    def turn_for_tunnel(self, seat: int, line: Line) -> int:
        """E3-E5: three cards, or as many as there are; for each that matches, one more is owed."""
        deck = self.book.decks[0]
        colours = {colour_of(card) for card, n in self.laid.items() if n and card != LOCOMOTIVE}
        owed = 0
        for _ in range(3):
            if not self.decks[deck].total():
                break
            told = self.next(ev.TunnelCardTurned)
            demand(told.seat == seat, f"{told}: another seat")
            self.turned[self.draw(deck, told.card)] += 1
            owed += told.card == LOCOMOTIVE or colour_of(told.card) in colours
            self.reshuffle()
        self.expect(ev.TunnelPriced(seat, line.id, owed))
        return owed

    def pay_extra(self, seat: int, cards: Sequence[str]) -> None:
        """E3, E4: the colour laid down, or locomotives."""
        assert self.chosen_line is not None
        fair = {card for card, n in self.laid.items() if n} | {LOCOMOTIVE}
        demand(set(cards) <= fair and len(cards) == self.owed, f"{cards} are not the {self.owed} cards owed")
        self.lay(seat, cards)
        told = self.next(ev.ExtraPaid)
        demand(told.seat == seat and Counter(told.cards) == Counter(cards), f"{told}: it was {cards}")
        self.build_line(seat, self.chosen_line)

    def watch_take_back(self, seat: int, action: act.TakeCardsBack) -> None:
        assert self.chosen_line is not None
        self.expect(ev.CardsTakenBack(seat, self.chosen_line.id))
        self.hands[seat].update(self.laid)
        self.laid = Counter()
        self.clear_table()

    def build_line(self, seat: int, line: Line) -> None:
        points = self.board.line_points[line.length]
        self.expect(ev.LineClaimed(seat, line.id, points))
        self.owner[line.id] = seat
        self.pieces[seat][_piece(line)] -= line.length
        self.points[seat] += points
        self.clear_table()

    def clear_table(self) -> None:
        """R14: now what was laid and turned goes to the discards."""
        self.discard(self.laid.elements())
        self.discard(self.turned.elements())
        self.laid, self.turned = Counter(), Counter()
        self.owed = 0
        self.reshuffle()
        self.settle_row()
        self.end_turn()

    # --- building and exchanging

    def watch_station(self, seat: int, action: act.BuildStation) -> None:
        own = sum(owner == seat for owner in self.built.values())
        demand(own < self.book.stations and action.city not in self.built, f"{action}: E6")
        demand(action.city in self.cities, f"{action}: there is no such city")
        self.chosen_city = action.city
        self.stage = "pay city"

    def can_have_harbour(self, seat: int, city: str) -> bool:
        """W7, R12: a free port that an own route reaches."""
        own = sum(owner == seat for owner in self.built.values())
        reached = {
            end for line, owner in self.owner.items() if owner == seat for end in (self.line[line].a, self.line[line].b)
        }
        port = self.cities[city].port and not self.cities[city].waypoint
        return own < self.book.harbours and city not in self.built and port and city in reached

    def watch_harbour(self, seat: int, action: act.BuildHarbour) -> None:
        demand(self.can_have_harbour(seat, action.city), f"{action}: W7")
        self.chosen_city = action.city
        self.stage = "pay city"

    def watch_exchange(self, seat: int, action: act.ExchangePieces) -> None:
        demand(self.book.fleet > 0 and action.give in ("trains", "ships"), f"{action}: W9")
        gets = "ships" if action.give == "trains" else "trains"
        n = action.count
        demand(0 < n <= min(self.pieces[seat][action.give], self.box[seat][gets]), f"{action}: W9")
        self.expect(ev.PiecesExchanged(seat, action.give, n))
        self.pieces[seat][action.give] -= n
        self.box[seat][action.give] += n
        self.pieces[seat][gets] += n
        self.box[seat][gets] -= n
        self.points[seat] -= n
        self.exchanged[seat] += n
        self.end_turn()

    # --- passing, and the end

    def watch_pass(self, seat: int, action: act.Pass) -> None:
        for way in self.ways(seat):
            raise Foul(f"R5: seat {seat} passes, but could {way}")
        self.expect(ev.Passed(seat))
        self.passes += 1
        if self.passes == self.seats:
            self.expect(ev.GameEnded("nobody could move"))
            self.stage = "over"
        else:
            self.end_turn(passed=True)

    def ways(self, seat: int) -> Iterator[str]:
        """What a seat could do in its turn."""
        if self.with_cards() or any(self.row):
            yield "draw a card"
        if self.tickets_left():
            yield "draw tickets"
        for line in self.board.lines:
            if self.why_not_claim(seat, line) is None and self.could_pay(self.hands[seat], line):
                yield f"claim {line.id}"
        if self.could_build_station(seat):
            yield "build a station"
        if self.could_pay_harbour(self.hands[seat]):
            yield from (f"build a harbour in {city}" for city in self.cities if self.can_have_harbour(seat, city))
        can_exchange = any(type(move).__name__ == "ExchangePieces" for move in self.title.moves)
        for give, get in (("trains", "ships"), ("ships", "trains")):
            if can_exchange and self.pieces[seat][give] and self.box[seat][get]:
                yield f"exchange {give}"

    def could_build_station(self, seat: int) -> bool:
        hand = self.hands[seat]
        own = sum(owner == seat for owner in self.built.values())
        most = max((hand[colour] for colour in self.title.colours), default=0)
        return own < self.book.stations and most + hand[LOCOMOTIVE] > own

    def could_pay_harbour(self, hand: Cards) -> bool:
        for colour in self.title.colours:
            trains, ships = hand[f"{colour}-harbour-train"], hand[f"{colour}-ship"]
            if min(trains, 2) + min(ships, 2) + hand[LOCOMOTIVE] >= 4:
                return True
        return False

    def could_pay(self, hand: Cards, line: Line) -> bool:
        """Whether a hand holds a payment for a line, in the plainest way."""
        jokers = hand[LOCOMOTIVE] if line.kind in self.book.jokers_on else 0
        rest = [card for card in hand.elements() if card != LOCOMOTIVE and is_ship(card) == (line.kind == "sea")]
        if line.pairs:
            held = Counter(colour_of(card) for card in rest)
            pairs, odd = sum(n // 2 for n in held.values()), sum(n % 2 for n in held.values())
            return pairs + min(odd, jokers) + max(0, jokers - odd) // 2 >= line.length
        for colour in self.title.colours if line.colour == GRAY else (line.colour,):
            worth = sum(spaces_of(card) for card in rest if colour_of(card) == colour)
            plain = min(worth, line.length - line.locomotives)
            missing = max(0, line.length - plain - jokers)
            if line.any_cards:
                if hand.total() >= line.length + missing * (line.any_cards - 1):
                    return True
            elif missing == 0 and jokers >= line.locomotives:
                return True
        return False

    def end_turn(self, passed: bool = False) -> None:
        """C10: the end comes a number of turns after somebody has few pieces left."""
        seat = self.turn
        if not passed:
            self.passes = 0
        self.chosen_line = None
        self.chosen_city = None
        self.stage = "turn"
        self.turn = (seat + 1) % self.seats
        if self.turns_left is not None:
            self.turns_left -= 1
            if self.turns_left == 0:
                self.expect(ev.GameEnded("last turns played"))
                self.stage = "over"
        elif sum(self.pieces[seat].values()) <= self.book.end_at:
            self.turns_left = self.book.last_turns * self.seats
            self.expect(ev.LastTurnsBegan(seat, self.turns_left))

    def check_tally(self, tally: Tally) -> None:
        """The final scoring of a game that is over."""
        demand(self.stage == "over", f"the game is not over ({self.stage})")
        sheets = [Sheet([], self.kept[seat], [], self.exchanged[seat]) for seat in range(self.seats)]
        for line, seat in self.owner.items():
            sheets[seat].lines.append(line)
        for city, seat in self.built.items():
            sheets[seat].built.append(city)
        Scoring(self.title.id, self.board, sheets).compare(tally)


def _piece(line: Line) -> str:
    return "ships" if line.kind == "sea" else "trains"


_STAGES: dict[str, tuple[type[act.Action], ...]] = {
    "turn": (
        act.TakeCard,
        act.DrawCard,
        act.DrawTickets,
        act.ClaimLine,
        act.BuildStation,
        act.BuildHarbour,
        act.ExchangePieces,
        act.Pass,
    ),
    "second": (act.TakeCard, act.DrawCard),
    "keep": (act.KeepTickets,),
    "pay line": (act.Pay, act.UseStandIns),
    "lay": (act.LayCards,),
    "tunnel": (act.Pay, act.TakeCardsBack),
    "pay city": (act.Pay,),
}

_WATCHERS: dict[type[act.Action], Callable[[Referee, int, Any], None]] = {
    act.TakeCard: Referee.watch_take,
    act.DrawCard: Referee.watch_draw,
    act.DrawTickets: Referee.watch_draw_tickets,
    act.KeepTickets: Referee.watch_keep,
    act.ClaimLine: Referee.watch_claim,
    act.UseStandIns: Referee.watch_stand_ins,
    act.LayCards: Referee.watch_lay,
    act.Pay: Referee.watch_pay,
    act.TakeCardsBack: Referee.watch_take_back,
    act.BuildStation: Referee.watch_station,
    act.BuildHarbour: Referee.watch_harbour,
    act.ExchangePieces: Referee.watch_exchange,
    act.Pass: Referee.watch_pass,
}


def referee(title: Title, seats: int, opening: Sequence[ev.Event], steps: Sequence[Step], tally: Tally) -> None:
    """Watch a whole game and check its tally; a foul is raised with the number of the step."""
    watcher = Referee(title, seats)
    watcher.watch_deal(opening)
    for n, step in enumerate(steps):
        try:
            watcher.watch(step)
        except Foul as foul:
            raise Foul(f"step {n}, seat {step.seat}, {step.action}: {foul}") from None
    watcher.check_tally(tally)
