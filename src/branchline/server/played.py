"""A table's log played out: which game it makes, and what can be taken back."""

from __future__ import annotations

from dataclasses import dataclass

from branchline import titles
from branchline.engine import events as happened
from branchline.engine.actions import Action, action_from_data
from branchline.engine.events import Event
from branchline.engine.game import Game, Options
from branchline.server.stores.play import Entry, TableRow

# What shows something hidden to somebody. A step with none of these can be taken back freely.
REVEALING = (
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
)


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of the log that stands: who played what."""

    version: int
    seat: int
    actions: tuple[Action, ...]
    events: tuple[Event, ...]

    @property
    def reveals(self) -> bool:
        """Whether it showed something hidden."""
        return any(isinstance(event, REVEALING) for event in self.events)


class Played:
    """The game that a log makes. It is rebuilt from the log whenever there is doubt."""

    def __init__(self, row: TableRow, names: tuple[str, ...]) -> None:
        self.row = row
        self.names = names
        self.game = self._deal()
        self.steps: list[Step] = []

    def _deal(self) -> Game:
        title = titles.load(self.row.title)
        return Game.new(title, self.names, self.row.seed, Options(self.row.options.first_seat))

    def play(self, version: int, seat: int, actions: tuple[Action, ...]) -> tuple[Event, ...]:
        """Play actions, all or none."""
        one = len(actions) == 1
        events = self.game.play(seat, actions[0]) if one else self.game.play_all(seat, actions)
        self.steps.append(Step(version, seat, actions, events))
        return events

    def take_back(self, to: int) -> None:
        """Go back to the first so many steps."""
        kept, self.steps = self.steps[:to], []
        self.game = self._deal()
        for step in kept:
            self.play(step.version, step.seat, step.actions)

    def follow(self, entry: Entry) -> tuple[Event, ...]:
        """Do what an entry of the log says."""
        if entry.kind == "play" and entry.seat is not None:
            actions = tuple(action_from_data(each) for each in entry.data["actions"])
            return self.play(entry.version, entry.seat, actions)
        if entry.kind == "undo":
            self.take_back(entry.data["to"])
        return ()

    def last_step_of(self, seat: int) -> int | None:
        """The number of a seat's last step that stands, counted from 0."""
        for n in range(len(self.steps) - 1, -1, -1):
            if self.steps[n].seat == seat:
                return n
        return None

    def can_undo_freely(self, seat: int) -> bool:
        """Whether a seat's last step is the very last and showed nothing."""
        return bool(self.steps) and self.steps[-1].seat == seat and not self.steps[-1].reveals
