"""A sight travels to another process as numbers, and arrives as it was."""

from __future__ import annotations

import pytest

from branchline import Game, titles
from branchline.engine.core.sight import sight_from, sight_of
from branchline.engine.view import View
from branchline.engine.words.lexicon import rules_of


@pytest.mark.parametrize("name", titles.names())
def test_a_sight_is_the_same_after_its_journey(name: str) -> None:
    title = titles.load(name)
    game = Game.new(title, title.most_seats, 3)
    while not game.over:
        if len(game.steps) % 13 == 0:
            for seat in range(-1, title.most_seats):
                sight = sight_of(game.state, seat)
                arrived = sight_from(rules_of(title, title.most_seats), sight.numbers())
                assert arrived.numbers() == sight.numbers()
                assert View(title, arrived).facts == View(title, sight).facts
        legal = game.legal()
        game.play(game.state.public.seat, legal[len(game.steps) * 7 % len(legal)])
