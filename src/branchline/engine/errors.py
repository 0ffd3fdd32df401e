"""What can go wrong, said to the person who can put it right."""

from __future__ import annotations

from typing import Literal

# Why an action is refused. docs/codes.md says for each what its details are.
RefusalCode = Literal[
    # not now
    "game_over",
    "no_such_seat",
    "not_your_turn",
    "choose_tickets_first",
    "choose_fleet_first",
    "no_way_to_begin",
    "draw_second_card",
    "keep_tickets_first",
    "pay_line_first",
    "lay_rest_first",
    "settle_tunnel_first",
    "pay_station_first",
    "pay_harbour_first",
    "must_not_pass",
    # no such thing
    "malformed",
    "out_of_range",
    "not_in_this_title",
    "no_such_deck",
    "no_such_line",
    "no_such_city",
    "no_such_card",
    "no_such_ticket",
    "no_such_piece",
    "no_such_slot",
    # cards and tickets
    "empty_slot",
    "empty_deck",
    "locomotive_second",
    "name_refill",
    "no_refill_choice",
    "no_tickets_left",
    "keep_more",
    "not_offered",
    "named_twice",
    # lines
    "line_taken",
    "line_closed",
    "owns_twin",
    "too_few_trains",
    "too_few_ships",
    "cannot_afford_line",
    # payments
    "not_held",
    "wrong_cards",
    "mixed_colours",
    "wrong_colour_on_line",
    "wrong_colour_in_tunnel",
    "wrong_colour_for_station",
    "wrong_colour_for_harbour",
    "line_costs",
    "rest_costs",
    "tunnel_costs",
    "station_costs",
    "harbour_costs",
    "no_locomotives_here",
    "too_few_locomotives",
    "spare_card",
    "no_stand_ins_here",
    "too_few_stand_ins",
    "too_many_stand_ins",
    "uneven_stand_ins",
    "does_not_fit",
    "out_of_order",
    # stations and harbours
    "not_buildable",
    "city_built",
    "no_stations_left",
    "no_harbours_left",
    "not_a_port",
    "no_line_there",
    "cannot_afford_station",
    "cannot_afford_harbour",
    # pieces
    "nothing_to_exchange",
    "too_few_to_exchange",
    "not_in_the_box",
    "wrong_fleet",
    "fleet_out_of_range",
]

# Ids and numbers; cards as a count for each kind.
Detail = int | str | tuple[int, ...] | dict[str, int]
Details = dict[str, Detail]


class BranchlineError(Exception):
    """Anything this package refuses to do, with the reason in words."""


class BoardError(BranchlineError):
    """A board or title that cannot be played, with the place of the mistake."""


class SetupError(BranchlineError):
    """A game that cannot be started like this."""


class IllegalAction(BranchlineError):
    """An action the rules do not allow now: a code and its details, and the same as a sentence."""

    def __init__(self, code: RefusalCode, sentence: str, details: Details | None = None) -> None:
        super().__init__(sentence)
        self.code: RefusalCode = code
        self.details: Details = details or {}


class RecordError(BranchlineError):
    """A record that is damaged, foreign or untrue, with the line it shows in."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
