"""Fields of the state are declared once and travel one way: none is forgotten when a table is copied or sent."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from branchline import titles
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.state import Public
from branchline.engine.core.table import deal
from branchline.engine.core.tape import READING, WRITING, Tape
from branchline.engine.words.lexicon import rules_of

SOURCE = Path(__file__).parents[3] / "src/branchline/engine/core/state.py"


def fields_of(kind: str) -> list[str]:
    """The fields that a class of the state declares."""
    tree = ast.parse(SOURCE.read_text())
    found = next(each for each in tree.body if isinstance(each, ast.ClassDef) and each.name == kind)
    init = next(each for each in found.body if isinstance(each, ast.FunctionDef) and each.name == "__init__")
    declared = [each.target for each in ast.walk(init) if isinstance(each, ast.AnnAssign)]
    return [each.attr for each in declared if isinstance(each, ast.Attribute)]


PUBLIC = [name for name in fields_of("Public") if name != "rules"]
HIDDEN = [name for name in fields_of("State") if name != "public"]


def unlike(seats: int) -> Public:
    """A table on which no two numbers are the same."""
    public = Public(rules_of(titles.load("world"), seats))
    public.lay_out()
    number = 1000
    for name in PUBLIC:
        held = getattr(public, name)
        if isinstance(held, int):
            setattr(public, name, number)
            number += 1
        else:
            for place in range(len(held)):
                held[place] = number
                number += 1
    return public


def shown(public: Public) -> dict[str, object]:
    return {name: held if isinstance(held := getattr(public, name), int) else list(held) for name in PUBLIC}


def test_there_are_fields() -> None:
    assert len(PUBLIC) > 30
    assert len(HIDDEN) > 5


@pytest.mark.parametrize("seats", [2, 5])
def test_every_public_field_is_copied_on_its_own(seats: int) -> None:
    public = unlike(seats)
    twin = public.copy()
    assert shown(twin) == shown(public)
    before = shown(public)
    for name in PUBLIC:
        held = getattr(twin, name)
        if not isinstance(held, int):
            held[0] = -5
    assert shown(public) == before


@pytest.mark.parametrize("seats", [2, 5])
def test_every_public_field_is_written_down_and_read_back(seats: int) -> None:
    public = unlike(seats)
    tape = Tape(WRITING)
    public.take(public, tape)
    assert len(set(tape.numbers)) == len(list(tape.numbers))  # each once
    again = Tape(READING)
    again.numbers = tape.numbers
    other = Public(public.rules)
    other.take(other, again)
    assert shown(other) == shown(public)


def test_every_hidden_field_is_copied_on_its_own() -> None:
    rules = rules_of(titles.load("world"), 3)
    s = deal(rules, 0, Dealer(7))
    s.below = type(s.hands)([9, 17])
    twin = s.copy()
    for name in HIDDEN:
        held, copied = getattr(s, name), getattr(twin, name)
        assert list(held) == list(copied), name
        assert len(list(held)) > 0, name
        copied[0] = -5
        assert held[0] != -5, name
