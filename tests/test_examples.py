"""The programs in examples/ do what they say; the network's bot is tried with the protocol."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_is_played_and_told() -> None:
    told = run("play_a_game.py", "nordic", "3")
    assert " claims " in told
    assert "decided by" in told.splitlines()[-1]


def test_a_bot_of_ones_own_plays() -> None:
    told = run("write_a_bot.py", "2").splitlines()
    assert [line.split(":")[0] for line in told] == ["yours", "random"]


def test_a_folder_of_records_is_analysed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "branchline.cli", "simulate", "usa", "-n", "3", "--record", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    told = run("analyse_records.py", str(tmp_path)).splitlines()
    assert told[0] == "3 games"
    assert any("points a game for" in line for line in told)
