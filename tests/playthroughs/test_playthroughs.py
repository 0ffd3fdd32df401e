"""Golden games: what was played once is played again, digest by digest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playthroughs.make import HERE, TABLES, Digest, file_of, lines_of, play

from branchline import titles
from branchline.engine.actions import action_from_data
from branchline.engine.game import Game
from branchline.engine.tally import tally_to_data

FILES = sorted(HERE.glob("*.txt"))

AGAIN = "if the rules were meant to change, write the files anew with tests/playthroughs/make.py"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_is_played_as_it_was(file: Path) -> None:
    head, dealt, *actions, last = file.read_text(encoding="utf-8").splitlines()
    _, title, _, seats, _, seed = head.split(" ")
    game = Game.new(titles.load(title), int(seats), int(seed))
    digest = Digest()
    assert dealt == f"deal {digest.add(game.opening)}", f"the deal is another; {AGAIN}"
    for number, line in enumerate(actions, start=3):
        seat, rest = line.split(" ", 1)
        data, told = rest.rsplit(" ", 1)
        events = game.play(int(seat), action_from_data(json.loads(data)))
        assert digest.add(events) == told, f"{file.name}, line {number}: {events}; {AGAIN}"
    assert game.over
    assert json.loads(last.removeprefix("tally ")) == json.loads(json.dumps(tally_to_data(game.tally())))


def test_there_is_a_golden_game_for_every_title_and_number_of_players() -> None:
    assert {file.name for file in FILES} == {file_of(title, seats).name for title, seats in TABLES}
    for title, seats in TABLES:
        head = file_of(title, seats).read_text(encoding="utf-8").splitlines()[0]
        assert head.startswith(f"title {title} seats {seats} seed ")


def test_golden_games_are_small_enough_to_read() -> None:
    assert all(file.stat().st_size < 60_000 for file in FILES)


def test_the_script_would_write_the_same_file_again() -> None:
    title, seats = TABLES[0]
    written = file_of(title, seats).read_text(encoding="utf-8").splitlines()
    assert list(lines_of(play(title, seats))) == written, AGAIN
