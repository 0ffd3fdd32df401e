"""What docs/adding-a-title.md says, done as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from three_bridges import build

from branchline import titles
from branchline.bots.match import play_game
from branchline.engine.errors import BoardError
from branchline.engine.game import Game
from branchline.engine.record import read_record, record_lines
from branchline.titles.site import read_site


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that the page builds."""
    return build(tmp_path)


def test_the_folder_is_a_title(folder: Path) -> None:
    title = titles.find(str(folder))
    assert title.name == "Three Bridges"
    assert [line.id for line in title.board.lines][2:4] == ["birch-cedar-1", "birch-cedar-2"]


def test_bots_play_it_to_the_end_and_its_record_is_refereed(folder: Path) -> None:
    title = titles.load_folder(folder)
    for seed in range(30):
        game = play_game(title, ["random", "greedy"], seed)
        assert game.over
        again = read_record(record_lines(game), lambda _: title)
        assert again.tally() == game.tally()


def test_nothing_of_it_is_in_the_package(folder: Path) -> None:
    assert "threebridges" not in titles.names()


def test_a_folder_without_its_files_says_what_is_missing(folder: Path) -> None:
    (folder / "board.json").unlink()
    with pytest.raises(BoardError, match=r"threebridges/board.json is missing"):
        titles.load_folder(folder)
    (folder / "title.py").write_text("x = 1")
    with pytest.raises(BoardError, match="defines no value TITLE"):
        titles.load_folder(folder)
    (folder / "title.py").unlink()
    with pytest.raises(BoardError, match=r"has no title\.py"):
        titles.load_folder(folder)


def test_a_board_that_is_not_json_is_refused_with_its_line(folder: Path) -> None:
    (folder / "board.json").write_text('{\n  "name": oops\n}')
    with pytest.raises(BoardError, match=r"threebridges/board.json, line 2: not JSON"):
        titles.load_folder(folder)


def test_a_title_that_cannot_be_read_is_refused_with_its_line(folder: Path) -> None:
    (folder / "title.py").write_text("x = 1\ny = z\n")
    with pytest.raises(BoardError, match=r"threebridges/title\.py, line 2: NameError: name 'z' is not defined"):
        titles.load_folder(folder)
    (folder / "title.py").write_text("x = 1\n\nTITLE = (")
    with pytest.raises(BoardError, match=r"threebridges/title\.py, line 3: .*never closed"):
        titles.load_folder(folder)
    (folder / "board.json").write_bytes(b'{"name": "\xff"}')
    (folder / "title.py").write_text("from branchline.titles import read_board\nread_board(__file__)\n")
    with pytest.raises(BoardError, match=r"threebridges/board\.json is not UTF-8"):
        titles.load_folder(folder)


def test_it_looks_and_reads_as_its_files_say(folder: Path) -> None:
    site = read_site(titles.load_folder(folder), folder)
    assert (site.order, site.colour) == (500, "#7a5c3a")
    assert site.about("en") == site.about("da") == "Four towns, three bridges, and a game in five minutes."
    assert site.name("fi") == "Three Bridges"


def test_a_tiny_deck_runs_dry_and_the_game_still_ends(folder: Path) -> None:
    """Hoarding players empty the decks of a small box; then they claim, take tickets or pass (R5)."""
    title = titles.load_folder(folder)
    game = Game.new(title, 2, seed=3)
    while not game.over:
        assert game.decision is not None
        game.play(game.decision.seat, game.legal()[0])
    assert len(game.steps) < 500
