"""Players who wander about at random, each in a style of its own, so that games get into odd corners."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from branchline import titles
from branchline.engine import actions
from branchline.engine.actions import Action
from branchline.engine.game import Game, Options
from branchline.engine.parts import ExchangePieces
from branchline.engine.title import Title

TABLES = [
    (name, seats)
    for name in titles.names()
    for seats in range(titles.load(name).fewest_seats, titles.load(name).most_seats + 1)
]

# The same titles with so few cards that decks run out, rows have gaps and players must pass (R4, R5, R13).
# Without exchanges: they are always possible, so that players who are stuck could exchange pieces for ever.
SCARCE = "scarce "
SCARCE_TABLES = [
    (SCARCE + name, seats)
    for name in titles.names()
    for seats in (titles.load(name).fewest_seats, titles.load(name).most_seats)
]


@cache
def load(name: str) -> Title:
    """A title, or its scarce version."""
    if not name.startswith(SCARCE):
        return titles.load(name)
    title = titles.load(name.removeprefix(SCARCE))
    decks = tuple(
        replace(
            deck,
            suits=tuple(replace(suit, each=max(1, suit.each // 4)) for suit in deck.suits),
            locomotives=deck.locomotives // 2,
            to_hand=min(deck.to_hand, 2),
        )
        for deck in title.decks
    )
    moves = tuple(move for move in title.moves if not isinstance(move, ExchangePieces))
    return replace(title, decks=decks, moves=moves)


MOST_ACTIONS = 5_000

# How often a kind of action is chosen against one of weight 1; "even" weighs single actions instead.
STYLES: dict[str, dict[type[Action], float]] = {
    "even": {},
    "of all kinds": {actions.ExchangePieces: 0.1},
    "builder": {actions.ClaimLine: 9, actions.BuildStation: 0.2, actions.ExchangePieces: 0.05},
    "hoarder": {
        actions.DrawCard: 9,
        actions.TakeCard: 9,
        actions.ClaimLine: 0.3,
        actions.DrawTickets: 0.1,
        actions.BuildStation: 0.1,
        actions.ExchangePieces: 0.01,
    },
    "collector": {actions.DrawTickets: 4, actions.ClaimLine: 2, actions.ExchangePieces: 0.05},
    "founder": {actions.BuildStation: 9, actions.BuildHarbour: 9, actions.UseStandIns: 9, actions.ExchangePieces: 0.1},
}


def choose(rng: Random, style: str, legal: tuple[Action, ...]) -> Action:
    """One of the legal actions."""
    if style == "even":
        return rng.choice(legal)
    by_kind: dict[type[Action], list[Action]] = defaultdict(list)
    for action in legal:
        by_kind[type(action)].append(action)
    kinds = list(by_kind)
    weights = [STYLES[style].get(kind, 1.0) for kind in kinds]
    return rng.choice(by_kind[rng.choices(kinds, weights)[0]])


def deal(title: str, seats: int, seed: int) -> Game:
    """A game; sometimes the table chooses the first seat."""
    options = Options(first_seat=seed % seats) if seed % 3 == 0 else None
    return Game.new(load(title), seats, seed, options)


class Wanderers:
    """The players of one game."""

    def __init__(self, seats: int, seed: int) -> None:
        self.rng = Random(seed)
        names = list(STYLES)
        self.styles = [self.rng.choice(names) for _ in range(seats)]
        if seed % 5 == 0:
            self.styles = [self.rng.choice(names)] * seats

    def next(self, game: Game) -> tuple[int, Action]:
        """Who of those due acts now, and how."""
        seat = self.rng.choice(game.due)
        return seat, choose(self.rng, self.styles[seat], game.legal(seat))


def wander(game: Game, seed: int) -> Iterator[tuple[int, Action]]:
    """Play a game to its end, and stop before every action to let it be looked at."""
    players = Wanderers(len(game.names), seed)
    for _ in range(MOST_ACTIONS):
        if game.over:
            return
        seat, action = players.next(game)
        yield seat, action
        game.play(seat, action)
    raise AssertionError(f"{game.title.id} with {len(game.names)} seats goes on after {MOST_ACTIONS} actions")


def play_out(game: Game, seed: int) -> Game:
    """Play a game to its end."""
    for _ in wander(game, seed):
        pass
    return game
