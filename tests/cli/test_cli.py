"""The commands, run as a person or a program would run them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import PATIENCE, wait_until

COMMAND = [sys.executable, "-m", "branchline.cli"]


def run(*words: str, given: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], input=given, capture_output=True, text=True, cwd=cwd, check=False)


def test_help_lists_the_commands() -> None:
    done = run("--help")
    assert done.returncode == 0
    for command in ("titles", "play", "simulate", "replay", "verify", "bench"):
        assert command in done.stdout
        assert run(command, "--help").returncode == 0


def test_titles_are_listed_for_people_and_programs() -> None:
    assert "Nordic Countries" in run("titles").stdout
    assert {title["id"] for title in json.loads(run("titles", "--json").stdout)} == {
        "usa",
        "europe",
        "nordic",
        "world",
        "greatlakes",
    }


def test_simulate_sums_up_and_does_not_depend_on_the_jobs() -> None:
    one = json.loads(run("simulate", "usa", "-n", "30", "--json").stdout)
    two = json.loads(run("simulate", "usa", "-n", "30", "-j", "2", "--json").stdout)
    assert one["games"] == 30
    assert one["unended"] == 0
    for key in ("decisions", "turns", "seats"):
        assert one[key] == pytest.approx(two[key]) if key != "seats" else True
    assert [seat["mean"] for seat in one["seats"]] == pytest.approx([seat["mean"] for seat in two["seats"]])


def test_simulate_draws_a_table_and_the_spread() -> None:
    done = run("simulate", "nordic", "-n", "5", "--bots", "greedy,random")
    assert "5 games of nordic" in done.stdout
    assert "█" in done.stdout


def test_records_are_written_verified_and_replayed(tmp_path: Path) -> None:
    done = run("simulate", "europe", "-p", "3", "-n", "2", "--seed", "5", "--record", str(tmp_path / "games"))
    assert done.returncode == 0
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == ["europe-3-5.jsonl", "europe-3-6.jsonl"]
    verified = run("verify", *map(str, files))
    assert verified.returncode == 0
    assert verified.stdout.count("good") == 2
    shown = run("replay", str(files[0]), "--to", "60")
    assert "step 60 of" in shown.stdout
    assert "random 2" in shown.stdout
    whole = run("replay", str(files[0]))
    assert "Tally" in whole.stdout
    views = json.loads(run("replay", str(files[0]), "--to", "0", "--json").stdout)
    assert [len(view["own"]["offer"]) for view in views] == [4, 4, 4]


def test_recorded_games_are_the_ones_that_are_only_counted(tmp_path: Path) -> None:
    counted = json.loads(run("simulate", "usa", "-n", "3", "--json").stdout)
    recorded = json.loads(run("simulate", "usa", "-n", "3", "--json", "--record", str(tmp_path)).stdout)
    assert counted["seats"] == recorded["seats"]


def test_verify_names_the_line_of_a_damage_and_fails(tmp_path: Path) -> None:
    run("simulate", "usa", "-n", "1", "--record", str(tmp_path))
    file = tmp_path / "usa-2-1.jsonl"
    lines = file.read_text().splitlines()
    lines[9] = lines[9].replace('"seat":', '"seat":1', 1)
    file.write_text("\n".join(lines))
    done = run("verify", str(file))
    assert done.returncode == 2
    assert f"{file}, line 10: " in done.stderr
    verdict = json.loads(run("verify", "--json", str(file)).stdout)
    assert (verdict["ok"], verdict["line"]) == (False, 10)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["simulate", "mars"], "there is no title 'mars'"),
        (["simulate", "nordic", "-p", "4"], "Nordic Countries is for 2 to 3 players, not 4"),
        (["simulate", "usa", "-b", "deep"], "there is no bot 'deep'"),
        (["simulate", "usa", "-p", "3", "-b", "greedy,random"], "2 bots for 3 seats"),
        (["simulate", "usa", "-n", "0"], "0 is not in the range"),
        (["simulate", "usa", "--seed", "x"], "'x' is not a valid integer"),
        (["simulate", "usa", "-n", "1", "--record", __file__], "is a file"),
        (["play", "mars"], "there is no title 'mars'"),
        (["play", "usa", "-p", "9"], "USA is for 2 to 5 players, not 9"),
        (["verify", "nowhere.jsonl"], "does not exist"),
        (["verify", sys.executable], "line 1: this is not UTF-8 text"),
        (["verify", __file__], "line 1: this is not the header of a record"),
        (["replay", "nowhere.jsonl"], "does not exist"),
        (["bench", "--only", "mars"], "there is no title 'mars'"),
        (["fly"], "No such command 'fly'"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_2(words: list[str], complaint: str, tmp_path: Path) -> None:
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_replay_refuses_a_step_that_is_not_there(tmp_path: Path) -> None:
    run("simulate", "usa", "-n", "1", "--record", str(tmp_path))
    done = run("replay", str(tmp_path / "usa-2-1.jsonl"), "--to", "99999")
    assert done.returncode == 2
    assert "the record has" in done.stderr


def test_a_whole_game_is_played_in_the_terminal_and_recorded(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    done = run("play", "usa", "--seed", "7", "--record", str(file), given="1\n" * 400)
    assert done.returncode == 0, done.stderr
    assert "Tally" in done.stdout
    assert run("verify", str(file)).returncode == 0


def test_leaving_the_terminal_game_saves_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "left.jsonl"
    done = run("play", "--record", str(file), given="99\n1\nzzz\n1\n")
    assert done.returncode == 0
    assert "Type its number." in done.stdout
    assert "Nothing here has 'zzz' in it." in done.stdout
    assert "You left the table." in done.stdout
    verified = run("verify", str(file))
    assert "not finished; seed: matches the hash shown before" in verified.stdout


def test_an_interrupted_simulation_gives_what_it_has(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "simulate", "usa", "-n", "100000000", "--record", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
        # Whoever starts the tests in the background may have had this signal ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    wait_until(lambda: len(list(tmp_path.iterdir())) > 50, lambda: "it does not play")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert "interrupted: " in out


def test_bench_prints_both_builds() -> None:
    done = run("bench", "--only", "nordic", "--seconds", "0.05", "--worst", "20", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["figures"]
    assert [row["seats"] for row in figures] == [2, 3]
    assert all(row["games"] > 0 and row["uncompiled_games"] > 0 for row in figures)
    assert "games/s" in run("bench", "--only", "usa", "--seconds", "0.02", "--worst", "5").stdout
