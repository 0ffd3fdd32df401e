"""Why not: the reasons that the core gives as numbers, as codes with details."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine import actions
from branchline.engine.actions import Action
from branchline.engine.core import reasons
from branchline.engine.core.moves.build_station import price
from branchline.engine.core.state import LAY_CARDS, PAY_HARBOUR, PAY_STATION, TUNNEL, State
from branchline.engine.errors import Details, IllegalAction, RefusalCode
from branchline.engine.facts import DecisionKind
from branchline.engine.words.lexicon import PHASE_NAMES, Lexicon
from branchline.engine.words.sentences import refuse

Found = tuple[RefusalCode, Details]

# What has to be chosen before anything else.
FIRST: dict[DecisionKind, RefusalCode] = {
    "opening_tickets": "choose_tickets_first",
    "opening_fleet": "choose_fleet_first",
    "turn": "no_way_to_begin",
    "second_card": "draw_second_card",
    "keep_tickets": "keep_tickets_first",
    "pay_line": "pay_line_first",
    "lay_cards": "lay_rest_first",
    "tunnel": "settle_tunnel_first",
    "pay_station": "pay_station_first",
    "pay_harbour": "pay_harbour_first",
}

# Reasons that need nothing more.
PLAIN: dict[int, RefusalCode] = {
    reasons.GAME_OVER: "game_over",
    reasons.NOT_IN_THIS_TITLE: "not_in_this_title",
    reasons.LOCOMOTIVE_SECOND: "locomotive_second",
    reasons.NO_TICKETS_LEFT: "no_tickets_left",
    reasons.DOES_NOT_FIT: "does_not_fit",
    reasons.NOTHING_TO_EXCHANGE: "nothing_to_exchange",
    reasons.MUST_NOT_PASS: "must_not_pass",
    reasons.CARD_WITHOUT_A_JOB: "spare_card",
    reasons.EMPTY_SLOT: "empty_slot",
    reasons.EMPTY_DECK: "empty_deck",
    reasons.OUT_OF_ORDER: "out_of_order",
    reasons.NO_STAND_INS_HERE: "no_stand_ins_here",
    reasons.NO_SUCH_CITY: "not_buildable",
    reasons.CITY_BUILT: "city_built",
    reasons.NOT_A_PORT: "not_a_port",
    reasons.NO_LINE_THERE: "no_line_there",
}


class Case:
    """An action that the core refuses, and the state it was for."""

    def __init__(self, action: Action, s: State, lexicon: Lexicon) -> None:
        self.action = action
        self.s = s
        self.lexicon = lexicon
        self.seat = s.public.seat
        self.line = lexicon.lines[s.public.line] if s.public.line >= 0 else ""

    @property
    def cards(self) -> dict[str, int]:
        """The cards that were laid down, or were to be."""
        if isinstance(self.action, actions.Pay):
            return dict(Counter(self.action.cards))
        return {self.action.card: self.action.count} if isinstance(self.action, actions.LayCards) else {}

    def pieces(self, held: vec[i64]) -> Details:
        """How many trains and ships the seat has of something."""
        return {"trains": held[self.seat * 2], "ships": held[self.seat * 2 + 1]}


def refusal(reason: int, action: Action, s: State, lexicon: Lexicon) -> IllegalAction:
    """The error for an action that the core refuses."""
    code, details = _found(reason, Case(action, s, lexicon))
    return refuse(code, lexicon, details)


def _found(reason: int, case: Case) -> Found:
    if reason == reasons.WRONG_KIND:
        return FIRST[PHASE_NAMES[case.s.public.phase]], {}
    if reason in PLAIN:
        return PLAIN[reason], {}
    return DETAILED[reason](case)


def _about_line(code: RefusalCode) -> Callable[[Case], Found]:
    def found(case: Case) -> Found:
        return code, {"line": case.action.line if isinstance(case.action, actions.ClaimLine) else case.line}

    return found


def _line_closed(case: Case) -> Found:
    _, details = _about_line("line_closed")(case)
    return "line_closed", {**details, "seats": case.s.public.rules.seats}


def _too_few_pieces(case: Case) -> Found:
    """For a line, or for an exchange."""
    public = case.s.public
    if not isinstance(case.action, actions.ClaimLine):
        return "too_few_to_exchange", case.pieces(public.pieces)
    line = case.lexicon.title.board.line(case.action.line)
    sea = line.kind == "sea"
    details: Details = {"line": line.id, "needed": line.length, "left": public.pieces[case.seat * 2 + sea]}
    return ("too_few_ships" if sea else "too_few_trains"), details


def _cannot_afford(case: Case) -> Found:
    if isinstance(case.action, actions.ClaimLine):
        return "cannot_afford_line", {"line": case.action.line}
    if isinstance(case.action, actions.BuildStation):
        return "cannot_afford_station", {"needed": price(case.s, case.seat)}
    return "cannot_afford_harbour", {}


def _wrong_colour(case: Case) -> Found:
    phase = case.s.public.phase
    if phase == PAY_STATION:
        return "wrong_colour_for_station", {}
    if phase == PAY_HARBOUR:
        return "wrong_colour_for_harbour", {}
    return ("wrong_colour_in_tunnel" if phase == TUNNEL else "wrong_colour_on_line"), {"line": case.line}


def _wrong_count(case: Case) -> Found:
    """What is to be paid, and what was laid down."""
    public = case.s.public
    if isinstance(case.action, actions.UseStandIns):
        return "too_few_stand_ins", {"line": case.line}
    if public.phase == PAY_STATION:
        return "station_costs", {"needed": price(case.s, case.seat), "cards": case.cards}
    if public.phase == PAY_HARBOUR:
        return "harbour_costs", {"cards": case.cards}
    if public.phase == TUNNEL:
        return "tunnel_costs", {"line": case.line, "needed": public.owed, "cards": case.cards}
    if public.phase == LAY_CARDS:
        return "rest_costs", {"line": case.line, "needed": public.to_lay, "cards": case.cards}
    return "line_costs", {"line": case.line, "needed": public.rules.line_length[public.line], "cards": case.cards}


def _too_few_locomotives(case: Case) -> Found:
    needed = case.s.public.rules.line_symbols[case.s.public.line]
    return "too_few_locomotives", {"line": case.line, "needed": needed, "laid": case.cards.get("locomotive", 0)}


def _keep_more(case: Case) -> Found:
    rules = case.s.public.rules
    opening = PHASE_NAMES[case.s.public.phase] == "opening_tickets"
    return "keep_more", {"least": rules.keep_dealt if opening else rules.keep_drawn}


def _no_markers_left(case: Case) -> Found:
    return ("no_stations_left" if isinstance(case.action, actions.BuildStation) else "no_harbours_left"), {}


def _fleet_out_of_range(case: Case) -> Found:
    pieces = case.lexicon.title.pieces
    return "fleet_out_of_range", {"trains": pieces.trains, "ships": pieces.ships}


DETAILED: dict[int, Callable[[Case], Found]] = {
    reasons.KEEP_MORE: _keep_more,
    reasons.LINE_TAKEN: _about_line("line_taken"),
    reasons.LINE_CLOSED: _line_closed,
    reasons.OWNS_TWIN: _about_line("owns_twin"),
    reasons.TOO_FEW_PIECES: _too_few_pieces,
    reasons.CANNOT_AFFORD: _cannot_afford,
    reasons.NOT_HELD: lambda case: ("not_held", {"cards": case.cards}),
    reasons.WRONG_COLOUR: _wrong_colour,
    reasons.WRONG_COUNT: _wrong_count,
    reasons.NO_LOCOMOTIVES_HERE: _about_line("no_locomotives_here"),
    reasons.TOO_FEW_LOCOMOTIVES: _too_few_locomotives,
    reasons.TOO_MANY_STAND_INS: _about_line("too_many_stand_ins"),
    reasons.NO_MARKERS_LEFT: _no_markers_left,
    reasons.NOT_IN_THE_BOX: lambda case: ("not_in_the_box", case.pieces(case.s.public.box)),
    reasons.FLEET_OUT_OF_RANGE: _fleet_out_of_range,
}
