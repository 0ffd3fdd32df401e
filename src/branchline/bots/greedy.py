"""A quick bot that works towards its tickets by the shortest open way, on every title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from branchline.bots.ways import Way, Ways
from branchline.engine import actions
from branchline.engine.actions import Action
from branchline.engine.board import GRAY, Line, Ticket
from branchline.engine.core.dealer import Dealer
from branchline.engine.view import View

LOCOMOTIVE = "locomotive"


class Plan:
    """The lines a seat wants, ticket by ticket, and what they take."""

    def __init__(self, view: View, tickets: Iterable[str] | None = None) -> None:
        assert view.seat is not None
        self.view = view
        self.board = view.title.board
        self.ways = Ways(view)
        self.spaces_left = sum(view.seats[view.seat].pieces.values()) or view.title.pieces.fleet
        self.wanted: Way = frozenset()
        self.profit = 0
        names = view.tickets if tickets is None else tuple(tickets)
        self._add_tickets([self.board.ticket(name) for name in names])

    def _add_tickets(self, tickets: list[Ticket]) -> None:
        """Take the tickets in, the best bargain first, as long as the pieces last."""
        while tickets:
            priced = [(self._price(ticket), n) for n, ticket in enumerate(tickets)]
            (cost, way), n = min(priced, key=lambda item: (item[0][0] - tickets[item[1]].points, item[1]))
            ticket = tickets.pop(n)
            if cost < 1_000 and self.spaces(self.wanted | way) <= self.spaces_left:
                self.wanted |= way
                self.profit += ticket.points - cost
            else:
                self.profit -= ticket.penalty + 10

    def _price(self, ticket: Ticket) -> tuple[int, Way]:
        found = self.ways.for_ticket(ticket, self.wanted)
        return found if found is not None else (1_000, frozenset())

    def spaces(self, lines: Iterable[str], kind: str | None = None) -> int:
        """The pieces that lines take, all or of one kind."""
        found = (self.board.line(line) for line in lines)
        return sum(line.length for line in found if kind is None or (line.kind == "sea") == (kind == "ships"))


class GreedyBot:
    """Claims what its tickets need, collects cards for it, and lives well without luck."""

    def __init__(self) -> None:
        self._choosers: dict[str, Callable[[View, Sequence[Action], Dealer], Action]] = {
            "opening_tickets": self._keep,
            "opening_fleet": self._fleet,
            "turn": self._turn,
            "second_card": self._draw,
            "keep_tickets": self._keep,
            "pay_line": self._pay,
            "lay_cards": self._lay,
            "tunnel": self._tunnel,
            "pay_station": self._pay,
            "pay_harbour": self._pay,
        }

    def choose(self, view: View, legal: Sequence[Action], chance: Dealer) -> Action:
        """The action that brings its tickets on."""
        assert view.decision is not None
        return self._choosers[view.decision.kind](view, legal, chance)

    # --- tickets and fleet

    def _keep(self, view: View, legal: Sequence[Action], chance: Dealer) -> Action:
        """The set of tickets with the best profit."""
        keeps = [action for action in legal if isinstance(action, actions.KeepTickets)]
        return max(keeps, key=lambda action: Plan(view, view.tickets + action.tickets).profit)

    def _fleet(self, view: View, legal: Sequence[Action], chance: Dealer) -> Action:
        """Trains and ships in the measure of the ways planned."""
        plan = Plan(view, view.own.opening_tickets)
        trains, ships = plan.spaces(plan.wanted, "trains"), plan.spaces(plan.wanted, "ships")
        pieces = view.title.pieces
        spare = pieces.fleet - trains - ships
        ideal = trains + spare * pieces.advised_trains // pieces.fleet
        fleets = [action for action in legal if isinstance(action, actions.ChooseFleet)]
        return min(fleets, key=lambda action: abs(action.trains - ideal))

    # --- turns

    def _turn(self, view: View, legal: Sequence[Action], chance: Dealer) -> Action:
        plan = Plan(view)
        return (
            self._harbour(view, legal)
            or self._claim(view, plan, legal)
            or self._exchange(view, plan, legal)
            or self._more_tickets(view, plan, legal)
            or self._draw_for(view, plan, legal, chance)
            or self._any_claim(view, legal)
            or legal[chance.below(len(legal))]
        )

    def _harbour(self, view: View, legal: Sequence[Action]) -> Action | None:
        """A harbour where two of its tickets lead."""
        named = Counter(city for ticket in view.tickets for city in view.title.board.ticket(ticket).cities)
        harbours = [action for action in legal if isinstance(action, actions.BuildHarbour) and named[action.city]]
        return max(harbours, key=lambda action: named[action.city], default=None)

    def _claim(self, view: View, plan: Plan, legal: Sequence[Action]) -> Action | None:
        """The longest line of the plan that can be claimed; without a plan, the best of all."""
        claims = [action for action in legal if isinstance(action, actions.ClaimLine)]
        wanted = [action for action in claims if action.line in plan.wanted]
        if wanted:
            return max(wanted, key=lambda action: view.title.board.line(action.line).length)
        return None if plan.wanted else self._any_claim(view, claims, 3)

    def _any_claim(self, view: View, legal: Sequence[Action], shortest: int = 1) -> Action | None:
        claims = [action for action in legal if isinstance(action, actions.ClaimLine)]
        long = [action for action in claims if view.title.board.line(action.line).length >= shortest]
        return max(long, key=lambda action: view.title.board.line(action.line).length, default=None)

    def _exchange(self, view: View, plan: Plan, legal: Sequence[Action]) -> Action | None:
        """As many pieces as the plan lacks of one kind, once it lacks them for every line left."""
        assert view.seat is not None
        pieces = view.seats[view.seat].pieces
        for give, get in (("trains", "ships"), ("ships", "trains")):
            lacking = plan.spaces(plan.wanted, get) - pieces.get(get, 0)
            spare = pieces.get(give, 0) - plan.spaces(plan.wanted, give)
            action = actions.ExchangePieces(give, min(lacking, spare))
            if action in legal:
                return action
        return None

    def _more_tickets(self, view: View, plan: Plan, legal: Sequence[Action]) -> Action | None:
        """New tickets when all are done and many pieces are left."""
        draw = actions.DrawTickets()
        enough = plan.spaces_left >= view.title.ending.pieces_left + 15 and view.table.turns_left is None
        return draw if not plan.wanted and enough and draw in legal else None

    # --- cards

    def _draw(self, view: View, legal: Sequence[Action], chance: Dealer) -> Action:
        return self._draw_for(view, Plan(view), legal, chance) or legal[chance.below(len(legal))]

    def _draw_for(self, view: View, plan: Plan, legal: Sequence[Action], chance: Dealer) -> Action | None:
        """A card of the row that the plan needs, else a blind one."""
        needs = card_needs(view, plan)
        takes = [action for action in legal if isinstance(action, actions.TakeCard)]
        worth = {action: needs[view.row[action.slot] or ""] for action in takes}
        best = max(takes, key=lambda action: worth[action], default=None)
        blind = [action for action in legal if isinstance(action, actions.DrawCard)]
        if best is not None and (worth[best] > 0 or not blind):
            return best
        return self._blind(plan, blind, chance)

    def _blind(self, plan: Plan, blind: Sequence[actions.DrawCard], chance: Dealer) -> Action | None:
        """From the deck that the plan needs more of."""
        if len(blind) > 1:
            trains, ships = plan.spaces(plan.wanted, "trains"), plan.spaces(plan.wanted, "ships")
            return blind[0] if chance.below(trains + ships + 2) <= trains else blind[1]
        return blind[0] if blind else None

    # --- payments

    def _pay(self, view: View, legal: Sequence[Action], chance: Dealer) -> Action:
        """The payment with the fewest locomotives, then the fewest cards the plan still needs."""
        payments = [action for action in legal if isinstance(action, actions.Pay)]
        if not payments:
            return legal[0]
        needs = card_needs(view, Plan(view))
        return min(payments, key=lambda action: _sacrifice(action.cards, needs))

    def _lay(self, view: View, legal: Sequence[Action], chance: Dealer) -> Action:
        """As many as possible of the card it needs least."""
        needs = card_needs(view, Plan(view))
        lays = [action for action in legal if isinstance(action, actions.LayCards)]
        return min(lays, key=lambda action: (action.card == LOCOMOTIVE, needs[action.card], -action.count))

    def _tunnel(self, view: View, legal: Sequence[Action], chance: Dealer) -> Action:
        """Pay if it can."""
        return self._pay(view, legal, chance)


def _sacrifice(cards: tuple[str, ...], needs: Counter[str]) -> tuple[int, int, int]:
    return cards.count(LOCOMOTIVE), sum(needs[card] for card in cards), len(cards)


def card_needs(view: View, plan: Plan) -> Counter[str]:
    """How much each kind of card would help the plan, locomotives included."""
    names = view.title.card_names
    needs: Counter[str] = Counter()
    lines = [view.title.board.line(line) for line in plan.wanted]
    for line in lines:
        colour = line.colour if line.colour != GRAY else _favourite(view, line)
        for card in names.values():
            if _fits(card, colour, line):
                needs[card] += max(0, line.length - _held(view, colour, line))
    if any(LOCOMOTIVE in names.values() and line.kind in view.title.locomotives_on for line in lines):
        needs[LOCOMOTIVE] += 1 + sum(line.locomotives for line in lines)
    return needs


def _favourite(view: View, line: Line) -> str:
    """The colour of which the hand has most for a gray line."""
    return max(view.title.colours, key=lambda colour: _held(view, colour, line))


def _held(view: View, colour: str, line: Line) -> int:
    """Spaces of a line that the hand can fill in a colour."""
    return sum(n * (2 if "double" in card else 1) for card, n in view.hand.items() if _fits(card, colour, line))


def _fits(card: str, colour: str, line: Line) -> bool:
    """Whether a card is of the colour and sort that a line takes."""
    return card.split("-", maxsplit=1)[0] == colour and (line.kind == "sea") == card.endswith("ship")
