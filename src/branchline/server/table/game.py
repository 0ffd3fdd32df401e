"""A table's game as far as it was played. What was played stands in the log; memory keeps who played, no more."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from branchline import titles
from branchline.engine.actions import Action, action_from_data
from branchline.engine.errors import BranchlineError
from branchline.engine.events import Event, event_from_data
from branchline.engine.game import Game, Options
from branchline.server.store.rows import Entry, TableRow


class CannotGoOn(Exception):
    """A stored game that our rules do not play; it can be looked at, but not continued."""


class PlayedGame:
    """The game of a table, and the steps that stand."""

    def __init__(self, row: TableRow, names: tuple[str, ...], version: int = 1) -> None:
        self.names = names
        self.game = _deal(row, names)
        self.game.keeps_steps = False  # the log has them
        self.standing = array("i", [version])  # the versions of the start and of each step
        self._seats = bytearray()  # the seat of each step
        self._revealed = True  # whether the last step showed something hidden, as the deal does
        self.due = self.game.due  # asked for many times after each step

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    def play(self, version: int, seat: int, actions: tuple[Action, ...]) -> tuple[Event, ...]:
        """Play the actions of one step, all or none."""
        events = self.game.play_all(seat, actions)
        self.standing.append(version)
        self._seats.append(seat)
        self._revealed = any(event.reveals for event in events)
        self.due = self.game.due
        return events

    def play_stored(self, entry: Entry) -> None:
        """Play a step of the log; CannotGoOn if something else comes of it than then."""
        try:
            same = self.play(entry.version, *step_of(entry)) == events_of(entry)
        except (BranchlineError, msgspec.ValidationError):
            same = False
        if not same:
            raise CannotGoOn("something else comes of its log")

    def last_step_of(self, seat: int) -> int | None:
        """The number of a seat's last step that stands, counted from 0."""
        place = self._seats.rfind(seat)
        return None if place < 0 else place

    def can_undo_freely(self, seat: int) -> bool:
        """Whether a seat's last step is the very last and showed nothing."""
        return bool(self._seats) and self._seats[-1] == seat and not self._revealed


def rules_are_here(row: TableRow) -> bool:
    """Whether we have a table's title, and in the version of its rules."""
    return row.title in titles.names() and titles.load(row.title).version == row.rules


def start_data(row: TableRow, names: Iterable[str], events: tuple[Event, ...]) -> dict[str, object]:
    """What the log says of a start: a title that a host added may change under its version, so its edition too."""
    edition = titles.edition(row.title)
    return {"names": list(names), "events": events, **({"edition": edition} if edition else {})}


def begin_stored(row: TableRow, entry: Entry) -> PlayedGame:
    """The game that an entry of the log began; CannotGoOn if its rules are not ours."""
    if not rules_are_here(row) or entry.data.get("edition", "") != titles.edition(row.title):
        raise CannotGoOn("it was begun by other rules")
    return PlayedGame(row, tuple(entry.data["names"]), entry.version)


def play_again(row: TableRow, names: tuple[str, ...], entries: Iterable[Entry]) -> PlayedGame:
    """The game that the steps of a log make."""
    game: PlayedGame | None = None
    for entry in entries:
        if entry.kind == "start":
            game = PlayedGame(row, names, entry.version)
        elif entry.kind == "play" and game is not None:
            game.play(entry.version, *step_of(entry))
    assert game is not None
    return game


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game, to be looked at step by step."""

    row: TableRow
    names: tuple[str, ...]
    steps: tuple[tuple[int, tuple[Action, ...]], ...]

    def after(self, count: int) -> tuple[Game, tuple[Event, ...]]:
        """The game after so many steps, and what happened in the last of them."""
        game = _deal(self.row, self.names)
        events = game.opening
        for seat, actions in self.steps[:count]:
            events = game.play_all(seat, actions)
        return game, events


def _deal(row: TableRow, names: tuple[str, ...]) -> Game:
    return Game.new(titles.load(row.title), names, row.seed, Options(row.options.first_seat))


def step_of(entry: Entry) -> tuple[int, tuple[Action, ...]]:
    """Who played what, as a stored entry says."""
    assert entry.seat is not None
    return entry.seat, tuple(action_from_data(each) for each in entry.data["actions"])


def events_of(entry: Entry) -> tuple[Event, ...]:
    """What happened, as a stored entry says, with full information."""
    return tuple(event_from_data(each) for each in entry.data.get("events", ()))
