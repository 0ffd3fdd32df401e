"""Record files on the command line: whatever they hold, the answer is a sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from branchline import Game, titles
from branchline.bots.match import play_game
from branchline.cli.files import load_record, save_record
from branchline.engine.record import record_lines

STRANGE = ["[/bold]", "Ann\u2028\u2029\x85\x0b\x1b[2J"]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "branchline.cli", *words], capture_output=True, encoding="utf-8", check=False
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    save_record(play_game(titles.load("usa"), ["random", "random"], 5), file)
    return file


def damaged(file: Path, line: int, old: bytes, new: bytes) -> None:
    lines = file.read_bytes().split(b"\n")
    changed = lines[line - 1].replace(old, new, 1)
    assert changed != lines[line - 1]
    lines[line - 1] = changed
    file.write_bytes(b"\n".join(lines))


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(
    ("line", "old", "new", "complaint"),
    [
        (4, b'"do"', b'"\xff"', "line 4: this is not UTF-8 text"),
        (1, b'"finished":true', b'"finished":false', "line 1: the header says that the game was not finished"),
        (5, b'"seat"', b'"seat":0,"seat"', "line 5: this is not a step of a record: the field 'seat' stands twice"),
        (5, b'"event"', b'"why":0,"event"', "line 5: this is not a step of a record: unknown field 'why' in events[0]"),
        (3, b'"do"', b'"a":' + b"[" * 50_000 + b"]" * 50_000 + b',"do"', "line 3: this is not a step of a record"),
    ],
)
def test_a_bad_record_gets_a_sentence_with_its_line(
    record: Path, command: str, line: int, old: bytes, new: bytes, complaint: str
) -> None:
    damaged(record, line, old, new)
    done = run(command, str(record))
    assert done.returncode == 2
    assert f"{record}, {complaint}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_with_strange_names_is_verified_and_shown(tmp_path: Path) -> None:
    game = Game.new(titles.load("usa"), STRANGE, 3)
    while not game.over:
        game.play(game.due[0], game.legal(game.due[0])[0])
    file = tmp_path / "strange.jsonl"
    save_record(game, file)
    assert list(load_record(file).names) == STRANGE
    assert run("verify", str(file)).returncode == 0
    shown = run("replay", str(file))
    assert shown.returncode == 0, shown.stderr
    assert "[/bold]" in shown.stdout
    assert "\x1b[2J" not in shown.stdout
    views = json.loads(run("replay", str(file), "--json", "--to", "1").stdout)
    assert len(views) == 2


def test_a_complaint_moves_no_cursor(tmp_path: Path) -> None:
    game = Game.new(titles.load("usa"), STRANGE, 3)
    game.play(0, game.legal(0)[0])
    lines = list(record_lines(game))
    file = tmp_path / "strange.jsonl"
    file.write_text("\n".join([*lines, lines[-1].replace('"n":1', '"n":2')]), encoding="utf-8")
    done = run("verify", str(file))
    assert done.returncode == 2
    assert "has nothing to choose now" in done.stderr
    assert "\x1b" not in done.stderr


def own_title_of(folder: Path) -> Path:
    """A title of somebody's own, which leaves a trace when it is run."""
    own = folder / "mine"
    own.mkdir()
    usa = Path(str(titles.__file__)).parent / "usa"
    program = (usa / "title.py").read_text(encoding="utf-8").replace('id="usa"', 'id="mine"')
    trace = f"from pathlib import Path\n\nPath({str(folder / 'trace')!r}).touch()\n"
    (own / "title.py").write_text(program + trace, encoding="utf-8")
    (own / "board.json").write_bytes((usa / "board.json").read_bytes())
    return own


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_record_cannot_have_a_program_run_by_naming_its_folder(record: Path, tmp_path: Path, command: str) -> None:
    own = own_title_of(tmp_path)
    damaged(record, 1, b'"title":"usa"', f'"title":"{own}"'.encode())
    done = run(command, str(record))
    assert done.returncode == 2
    assert "line 1: there is no title" in done.stderr
    assert not (tmp_path / "trace").exists()


def test_the_records_of_an_own_title_are_refereed_with_its_folder(record: Path, tmp_path: Path) -> None:
    own = own_title_of(tmp_path)
    damaged(record, 1, b'"title":"usa"', b'"title":"mine"')
    assert run("verify", str(record)).returncode == 2
    assert run("verify", "--title", str(own), str(record)).returncode == 0
    assert run("replay", "--title", str(own), str(record), "--to", "1").returncode == 0
