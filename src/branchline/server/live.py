"""A table in memory with its people: every change is saved before it is told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import structlog
from msgspec.structs import replace

from branchline.engine.actions import (
    Action,
    BuildHarbour,
    BuildStation,
    ClaimLine,
    LayCards,
    UseStandIns,
)
from branchline.engine.errors import IllegalAction
from branchline.engine.events import Event
from branchline.engine.game import Game
from branchline.server import messages, showing
from branchline.server.around import Around, Connection
from branchline.server.changes import Changes, Turn
from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.history import KEPT, History, events_of, ranges, seen, step_of, told
from branchline.server.played import Finished, Played
from branchline.server.stores.appender import Conflict
from branchline.server.stores.people import User
from branchline.server.stores.play import ChatLine, Entry, TableRow, bot_name
from branchline.server.whole import whole

if TYPE_CHECKING:
    from branchline.server.hall import Hall

log = structlog.get_logger()

STAND_IN = "greedy"

# So often another process may be first before a move is given up.
MOST_CONFLICTS = 10

# Actions that reveal nothing, so that what follows them can be shown before they are played.
PREVIEWED = (ClaimLine, BuildStation, BuildHarbour, UseStandIns, LayCards)


# So many moves are saved and told together, at most: others wait meanwhile.
MOST_TOGETHER = 40

NEVER = 2**31 - 1  # a version that no log reaches
NO_UNDO = messages.UndoAsked(None, ())
NOTHING: dict[str, Any] = {}


class LiveTable:
    """One table, its game and the sockets around it."""

    def __init__(self, hall: Hall, row: TableRow) -> None:
        self.hall = hall
        self.row = row
        self.history = History()
        self.around = Around(self)
        self.lock = asyncio.Lock()
        self.undo = NO_UNDO  # what somebody asks the others for
        self.last_used = now()
        self.driver: asyncio.Task[None] | None = None
        self.settled = row.status == "ended"  # its results are kept
        self.in_doubt = False  # saving failed, so memory may not be what the log says

    # --- coming to life

    async def load(self, since: int | None = None) -> None:
        """Read the log as it stands and play it out; entries since a version stay to be told."""
        stored = await self.hall.store.play.game_of(self.row.id, KEPT, NEVER if since is None else since)
        self.history = History()
        self._follow(stored.standing)
        self.history.recall(stored.tail)

    def _follow(self, entries: list[Entry]) -> None:
        """Take stored entries into the game."""
        for entry in entries:
            if entry.kind == "start" and self.row.status == "open":
                self.row = replace(self.row, status="running")
            self.history.follow(entry, self.row)
            if entry.kind in ("leave", "back"):
                assert entry.seat is not None
                left = self.row.seats[entry.seat].has_left or entry.kind == "leave"
                place = replace(self.row.seats[entry.seat], stand_in=entry.data.get("bot"), has_left=left)
                self.row = self.row.with_seats({entry.seat: place})

    @whole
    async def catch_up(self) -> None:
        """Read what another process has written, and tell it; what cannot be read leaves the table in doubt."""
        async with self.lock:
            if self.in_doubt:
                await self.rebuild()
                return
            self.in_doubt = True
            before, row_before = self.version, self.row
            row = await self.hall.store.play.get(self.row.id) or self.row
            entries = await self.hall.store.play.log_of(self.row.id, before)
            if any(entry.kind == "undo" for entry in entries):
                await self.rebuild()
                return
            self.row = row
            self._follow(entries)
            self.in_doubt = False
            self._caught_up(before, row_before)

    def _caught_up(self, before: int, row_before: TableRow) -> None:
        """Tell what others have written since a version."""
        self.around.seat_again()
        if self.version > before:
            self.undo = NO_UNDO
            if self.over:
                self.row = replace(self.row, status="ended")
            self.around.tell(before, info_changed=True)
        elif self.row != row_before:
            self.around.tell_people()
        self.history.forget()
        self.hall.care_for(self)

    async def rebuild(self) -> None:
        """Forget what is in memory and read the log again; until that succeeds, the table is in doubt."""
        self.in_doubt = True
        before, row_before = self.version, self.row
        try:
            self.row = await self.hall.store.play.get(self.row.id) or self.row
            await self.load(before)
        except Exception:
            log.exception("rebuilding failed", table=self.row.id)
            raise Refused("not_saved", "the server cannot reach its store; please try again", 503) from None
        self.in_doubt = False
        self._caught_up(before, row_before)

    async def be_sure(self) -> None:
        """If memory may not be what the log says, read it again."""
        if self.in_doubt:
            await self.catch_up()

    async def _sure(self) -> None:
        """Before anything is done: what is in memory is what the log says."""
        if self.in_doubt:
            await self.rebuild()

    # --- how things stand

    @property
    def played(self) -> Played | None:
        """The game as far as it was played; None before the start, and when it cannot go on."""
        return self.history.played

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.history.version

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.row.status == "ended" or (self.played is not None and self.played.game.over)

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that may choose now."""
        return self._waits_for if self.row.status == "running" else ()

    @property
    def _waits_for(self) -> tuple[int, ...]:
        played = self.history.played
        return () if played is None else played.due

    @property
    def next_bot(self) -> int | None:
        """The seat of the next bot that may choose now."""
        for seat in self.due:
            if self.row.seats[seat].driver is not None:
                return seat
        return None

    def unused_since(self, moment: float) -> bool:
        """Whether nobody has been here since a moment, and nothing is under way."""
        quiet = self.driver is None and not self.lock.locked()
        return quiet and not self.around.connections and self.last_used < moment

    def seat_of(self, user: User | None) -> int | None:
        """Where a user sits."""
        return self.row.seat_of(None if user is None else user.id)

    def _playing_seat(self, user: User | None) -> int:
        seat = self.seat_of(user)
        if seat is None:
            raise Refused("not_seated", "you do not sit at this table", 403)
        return seat

    def _running(self) -> Played:
        """The game, if it can go on."""
        if self.history.problem is not None:
            raise Refused("rules_changed", self.history.problem)
        if self.row.status == "open":
            raise Refused("not_begun", "the game has not begun")
        if self.row.status != "running" or self.played is None:
            raise Refused("game_over", "the game is over")
        return self.played

    # --- what people do

    async def act(self, user: User | None, act: messages.Act) -> int | None:
        """Play a person's actions and tell it; if they had been played before, only the version at which they were.

        Must not be cancelled half-way.
        """
        async with self.lock:
            await self._sure()
            for _ in range(MOST_CONFLICTS):
                try:
                    return await self._act(user, act)
                except Conflict:
                    continue  # Another process was first, its entries have been read: perhaps this still fits.
            raise Refused("not_saved", "the server could not save your move; please try again", 503)

    async def _act(self, user: User | None, act: messages.Act) -> int | None:
        seat = self._playing_seat(user)
        done = self.history.done_before(seat, act.id)
        if done is not None:
            return done
        self._running()
        if self.row.seats[seat].stand_in is not None:
            raise Refused("stand_in", "a bot plays for you; take your seat back first")
        if self.history.has_moved_on(seat, act.version):
            raise Refused("stale", "the game has gone on since; look again")
        await self.play(seat, act.actions, {"id": act.id})
        return None

    async def play(self, seat: int, actions: tuple[Action, ...], more: dict[str, Any] = NOTHING) -> None:
        """Play, save, tell. Under the lock; Conflict if another process was first.

        Bots that choose at once go on in the same breath: what they do is saved and told together with this.
        """
        self._running()
        changes = Changes(self.row)
        try:
            self._play(changes, seat, actions, more)
        except IllegalAction as problem:
            raise Refused(problem.code, str(problem)) from None
        while len(changes.entries) < MOST_TOGETHER and (next_move := self.hall.driver.at_once(self)):
            self._play(changes, *next_move)
        await self._save(changes)

    def _play(self, changes: Changes, seat: int, actions: tuple[Action, ...], more: dict[str, Any] = NOTHING) -> None:
        """Play in memory what is to be saved."""
        before = self._waits_for
        events = self._running().play(seat, actions)
        self._note(changes, "play", seat, {"actions": actions, "events": events, **more}, events, before)

    async def preview(self, user: User | None, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """What a person could choose after actions that reveal nothing."""
        async with self.lock:
            await self._sure()
            seat = self._playing_seat(user)
            if not all(isinstance(action, PREVIEWED) for action in actions):
                raise Refused("no_preview", "only payments can be looked at beforehand")
            trial = self._running().game.copy()
        try:
            for action in actions:
                if _completes(trial, action):
                    raise Refused("no_preview", "that would complete the payment")
                trial.play(seat, action)
        except IllegalAction as problem:
            raise Refused(problem.code, str(problem)) from None
        return trial.legal(seat)

    async def why_not(self, user: User | None, action: Action) -> IllegalAction | None:
        """The reason against a person's action."""
        async with self.lock:
            await self._sure()
            seat = self._playing_seat(user)
            return self._running().game.why_not(seat, action)

    async def look(self, user: User | None, said: tuple[ChatLine, ...]) -> messages.Snapshot:
        """All that a person may know of the table: nothing that is not saved yet."""
        async with self.lock:
            await self._sure()
            return showing.snapshot(self, self.seat_of(user), said=said)

    async def finished(self) -> Finished:
        """The whole game, once its end is saved."""
        async with self.lock:
            await self._sure()
            if self.row.status != "ended" or self.played is None:
                raise Refused("not_over", "the game is not over, so its cards are not shown", 403)
            stored = await self.hall.store.play.entries(self.row.id, self.history.standing)
            return Finished(self.row, self.played.names, tuple(step_of(each) for each in stored if each.kind == "play"))

    # --- saving

    def _note(
        self,
        changes: Changes,
        kind: str,
        seat: int | None,
        data: dict[str, Any],
        events: tuple[Event, ...] = (),
        before: tuple[int, ...] | None = None,
    ) -> None:
        """Add the next entry, after which the table may wait for others than before."""
        due = self._waits_for
        over = self.played is not None and self.played.game.over
        entry = Entry(self.version + len(changes.entries) + 1, now(), kind, seat, data)
        changes.add(entry, events, Turn(due if before is None else before, due, over))

    async def _save(self, changes: Changes) -> None:
        """Save, then tell. If saving fails, the game is rebuilt from its log."""
        try:
            await self.hall.store.appender.append(changes.to_append())
        except Conflict:
            self.hall.figures["conflicts"] += 1
            await self.rebuild()
            raise
        except Exception:
            self.in_doubt = True  # before anything else can fail: the next move must not stand on one that is not saved
            log.exception("saving failed", table=self.row.id)
            self.hall.figures["save_failures"] += 1
            await self.rebuild()
            raise Refused("not_saved", "the server could not save your move; please try again", 503) from None
        self._saved(changes)
        self.hall.turn_passed(self, changes.newly_due)
        await self.hall.changed(self, "log")

    def _saved(self, changes: Changes) -> None:
        """Take what was saved into memory, and tell it."""
        before = self.version
        self.hall.figures["actions"] += len(changes.entries)
        for entry, events in changes.entries:
            self.history.add(entry, events)
            self.last_used = entry.at
        self.row = changes.row
        self.undo = NO_UNDO
        self.around.tell(before, changes.visible)
        self.history.forget()
        self.hall.care_for(self)

    # --- undo

    @whole
    async def ask_undo(self, user: User | None) -> None:
        """Take the last step back at once, or ask the others."""
        async with self.lock:
            await self._sure()
            seat = self._playing_seat(user)
            played = self._running()
            if played.can_undo_freely(seat):
                await self._undo(seat)
                return
            if played.last_step_of(seat) is None:
                raise Refused("nothing_to_undo", "you have nothing to take back")
            self.undo = messages.UndoAsked(seat, ())
            await self._undo_if_agreed()

    @whole
    async def answer_undo(self, user: User | None, agree: bool) -> None:
        """One of the others agrees, or not."""
        async with self.lock:
            await self._sure()
            seat = self._playing_seat(user)
            asking, agreed = self.undo.seat, self.undo.agreed
            if asking is None or seat == asking:
                raise Refused("no_undo_asked", "nobody has asked you for an undo")
            self.undo = messages.UndoAsked(asking, tuple(sorted({*agreed, seat}))) if agree else NO_UNDO
            await self._undo_if_agreed()

    async def _undo_if_agreed(self) -> None:
        """Do it when all other people have agreed; bots always do."""
        asking = self.undo.seat
        others = {each.seat for each in self.row.seats if each.driver is None and each.seat != asking}
        if asking is not None and others <= set(self.undo.agreed):
            await self._undo(asking)
        asked = messages.encoder.encode(self.undo)
        self.around.send_all(asked)
        await self.hall.changed(self, "undo", asked.decode())

    async def _undo(self, seat: int) -> None:
        """Go back to where the seat's last step began, by the steps before it as the log has them."""
        before = self.due
        to = self._running().last_step_of(seat)
        assert to is not None
        stands = self.history.standing[: to + 1]  # the start, and so many steps
        self.history.take_back(self.row, await self.hall.store.play.entries(self.row.id, stands))
        changes = Changes(self.row)
        # Whoever loads the game need not read what was taken back.
        self._note(changes, "undo", seat, {"to": to, "stands": ranges(stands)}, before=before)
        try:
            await self._save(changes)
        except Conflict:
            raise Refused("stale", "the game has gone on since; look again") from None

    # --- leaving and coming back

    @whole
    async def leave(self, seat: int, why: str) -> None:
        """A bot takes the seat of somebody who resigned or ran out of time."""
        async with self.lock:
            await self._sure()
            self._running()
            if self.row.seats[seat].driver is None:
                await self._swap(seat, "leave", {"bot": STAND_IN, "why": why})

    @whole
    async def come_back(self, user: User | None) -> None:
        """Somebody takes the own seat back from the bot."""
        async with self.lock:
            await self._sure()
            seat = self._playing_seat(user)
            self._running()
            if self.row.seats[seat].stand_in is None:
                raise Refused("not_away", "you have your seat")
            await self._swap(seat, "back", {})

    async def _swap(self, seat: int, kind: str, data: dict[str, Any]) -> None:
        """Put a bot into a seat, or take it away."""
        changes = Changes(self.row)
        self._note(changes, kind, seat, data)
        changes.swap(seat, data.get("bot"), self.due, now())
        try:
            await self._save(changes)
        except Conflict:
            raise Refused("stale", "the game has gone on since; look again") from None

    # --- starting

    @whole
    async def start(self, user: User | None) -> None:
        """Deal, when every seat is taken."""
        async with self.lock:
            await self._sure()
            self.row = await self.hall.store.play.get(self.row.id) or self.row
            if self.row.status != "open":
                raise Refused("begun", "the game has begun")
            if user is None or user.id != self.row.host_id:
                raise Refused("not_host", "only the host can start the game", 403)
            if any(each.free for each in self.row.seats):
                raise _seats_free()
            await self._start()

    async def _start(self) -> None:
        names = [each.name or bot_name(each.bot or "", each.seat) for each in self.row.seats]
        self.history.played = Played(self.row, tuple(names))
        events = self.history.played.game.opening
        began = now()
        changes = Changes(self.row, starts=True)
        changes.begin(began)
        self._note(changes, "start", None, {"names": names, "events": events}, events, before=())
        try:
            await self._save(changes)
        except Conflict:
            # Another process has started it, or somebody stood up there just now.
            if self.row.status == "open":
                raise _seats_free() from None
        await self.hall.lobby_changed()

    # --- coming and going

    async def join(self, connection: Connection, seen: int | None) -> None:
        """A socket comes; it gets all it may know, and what it missed: nothing that is not saved yet."""
        async with self.lock:
            await self._sure()
            connection.seat = self.seat_of(connection.user)
            missed = await self._missed(connection.seat, self.version if seen is None else seen)
            connection.send(messages.encoder.encode(showing.snapshot(self, connection.seat, missed)))
            self.around.connections.add(connection)
        self.hall.came(self, connection.user)
        self._moved()

    async def _missed(self, seat: int | None, version: int) -> tuple[messages.Told, ...]:
        """What happened after a version, out of memory or of the log."""
        if self.history.reaches(version):
            return self.history.told_since(version, seat)
        entries = await self.hall.store.play.log_of(self.row.id, version)
        saved = [entry for entry in entries if entry.version <= self.version]
        return tuple(seen(told(entry, events_of(entry)), seat) for entry in saved)

    def part(self, connection: Connection) -> None:
        """A socket goes."""
        self.around.connections.discard(connection)
        self._moved()

    def _moved(self) -> None:
        """Somebody came or went."""
        self.last_used = now()
        self.around.tell_people()
        self.hall.people_moved(self)


def _seats_free() -> Refused:
    return Refused("seats_free", "there are free seats; fill them with people or bots first")


def _completes(trial: Game, action: Action) -> bool:
    """Whether an action would end the decision for good: then there is nothing to look at beforehand."""
    if trial.decision is None:
        return True
    return isinstance(action, LayCards) and action.count >= trial.decision.cards_to_lay > 0
