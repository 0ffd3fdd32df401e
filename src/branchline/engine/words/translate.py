"""Between readable actions and the core's coded ones, in the light of the state they are for."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from mypy_extensions import i64

from branchline.engine import actions
from branchline.engine.actions import Action
from branchline.engine.core import codes
from branchline.engine.core.bits import BIT
from branchline.engine.core.cards import MARKED, SHIP, TRAIN
from branchline.engine.core.parts import LegalCodes
from branchline.engine.core.state import PAY_HARBOUR, PAY_LINE, TICKET_WORDS, State
from branchline.engine.core.table import list_legal
from branchline.engine.errors import RefusalCode
from branchline.engine.words.lexicon import Lexicon
from branchline.engine.words.sentences import refuse

PIECES = ("trains", "ships")


def payment_suits(s: State) -> tuple[int, int]:
    """The two suits that the payment now due is made of."""
    if s.public.phase == PAY_HARBOUR:
        return MARKED, SHIP
    if s.public.phase == PAY_LINE:
        fare = s.public.rules.line_fare[s.public.line]
        return fare.suit_a, fare.suit_b
    return TRAIN, MARKED


def offered(s: State, lexicon: Lexicon, seat: int) -> tuple[str, ...]:
    """The tickets before a seat."""
    return lexicon.tickets_in(s.offers[seat * TICKET_WORDS], s.offers[seat * TICKET_WORDS + 1])


# --- from codes to actions


def to_action(code: i64, s: State, lexicon: Lexicon) -> Action:
    """The readable action that a legal code means for the seat to move."""
    kind = codes.kind_of(code)
    if kind == codes.KEEP:
        return _keep(codes.first(code), offered(s, lexicon, s.public.seat))
    if kind == codes.PAY:
        return actions.Pay(lexicon.payment(code, payment_suits(s)))
    # All others mean the same in every state, and actions never change: each is made once.
    known = lexicon.actions.get(code)
    if known is None:
        known = lexicon.actions[code] = _READERS[kind](code, lexicon)
    return known


def legal_actions(s: State, lexicon: Lexicon) -> tuple[Action, ...]:
    """All legal actions of the seat to move."""
    choices = LegalCodes()
    list_legal(s, choices)
    return tuple([to_action(choices.items[n], s, lexicon) for n in range(choices.n)])


def _keep(choice: i64, tickets: tuple[str, ...]) -> Action:
    return actions.KeepTickets(tuple([ticket for n, ticket in enumerate(tickets) if choice & BIT[n]]))


def _take(code: int, lexicon: Lexicon) -> Action:
    refill = lexicon.decks[codes.second(code)] if len(lexicon.decks) > 1 else None
    return actions.TakeCard(codes.first(code), refill)


def _fleet(code: int, lexicon: Lexicon) -> Action:
    return actions.ChooseFleet(codes.first(code), lexicon.title.pieces.fleet - codes.first(code))


_READERS: dict[int, Callable[[int, Lexicon], Action]] = {
    codes.PASS: lambda code, lexicon: actions.Pass(),
    codes.TAKE: _take,
    codes.DRAW: lambda code, lexicon: actions.DrawCard(lexicon.decks[codes.first(code)]),
    codes.DRAW_TICKETS: lambda code, lexicon: actions.DrawTickets(),
    codes.CLAIM: lambda code, lexicon: actions.ClaimLine(lexicon.lines[codes.first(code)]),
    codes.STATION: lambda code, lexicon: actions.BuildStation(lexicon.cities[codes.first(code)]),
    codes.HARBOUR: lambda code, lexicon: actions.BuildHarbour(lexicon.cities[codes.first(code)]),
    codes.EXCHANGE: lambda code, lexicon: actions.ExchangePieces(PIECES[codes.first(code)], codes.second(code)),
    codes.FLEET: _fleet,
    codes.STAND_INS: lambda code, lexicon: actions.UseStandIns(codes.first(code)),
    codes.LAY: lambda code, lexicon: actions.LayCards(lexicon.card_name[codes.first(code)], codes.second(code)),
    codes.TAKE_BACK: lambda code, lexicon: actions.TakeCardsBack(),
}


def claim_steps(line_id: str, cards: Sequence[str], lexicon: Lexicon) -> list[Action]:
    """The actions that claim a line with these cards: at once, or kind by kind where kinds may mix."""
    claim = actions.ClaimLine(line_id)
    line = lexicon.title.board.lines[_number(lexicon.line_number, line_id, "line", lexicon)]
    for card in cards:
        _number(lexicon.card_number, card, "card", lexicon)
    spare = len(cards) - line.length
    if not line.pairs and (line.any_cards == 0 or spare <= 0):
        return [claim, actions.Pay(tuple(cards))]
    # Kinds are laid down in the order of their numbers, locomotives last.
    order = sorted(Counter(cards).items(), key=lambda item: (item[0] == "locomotive", lexicon.card_number[item[0]]))
    lays = [actions.LayCards(card, n) for card, n in order]
    if line.pairs:
        return [claim, *lays]
    stand_ins, rest = divmod(spare, line.any_cards - 1)
    if rest:
        raise refuse("uneven_stand_ins", lexicon, {"line": line_id, "cards_laid": len(cards)})
    return [claim, actions.UseStandIns(stand_ins), *lays]


# --- from actions to codes


def to_code(action: Action, s: State, lexicon: Lexicon) -> int:
    """The code of an action of the seat to move; names that the title does not know are refused."""
    writer = _WRITERS.get(type(action))
    if writer is None:
        raise refuse("malformed", lexicon, {"action": repr(action)})
    return writer(action, s, lexicon)


_UNKNOWN: dict[str, RefusalCode] = {
    "card": "no_such_card",
    "city": "no_such_city",
    "deck": "no_such_deck",
    "line": "no_such_line",
    "ticket": "no_such_ticket",
}


def _number(names: dict[str, int] | list[str], name: str, what: str, lexicon: Lexicon) -> int:
    """The number of a name, or an error that says what there is no such thing of."""
    place = names.get(name, -1) if isinstance(names, dict) else (names.index(name) if name in names else -1)
    if place < 0:
        raise refuse(_UNKNOWN[what], lexicon, {what: name})
    return place


def _small(number: int, lexicon: Lexicon, most: int = 63) -> int:
    if not 0 <= number <= most:
        raise refuse("out_of_range", lexicon, {"number": number})
    return number


def _write_take(action: actions.TakeCard, s: State, lexicon: Lexicon) -> int:
    slot = action.slot
    if not 0 <= slot < lexicon.title.row_size:
        raise refuse("no_such_slot", lexicon, {"slot": slot, "last": lexicon.title.row_size - 1})
    if len(lexicon.decks) > 1:
        if action.refill is None:
            raise refuse("name_refill", lexicon)
        return codes.code(codes.TAKE, slot, _number(lexicon.decks, action.refill, "deck", lexicon))
    if action.refill is not None:
        raise refuse("no_refill_choice", lexicon)
    return codes.code(codes.TAKE, slot)


def _write_keep(action: actions.KeepTickets, s: State, lexicon: Lexicon) -> int:
    tickets = offered(s, lexicon, s.public.seat)
    choice = 0
    for ticket in action.tickets:
        _number(lexicon.ticket_number, ticket, "ticket", lexicon)
        if ticket not in tickets:
            raise refuse("not_offered", lexicon, {"ticket": ticket})
        choice |= 2 ** tickets.index(ticket)
    if len(set(action.tickets)) != len(action.tickets):
        raise refuse("named_twice", lexicon)
    return codes.code(codes.KEEP, choice)


def _write_fleet(action: actions.ChooseFleet, s: State, lexicon: Lexicon) -> int:
    fleet = lexicon.title.pieces.fleet
    if fleet and action.trains + action.ships != fleet:
        raise refuse("wrong_fleet", lexicon, {"fleet": fleet, "trains": action.trains, "ships": action.ships})
    return codes.code(codes.FLEET, _small(action.trains, lexicon))


def _write_pay(action: actions.Pay, s: State, lexicon: Lexicon) -> int:
    for card in action.cards:
        _number(lexicon.card_number, card, "card", lexicon)
    code = lexicon.payment_code(action.cards, payment_suits(s))
    if isinstance(code, str):
        raise refuse(code, lexicon, {"cards": dict(Counter(action.cards))})
    return code


def _write_lay(action: actions.LayCards, s: State, lexicon: Lexicon) -> int:
    card = _number(lexicon.card_number, action.card, "card", lexicon)
    return codes.code(codes.LAY, card, _small(action.count, lexicon))


def _write_exchange(action: actions.ExchangePieces, s: State, lexicon: Lexicon) -> int:
    if action.give not in PIECES:
        raise refuse("no_such_piece", lexicon, {"piece": action.give})
    return codes.code(codes.EXCHANGE, PIECES.index(action.give), _small(action.count, lexicon))


_WRITERS: dict[type, Callable[[Any, State, Lexicon], int]] = {
    actions.Pass: lambda action, s, lexicon: codes.PASS,
    actions.TakeCard: _write_take,
    actions.DrawCard: lambda action, s, lexicon: codes.code(
        codes.DRAW, _number(lexicon.decks, action.deck, "deck", lexicon)
    ),
    actions.DrawTickets: lambda action, s, lexicon: codes.DRAW_TICKETS,
    actions.KeepTickets: _write_keep,
    actions.ChooseFleet: _write_fleet,
    actions.ClaimLine: lambda action, s, lexicon: codes.code(
        codes.CLAIM, _number(lexicon.line_number, action.line, "line", lexicon)
    ),
    actions.BuildStation: lambda action, s, lexicon: codes.code(
        codes.STATION, _number(lexicon.city_number, action.city, "city", lexicon)
    ),
    actions.BuildHarbour: lambda action, s, lexicon: codes.code(
        codes.HARBOUR, _number(lexicon.city_number, action.city, "city", lexicon)
    ),
    actions.Pay: _write_pay,
    actions.UseStandIns: lambda action, s, lexicon: codes.code(codes.STAND_INS, _small(action.count, lexicon, 255)),
    actions.LayCards: _write_lay,
    actions.TakeCardsBack: lambda action, s, lexicon: codes.TAKE_BACK,
    actions.ExchangePieces: _write_exchange,
}
