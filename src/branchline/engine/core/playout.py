"""Whole games at random, inside the compiled core.

Chance and whim are two sources: chance deals, whim chooses. So a game played here can be played again through
the readable face with the same seed and the same choices.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.engine.core.dealer import Dealer
from branchline.engine.core.ledger import score, standings
from branchline.engine.core.parts import LegalCodes
from branchline.engine.core.rules import Rules
from branchline.engine.core.state import OVER, State
from branchline.engine.core.table import deal, list_legal, play


def random_moves(s: State, chance: Dealer, whim: Dealer, choices: LegalCodes, most: i64) -> i64:
    """Play a game on at random to its end, or for so many decisions; how many there were."""
    decisions: i64 = 0
    while s.public.phase != OVER and decisions < most:
        list_legal(s, choices)
        play(s, choices.items[whim.below(choices.n)], chance)
        decisions += 1
    return decisions


def random_games(rules: Rules, games: i64, dealer: Dealer) -> i64:
    """Deal, play and score so many games at random; how many decisions there were."""
    choices = LegalCodes()
    decisions: i64 = 0
    for _ in range(games):
        s = deal(rules, dealer.below(rules.seats), dealer)
        decisions += random_moves(s, dealer, dealer, choices, 1000000)
        score(s)
    return decisions


def random_results(rules: Rules, chance: Dealer, whim: Dealer, most: i64) -> vec[i64]:
    """One game at random: decisions, turns, whether it ended, the mask of winners, and every seat's score."""
    s = deal(rules, chance.below(rules.seats), chance)
    decisions = random_moves(s, chance, whim, LegalCodes(), most)
    ledger = score(s)
    winners, _ = standings(s, ledger)
    results = vec[i64]([decisions, s.public.turns, 1 if s.public.phase == OVER else 0, winners])
    for seat in range(rules.seats):
        results = append(results, ledger.total[seat])
    return results
