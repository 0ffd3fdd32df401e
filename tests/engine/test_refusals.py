"""Why not: a closed list of codes, each with a sentence, and each reason of the core with a code."""

from __future__ import annotations

from typing import get_args

import pytest
from kit import Position

from branchline.engine import actions
from branchline.engine.actions import Action
from branchline.engine.core import reasons
from branchline.engine.errors import Details, RefusalCode
from branchline.engine.explain import DETAILED, FIRST, PLAIN
from branchline.engine.facts import DecisionKind
from branchline.engine.words.sentences import SENTENCES

# Names that a title does not have are refused before they become numbers.
NAMED = {reasons.NO_SUCH_SLOT, reasons.NO_SUCH_DECK, reasons.NO_SUCH_LINE, reasons.NOT_OFFERED}


def test_every_code_has_a_sentence() -> None:
    assert set(SENTENCES) == set(get_args(RefusalCode))


def test_every_kind_of_decision_says_what_comes_first() -> None:
    assert set(FIRST) == set(get_args(DecisionKind))


def test_every_reason_of_the_core_has_one_code() -> None:
    known = {value for name, value in vars(reasons).items() if name.isupper()}
    assert not PLAIN.keys() & DETAILED.keys()
    assert known == {reasons.OK, reasons.WRONG_KIND} | NAMED | PLAIN.keys() | DETAILED.keys()


@pytest.mark.parametrize(
    ("title", "action", "code", "details"),
    [
        ("usa", actions.Pay(("red",)), "no_way_to_begin", {}),
        ("usa", actions.ClaimLine("boston-mars-1"), "no_such_line", {"line": "boston-mars-1"}),
        ("usa", actions.Pay(("red", "red", "blue")), "mixed_colours", {"cards": {"red": 2, "blue": 1}}),
        ("usa", actions.TakeCard(9), "no_such_slot", {"slot": 9, "last": 4}),
        ("world", actions.ChooseFleet(20, 20), "wrong_fleet", {"fleet": 60, "trains": 20, "ships": 20}),
        ("world", actions.ExchangePieces("horses", 1), "no_such_piece", {"piece": "horses"}),
    ],
)
def test_a_refusal_has_a_code_and_details(title: str, action: Action, code: RefusalCode, details: Details) -> None:
    problem = Position(title).game.why_not(0, action)
    assert problem is not None
    assert (problem.code, problem.details) == (code, details)
