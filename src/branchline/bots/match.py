"""Games between bots."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.bot import Bot, by_name
from branchline.engine.core.dealer import Dealer
from branchline.engine.game import Game, Options, Seed
from branchline.engine.title import Title

# A game that takes longer than this is not going to end. Random games take a few hundred decisions.
MOST_DECISIONS = 20_000


def play_game(
    title: Title, bots: Sequence[str], seed: Seed, options: Options | None = None, whim: Dealer | None = None
) -> Game:
    """A whole game between the bots of these names, one for each seat."""
    game = Game.new(title, [f"{name} {n + 1}" for n, name in enumerate(bots)], seed, options)
    play_on(game, [by_name(name) for name in bots], whim or whim_for(seed))
    return game


def play_on(game: Game, bots: Sequence[Bot], whim: Dealer) -> None:
    """Let the bots play a game to its end."""
    while not game.over and len(game.steps) < MOST_DECISIONS:
        seat = game.state.public.seat
        game.play(seat, bots[seat].choose(game.view(seat), game.legal(), whim))


def whim_for(seed: Seed) -> Dealer:
    """The bots' own source of chance, which has nothing to do with the deal."""
    return Dealer(-1 - seed if isinstance(seed, int) else 0)
