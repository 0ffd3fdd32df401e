"""A table in memory with its people: every change is saved before it is told."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import structlog

from branchline import titles
from branchline.engine.actions import (
    Action,
    BuildHarbour,
    BuildStation,
    ClaimLine,
    LayCards,
    UseStandIns,
)
from branchline.engine.core.dealer import sealed_commitment
from branchline.engine.core.sight import sight_of
from branchline.engine.errors import BranchlineError, IllegalAction
from branchline.engine.events import Event, event_from_data
from branchline.engine.view import own_facts, table_facts
from branchline.server import messages
from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.played import Played
from branchline.server.presence import Here
from branchline.server.stores.appender import Append, Conflict
from branchline.server.stores.people import User
from branchline.server.stores.play import ChatLine, Entry, SeatRow, TableRow
from branchline.server.whole import whole

if TYPE_CHECKING:
    from branchline.server.hall import Hall

log = structlog.get_logger()

STAND_IN = "greedy"

# So often another process may be first before a move is given up.
MOST_CONFLICTS = 10

# Actions that reveal nothing, so that what follows them can be shown before they are played.
PREVIEWED = (ClaimLine, BuildStation, BuildHarbour, UseStandIns, LayCards)


class Connection(Protocol):
    """Somebody's socket."""

    user: User | None
    seat: int | None

    def send(self, message: bytes) -> None:
        """Put a message on its way."""


class LiveTable:
    """One table, its game and the sockets around it."""

    def __init__(self, hall: Hall, row: TableRow) -> None:
        self.hall = hall
        self.row = row
        self.played: Played | None = None
        self.entries: list[Entry] = []
        self.told: list[tuple[Event, ...]] = []  # the events of each entry, with full information
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.undo_seat: int | None = None
        self.undo_agreed: set[int] = set()
        self.turn_began = now()
        self.last_used = now()
        self.driver: asyncio.Task[None] | None = None
        self.problem: str | None = None  # why the game cannot go on
        self.settled = row.status == "ended"  # its results are kept
        self.in_doubt = False  # saving failed, so memory may not be what the log says
        self.elsewhere: dict[str, Here] = {}  # the people at this table in other processes
        self.said: set[int] = set()  # chat lines that those here have been told

    # --- coming to life

    async def load(self) -> None:
        """Read the log and play it out."""
        await self._read(await self.hall.store.play.log_of(self.row.id))

    async def _read(self, entries: list[Entry]) -> None:
        for entry in entries:
            self._follow(entry)

    def _follow(self, entry: Entry) -> None:
        """Take an entry into the game. What was played under other rules is only told."""
        before = self.due
        recorded = tuple(event_from_data(each) for each in entry.data.get("events", ()))
        if entry.kind == "start":
            self._begin(entry)
        elif entry.kind in ("play", "undo") and self.played is not None:
            self._play_out(entry, recorded)
        elif entry.kind in ("leave", "back"):
            self._change_seat(entry)
        self.entries.append(_lightened(entry))
        self.told.append(recorded)
        if self.due != before or entry.kind in ("leave", "back"):
            self.turn_began = entry.at

    def _play_out(self, entry: Entry, recorded: tuple[Event, ...]) -> None:
        """Play an entry; the same events have to come of it."""
        assert self.played is not None
        try:
            same = self.played.follow(entry) == recorded
        except (BranchlineError, msgspec.ValidationError):
            same = False
        if not same:
            log.error("log does not play out", table=self.row.id, version=entry.version)
            self._give_up("this game was played by rules that have changed; it can be looked at, not continued")

    def _begin(self, entry: Entry) -> None:
        self.row = replace(self.row, status="running" if self.row.status == "open" else self.row.status)
        title = titles.load(self.row.title) if self.row.title in titles.names() else None
        if title is None or title.version != self.row.rules:
            self._give_up("this game was played by another version of the rules; it can be looked at, not continued")
            return
        self.played = Played(self.row, tuple(entry.data["names"]))

    def _give_up(self, why: str) -> None:
        self.problem = why
        self.played = None

    def _change_seat(self, entry: Entry) -> None:
        assert entry.seat is not None
        changed = replace(self.row.seats[entry.seat], stand_in=entry.data.get("bot"))
        self._set_seat(changed)

    def _set_seat(self, changed: SeatRow) -> None:
        places = list(self.row.seats)
        places[changed.seat] = changed
        self.row = replace(self.row, seats=tuple(places))

    @whole
    async def catch_up(self) -> None:
        """Read what another process has written, and tell it."""
        async with self.lock:
            if self.in_doubt:
                await self.rebuild()
                return
            before = self.version
            row = await self.hall.store.play.get(self.row.id) or self.row
            entries = await self.hall.store.play.log_of(self.row.id, before)
            self.row = row
            await self._read(entries)
            self._caught_up(before)

    def _caught_up(self, before: int) -> None:
        """Tell what others have written since a version."""
        for connection in self.connections:
            connection.seat = self.seat_of(connection.user)
        if self.version > before:
            self.undo_seat, self.undo_agreed = None, set()
            if self.over:
                self.row = replace(self.row, status="ended")
            self._tell(before)
        self.hall.care_for(self)

    async def rebuild(self) -> None:
        """Forget what is in memory and read the log again; until that succeeds, the table is in doubt."""
        self.in_doubt = True
        try:
            row = await self.hall.store.play.get(self.row.id)
            entries = await self.hall.store.play.log_of(self.row.id)
        except Exception:
            log.exception("rebuilding failed", table=self.row.id)
            raise Refused("not_saved", "the server cannot reach its store; please try again", 503) from None
        before = self.version
        self.row = row or self.row
        self.entries, self.told, self.played, self.problem = [], [], None, None
        await self._read(entries)
        self.in_doubt = False
        self._caught_up(before)

    async def _sure(self) -> None:
        """Before anything is done: what is in memory is what the log says."""
        if self.in_doubt:
            await self.rebuild()

    # --- how things stand

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.entries[-1].version if self.entries else 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.row.status == "ended" or (self.played is not None and self.played.game.over)

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that may choose now."""
        return self.played.game.due if self.played is not None and self.row.status == "running" else ()

    def seat_of(self, user: User | None) -> int | None:
        """Where a user sits."""
        return self.row.seat_of(None if user is None else user.id)

    def _playing_seat(self, user: User | None) -> int:
        seat = self.seat_of(user)
        if seat is None:
            raise Refused("not_seated", "you do not sit at this table", 403)
        return seat

    # --- what people do

    @whole
    async def act(self, user: User | None, act: messages.Act) -> int:
        """Play a person's actions; the version at which they are stored."""
        with self.hall.latency.time():
            return await self._act_in_turn(user, act)

    async def _act_in_turn(self, user: User | None, act: messages.Act) -> int:
        async with self.lock:
            await self._sure()
            for _ in range(MOST_CONFLICTS):
                # When another process was first, its entries have been read: perhaps this still fits.
                with contextlib.suppress(Conflict):
                    return await self._act(user, act)
            raise Refused("not_saved", "the server could not save your move; please try again", 503)

    async def _act(self, user: User | None, act: messages.Act) -> int:
        seat = self._playing_seat(user)
        done = self._done_before(seat, act.id)
        if done is not None:
            return done
        self._check_running()
        if self.row.seats[seat].stand_in is not None:
            raise Refused("stand_in", "a bot plays for you; take your seat back first")
        if any(entry.seat == seat or entry.kind == "undo" for entry in self.entries[max(0, act.version) :]):
            raise Refused("stale", "the game has gone on since; look again")
        return await self.play(seat, act.actions, act.id)

    def _done_before(self, seat: int, act_id: str) -> int | None:
        for entry in reversed(self.entries[-50:]):
            if entry.seat == seat and entry.data.get("id") == act_id:
                return entry.version
        return None

    def _check_running(self) -> None:
        if self.problem is not None:
            raise Refused("rules_changed", self.problem)
        if self.row.status == "open":
            raise Refused("not_begun", "the game has not begun")
        if self.row.status != "running" or self.played is None:
            raise Refused("game_over", "the game is over")

    async def play(self, seat: int, actions: tuple[Action, ...], act_id: str = "") -> int:
        """Play, save, tell. Called under the lock; Conflict if another process was first."""
        assert self.played is not None
        before_due = self.due
        try:
            events = self.played.play(self.version + 1, seat, actions)
        except IllegalAction as problem:
            raise Refused(problem.code, str(problem)) from None
        data: dict[str, Any] = {"actions": actions, "events": events}
        if act_id:
            data["id"] = act_id
        await self._append("play", seat, data, events, before_due)
        return self.version

    async def _append(
        self, kind: str, seat: int | None, data: dict[str, Any], events: tuple[Event, ...], before_due: tuple[int, ...]
    ) -> None:
        """Save an entry and what changes with it, then tell."""
        entry = Entry(self.version + 1, now(), kind, seat, data)
        await self._save(self._change(entry, before_due), entry, events)

    async def _save(self, change: Append, entry: Entry, events: tuple[Event, ...]) -> None:
        """Save, then tell. If saving fails, the game is rebuilt from its log."""
        try:
            await self.hall.store.appender.append(change)
        except Conflict:
            self.hall.figures["conflicts"] += 1
            await self.rebuild()
            raise
        except Exception:
            log.exception("saving failed", table=self.row.id)
            self.hall.figures["save_failures"] += 1
            await self.rebuild()
            raise Refused("not_saved", "the server could not save your move; please try again", 503) from None
        before = self.version
        self.hall.figures["actions"] += 1
        self.entries.append(_lightened(entry))
        self.told.append(events)
        self._after(change, entry)
        self._tell(before)
        await self.hall.changed(self, "log")

    def _change(self, entry: Entry, before_due: tuple[int, ...]) -> Append:
        row = {
            "table_id": self.row.id,
            "version": entry.version,
            "at": entry.at,
            "kind": entry.kind,
            "seat": entry.seat,
            "data": messages.encoder.encode(entry.data).decode(),
        }
        change = Append(row)
        due = self.due
        for seat in range(len(self.row.seats)):
            if (seat in due) != (seat in before_due):
                change.seats.append({"seat": seat, "due": seat in due})
        self._run_clock(entry, before_due, due, change)
        if self.played is not None and self.played.game.over:
            change.table |= {"status": "ended", "ended": entry.at, "deadline": None}
        return change

    def _run_clock(self, entry: Entry, before: tuple[int, ...], due: tuple[int, ...], change: Append) -> None:
        """Charge the bank of whoever used more than a turn's time, and set the next deadline."""
        clock = self.row.clock
        if clock.kind == "none" or due == before:
            return
        for seat in before:
            if seat not in due:
                over_time = entry.at - self.turn_began - clock.turn * 1000
                bank = max(0, self.row.seats[seat].bank - max(0, over_time))
                if bank != self.row.seats[seat].bank:
                    change.seats.append({"seat": seat, "bank": bank})
        waiting = [seat for seat in due if self.row.seats[seat].driver is None]
        longest = max((self.row.seats[seat].bank for seat in waiting), default=0)
        change.table["deadline"] = entry.at + clock.turn * 1000 + longest if waiting else None

    def _after(self, change: Append, entry: Entry) -> None:
        """Take what was saved into memory."""
        for row in change.seats:
            fields = {key: value for key, value in row.items() if key != "seat"}
            self._set_seat(replace(self.row.seats[row["seat"]], **fields))
        self.row = replace(self.row, **change.table)
        if any("due" in row for row in change.seats):
            self.turn_began = entry.at
        self.undo_seat, self.undo_agreed = None, set()
        self.last_used = entry.at

    # --- undo

    @whole
    async def ask_undo(self, user: User | None) -> None:
        """Take the last step back at once, or ask the others."""
        async with self.lock:
            await self._sure()
            seat = self._playing_seat(user)
            self._check_running()
            assert self.played is not None
            if self.played.can_undo_freely(seat):
                await self._undo(seat)
                return
            if self.played.last_step_of(seat) is None:
                raise Refused("nothing_to_undo", "you have nothing to take back")
            self.undo_seat, self.undo_agreed = seat, set()
            await self._undo_if_agreed()

    @whole
    async def answer_undo(self, user: User | None, agree: bool) -> None:
        """One of the others agrees, or not."""
        async with self.lock:
            await self._sure()
            seat = self._playing_seat(user)
            if self.undo_seat is None or seat == self.undo_seat:
                raise Refused("no_undo_asked", "nobody has asked you for an undo")
            if agree:
                self.undo_agreed.add(seat)
            else:
                self.undo_seat = None
            await self._undo_if_agreed()

    async def _undo_if_agreed(self) -> None:
        """Do it when all other people have agreed; bots always do."""
        others = {each.seat for each in self.row.seats if each.driver is None and each.seat != self.undo_seat}
        if self.undo_seat is not None and others <= self.undo_agreed:
            await self._undo(self.undo_seat)
        self._send_all(self._undo_state())
        await self.hall.changed(self, "undo", msgspec.json.encode(self._undo_state()).decode())

    def _undo_state(self) -> messages.UndoAsked:
        return messages.UndoAsked(self.undo_seat, tuple(sorted(self.undo_agreed)))

    async def _undo(self, seat: int) -> None:
        assert self.played is not None
        to = self.played.last_step_of(seat)
        assert to is not None
        before_due = self.due
        self.played.take_back(to)
        try:
            await self._append("undo", seat, {"to": to}, (), before_due)
        except Conflict:
            raise Refused("stale", "the game has gone on since; look again") from None

    # --- leaving and coming back

    @whole
    async def leave(self, seat: int, why: str) -> None:
        """A bot takes the seat of somebody who resigned or ran out of time."""
        async with self.lock:
            await self._sure()
            self._check_running()
            if self.row.seats[seat].driver is None:
                await self._swap(seat, "leave", {"bot": STAND_IN, "why": why})

    @whole
    async def come_back(self, user: User | None) -> None:
        """Somebody takes the own seat back from the bot."""
        async with self.lock:
            await self._sure()
            seat = self._playing_seat(user)
            self._check_running()
            if self.row.seats[seat].stand_in is None:
                raise Refused("not_away", "you have your seat")
            await self._swap(seat, "back", {})

    async def _swap(self, seat: int, kind: str, data: dict[str, Any]) -> None:
        changed = replace(self.row.seats[seat], stand_in=data.get("bot"), bank=self.row.clock.bank * 1000)
        self._set_seat(changed)
        try:
            await self._append_seat(kind, seat, data)
        except Conflict:
            raise Refused("stale", "the game has gone on since; look again") from None

    async def _append_seat(self, kind: str, seat: int, data: dict[str, Any]) -> None:
        entry = Entry(self.version + 1, now(), kind, seat, data)
        change = self._change(entry, self.due)
        change.seats.append({"seat": seat, "stand_in": data.get("bot"), "bank": self.row.seats[seat].bank})
        waiting = [each for each in self.due if self.row.seats[each].driver is None]
        clock = self.row.clock
        if clock.kind != "none":
            change.table["deadline"] = entry.at + (clock.turn + clock.bank) * 1000 if waiting else None
        await self._save(change, entry, ())
        self.turn_began = entry.at

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
                raise Refused("seats_free", "there are free seats; fill them with people or bots first")
            names = [each.name or f"{each.bot} {each.seat + 1}" for each in self.row.seats]
            self.row = replace(self.row, status="running")
            self.played = Played(self.row, tuple(names))
            events = self.played.game.opening
            data = {"names": names, "events": events}
            with contextlib.suppress(Conflict):  # another process has started it
                await self._append_start(data, events)

    async def _append_start(self, data: dict[str, Any], events: tuple[Event, ...]) -> None:
        at = now()
        self.turn_began = at
        entry = Entry(1, at, "start", None, data)
        change = self._change(entry, ())
        change.table |= {"status": "running", "started": at}
        await self._save(change, entry, events)
        await self.hall.lobby_changed()

    # --- telling

    async def join(self, connection: Connection, seen: int | None) -> None:
        """A socket comes; it gets all it may know, and what it missed: nothing that is not saved yet."""
        async with self.lock:
            await self._sure()
            connection.seat = self.seat_of(connection.user)
            connection.send(messages.encoder.encode(self.snapshot(connection.seat, seen)))
            self.connections.add(connection)
        self.last_used = now()
        self.tell_people()
        self.hall.people_moved(self)

    def part(self, connection: Connection) -> None:
        """A socket goes."""
        self.connections.discard(connection)
        self.last_used = now()
        self.tell_people()
        self.hall.people_moved(self)

    def here(self) -> Here:
        """Who is at the table in this process."""
        users = frozenset(each.user.id for each in self.connections if each.user is not None)
        return Here(users, sum(each.seat is None for each in self.connections))

    def tell_people(self) -> None:
        """Tell everybody who is here."""
        self._send_all(messages.InfoChanged(self.info()))

    def _send_all(self, message: msgspec.Struct) -> None:
        packed = messages.encoder.encode(message)
        for connection in self.connections:
            connection.send(packed)

    def _tell(self, before: int) -> None:
        """Tell everybody what has happened since a version, each seat its own face of it."""
        if not self.connections:
            self.hall.care_for(self)
            return
        info = msgspec.Raw(messages.encoder.encode(self.info()))
        table = msgspec.Raw(messages.encoder.encode(self._table_facts()))
        made: dict[int | None, bytes] = {}
        for connection in self.connections:
            if connection.seat not in made:
                made[connection.seat] = messages.encoder.encode(self._update(connection.seat, before, info, table))
            connection.send(made[connection.seat])
        self.hall.care_for(self)

    def _table_facts(self) -> Any:
        if self.played is None:
            return None
        game = self.played.game
        return table_facts(game.state.public, game.lexicon)

    def _own_facts(self, seat: int | None) -> Any:
        if self.played is None:
            return None
        game = self.played.game
        return own_facts(sight_of(game.state, -1 if seat is None else seat), game.lexicon)

    def _update(self, seat: int | None, before: int, info: msgspec.Raw, table: msgspec.Raw) -> messages.Update:
        return messages.Update(
            version=self.version,
            now=now(),
            told=self.told_since(before, seat),
            info=info,  # type: ignore[arg-type]  # both are packed already, once for all seats
            table=table,  # type: ignore[arg-type]
            own=self._own_facts(seat),
            choices=self.choices(seat),
            ending=self.ending(),
        )

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

    def choices(self, seat: int | None) -> messages.Choices | None:
        """What a seat may choose now."""
        if seat is None or self.played is None or self.row.status != "running":
            return None
        legal = self.played.game.legal(seat) if seat in self.due and self.row.seats[seat].driver is None else ()
        return messages.Choices(legal, self.played.can_undo_freely(seat))  # type: ignore[arg-type]

    def preview(self, user: User | None, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """What a person could choose after actions that reveal nothing."""
        seat = self._playing_seat(user)
        self._check_running()
        assert self.played is not None
        if not all(isinstance(action, PREVIEWED) for action in actions):
            raise Refused("no_preview", "only payments can be looked at beforehand")
        trial = self.played.game.copy()
        try:
            for action in actions:
                if trial.decision is None or (trial.decision.kind == "lay_cards" and _completes(trial, action)):
                    raise Refused("no_preview", "that would complete the payment")
                trial.play(seat, action)
        except IllegalAction as problem:
            raise Refused(problem.code, str(problem)) from None
        return trial.legal(seat)

    def why_not(self, user: User | None, action: Action) -> IllegalAction | None:
        """The reason against a person's action."""
        seat = self._playing_seat(user)
        self._check_running()
        assert self.played is not None
        return self.played.game.why_not(seat, action)

    def ending(self) -> messages.Ending | None:
        """Everything revealed, once the game is over."""
        if self.played is None or not self.played.game.over:
            return None
        game = self.played.game
        views = [game.view(seat) for seat in range(len(game.names))]
        return messages.Ending(
            tally=game.tally(),
            seed=self.row.seed,
            hands=tuple(view.hand for view in views),
            tickets=tuple(view.tickets for view in views),
        )

    def info(self) -> messages.TableInfo:
        """The table and its people."""
        everywhere = [self.here(), *self.elsewhere.values()]
        here = {user_id for each in everywhere for user_id in each.users}
        host = next((each.name for each in self.row.seats if each.user_id == self.row.host_id), None)
        return messages.TableInfo(
            id=self.row.id,
            title=self.row.title,
            status=self.row.status,
            public=self.row.public,
            clock=msgspec.to_builtins(self.row.clock),
            advice=self.row.options.advice,
            host=host,
            people=tuple(self._person(each, here) for each in self.row.seats),
            deadline=self.row.deadline,
            commitment=sealed_commitment(bytes.fromhex(self.row.seed)),
            rematch=self.row.rematch,
            watching=sum(each.watching for each in everywhere),
            can_go_on=self.problem is None,
        )

    def _person(self, each: SeatRow, here: set[int]) -> messages.Person:
        bank = each.bank if self.row.clock.kind == "live" else None
        at_table = each.user_id is not None and each.user_id in here
        return messages.Person(
            each.seat,
            each.name,
            each.kind,
            each.bot,
            each.stand_in,
            at_table,
            bank,
        )

    def snapshot(self, seat: int | None, seen: int | None, said: tuple[ChatLine, ...] = ()) -> messages.Snapshot:
        """All that a seat may know, and what it missed since the version it has seen."""
        return messages.Snapshot(
            version=self.version,
            now=now(),
            you=seat,
            info=self.info(),
            table=self._table_facts(),
            own=self._own_facts(seat),
            choices=self.choices(seat),
            missed=self.told_since(self.version if seen is None else seen, seat),
            chat=tuple(messages.Chat(line.id, line.name, line.at, line.text) for line in said),
            undo=self._undo_state(),
            ending=self.ending(),
        )


def _lightened(entry: Entry) -> Entry:
    """An entry without what the game holds anyway: the log keeps the whole of it."""
    return replace(entry, data={key: value for key, value in entry.data.items() if key not in ("actions", "events")})


def _completes(trial: Any, action: Action) -> bool:
    return isinstance(action, LayCards) and action.count >= trial.decision.cards_to_lay
