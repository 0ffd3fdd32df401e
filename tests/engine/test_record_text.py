"""Records as text: which bytes they are, where lines end, and which fields stand in them, each once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from branchline import Game, titles
from branchline.bots.match import play_game
from branchline.engine.errors import RecordError, SetupError
from branchline.engine.record import read_record, record_lines, split_lines

# What str.splitlines takes for the end of a line, and a record does not.
FALSE_ENDS = "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e\r"


@pytest.fixture(scope="module")
def europe() -> list[str]:
    """A finished game with tunnels, stations, loans and a longest path."""
    return list(record_lines(play_game(titles.load("europe"), ["greedy", "greedy"], 5)))


@pytest.fixture(scope="module")
def world() -> list[str]:
    """A finished game with fleets and harbours."""
    return list(record_lines(play_game(titles.load("world"), ["random", "random"], 5)))


def file_of(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def refusal(data: bytes | list[str]) -> RecordError:
    """Why a record is refused; it has to be."""
    with pytest.raises(RecordError) as caught:
        read_record(split_lines(data) if isinstance(data, bytes) else data, titles.load)
    return caught.value


# --- the end


def test_a_finished_record_that_is_marked_unfinished_is_refused(europe: list[str]) -> None:
    marked = europe[0].replace('"finished":true', '"finished":false')
    assert marked != europe[0]
    problem = refusal([marked, *europe[1:]])
    assert str(problem) == "line 1: the header says that the game was not finished, but the record goes to its end"


def test_an_unfinished_record_that_is_marked_finished_is_refused(europe: list[str]) -> None:
    assert "the game was finished, but the record ends before" in str(refusal(europe[:30]))


def test_a_finished_record_without_its_tally_is_refused_however_it_is_marked(europe: list[str]) -> None:
    marked = europe[0].replace('"finished":true', '"finished":false')
    assert "the tally is missing" in str(refusal([marked, *europe[1:-1]]))


# --- fields


def objects(value: Any, where: str = "") -> Iterator[tuple[dict[str, Any], str]]:
    """All objects in a line, and where they stand."""
    if isinstance(value, dict):
        yield value, where
        for name, each in value.items():
            yield from objects(each, f"{where}.{name}" if where else name)
    elif isinstance(value, list):
        for n, each in enumerate(value):
            yield from objects(each, f"{where}[{n}]")


def lines_of_every_kind(lines: list[str]) -> list[int]:
    """The header, the deal, the tally, and a step for each kind of action and event."""
    found = {"header": 0, "deal": 1, "tally": len(lines) - 1}
    for n, line in enumerate(lines[2:-1], start=2):
        step = json.loads(line)
        found[step["action"]["do"]] = n
        found.update({event["event"]: n for event in step["events"]})
    return sorted(set(found.values()))


@pytest.mark.parametrize("title", ["europe", "world"])
def test_unknown_fields_are_refused_wherever_they_stand(title: str, request: pytest.FixtureRequest) -> None:
    lines: list[str] = request.getfixturevalue(title)
    for n in lines_of_every_kind(lines):
        for place in range(len(list(objects(json.loads(lines[n]))))):
            data = json.loads(lines[n])
            changed, where = list(objects(data))[place]
            changed["surprise"] = 1
            problem = refusal([*lines[:n], json.dumps(data), *lines[n + 1 :]])
            assert problem.line == n + 1
            assert "unknown field" in str(problem)
            assert "surprise" in str(problem)
            assert where in str(problem)


@pytest.mark.parametrize("title", ["europe", "world"])
def test_doubled_fields_are_refused_wherever_they_stand_even_if_they_say_the_same(
    title: str, request: pytest.FixtureRequest
) -> None:
    lines: list[str] = request.getfixturevalue(title)
    for n in lines_of_every_kind(lines):
        for place, (found, _) in enumerate(objects(json.loads(lines[n]))):
            name = list(found)[-1]
            data = json.loads(lines[n])
            list(objects(data))[place][0]["twin"] = found[name]
            doubled = json.dumps(data).replace('"twin"', json.dumps(name))
            problem = refusal([*lines[:n], doubled, *lines[n + 1 :]])
            assert problem.line == n + 1
            assert f"the field {name!r} stands twice" in str(problem)


def test_a_line_that_is_nested_without_end_is_refused(europe: list[str]) -> None:
    deep = europe[5].replace('"do"', f'"deep":{"[" * 100_000}{"]" * 100_000},"do"')
    assert refusal([*europe[:5], deep, *europe[6:]]).line == 6


# --- bytes


@pytest.mark.parametrize("bad", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf"])
@pytest.mark.parametrize("line", [0, 1, 7, -1])
def test_text_that_is_not_utf_8_is_refused_with_its_line(europe: list[str], bad: bytes, line: int) -> None:
    lines = [text.encode() for text in europe]
    lines[line] = lines[line].replace(b'"', b'"' + bad, 1)
    problem = refusal(b"\n".join(lines))
    assert str(problem) == f"line {range(1, len(lines) + 1)[line]}: this is not UTF-8 text"


def test_text_that_cannot_be_utf_8_is_refused_with_its_line(europe: list[str]) -> None:
    broken = europe[0].replace("greedy", "\ud800", 1)
    assert str(refusal([broken, *europe[1:]])) == "line 1: this is not UTF-8 text"


def test_a_game_takes_no_name_that_cannot_be_written_down() -> None:
    with pytest.raises(SetupError, match="is not text"):
        Game.new(titles.load("usa"), ["Ann", "Ben\udcff"], 1)


def test_names_with_letters_that_look_like_line_ends_read_back_as_written() -> None:
    names = [f"Ann{FALSE_ENDS}Ann", "".join(f"{letter}Ben" for letter in FALSE_ENDS + "\n")]
    game = Game.new(titles.load("usa"), names, 3)
    game.play(0, game.legal(0)[0])
    written = file_of(list(record_lines(game)))
    again = read_record(split_lines(written), titles.load)
    assert again.names == tuple(names)
    assert file_of(list(record_lines(again))) == written


def test_lines_may_end_as_on_windows_and_blank_ones_do_not_count(europe: list[str]) -> None:
    text = "\r\n \t\r\n".join(europe)
    assert read_record(split_lines(text.encode()), titles.load).over


@pytest.mark.parametrize("letter", ["\u2028", "\x85", "\x0b", "\x1c", "\xa0", "\ufeff"])
def test_a_line_of_other_white_space_is_no_blank_line(europe: list[str], letter: str) -> None:
    problem = refusal([*europe[:5], letter, *europe[5:]])
    assert problem.line == 6
    assert "not JSON" in str(problem)
