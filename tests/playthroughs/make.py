"""Writes the golden games: ``PYTHONPATH=src python tests/playthroughs/make.py`` from the repository's root.

One game for each title and number of players, with a fixed seed and ``random.Random`` choosing. A file has a head,
a line for the deal, a line for each action with its seat and a digest of all events so far, and the tally.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from branchline import titles
from branchline.engine.actions import action_to_data
from branchline.engine.events import Event, event_to_data
from branchline.engine.game import Game
from branchline.engine.tally import tally_to_data

HERE = Path(__file__).parent

TABLES = [
    (name, seats)
    for name in titles.names()
    for seats in range(titles.load(name).fewest_seats, titles.load(name).most_seats + 1)
]


def compact(data: Any) -> str:
    """Plain data on one line."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


class Digest:
    """A running digest of events."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, events: Iterable[Event]) -> str:
        """Take more events in; the digest of all so far."""
        for event in events:
            self._hash.update(compact(event_to_data(event)).encode() + b"\n")
        return self._hash.hexdigest()[:10]


def file_of(title: str, seats: int) -> Path:
    """Where a golden game is kept."""
    return HERE / f"{title}-{seats}.txt"


def seed_of(title: str, seats: int) -> int:
    """A seed of its own for every game."""
    return 1000 * (titles.names().index(title) + 1) + seats


def play(title: str, seats: int) -> Game:
    """A whole game with chance from the seed, and choices from Python's generator of the same seed."""
    seed = seed_of(title, seats)
    game = Game.new(titles.load(title), seats, seed)
    rng = Random(seed)
    while not game.over:
        seat = rng.choice(game.due)
        game.play(seat, rng.choice(game.legal(seat)))
    return game


def lines_of(game: Game) -> Iterator[str]:
    """The lines of a game's file."""
    digest = Digest()
    yield f"title {game.title.id} seats {len(game.names)} seed {game.seed!r}"
    yield f"deal {digest.add(game.opening)}"
    for step in game.steps:
        yield f"{step.seat} {compact(action_to_data(step.action))} {digest.add(step.events)}"
    yield f"tally {compact(tally_to_data(game.tally()))}"


def main() -> None:
    """Write all files anew."""
    for title, seats in TABLES:
        text = "\n".join(lines_of(play(title, seats))) + "\n"
        file_of(title, seats).write_text(text, encoding="utf-8")
        print(f"{file_of(title, seats).name}: {len(text):,} characters")


if __name__ == "__main__":
    main()
