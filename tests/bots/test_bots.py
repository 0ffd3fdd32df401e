"""Bots: legal, blind to secrets, repeatable, and greedy better than random on every title."""

from __future__ import annotations

import pytest

from branchline import bots, titles
from branchline.bots.match import play_game, play_on, whim_for
from branchline.bots.ways import Ways
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.playout import random_results
from branchline.engine.core.sight import sight_of
from branchline.engine.errors import SetupError
from branchline.engine.game import Game
from branchline.engine.view import View
from branchline.engine.words.lexicon import rules_of

TABLES = [
    (name, seats)
    for name in titles.names()
    for seats in range(titles.load(name).fewest_seats, titles.load(name).most_seats + 1)
]


def test_an_unknown_bot_is_refused_with_the_list_of_bots() -> None:
    with pytest.raises(SetupError, match="there is no bot 'deep'; there are random, greedy"):
        bots.by_name("deep")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_greedy_plays_every_title_to_the_end(name: str, seats: int) -> None:
    game = play_game(titles.load(name), ["greedy"] * seats, 11)
    assert game.over
    assert sum(each.completed_tickets for each in game.tally().seats) >= 2 * seats


@pytest.mark.parametrize("name", titles.names())
def test_greedy_beats_random_nearly_always(name: str) -> None:
    wins = 0
    for seed in range(10):
        seat = seed % 2
        game = play_game(titles.load(name), ["greedy", "random"] if seat == 0 else ["random", "greedy"], seed)
        wins += game.tally().winners == (seat,)
    assert wins >= 9


@pytest.mark.parametrize("name", titles.names())
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    first, second = (play_game(titles.load(name), ["greedy", "random"], 3) for _ in range(2))
    assert first.events == second.events


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_random_game_in_the_core_is_the_game_that_random_bots_play(name: str, seats: int) -> None:
    title = titles.load(name)
    for seed in (1, 2):
        game = play_game(title, ["random"] * seats, seed)
        results = list(random_results(rules_of(title, seats), Dealer(seed), whim_for(seed), 20_000))
        winners = sum(2**seat for seat in game.tally().winners)
        totals = [each.total for each in game.tally().seats]
        assert results == [len(game.steps), game.state.public.turns, 1, winners, *totals]


@pytest.mark.parametrize("bot", bots.names())
@pytest.mark.parametrize("name", titles.names())
def test_R10_a_bot_chooses_alike_in_two_worlds_that_look_alike(bot: str, name: str) -> None:
    title = titles.load(name)
    game = Game.new(title, title.most_seats, 8)
    players = [bots.by_name("greedy")] * title.most_seats
    compared = 0
    while not game.over:
        seat = game.state.public.seat
        if len(game.steps) % 9 == 0:
            compared += 1
            view = game.view(seat)
            worlds = [View(title, sight_of(view.imagine(Dealer(n)), seat)) for n in (1, 2)]
            choices = [bots.by_name(bot).choose(world, game.legal(), Dealer(5)) for world in worlds]
            assert choices[0] == choices[1] == bots.by_name(bot).choose(view, game.legal(), Dealer(5))
        game.play(seat, players[seat].choose(game.view(seat), game.legal(), Dealer(len(game.steps))))
    assert compared > 10


def test_ways_go_over_own_and_open_lines_only() -> None:
    game = Game.new(titles.load("usa"), 2, 1)
    for seat in (0, 1):
        game.play(seat, game.legal(seat)[-1])
    cost, way = Ways(game.view(0)).between("seattle", "vancouver") or (0, frozenset())
    assert cost == 1
    assert way in ({"seattle-vancouver-1"}, {"seattle-vancouver-2"})
    from branchline.engine.core.moves.claim_line import take_line

    take_line(game.state, 1, game.lexicon.line_number["seattle-vancouver-1"])
    # With two players the other line is closed, so the way goes by Calgary.
    cost, way = Ways(game.view(0)).between("seattle", "vancouver") or (0, frozenset())
    assert (cost, way) == (7, frozenset({"calgary-vancouver-1", "calgary-seattle-1"}))
    take_line(game.state, 0, game.lexicon.line_number["calgary-vancouver-1"])
    cost, way = Ways(game.view(0)).between("seattle", "vancouver") or (0, frozenset())
    assert (cost, way) == (4, frozenset({"calgary-seattle-1"}))


def test_bots_can_take_over_a_game_that_others_began() -> None:
    game = Game.new(titles.load("nordic"), 3, 2)
    for _ in range(40):
        assert game.decision is not None
        game.play(game.decision.seat, game.legal()[0])
    play_on(game, [bots.by_name("greedy")] * 3, Dealer(1))
    assert game.over
