"""English sentences for what is refused, made from code and details. Pages have their own, in every language."""

from collections.abc import Callable
from typing import Any

from branchline.engine.errors import Details, IllegalAction, RefusalCode
from branchline.engine.words.lexicon import Lexicon, many, price_of

HARBOUR_PRICE = "two train and two ship cards of one colour, all with the harbour mark"

_Words = Callable[[dict[str, Any], Lexicon], str]


def refuse(
    code: RefusalCode, lexicon: Lexicon, details: Details | None = None, names: tuple[str, ...] = ()
) -> IllegalAction:
    """The error for a refusal; the players' names are for its sentence only."""
    details = details or {}
    return IllegalAction(code, SENTENCES[code]({**details, "names": names}, lexicon), details)


def _cards(details: dict[str, Any]) -> str:
    return ", ".join(f"{n} {card}" for card, n in details["cards"].items()) or "nothing"


def _plain(sentence: str) -> _Words:
    return lambda details, lexicon: sentence


def _about_line(sentence: str) -> _Words:
    """A sentence in which {line} is called by its cities."""
    return lambda details, lexicon: sentence.format(line=lexicon.between(details["line"]))


def _about_cards(sentence: str) -> _Words:
    return lambda details, lexicon: sentence.format(_cards(details))


def _unknown(what: str) -> _Words:
    return lambda details, lexicon: f"{lexicon.title.name} has no {what} {details[what]!r}"


SENTENCES: dict[RefusalCode, _Words] = {
    "game_over": _plain("the game is over"),
    "no_such_seat": lambda d, x: f"there is no seat {d['seat']}; the seats are 0 to {d['seats'] - 1}",
    "not_your_turn": lambda d, x: (
        f"{d['names'][d['seat']]} has nothing to choose now, but {' and '.join(d['names'][seat] for seat in d['due'])}"
    ),
    "choose_tickets_first": _plain("choose your starting tickets first"),
    "choose_fleet_first": _plain("choose your fleet first"),
    "no_way_to_begin": _plain("that is no way to begin a turn now"),
    "draw_second_card": _plain("you have drawn one card, draw the second"),
    "keep_tickets_first": _plain("choose which of the offered tickets you keep first"),
    "pay_line_first": _plain("pay for the line first"),
    "lay_rest_first": _plain("lay down the rest of the payment first"),
    "settle_tunnel_first": _plain("settle the tunnel first: pay what is owed or take your cards back"),
    "pay_station_first": _plain("pay for the station first"),
    "pay_harbour_first": _plain("pay for the harbour first"),
    "must_not_pass": _plain("you can still do something, so you cannot pass"),
    "malformed": lambda d, x: f"{d['action']} is not an action",
    "out_of_range": lambda d, x: f"{d['number']} cannot be the number of anything here",
    "not_in_this_title": _plain("this title has no such move"),
    "no_such_deck": _unknown("deck"),
    "no_such_line": _unknown("line"),
    "no_such_city": _unknown("city"),
    "no_such_card": _unknown("card"),
    "no_such_ticket": _unknown("ticket"),
    "no_such_piece": lambda d, x: f"trains or ships can be given, not {d['piece']!r}",
    "no_such_slot": lambda d, x: f"the row has places 0 to {d['last']}, there is none {d['slot']}",
    "empty_slot": _plain("there is no card in that place of the row"),
    "empty_deck": _plain("that deck has no cards"),
    "locomotive_second": _plain("a face-up locomotive cannot be the second card"),
    "name_refill": _plain("say which deck fills the gap in the row"),
    "no_refill_choice": _plain("there is only one deck to fill the row from, so none is named"),
    "no_tickets_left": _plain("there are no tickets left"),
    "keep_more": lambda d, x: f"keep at least {d['least']} of the tickets",
    "not_offered": lambda d, x: f"{x.ticket(d['ticket'])} was not offered to you",
    "named_twice": _plain("a ticket is named twice"),
    "line_taken": _about_line("{line} is claimed already"),
    "line_closed": lambda d, x: (
        f"the other line of {x.between(d['line'])} is claimed; with {d['seats']} players it is closed"
    ),
    "owns_twin": _about_line("you own the other line of {line}"),
    "too_few_trains": lambda d, x: f"{x.between(d['line'])} takes {many(d['needed'], 'train')}, you have {d['left']}",
    "too_few_ships": lambda d, x: f"{x.between(d['line'])} takes {many(d['needed'], 'ship')}, you have {d['left']}",
    "cannot_afford_line": lambda d, x: (
        f"you do not have the cards for {x.between(d['line'])}: {price_of(d['line'], x)}"
    ),
    "not_held": _about_cards("you do not hold {}"),
    "wrong_cards": _about_cards("{} are not the kind of cards this is paid with"),
    "mixed_colours": _about_cards("{} are not of one colour"),
    "wrong_colour_on_line": _about_line("{line} cannot be paid in that colour"),
    "wrong_colour_in_tunnel": _about_line("the tunnel {line} cannot be paid in that colour"),
    "wrong_colour_for_station": _plain("this station cannot be paid in that colour"),
    "wrong_colour_for_harbour": _plain("a harbour cannot be paid in that colour"),
    "line_costs": lambda d, x: f"{x.between(d['line'])} needs {many(d['needed'], 'card')}, you laid down {_cards(d)}",
    "rest_costs": lambda d, x: (
        f"{x.between(d['line'])} needs {many(d['needed'], 'more card')}, you laid down {_cards(d)}"
    ),
    "tunnel_costs": lambda d, x: (
        f"the tunnel {x.between(d['line'])} needs {d['needed']} more, you laid down {_cards(d)}"
    ),
    "station_costs": lambda d, x: (
        f"this station needs {many(d['needed'], 'card')} of one colour, you laid down {_cards(d)}"
    ),
    "harbour_costs": lambda d, x: f"a harbour needs {HARBOUR_PRICE}, you laid down {_cards(d)}",
    "no_locomotives_here": _about_line("locomotives cannot be used on {line}"),
    "too_few_locomotives": lambda d, x: (
        f"{x.between(d['line'])} needs {many(d['needed'], 'locomotive')}, you laid down {d['laid']}"
    ),
    "spare_card": _plain("a card of this payment has nothing to do; take it away"),
    "no_stand_ins_here": _plain("no cards stand in for others on this line"),
    "too_few_stand_ins": _about_line("with so few stand-ins your cards do not reach for {line}"),
    "too_many_stand_ins": _about_line("you have too few cards for so many stand-ins on {line}"),
    "uneven_stand_ins": lambda d, x: f"{d['cards_laid']} cards cannot pay for {price_of(d['line'], x)}",
    "does_not_fit": _plain("with these cards the payment could not be completed"),
    "out_of_order": _plain("cards of that kind had to be laid down earlier"),
    "not_buildable": _plain("nothing can be built there"),
    "city_built": _plain("something is built in that city already"),
    "no_stations_left": _plain("you have built all your stations"),
    "no_harbours_left": _plain("you have built all your harbours"),
    "not_a_port": _plain("that city is no port"),
    "no_line_there": _plain("you have no line to that city"),
    "cannot_afford_station": lambda d, x: (
        f"you do not have the cards for a station: {many(d['needed'], 'card')} of one colour"
    ),
    "cannot_afford_harbour": _plain(f"you do not have the cards for a harbour: {HARBOUR_PRICE}"),
    "nothing_to_exchange": _plain("exchange at least one piece"),
    "too_few_to_exchange": lambda d, x: f"you have only {d['trains']} trains and {d['ships']} ships",
    "not_in_the_box": lambda d, x: f"your box holds only {d['trains']} trains and {d['ships']} ships",
    "wrong_fleet": lambda d, x: (
        f"a fleet has {d['fleet']} pieces, {d['trains']} trains and {d['ships']} ships are {d['trains'] + d['ships']}"
    ),
    "fleet_out_of_range": lambda d, x: f"a fleet has at most {d['trains']} trains and {d['ships']} ships",
}
