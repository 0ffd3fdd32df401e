"""Whole games at random, inside the compiled core."""

from mypy_extensions import i64

from branchline.engine.core.dealer import Dealer
from branchline.engine.core.ledger import score
from branchline.engine.core.parts import Choices
from branchline.engine.core.rules import Rules
from branchline.engine.core.state import OVER, State
from branchline.engine.core.table import deal, list_legal, play


def random_moves(s: State, dealer: Dealer, choices: Choices, most: i64) -> i64:
    """Play a game on at random to its end, or for so many decisions; how many there were."""
    decisions: i64 = 0
    while s.public.phase != OVER and decisions < most:
        list_legal(s, choices)
        play(s, choices.items[dealer.below(choices.n)], dealer)
        decisions += 1
    return decisions


def random_games(rules: Rules, games: i64, dealer: Dealer) -> i64:
    """Deal, play and score so many games at random; how many decisions there were."""
    choices = Choices()
    decisions: i64 = 0
    for _ in range(games):
        s = deal(rules, dealer.below(rules.seats), dealer)
        decisions += random_moves(s, dealer, choices, 1000000)
        score(s)
    return decisions
