"""A game as a file: JSON Lines with full information, written and read, refereed on the way.

docs/records.md describes the format.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from branchline.engine.actions import AnyAction
from branchline.engine.errors import BranchlineError, IllegalAction, RecordError
from branchline.engine.events import AnyEvent, Event
from branchline.engine.game import Game, Options
from branchline.engine.tally import Tally
from branchline.engine.title import Title

FORMAT = "branchline"
VERSION = 1

BLANK = " \t\r\n"  # what JSON calls white space

_T = TypeVar("_T")


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what is needed to deal the game again."""

    record: str
    version: int
    title: str
    rules: int
    board: str
    seats: tuple[str, ...]
    options: Options
    seed: int | str
    commitment: str | None
    finished: bool


class OpeningLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The second line: the deal."""

    opening: tuple[AnyEvent, ...]


class StepLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One action, and what happened because of it."""

    n: int
    seat: int
    action: AnyAction
    events: tuple[AnyEvent, ...]


class EndLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a finished game."""

    tally: Tally


_LINES: dict[type, str] = {
    Header: "the header of a record",
    OpeningLine: "the deal of a record",
    StepLine: "a step of a record",
    EndLine: "the tally of a record",
}


def board_digest(title: Title) -> str:
    """A hash of the board's facts, so that a record of another board is not taken for this one."""
    board = title.board
    facts = [
        [[city.id, city.port, city.waypoint] for city in board.cities],
        [msgspec.to_builtins(line) for line in board.lines],
        [msgspec.to_builtins(ticket) for ticket in board.tickets],
        sorted(board.line_points.items()),
    ]
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:16]


def record_lines(game: Game) -> Iterator[str]:
    """The lines of a game's record."""
    seed = game.seed.hex() if isinstance(game.seed, bytes) else game.seed
    assert seed is not None
    yield _line(
        Header(
            record=FORMAT,
            version=VERSION,
            title=game.title.id,
            rules=game.title.version,
            board=board_digest(game.title),
            seats=game.names,
            options=game.options,
            seed=seed,
            commitment=game.commitment,
            finished=game.over,
        )
    )
    yield _line({"opening": game.opening})
    for n, step in enumerate(game.steps, start=1):
        yield _line({"n": n, "seat": step.seat, "action": step.action, "events": step.events})
    if game.over:
        yield _line(EndLine(game.tally()))


def _line(value: object) -> str:
    return msgspec.json.encode(value).decode()


def split_lines(data: bytes) -> list[bytes]:
    """The lines of a record file: a line feed ends a line, and nothing else that Unicode counts as a line's end."""
    return data.split(b"\n")


def read_record(lines: Iterable[str | bytes], find_title: Callable[[str], Title], to: int | None = None) -> Game:
    """Play a record again and referee it, to its end or to step number ``to``.

    Every event must come out as the record has it. What does not is a RecordError with its line number.
    """
    texts = ((number, _text(line, number)) for number, line in enumerate(lines, start=1))
    numbered = [(number, text) for number, text in texts if text.strip(BLANK)]
    if not numbered:
        raise RecordError("the file is empty", 1)
    game, header = _deal_again(numbered[0], find_title)
    if len(numbered) < 2:
        raise RecordError("the record ends before the deal", numbered[0][0] + 1)
    number, line = numbered[1]
    _compare(game.opening, _parse(line, OpeningLine, number).opening, number)
    ended = False
    for number, line in numbered[2:]:
        if ended:
            raise RecordError("there is more after the tally", number)
        if game.over:
            _check_tally(game, _parse(line, EndLine, number), number)
            ended = True
        elif to is None or len(game.steps) < to:
            _play_again(game, _parse(line, StepLine, number), number)
    if to is None:
        _check_end(game, header, ended, first=numbered[0][0], number=numbered[-1][0] + 1)
    elif to > len(game.steps):
        raise RecordError(f"the record has {len(game.steps)} steps, there is no step {to}")
    return game


def _deal_again(first: tuple[int, str], find_title: Callable[[str], Title]) -> tuple[Game, Header]:
    number, line = first
    header = _parse(line, Header, number)
    if header.record != FORMAT:
        raise RecordError("this is no record of a Branchline game", number)
    if header.version != VERSION:
        raise RecordError(f"this record is of format {header.version}, this program reads format {VERSION}", number)
    try:
        title = find_title(header.title)
        game = Game.new(title, header.seats, header.seed, header.options)
    except BranchlineError as problem:
        raise RecordError(str(problem), number) from None
    if header.rules != title.version:
        raise RecordError(f"played by version {header.rules} of the rules, these are version {title.version}", number)
    if header.board != board_digest(title):
        raise RecordError(f"played on another board than {title.name} has now", number)
    if header.commitment != game.commitment:
        raise RecordError("the seed does not match the hash that was shown before the game", number)
    return game, header


def _text(line: str | bytes, number: int) -> str:
    """A line as text that can be written as UTF-8."""
    try:
        data = line if isinstance(line, bytes) else line.encode()
        return data.decode()
    except UnicodeError:
        raise RecordError("this is not UTF-8 text", number) from None


def _parse(text: str, kind: type[_T], number: int) -> _T:
    try:
        value: _T = _DECODERS[kind].decode(text)
        _check_fields(text, value)
    except (msgspec.ValidationError, _BadField) as problem:
        raise RecordError(f"this is not {_LINES[kind]}: {problem}", number) from None
    except msgspec.DecodeError as problem:
        raise RecordError(f"not JSON: {problem}", number) from None
    except RecursionError:
        raise RecordError(f"this is not {_LINES[kind]}: it is nested too deeply", number) from None
    return value


# Made here, not when the first record is read: msgspec looks at a type when it first meets it, and two threads that
# let it do so at the same time bring the interpreter down.
_DECODERS: dict[type, msgspec.json.Decoder[Any]] = {kind: msgspec.json.Decoder(kind) for kind in _LINES}


# --- fields: the decoder takes the last of two and passes over unknown ones in actions, events and tallies


class _BadField(Exception):
    """A field that stands twice, or that nobody knows."""


def _check_fields(text: str, value: object) -> None:
    """Every field stands once, and is one of those that were read."""
    told = json.loads(text, object_pairs_hook=_once, parse_int=str, parse_float=str)
    _check_known(told, msgspec.to_builtins(value), "")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        doubled = next(name for name in names if names.count(name) > 1)
        raise _BadField(f"the field {doubled!r} stands twice")
    return fields


def _check_known(told: Any, read: Any, where: str) -> None:
    if isinstance(told, dict):
        for name, each in told.items():
            if name not in read:
                raise _BadField(f"unknown field {name!r}" + (f" in {where}" if where else ""))
            _check_known(each, read[name], f"{where}.{name}" if where else name)
    elif isinstance(told, list):
        for n, each in enumerate(told):
            _check_known(each, read[n], f"{where}[{n}]")


def _play_again(game: Game, step: StepLine, number: int) -> None:
    if step.n != len(game.steps) + 1:
        raise RecordError(f"step {len(game.steps) + 1} is missing; here is step {step.n}", number)
    try:
        events = game.play(step.seat, step.action)
    except IllegalAction as problem:
        raise RecordError(f"an illegal action: {problem}", number) from None
    _compare(events, step.events, number)


def _compare(played: tuple[Event, ...], recorded: tuple[Event, ...], number: int) -> None:
    for n, (true, told) in enumerate(zip(played, recorded, strict=False), start=1):
        if true != told:
            raise RecordError(f"event {n} is {_line(told)}, but it was {_line(true)}", number)
    if len(played) != len(recorded):
        raise RecordError(f"{len(recorded)} events, but there were {len(played)}", number)


def _check_tally(game: Game, end: EndLine, number: int) -> None:
    if end.tally != game.tally():
        raise RecordError(f"the tally is {_line(end.tally)}, but it should be {_line(game.tally())}", number)


def _check_end(game: Game, header: Header, ended: bool, first: int, number: int) -> None:
    if game.over and not ended:
        raise RecordError("the tally is missing", number)
    if header.finished and not game.over:
        raise RecordError("the game was finished, but the record ends before", number)
    if game.over and not header.finished:
        raise RecordError("the header says that the game was not finished, but the record goes to its end", first)
