"""The same engine twice: as plain Python and compiled. Both play the same games, and tell the same of them."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
ENGINE = ROOT / "src" / "branchline" / "engine"
COMPILED = ("core", "words")
PURE = "BRANCHLINE_PURE"
SOURCE = {"PYTHONPATH": str(ROOT / "src"), PURE: "1"}

# Run by both interpreters: where the modules are.
FILES = """
import json
from branchline.engine.core import table
from branchline.engine.words import describe

print(json.dumps([table.__file__, describe.__file__]))
"""

# The same: for every title and number of players a digest of all events, of what could be chosen, and of what everybody could know.
GAMES = """
import hashlib, json
from random import Random
from branchline import titles
from branchline.engine.actions import action_to_data
from branchline.engine.events import event_to_data
from branchline.engine.facts import facts_to_data
from branchline.engine.game import Game
from branchline.engine.tally import tally_to_data

digests = {}
for name in titles.names():
    title = titles.load(name)
    for seats in range(title.fewest_seats, title.most_seats + 1):
        digest = hashlib.sha256()
        for seed in range(4):
            game = Game.new(title, seats, seed if seed else bytes([seats] * 32))
            rng = Random(seed)
            while not game.over:
                seat = rng.choice(game.due)
                legal = game.legal(seat)
                known = [facts_to_data(game.view(each).facts) for each in (*range(seats), None)]
                digest.update(json.dumps([known, [action_to_data(each) for each in legal]]).encode())
                game.play(seat, rng.choice(legal))
            for event in game.events:
                digest.update(json.dumps(event_to_data(event)).encode())
            digest.update(json.dumps(tally_to_data(game.tally())).encode())
        digests[f"{name} {seats}"] = digest.hexdigest()
print(json.dumps(digests))
"""


def run(program: str, place: Path, **variables: str) -> Any:
    """What a program prints in an interpreter of its own, away from the repository."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", PURE)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=place,
        env={**clean, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_installed_engine_is_compiled_unless_told_otherwise(tmp_path: Path) -> None:
    place = sysconfig.get_path("platlib")
    for file in map(Path, run(FILES, tmp_path)):
        found = file.is_relative_to(Path(place).resolve()) or file.is_relative_to(place)
        assert found, f"the installed package was not found; {file} ran instead"
        assert file.suffix in (".so", ".pyd") or os.environ.get(PURE), (
            f"{file} is not compiled: install the package with a C compiler at hand (pip install .), "
            f"or set {PURE}=1 if it is meant to be so"
        )


def test_the_source_in_the_repository_is_not_compiled(tmp_path: Path) -> None:
    files = run(FILES, tmp_path, **SOURCE)
    assert [Path(file) for file in files] == [ENGINE / "core" / "table.py", ENGINE / "words" / "describe.py"]


@pytest.mark.long
def test_both_builds_play_the_same_games(tmp_path: Path) -> None:
    installed, plain = run(GAMES, tmp_path), run(GAMES, tmp_path, **SOURCE)
    differing = [table for table, digest in plain.items() if installed.get(table) != digest]
    assert not differing, f"{differing} differ: a fault of the compiled build, or it is older than the source"
    assert len(plain) == 18


def literal_shifts(source: str) -> list[int]:
    """The lines with a shift of a literal, which mypyc makes a 32-bit shift."""
    found = []
    for node in ast.walk(ast.parse(source)):
        left = node.left if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift) else None
        if isinstance(left, ast.UnaryOp):
            left = left.operand
        if isinstance(left, ast.Constant):
            found.append(left.lineno)
    return found


def test_no_literal_is_shifted_anywhere_in_what_is_compiled() -> None:
    files = sorted(file for folder in COMPILED for file in (ENGINE / folder).rglob("*.py"))
    assert len(files) > 20
    assert {str(file): found for file in files if (found := literal_shifts(file.read_text(encoding="utf-8")))} == {}


def test_the_check_for_shifted_literals_sees_them() -> None:
    assert literal_shifts("a = 1 << n\nb = x << 1\nc = -1 << n\nd = 2**n") == [1, 3]
