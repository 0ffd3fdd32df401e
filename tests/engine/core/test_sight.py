"""A sight travels to another process as numbers, and arrives as it was; states imagined from it agree with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from branchline import Game, titles
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.sight import sight_from, sight_of
from branchline.engine.game import Options
from branchline.engine.view import View
from branchline.engine.words.lexicon import rules_of

every_title = pytest.mark.parametrize("name", titles.names())


def moments(name: str) -> Iterator[Game]:
    """A game with most seats, now and then, and in the first decisions of every kind."""
    title = titles.load(name)
    game = Game.new(title, title.most_seats, 3)
    kinds: list[str] = []
    while game.decision:
        kinds.append(game.decision.kind)
        if len(game.steps) % 13 == 0 or kinds.count(kinds[-1]) <= 2:
            yield game
        seat = game.due[-1]
        legal = game.legal(seat)
        game.play(seat, legal[len(game.steps) * 7 % len(legal)])
    yield game


@every_title
def test_a_sight_is_the_same_after_its_journey(name: str) -> None:
    for game in moments(name):
        for seat in range(-1, len(game.names)):
            sight = sight_of(game.state, seat)
            arrived = sight_from(rules_of(game.title, len(game.names)), sight.numbers())
            assert arrived.numbers() == sight.numbers()
            assert View(game.title, arrived).facts == View(game.title, sight).facts


@every_title
def test_an_imagined_state_looks_to_the_seat_as_the_real_one_and_goes_on(name: str) -> None:
    for n, game in enumerate(moments(name)):
        for seat in (None, *range(len(game.names))):
            imagined = Game(game.title, game.names, Options(), Dealer(n), game.view(seat).imagine(Dealer(n)))
            assert imagined.view(seat).facts == game.view(seat).facts
            assert imagined.due == game.due
            assert all(imagined.legal(each) for each in imagined.due)
