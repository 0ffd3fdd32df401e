"""Games that have come to a certain point, put into a server's store, so that the page can be seen there."""

from __future__ import annotations

import contextlib
import json
import random
import secrets
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from server.kit import Server
from waiting import PATIENCE

from branchline import Game, titles
from branchline.engine.actions import Action, ClaimLine
from branchline.engine.game import Options

Wanted = Callable[[Game], bool]
PERSON, BOT = 0, 1
MOST_GAMES, MOST_STEPS = 200, 400


@dataclass(frozen=True)
class Scene:
    """A table where it is the person's choice, and how its game stands."""

    table: str
    game: Game


def legal_of(game: Game, kind: type) -> list[Action]:
    """What the person may do of one kind."""
    return [action for action in game.legal(PERSON) if isinstance(action, kind)]


def find(title: str, wanted: Wanted) -> Game:
    """The first game of people who like to gather cards that comes to a wanted point."""
    for n in range(MOST_GAMES):
        seed = n.to_bytes(32, "big").hex()
        game = Game.new(titles.load(title), ["Ann", "random 2"], seed, Options(first_seat=PERSON))
        chance = random.Random(n)
        while not game.over and len(game.steps) < MOST_STEPS:
            if game.due == (PERSON,) and wanted(game):
                return game
            seat = game.due[0]
            game.play(seat, _whim(game.legal(seat), chance))
    raise AssertionError(f"no such point in {MOST_GAMES} games of {title}")


def _whim(legal: tuple[Action, ...], chance: random.Random) -> Action:
    """Mostly cards, now and then something else."""
    cards = [action for action in legal if not isinstance(action, ClaimLine)]
    return chance.choice(cards if cards and chance.random() < 0.7 else legal)


def lay_out(server: Server, user_id: int, game: Game) -> Scene:
    """Put a game into the store of a running server, as a table of this person's, with tips for newcomers."""
    table = secrets.token_hex(5)
    now = int(time.time() * 1000)
    file = server.settings["DATABASE"].removeprefix("sqlite:///")
    with contextlib.closing(sqlite3.connect(file, timeout=PATIENCE)) as store, store:
        store.execute(
            "INSERT INTO tables (id, title, rules, status, public, clock, options, host_id, seed, created, started)"
            " VALUES (?, ?, ?, 'running', 0, ?, ?, ?, ?, ?, ?)",
            (
                table,
                game.title.id,
                game.title.version,
                json.dumps({"kind": "none"}),
                json.dumps({"first_seat": game.options.first_seat, "advice": True}),
                user_id,
                game.seed,
                now,
                now,
            ),
        )
        seats = [(table, PERSON, user_id, None, True), (table, BOT, None, "random", False)]
        store.executemany(
            "INSERT INTO seats (table_id, seat, user_id, bot, due, bank) VALUES (?, ?, ?, ?, ?, 0)", seats
        )
        entries: list[tuple[str, int | None, dict[str, object]]]
        entries = [("start", None, {"names": game.names, "events": game.opening})]
        entries += [("play", step.seat, {"actions": [step.action], "events": step.events}) for step in game.steps]
        store.executemany(
            "INSERT INTO log (table_id, version, at, kind, seat, data) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (table, version, now, kind, seat, msgspec.json.encode(data).decode())
                for version, (kind, seat, data) in enumerate(entries, start=1)
            ],
        )
    return Scene(table, game)
