"""A table's log in memory: the game it makes, and its last entries, as far as a seat may be told of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import msgspec
import structlog

from branchline import titles
from branchline.engine.actions import action_from_data
from branchline.engine.errors import BranchlineError
from branchline.engine.events import Event, event_from_data
from branchline.server import messages
from branchline.server.played import Played, Step
from branchline.server.stores.play import Entry, TableRow

log = structlog.get_logger()

# So many entries stay in memory for those who come back after a short break; the store has all of them.
KEPT = 20

OTHER_RULES = "this game was played by another version of the rules; it can be looked at, not continued"
CHANGED_RULES = "this game was played by rules that have changed; it can be looked at, not continued"


class History:
    """What happened at one table, in the order of the versions.

    Memory keeps which entries make the game, not what they say: the log has that, and an undo reads it from there.
    """

    def __init__(self) -> None:
        self.version = 0  # the number of the last entry
        self.ended_at = 0  # the time of the last entry
        self.played: Played | None = None
        self.problem: str | None = None  # why the game cannot go on
        self.standing = array("i")  # the versions of the start and of the steps that stand
        self._recent: list[messages.Told] = []  # the last entries without a gap, with full information
        self._acts: dict[tuple[int | None, str], int] = {}  # the versions of people's last messages

    # --- growing

    def follow(self, entry: Entry, row: TableRow) -> None:
        """Take a stored entry that nobody has taken back into the game; under other rules it is only told."""
        recorded = events_of(entry)
        if entry.kind == "start":
            self._begin(entry, row)
        elif entry.kind == "play" and self.played is not None:
            try:
                same = self._play_again(entry) == recorded
            except (BranchlineError, msgspec.ValidationError):
                same = False
            if not same:
                log.error("log does not play out", table=row.id, version=entry.version)
                self.problem, self.played = CHANGED_RULES, None
        self.add(entry, recorded)

    def _begin(self, entry: Entry, row: TableRow) -> None:
        if row.title not in titles.names() or titles.load(row.title).version != row.rules:
            self.problem = OTHER_RULES
        else:
            self.played = Played(row, tuple(entry.data["names"]))

    def _play_again(self, entry: Entry) -> tuple[Event, ...]:
        assert self.played is not None
        step = step_of(entry)
        return self.played.play(step.seat, step.actions)

    def take_back(self, row: TableRow, entries: Iterable[Entry]) -> None:
        """Go back to a game of fewer steps, read from the log; which ones stand is noted with the undo's entry."""
        assert self.played is not None
        self.played = Played(row, self.played.names, [step_of(entry) for entry in entries if entry.kind == "play"])

    def add(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """Note an entry that the game has gone through."""
        if self._recent and entry.version != self.version + 1:
            self._recent.clear()
        self.version, self.ended_at = entry.version, entry.at
        if entry.kind == "undo":
            del self.standing[entry.data["to"] + 1 :]
        elif entry.kind in ("start", "play"):
            self.standing.append(entry.version)
        self._remember(entry, events)

    def _remember(self, entry: Entry, events: tuple[Event, ...]) -> None:
        self._recent.append(told(entry, events))
        if "id" in entry.data:
            self._acts[entry.seat, entry.data["id"]] = entry.version
            if len(self._acts) > KEPT:
                del self._acts[next(iter(self._acts))]

    def recall(self, tail: Iterable[Entry]) -> None:
        """Remember the last entries of the log, those that were taken back among them."""
        self._recent.clear()
        self._acts.clear()
        for entry in tail:
            self.version, self.ended_at = entry.version, entry.at
            self._remember(entry, events_of(entry))

    def forget(self) -> None:
        """Everybody has been told: only the last entries are needed in memory."""
        if len(self._recent) >= 2 * KEPT:
            del self._recent[:-KEPT]

    # --- looking back

    def done_before(self, seat: int, act_id: str) -> int | None:
        """The version at which a seat's message was carried out, if it was; clients send their last ones again."""
        return self._acts.get((seat, act_id))

    def has_moved_on(self, seat: int, version: int) -> bool:
        """Whether a seat's choice may be another one than at a version: it has chosen since, or steps were undone."""
        if not self.reaches(version):
            return True
        return any(entry.seat == seat or entry.kind == "undo" for entry in self._since(version))

    def reaches(self, version: int) -> bool:
        """Whether everything after a version is still in memory."""
        return version >= self.version or (bool(self._recent) and self._recent[0].version <= max(0, version) + 1)

    def _since(self, version: int) -> list[messages.Told]:
        """The entries in memory after a version."""
        first = self._recent[0].version if self._recent else 1
        return self._recent[max(0, version + 1 - first) :]

    def told_since(self, version: int, seat: int | None) -> tuple[messages.Told, ...]:
        """The entries in memory after a version, as a seat sees them."""
        return tuple([seen(entry, seat) for entry in self._since(version)])


def ranges(versions: Iterable[int]) -> list[list[int]]:
    """Versions in a row as their first and last."""
    found: list[list[int]] = []
    for version in versions:
        if found and found[-1][1] == version - 1:
            found[-1][1] = version
        else:
            found.append([version, version])
    return found


def step_of(entry: Entry) -> Step:
    """What a stored entry says that somebody played."""
    assert entry.seat is not None
    return Step(entry.seat, tuple(action_from_data(each) for each in entry.data["actions"]))


def events_of(entry: Entry) -> tuple[Event, ...]:
    """What a stored entry says that happened, with full information."""
    return tuple(event_from_data(each) for each in entry.data.get("events", ()))


def told(entry: Entry, events: tuple[Event, ...]) -> messages.Told:
    """An entry with full information."""
    more = entry.data
    return messages.Told(entry.version, entry.at, entry.kind, entry.seat, events, more.get("to"), more.get("id"))  # type: ignore[arg-type]


def seen(entry: messages.Told, seat: int | None) -> messages.Told:
    """An entry as a seat sees it."""
    events = tuple([event.seen_by(seat) for event in entry.events])
    own_id = entry.id if entry.seat == seat else None
    return messages.Told(entry.version, entry.at, entry.kind, entry.seat, events, entry.to, own_id)  # type: ignore[arg-type]
