"""The last entries of a table's log: what those who come back have missed, and what was done before."""

from __future__ import annotations

from collections.abc import Iterable

from branchline.engine.events import Event
from branchline.server import protocol
from branchline.server.store.rows import Entry
from branchline.server.table.game import events_of

# So many entries stay in memory for those who come back after a short break; the store has all of them.
KEPT = 20


class Recent:
    """The end of a log, in the order of the versions."""

    def __init__(self) -> None:
        self.version = 0  # the number of the last entry
        self.at = 0  # the time of the last entry
        self._entries: list[protocol.Told] = []  # the last ones without a gap, with full information
        self._acts: dict[tuple[int | None, str], int] = {}  # the versions of people's last messages

    def add(self, entry: Entry, events: tuple[Event, ...]) -> None:
        """The next entry; after a gap nothing before it counts."""
        if self._entries and entry.version != self.version + 1:
            self._entries.clear()
        self.version, self.at = entry.version, entry.at
        self._entries.append(told(entry, events))
        if "id" in entry.data:
            self._acts[entry.seat, entry.data["id"]] = entry.version
            if len(self._acts) > KEPT:
                del self._acts[next(iter(self._acts))]

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Recent:
        """The end of a log as it is stored, what was taken back included."""
        recent = cls()
        for entry in entries:
            recent.add(entry, events_of(entry))
        return recent

    def forget(self) -> None:
        """Everybody has been told: only the last entries are needed in memory."""
        if len(self._entries) >= 2 * KEPT:
            del self._entries[:-KEPT]

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
        return version >= self.version or (bool(self._entries) and self._entries[0].version <= max(0, version) + 1)

    def _since(self, version: int) -> list[protocol.Told]:
        first = self._entries[0].version if self._entries else 1
        return self._entries[max(0, version + 1 - first) :]

    def told_since(self, version: int, seat: int | None) -> tuple[protocol.Told, ...]:
        """The entries in memory after a version, as a seat sees them."""
        return tuple([seen(entry, seat) for entry in self._since(version)])


def told(entry: Entry, events: tuple[Event, ...]) -> protocol.Told:
    """An entry with full information."""
    more = entry.data
    return protocol.Told(entry.version, entry.at, entry.kind, entry.seat, events, more.get("to"), more.get("id"))  # type: ignore[arg-type]


def seen(entry: protocol.Told, seat: int | None) -> protocol.Told:
    """An entry as a seat sees it."""
    events = tuple([event.seen_by(seat) for event in entry.events])
    own_id = entry.id if entry.seat == seat else None
    return protocol.Told(entry.version, entry.at, entry.kind, entry.seat, events, entry.to, own_id)  # type: ignore[arg-type]
