"""Records: written, read again bit by bit, and refused when they are damaged, foreign or untrue."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from branchline import Game, Options, titles
from branchline.bots.match import play_game
from branchline.engine.errors import RecordError
from branchline.engine.record import read_record, record_lines

NAMES = titles.names()


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The record of a game with tunnels, stations and tickets."""
    return list(record_lines(play_game(titles.load("europe"), ["greedy", "random"], 5)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [4, bytes(range(32))])
def test_a_record_plays_the_same_game_bit_by_bit(name: str, seed: int | bytes) -> None:
    title = titles.load(name)
    game = play_game(title, ["random"] * title.most_seats, seed, Options(first_seat=1))
    lines = list(record_lines(game))
    again = read_record(lines, titles.load)
    assert again.events == game.events
    assert again.tally() == game.tally()
    assert list(record_lines(again)) == lines


def test_a_game_can_be_read_to_one_of_its_steps(lines: list[str]) -> None:
    game = read_record(lines, titles.load, to=30)
    assert len(game.steps) == 30
    with pytest.raises(RecordError, match=r"there is no step 9999"):
        read_record(lines, titles.load, to=9999)


def test_a_game_that_goes_on_has_a_record_too() -> None:
    game = Game.new(titles.load("usa"), ["Ann", "Ben"], bytes(32))
    game.play(1, game.legal(1)[0])
    lines = list(record_lines(game))
    assert json.loads(lines[0])["finished"] is False
    again = read_record(lines, titles.load)
    assert again.names == ("Ann", "Ben")
    assert again.due == (0,)


def test_the_header_holds_what_is_needed_to_deal_again(lines: list[str]) -> None:
    header = json.loads(lines[0])
    assert (header["record"], header["version"], header["title"], header["rules"]) == ("branchline", 1, "europe", 1)
    assert header["seats"] == ["greedy 1", "random 2"]
    assert header["seed"] == 5
    assert header["commitment"] is None


def _edit(line: int, change: Callable[[Any], Any]) -> Callable[[list[str]], list[str]]:
    def edit(lines: list[str]) -> list[str]:
        data = json.loads(lines[line])
        changed = change(data)
        return [
            *lines[:line],
            json.dumps(changed if changed is not None else data),
            *(lines[line + 1 :] if line >= 0 else []),
        ]

    return edit


def _with(**fields: Any) -> Callable[[Any], Any]:
    return lambda data: {**data, **fields}


DAMAGES: list[tuple[Callable[[list[str]], list[str]], int, str]] = [
    (lambda lines: [], 1, "the file is empty"),
    (lambda lines: lines[:1], 2, "the record ends before the deal"),
    (lambda lines: ["{" + lines[0][5:], *lines[1:]], 1, "not JSON"),
    (lambda lines: ['{"something": "else"}', *lines[1:]], 1, "this is not the header of a record"),
    (_edit(0, _with(record="other")), 1, "this is no record of a Branchline game"),
    (_edit(0, _with(version=99)), 1, "this record is of format 99, this program reads format 1"),
    (_edit(0, _with(title="mars")), 1, "there is no title 'mars'"),
    (_edit(0, _with(seats=["one"])), 1, "Europe is for 2 to 5 players, not 1"),
    (_edit(0, _with(seed="abc")), 1, "hexadecimal"),
    (_edit(0, _with(rules=7)), 1, "played by version 7 of the rules, these are version 1"),
    (_edit(0, _with(board="0000")), 1, "played on another board than Europe has now"),
    (_edit(0, _with(commitment="00")), 1, "the seed does not match the hash"),
    (_edit(0, _with(surprise=1)), 1, "unknown field"),
    (_edit(0, _with(seed=6)), 2, "event 1 is"),
    (_edit(1, lambda data: data["opening"].pop() and None), 2, "events, but there were"),
    (lambda lines: [*lines[:20], *lines[21:]], 21, "step 19 is missing; here is step 20"),
    (_edit(12, _with(seat=7)), 13, "an illegal action: there is no seat 7"),
    (_edit(12, _with(action={"do": "pass"})), 13, "an illegal action"),
    (_edit(12, _with(action={"do": "fly"})), 13, "this is not a step of a record"),
    (_edit(12, _with(events=[])), 13, "0 events, but there were"),
    (lambda lines: lines[:40], 41, "the game was finished, but the record ends before"),
    (lambda lines: lines[:-1], None, "the tally is missing"),  # type: ignore[list-item]
    (lambda lines: [*lines, lines[-1]], None, "there is more after the tally"),  # type: ignore[list-item]
    (_edit(-1, lambda data: data["tally"]["seats"][0].update(total=999)), None, "the tally is"),  # type: ignore[list-item]
]


@pytest.mark.parametrize(("damage", "line", "reason"), DAMAGES)
def test_a_damaged_record_is_refused_with_its_line_and_the_reason(
    lines: list[str], damage: Callable[[list[str]], list[str]], line: int | None, reason: str
) -> None:
    with pytest.raises(RecordError, match=reason) as caught:
        read_record(damage(lines), titles.load)
    assert caught.value.line > 0
    if line is not None:
        assert caught.value.line == line
        assert str(caught.value).startswith(f"line {line}: ")


def test_every_changed_card_is_noticed(lines: list[str]) -> None:
    """Whatever card or number of a step is changed, the referee sees it."""
    for n in range(2, len(lines) - 1, 7):
        for old, new in (("red", "blue"), ("blue", "green"), ("locomotive", "red"), ('"points":1', '"points":2')):
            if old in lines[n]:
                damaged = [*lines[:n], lines[n].replace(old, new, 1), *lines[n + 1 :]]
                with pytest.raises(RecordError) as caught:
                    read_record(damaged, titles.load)
                assert caught.value.line == n + 1


# Whoever looks at a type after the import is caught.
IN_THREADS = """
import sys
from branchline import titles
from branchline.engine.record import read_record, split_lines

late = []
titles.load("europe")
sys.setprofile(lambda frame, event, _: late.append(frame.f_code.co_name) if event == "call" else None)
assert read_record(split_lines(sys.stdin.buffer.read()), titles.load).over
sys.setprofile(None)
assert "read_record" in late
assert "get_class_annotations" not in late, "a type is looked at when a record is read"
"""


def test_records_can_be_read_by_several_threads_since_nothing_is_left_to_be_found_out(lines: list[str]) -> None:
    """msgspec looks at a type when it first meets it; two threads that make it do so at once crash the interpreter."""
    text = "".join(f"{line}\n" for line in lines).encode()
    done = subprocess.run([sys.executable, "-c", IN_THREADS], input=text, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
