"""Why not, in words: one sentence for each reason the core can give."""

from __future__ import annotations

from branchline.engine import actions
from branchline.engine.actions import Action
from branchline.engine.core import reasons
from branchline.engine.core.moves.build_station import price
from branchline.engine.core.state import LAY_CARDS, PAY_HARBOUR, PAY_STATION, TUNNEL, State
from branchline.engine.errors import IllegalAction
from branchline.engine.words.lexicon import PHASE_NAMES, Lexicon, many, price_of

_CODE_NAMES = {
    value: name.lower() for name, value in vars(reasons).items() if name.isupper() and isinstance(value, int)
}

_DUE = {
    "opening_tickets": "choose your starting tickets first",
    "opening_fleet": "choose your fleet first",
    "turn": "that is no way to begin a turn now",
    "second_card": "you have drawn one card, draw the second",
    "keep_tickets": "choose which of the offered tickets you keep first",
    "pay_line": "pay for the line first",
    "lay_cards": "lay down the rest of the payment first",
    "tunnel": "settle the tunnel first: pay what is owed or take your cards back",
    "pay_station": "pay for the station first",
    "pay_harbour": "pay for the harbour first",
}

_PLAIN = {
    reasons.GAME_OVER: "the game is over",
    reasons.NOT_IN_THIS_TITLE: "this title has no such move",
    reasons.EMPTY_SLOT: "there is no card in that place of the row",
    reasons.NO_SUCH_SLOT: "the row has no such place",
    reasons.NO_SUCH_DECK: "there is no such deck",
    reasons.EMPTY_DECK: "that deck has no cards",
    reasons.LOCOMOTIVE_SECOND: "a face-up locomotive cannot be the second card",
    reasons.NO_TICKETS_LEFT: "there are no tickets left",
    reasons.NO_SUCH_LINE: "there is no such line",
    reasons.NO_SUCH_CITY: "nothing can be built there",
    reasons.NOT_OFFERED: "that ticket was not offered to you",
    reasons.OUT_OF_ORDER: "cards of that kind had to be laid down earlier",
    reasons.DOES_NOT_FIT: "with these cards the payment could not be completed",
    reasons.NOTHING_TO_EXCHANGE: "exchange at least one piece",
    reasons.MUST_NOT_PASS: "you can still do something, so you cannot pass",
    reasons.NO_STAND_INS_HERE: "no cards stand in for others on this line",
    reasons.NOT_A_PORT: "that city is no port",
    reasons.NO_LINE_THERE: "you have no line to that city",
    reasons.CITY_BUILT: "something is built in that city already",
    reasons.CARD_WITHOUT_A_JOB: "a card of this payment has nothing to do; take it away",
}


def refusal(reason: int, action: Action, s: State, lexicon: Lexicon) -> IllegalAction:
    """The error for an action that the core refuses."""
    return IllegalAction(_sentence(reason, action, s, lexicon), _CODE_NAMES[reason])


def _sentence(reason: int, action: Action, s: State, lexicon: Lexicon) -> str:
    if reason == reasons.WRONG_KIND:
        return _DUE[PHASE_NAMES[s.public.phase]]
    if reason in _PLAIN:
        return _PLAIN[reason]
    if isinstance(action, actions.ClaimLine):
        return _about_line(reason, action.line, s, lexicon)
    if isinstance(action, (actions.Pay, actions.LayCards, actions.UseStandIns)):
        return _about_payment(reason, action, s, lexicon)
    return _about_the_rest(reason, s, lexicon)


def _about_line(reason: int, line_id: str, s: State, lexicon: Lexicon) -> str:
    line = lexicon.title.board.line(line_id)
    name = lexicon.between(line_id)
    piece = "ship" if line.kind == "sea" else "train"
    left = s.public.pieces[s.public.seat * 2 + (line.kind == "sea")]
    return {
        reasons.LINE_TAKEN: f"{name} is claimed already",
        reasons.LINE_CLOSED: f"the other line of {name} is claimed; with {s.public.rules.seats} players it is closed",
        reasons.OWNS_TWIN: f"you own the other line of {name}",
        reasons.TOO_FEW_PIECES: f"{name} takes {many(line.length, piece)}, you have {left}",
        reasons.CANNOT_AFFORD: f"you do not have the cards for {name}: {price_of(line_id, lexicon)}",
    }[reason]


def _about_payment(reason: int, action: Action, s: State, lexicon: Lexicon) -> str:
    what, spaces = _thing_paid(s, lexicon)
    line = lexicon.title.board.lines[s.public.line] if s.public.line >= 0 else None
    laid = lexicon.count_cards(action.cards) if isinstance(action, actions.Pay) else "so many cards"
    locomotives = action.cards.count("locomotive") if isinstance(action, actions.Pay) else 0
    return {
        reasons.NOT_HELD: f"you do not hold {laid}",
        reasons.WRONG_COLOUR: f"{what} cannot be paid in that colour",
        reasons.WRONG_COUNT: f"{what} needs {spaces}, you laid down {laid}",
        reasons.NO_LOCOMOTIVES_HERE: f"locomotives cannot be used on {what}",
        reasons.TOO_FEW_LOCOMOTIVES: (
            f"{what} needs {many(line.locomotives if line else 0, 'locomotive')}, you laid down {locomotives}"
        ),
        reasons.TOO_MANY_STAND_INS: f"you have too few cards for so many stand-ins on {what}",
    }[reason]


def _thing_paid(s: State, lexicon: Lexicon) -> tuple[str, str]:
    """What the payment is for, and what it costs."""
    phase = s.public.phase
    if phase in (PAY_STATION, PAY_HARBOUR):
        return "this station" if phase == PAY_STATION else "a harbour", _marker_price(s)
    name = lexicon.between(lexicon.lines[s.public.line])
    if phase == TUNNEL:
        return f"the tunnel {name}", f"{s.public.owed} more"
    if phase == LAY_CARDS:
        return name, f"{many(s.public.to_lay, 'more card')}"
    return name, many(s.public.rules.line_length[s.public.line], "card")


def _marker_price(s: State) -> str:
    """What the next station or a harbour costs."""
    if s.public.rules.ships == 0:
        return f"{many(price(s, s.public.seat), 'card')} of one colour"
    return "two train and two ship cards of one colour, all with the harbour mark"


def _about_the_rest(reason: int, s: State, lexicon: Lexicon) -> str:
    rules = s.public.rules
    seat = s.public.seat
    opening = PHASE_NAMES[s.public.phase] == "opening_tickets"
    keep = rules.keep_dealt if opening else rules.keep_drawn
    marker = "station" if rules.ships == 0 else "harbour"
    pieces = lexicon.title.pieces
    return {
        reasons.KEEP_MORE: f"keep at least {keep} of the tickets",
        reasons.NO_MARKERS_LEFT: f"you have built all your {marker}s",
        reasons.CANNOT_AFFORD: f"you do not have the cards for a {marker}: {_marker_price(s)}",
        reasons.TOO_FEW_PIECES: (
            f"you have only {s.public.pieces[seat * 2]} trains and {s.public.pieces[seat * 2 + 1]} ships"
        ),
        reasons.NOT_IN_THE_BOX: (
            f"your box holds only {s.public.box[seat * 2]} trains and {s.public.box[seat * 2 + 1]} ships"
        ),
        reasons.FLEET_OUT_OF_RANGE: f"a fleet has at most {pieces.trains} trains and {pieces.ships} ships",
    }[reason]
