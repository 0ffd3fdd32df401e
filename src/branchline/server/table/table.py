"""One table in memory: lock, load, save, tell. Every change is saved before it is told."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import structlog
from msgspec.structs import replace

from branchline.engine.actions import Action
from branchline.engine.errors import IllegalAction
from branchline.engine.events import Event
from branchline.server import protocol
from branchline.server.clock import now
from branchline.server.errors import Refused, RefusedByRules
from branchline.server.store.accounts import User
from branchline.server.store.log_writer import Conflict
from branchline.server.store.rows import ChatLine, Entry, EntryKind, TableRow
from branchline.server.table import updates
from branchline.server.table.audience import Audience, Connection
from branchline.server.table.changes import Changes, Turn
from branchline.server.table.doubts import Doubts
from branchline.server.table.game import (
    CannotGoOn,
    FinishedGame,
    PlayedGame,
    begin_stored,
    events_of,
    rules_are_here,
    step_of,
)
from branchline.server.table.ports import Process
from branchline.server.table.recent import KEPT, Recent, seen, told

log = structlog.get_logger()

# So many moves are saved and told together, at most: others wait meanwhile.
MOST_TOGETHER = 40

NEVER = 2**31 - 1  # a version that no log reaches
NO_UNDO = protocol.UndoAsked(None, ())


class Table:
    """One table, its game and the sockets around it.

    Whatever changes it does so under its lock (``held``), and the log decides: if a change could not be saved, or
    nobody knows whether it was, the table is in doubt, and is read again before anything else is done with it.
    """

    def __init__(self, process: Process, row: TableRow) -> None:
        self.process = process
        self.row = row
        self.game: PlayedGame | None = None  # None before the start, and when it cannot go on
        self.can_go_on = True  # by our rules
        self.recent = Recent()
        self.audience = Audience()
        self.undo = NO_UNDO  # what somebody asks the others for
        self.lock = asyncio.Lock()
        self.last_used = now()
        self.driver: asyncio.Task[None] | None = None  # moves its bots
        self.settled = row.status == "ended"  # its results are kept
        self.doubts = Doubts()  # whether memory is what the log says

    @contextlib.asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Nobody else changes the table meanwhile, and memory is what the log says."""
        async with self.lock:
            await self.be_sure()
            yield

    async def be_sure(self) -> None:
        """If memory may not be what the log says, read it again. Under the lock."""
        if self.doubts:
            await self.rebuild()

    async def make_sure(self) -> None:
        """If memory may not be what the log says, read it again."""
        if self.doubts:
            async with self.held():
                pass

    # --- how things stand

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.recent.version

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that may choose now."""
        return self.game.due if self.game is not None and self.row.status == "running" else ()

    @property
    def next_bot(self) -> int | None:
        """The seat of the next bot that may choose now."""
        for seat in self.due:
            if self.row.seats[seat].driver is not None:
                return seat
        return None

    @property
    def scene(self) -> updates.Scene:
        """The table as messages are made of it."""
        return updates.Scene(self.row, self.game, self.recent, self.audience, self.undo, self.can_go_on)

    def unused_since(self, moment: float) -> bool:
        """Whether nobody has been here since a moment, and nothing is under way."""
        quiet = self.driver is None and not self.lock.locked()
        return quiet and not self.audience.connections and self.last_used < moment

    def seat_of(self, user: User | None) -> int | None:
        """Where a user sits."""
        return self.row.seat_of(None if user is None else user.id)

    def players_seat(self, user: User | None) -> int:
        """Where a user sits; refused to those who do not."""
        seat = self.seat_of(user)
        if seat is None:
            raise Refused("not_seated")
        return seat

    def check_rules(self) -> None:
        """Refuse to go on without the rules by which it was begun."""
        if not self.can_go_on:
            raise Refused("rules_changed")

    def running_game(self) -> PlayedGame:
        """The game, if it can go on."""
        self.check_rules()
        if self.row.status == "open":
            raise Refused("not_begun")
        if self.row.status != "running" or self.game is None:
            raise Refused("game_over")
        return self.game

    # --- loading, and keeping up with the log

    async def load(self, since: int | None = None) -> None:
        """Read the log as it stands and play it out; entries since a version stay to be told."""
        stored = await self.process.store.log.game_of(self.row.id, KEPT, NEVER if since is None else since)
        self.game, self.can_go_on = None, rules_are_here(self.row)
        for entry in stored.standing:
            self._follow(entry)
        self.recent = Recent.of(stored.tail)

    def _follow(self, entry: Entry) -> None:
        """Take a stored entry into the game and the row; what our rules do not make of it is only told."""
        try:
            if entry.kind == "start":
                if self.row.status == "open":
                    self.row = replace(self.row, status="running")
                self.game = begin_stored(self.row, entry)
            elif entry.kind == "play" and self.game is not None:
                self.game.play_stored(entry)
        except CannotGoOn as problem:
            log.error("game cannot go on", table=self.row.id, version=entry.version, problem=str(problem))
            self.game, self.can_go_on = None, False
        if entry.kind in ("leave", "back"):
            assert entry.seat is not None
            left = self.row.seats[entry.seat].has_left or entry.kind == "leave"
            place = replace(self.row.seats[entry.seat], substitute=entry.data.get("bot"), has_left=left)
            self.row = self.row.with_seats({entry.seat: place})

    async def catch_up(self) -> None:
        """Read what another process has written, and tell it; what cannot be read leaves the table in doubt."""
        async with self.lock:
            if self.doubts:
                await self.rebuild()
                return
            doubt = self.doubts.new()
            before, row_before = self.version, self.row
            row = await self.process.store.tables.get(self.row.id) or self.row
            entries = await self.process.store.log.since(self.row.id, before)
            if any(entry.kind == "undo" for entry in entries):
                await self.rebuild()
                return
            self.row = row
            for entry in entries:
                self._follow(entry)
                self.recent.add(entry, events_of(entry))
            self.doubts.settle(doubt)
            self._caught_up(before, row_before)

    async def rebuild(self) -> None:
        """Forget what is in memory and read the log again; until that succeeds, the table is in doubt."""
        doubt = self.doubts.new()
        before, row_before = self.version, self.row
        try:
            self.row = await self.process.store.tables.get(self.row.id) or self.row
            await self.load(before)
        except Exception:
            log.exception("rebuilding failed", table=self.row.id)
            raise Refused("not_saved") from None
        self.doubts.settle(doubt)
        self._caught_up(before, row_before)

    def _caught_up(self, before: int, row_before: TableRow) -> None:
        """Tell what others have written since a version."""
        self.seat_again()
        if self.version > before:
            self.undo = NO_UNDO
            if self.game is not None and self.game.over:
                self.row = replace(self.row, status="ended")
            self._tell(before, info_changed=True)
        elif self.row != row_before:
            self.tell_people()
        self.recent.forget()
        self.process.care_for(self.row.id)

    # --- changing

    def note(
        self,
        changes: Changes,
        kind: EntryKind,
        seat: int | None,
        data: dict[str, object],
        events: tuple[Event, ...] = (),
        before: tuple[int, ...] | None = None,
    ) -> None:
        """Add the next entry, after which the table may wait for others than before."""
        due = () if self.game is None else self.game.due
        over = self.game is not None and self.game.over
        entry = Entry(self.version + len(changes.entries) + 1, now(), kind, seat, data)
        changes.add(entry, events, Turn(due if before is None else before, due, over))

    async def play(self, seat: int, actions: tuple[Action, ...], act_id: str | None = None) -> None:
        """Play, save, tell. Under the lock; Conflict if another process was first.

        Bots that choose at once go on in the same breath: what they do is saved and told together with this.
        """
        game = self.running_game()
        changes = Changes(self.row)
        step: tuple[int, tuple[Action, ...]] | None = (seat, actions)
        while step is not None:
            before = game.due
            try:
                events = game.play(self.version + len(changes.entries) + 1, *step)
            except IllegalAction as problem:
                raise RefusedByRules(problem) from None
            self.doubts.change_begins()
            data: dict[str, object] = {"actions": step[1], "events": events}
            if act_id is not None and not changes.entries:
                data["id"] = act_id
            self.note(changes, "play", step[0], data, events, before)
            step = self._bot_at_once(changes, game)
        await self.save(changes)

    def _bot_at_once(self, changes: Changes, game: PlayedGame) -> tuple[int, tuple[Action, ...]] | None:
        if game.over or len(changes.entries) >= MOST_TOGETHER:
            return None
        return self.process.bot_at_once(changes.row, game)

    async def save(self, changes: Changes) -> None:
        """Save, then tell. If saving fails, or nobody knows whether it did, the log is read again."""
        self.doubts.change_begins()
        try:
            await self.process.store.log_writer.append(changes.to_append())
        except Conflict:
            self.process.count("conflicts")
            await self.rebuild()
            raise
        except Exception:
            log.exception("saving failed", table=self.row.id)
            self.process.count("save_failures")
            await self.rebuild()
            raise Refused("not_saved") from None
        self._saved(changes)
        self.process.turn_passed(self.row.id, changes.newly_due)
        await self.process.publish("log", self.row.id)

    def _saved(self, changes: Changes) -> None:
        """Take what was saved into memory, and tell it."""
        before = self.version
        self.process.count("actions", len(changes.entries))
        for entry, events in changes.entries:
            self.recent.add(entry, events)
            self.last_used = entry.at
        self.row = changes.row
        self.undo = NO_UNDO
        self.doubts.change_is_saved()
        self._tell(before, changes.visible)
        self.recent.forget()
        self.process.care_for(self.row.id)

    # --- telling

    def _tell(self, before: int, info_changed: bool) -> None:
        """Tell everybody what has happened since a version, each seat its own face of it."""
        if self.audience.connections:
            self.audience.send_each(updates.Updates(self.scene, before, info_changed).made_for)

    def tell_people(self) -> None:
        """Tell everybody who is here."""
        self.audience.send_all(protocol.encoder.encode(protocol.InfoChanged(updates.info(self.scene))))

    def seat_again(self) -> None:
        """Somebody sat down or stood up: each socket speaks for the seat that its person has now."""
        for connection in self.audience.connections:
            connection.seat = self.seat_of(connection.user)

    # --- looking

    async def look(self, user: User | None, said: tuple[ChatLine, ...]) -> protocol.Snapshot:
        """All that a person may know of the table: nothing that is not saved yet."""
        async with self.held():
            return updates.snapshot(self.scene, self.seat_of(user), said=said)

    async def finished(self) -> FinishedGame:
        """The whole game, once its end is saved."""
        async with self.held():
            self.check_rules()
            if self.row.status != "ended" or self.game is None:
                raise Refused("not_over")
            stored = await self.process.store.log.entries(self.row.id, self.game.standing)
            steps = tuple(step_of(each) for each in stored if each.kind == "play")
            return FinishedGame(self.row, self.game.names, steps)

    # --- coming and going

    async def join(self, connection: Connection, seen_version: int | None) -> None:
        """A socket comes; it gets all it may know, and what it missed: nothing that is not saved yet."""
        if seen_version is not None and seen_version > self.version:  # by another process, whose news is under way
            await self.catch_up()
        async with self.held():
            connection.seat = self.seat_of(connection.user)
            missed = await self._missed(connection.seat, self.version if seen_version is None else seen_version)
            connection.send(protocol.encoder.encode(updates.snapshot(self.scene, connection.seat, missed)))
            self.audience.connections.add(connection)
        self.process.came(self.row.id, connection.user)
        self._moved()

    async def _missed(self, seat: int | None, version: int) -> tuple[protocol.Told, ...]:
        """What happened after a version, out of memory or of the log."""
        if self.recent.reaches(version):
            return self.recent.told_since(version, seat)
        entries = await self.process.store.log.since(self.row.id, version)
        saved = [entry for entry in entries if entry.version <= self.version]
        return tuple(seen(told(entry, events_of(entry)), seat) for entry in saved)

    def part(self, connection: Connection) -> None:
        """A socket goes."""
        self.audience.connections.discard(connection)
        self._moved()

    def _moved(self) -> None:
        """Somebody came or went."""
        self.last_used = now()
        self.tell_people()
        self.process.people_moved(self.row.id)
