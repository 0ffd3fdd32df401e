"""A table's log in memory: its entries, the game they make, and what of them a seat may be told."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import structlog

from branchline import titles
from branchline.engine.errors import BranchlineError
from branchline.engine.events import Event, event_from_data
from branchline.server import messages
from branchline.server.played import Played
from branchline.server.stores.play import Entry, TableRow

log = structlog.get_logger()

# A client that has lost its connection sends its last messages again, not old ones.
REMEMBERED = 50

OTHER_RULES = "this game was played by another version of the rules; it can be looked at, not continued"
CHANGED_RULES = "this game was played by rules that have changed; it can be looked at, not continued"


class History:
    """What happened at one table, in the order of the versions."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.told: list[tuple[Event, ...]] = []  # the events of each entry, with full information
        self.played: Played | None = None
        self.problem: str | None = None  # why the game cannot go on

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.entries[-1].version if self.entries else 0

    def follow(self, entry: Entry, row: TableRow) -> None:
        """Take a stored entry into the game. What was played under other rules is only told."""
        recorded = tuple(event_from_data(each) for each in entry.data.get("events", ()))
        if entry.kind == "start":
            self._begin(entry, row)
        elif entry.kind in ("play", "undo") and self.played is not None:
            self._play_out(self.played, entry, recorded, row)
        self.add(entry, recorded)

    def add(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """Note an entry that the game has gone through."""
        self.entries.append(_lightened(entry))
        self.told.append(events)

    def _begin(self, entry: Entry, row: TableRow) -> None:
        if row.title not in titles.names() or titles.load(row.title).version != row.rules:
            self.problem = OTHER_RULES
        else:
            self.played = Played(row, tuple(entry.data["names"]))

    def _play_out(self, played: Played, entry: Entry, recorded: tuple[Event, ...], row: TableRow) -> None:
        """Play an entry; the same events have to come of it."""
        try:
            same = played.follow(entry) == recorded
        except (BranchlineError, msgspec.ValidationError):
            same = False
        if not same:
            log.error("log does not play out", table=row.id, version=entry.version)
            self.problem, self.played = CHANGED_RULES, None

    def done_before(self, seat: int, act_id: str) -> int | None:
        """The version at which a seat's message was carried out, if it was."""
        for entry in reversed(self.entries[-REMEMBERED:]):
            if entry.seat == seat and entry.data.get("id") == act_id:
                return entry.version
        return None

    def has_moved_on(self, seat: int, version: int) -> bool:
        """Whether a seat's choice may be another one than at a version: it has chosen since, or steps were undone."""
        return any(entry.seat == seat or entry.kind == "undo" for entry in self.entries[max(0, version) :])

    def told_since(self, version: int, seat: int | None) -> tuple[messages.Told, ...]:
        """The entries after a version, as a seat sees them."""
        version = max(0, version)
        return tuple(
            messages.Told(
                entry.version,
                entry.at,
                entry.kind,
                entry.seat,
                tuple(event.seen_by(seat) for event in events),  # type: ignore[misc]
                entry.data.get("to"),
            )
            for entry, events in zip(self.entries[version:], self.told[version:], strict=True)
        )


def _lightened(entry: Entry) -> Entry:
    """An entry without what the game holds anyway: the log keeps the whole of it."""
    return replace(entry, data={key: value for key, value in entry.data.items() if key not in ("actions", "events")})
