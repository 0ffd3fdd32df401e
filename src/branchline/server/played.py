"""A table's game as far as it was played. What was played stands in the log; memory keeps who played, no more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from branchline import titles
from branchline.engine import events as happened
from branchline.engine.actions import Action
from branchline.engine.events import Event
from branchline.engine.game import Game, Options
from branchline.server.stores.play import TableRow

# What shows something hidden to somebody. A step with none of these can be taken back freely.
REVEALING = {
    happened.HandDealt,
    happened.RowFilled,
    happened.RowRenewed,
    happened.DeckReshuffled,
    happened.TicketsOffered,
    happened.TicketsKept,
    happened.FleetRevealed,
    happened.TurnsBegan,
    happened.CardDrawn,
    happened.TunnelCardTurned,
    happened.GameEnded,
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step that stands: who played what, all of it or nothing."""

    seat: int
    actions: tuple[Action, ...]


def deal(row: TableRow, names: tuple[str, ...]) -> Game:
    """A table's game as it was dealt."""
    return Game.new(titles.load(row.title), names, row.seed, Options(row.options.first_seat))


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game, to be looked at step by step."""

    row: TableRow
    names: tuple[str, ...]
    steps: tuple[Step, ...]

    def after(self, count: int) -> tuple[Game, tuple[Event, ...]]:
        """The game after so many steps, and what happened in the last of them."""
        game = deal(self.row, self.names)
        events = game.opening
        for step in self.steps[:count]:
            events = game.play_all(step.seat, step.actions)
        return game, events


class Played:
    """The game of a table, and whose steps have led to it."""

    def __init__(self, row: TableRow, names: tuple[str, ...], steps: Iterable[Step] = ()) -> None:
        self.names = names
        self.game = deal(row, names)
        self._by = bytearray()  # the seat of each step that stands
        self._revealed = True  # whether the last one showed something hidden, as the deal does
        self.due = self.game.due  # asked for many times after each step
        for step in steps:
            self.play(step.seat, step.actions)

    def play(self, seat: int, actions: tuple[Action, ...]) -> tuple[Event, ...]:
        """Play actions, all or none."""
        events = self.game.play_all(seat, actions)
        self.game.steps.clear()  # the log has them
        self._by.append(seat)
        self._revealed = not REVEALING.isdisjoint(map(type, events))
        self.due = self.game.due
        return events

    def last_step_of(self, seat: int) -> int | None:
        """The number of a seat's last step that stands, counted from 0."""
        place = self._by.rfind(seat)
        return None if place < 0 else place

    def can_undo_freely(self, seat: int) -> bool:
        """Whether a seat's last step is the very last and showed nothing."""
        return bool(self._by) and self._by[-1] == seat and not self._revealed
