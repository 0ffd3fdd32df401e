"""Whatever one changes in a record, it is refused by its line, or says the same."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from branchline import titles
from branchline.bots.match import play_game
from branchline.engine.errors import RecordError
from branchline.engine.record import read_record, record_lines, split_lines
from branchline.engine.title import Title

# BRANCHLINE_EXAMPLES=100 tries more changes.
EXAMPLES = 40 * int(os.environ.get("BRANCHLINE_EXAMPLES", "5"))
RANDOMLY = settings(max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.generate])

ODD_VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 5, 64, 2**31, 2**63, -(10**30), 1.0, 1.5, 1e300),
    *("", "red", "locomotive", "usa", "pass", "0" * 64, "\u2028", "\x00", "ÿ", "a" * 1000),
    *([], [[]], ["red"], [None], {}, {"event": "passed", "seat": 0}, {"do": "pass"}),
]


@cache
def short_title(name: str) -> Title:
    """A title with few pieces, so that its games are over soon."""
    title = titles.load(name)
    few = (
        replace(title.pieces, trains=12, ships=12, fleet=14) if title.pieces.fleet else replace(title.pieces, trains=9)
    )
    return replace(title, pieces=few)


@cache
def record_of(name: str) -> bytes:
    """A whole game."""
    game = play_game(short_title(name), ["random", "random"], bytes(range(32)))
    assert game.over
    return "".join(f"{line}\n" for line in record_lines(game)).encode()


def says_the_same(told: Any, read: Any) -> bool:
    """Whether all that a record tells was read; what it leaves out is nothing anyway."""
    if isinstance(told, dict) and isinstance(read, dict):
        left_out = read.keys() - told.keys()
        same = all(name in read and says_the_same(each, read[name]) for name, each in told.items())
        return same and not any(read[name] for name in left_out)
    if isinstance(told, list) and isinstance(read, list):
        return len(told) == len(read) and all(map(says_the_same, told, read))
    return type(told) is type(read) and bool(told == read)


def judge(data: bytes) -> bool:
    """Read a record; whether it was accepted. Any other exception than a RecordError fails the test."""
    found: RecordError | None = None
    try:
        game = read_record(split_lines(data), short_title_found)
    except RecordError as problem:
        found = problem
    if found is not None:
        assert found.line > 0
        assert str(found).startswith(f"line {found.line}: ")
        return False
    told = [json.loads(line) for line in split_lines(data) if line.strip()]
    read = [json.loads(line) for line in record_lines(game)]
    assert says_the_same(told, read)
    return True


def short_title_found(name: str) -> Title:
    titles.load(name)  # says what there is, if not this
    return short_title(name)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a line, with each of its keys or indices."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            found.append((value, key))
            found.extend(places(value[key]))
    return found


def test_the_records_themselves_are_good() -> None:
    for name in titles.names():
        assert judge(record_of(name))


@RANDOMLY
@given(st.sampled_from(titles.names()), st.data())
def test_any_change_of_a_byte_is_refused_by_its_line_or_says_the_same(name: str, data: st.DataObject) -> None:
    record = record_of(name)
    # Lines are chosen first, so that the header and the tally come as often as the many steps.
    lines = record.split(b"\n")[:-1]
    number = data.draw(st.sampled_from([0, 1, len(lines) - 1, *data.draw(st.lists(st.integers(0, len(lines) - 1)))]))
    line = lines[number]
    at = data.draw(st.integers(0, len(line)))
    byte = data.draw(st.one_of(st.binary(max_size=1), st.sampled_from([b'"', b"{", b",", b"0", b"\n", b"\xe2", b" "])))
    lines[number] = line[:at] + byte + line[at + data.draw(st.integers(0, 1)) :]
    judge(b"\n".join(lines) + b"\n")


@RANDOMLY
@given(st.sampled_from(titles.names()), st.data())
def test_any_change_of_a_field_is_refused_by_its_line_or_says_the_same(name: str, data: st.DataObject) -> None:
    lines = record_of(name).split(b"\n")[:-1]
    number = data.draw(st.sampled_from([0, 0, 1, len(lines) - 1, data.draw(st.integers(0, len(lines) - 1))]))
    line = json.loads(lines[number])
    holder, key = data.draw(st.sampled_from(places(line)))
    change = data.draw(st.sampled_from(["set", "set", "drop", "rename", "repeat"]))
    if change == "set":
        holder[key] = data.draw(st.sampled_from(ODD_VALUES))
    elif change == "drop":
        del holder[key]
    elif isinstance(holder, list):
        holder.insert(key, holder[key])
    else:
        holder[f"{key}s" if change == "rename" else f"{key} "] = holder[key]
        if change == "rename":
            del holder[key]
    lines[number] = json.dumps(line, ensure_ascii=data.draw(st.booleans())).encode(errors="replace")
    judge(b"\n".join(lines) + b"\n")


def test_no_line_can_be_left_out_doubled_or_moved() -> None:
    for name in titles.names():
        lines = record_of(name).split(b"\n")[:-1]
        for n in range(len(lines)):
            for changed in (
                lines[:n] + lines[n + 1 :],
                lines[: n + 1] + lines[n:],
                [*lines[:n], *lines[n : n + 2][::-1], *lines[n + 2 :]],
            ):
                assert changed == lines or not judge(b"\n".join(changed) + b"\n"), n
