"""Whole games at random inside the core: played to the end, and the same from the same seeds."""

from __future__ import annotations

import pytest

from branchline import titles
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.playout import random_games, random_results
from branchline.engine.words.lexicon import rules_of


@pytest.mark.parametrize("name", titles.names())
def test_a_random_game_is_played_to_its_end_and_scored(name: str) -> None:
    rules = rules_of(titles.load(name), 2)
    decisions, turns, ended, winners, *totals = random_results(rules, Dealer(1), Dealer(2), 1_000_000)
    assert decisions >= turns > 0
    assert ended == 1
    assert len(totals) == 2
    assert winners == sum(1 << seat for seat in range(2) if totals[seat] == max(totals)) or totals[0] == totals[1]
    assert list(random_results(rules, Dealer(1), Dealer(2), 1_000_000)) == [decisions, turns, ended, winners, *totals]


@pytest.mark.parametrize("name", titles.names())
def test_a_random_game_can_be_stopped_after_so_many_decisions(name: str) -> None:
    decisions, _, ended, *_ = random_results(rules_of(titles.load(name), 2), Dealer(1), Dealer(2), 10)
    assert (decisions, ended) == (10, 0)


def test_many_games_in_a_row_are_so_many_decisions() -> None:
    rules = rules_of(titles.load("usa"), 2)
    one = random_games(rules, 1, Dealer(5))
    assert random_games(rules, 3, Dealer(5)) > one > 100
