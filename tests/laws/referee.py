"""A referee with pen and paper: watches a game by its actions and events, and knows only the rule book.

Nothing here uses the engine's rules. The referee reads the board, the cards in the box and the events, keeps
hands, decks, row, tickets, pieces and points on plain lists of its own, and calls a foul for whatever the
rules (the ids are those of the rule page) do not allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from laws.building import Building
from laws.reckoning import Scoring, Sheet
from laws.rulebook import LOCOMOTIVE, Foul, demand, listed

from branchline.engine import actions as act
from branchline.engine import events as ev
from branchline.engine.game import Step
from branchline.engine.tally import Tally
from branchline.engine.title import Title


class Referee(Building):
    """Watches one game from the deal to the end."""

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

    # --- exchanging pieces

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

    def check_tally(self, tally: Tally) -> None:
        """The final scoring of a game that is over."""
        demand(self.stage == "over", f"the game is not over ({self.stage})")
        sheets = [Sheet([], self.kept[seat], [], self.exchanged[seat]) for seat in range(self.seats)]
        for line, seat in self.owner.items():
            sheets[seat].lines.append(line)
        for city, seat in self.built.items():
            sheets[seat].built.append(city)
        Scoring(self.title.id, self.board, sheets).compare(tally)


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
