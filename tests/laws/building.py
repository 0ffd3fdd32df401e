"""The referee on what is built: which lines, stations and harbours may be, and what pays for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from laws.notes import Notes
from laws.rulebook import (
    GRAY,
    LOCOMOTIVE,
    Cards,
    colour_of,
    demand,
    is_ship,
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


class Building(Notes):
    """Watches claims, stations and harbours, from the choice to the last card paid."""

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

    # --- stations and harbours

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

    # --- what a hand could pay

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


def _piece(line: Line) -> str:
    return "ships" if line.kind == "sea" else "trains"
