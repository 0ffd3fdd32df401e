"""All tables of this process: loaded when somebody comes, told what other processes do, let go when idle."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import msgspec
import structlog
from prometheus_client import Histogram

from branchline.engine.actions import Action
from branchline.server import protocol
from branchline.server.alerts import Alerts
from branchline.server.bots.driver import Driver
from branchline.server.bots.pool import BotPool
from branchline.server.clock import now
from branchline.server.cluster.bus import Bus, News
from branchline.server.cluster.presence import Presence
from branchline.server.errors import Refused
from branchline.server.ratings import record_results
from branchline.server.settings import Settings
from branchline.server.store.accounts import User
from branchline.server.store.database import Store
from branchline.server.store.rows import TableRow
from branchline.server.table import seats
from branchline.server.table.game import FinishedGame, PlayedGame
from branchline.server.table.ports import Counted
from branchline.server.table.table import Table
from branchline.server.tasks import end_tasks

log = structlog.get_logger()

MOST_FINISHED = 16
LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5)


class Tables:
    """The tables in memory, and what they ask of their process (``table.ports.Process``)."""

    def __init__(self, settings: Settings, store: Store, bus: Bus, pool: BotPool, alerts: Alerts) -> None:
        self.settings = settings
        self.store = store
        self.bus = bus
        self.alerts = alerts
        self.name = secrets.token_hex(8)
        self.live: dict[str, Table] = {}
        self.presence = Presence(bus, self.name, self.live)
        self.driver = Driver(settings, bus, pool, self.name)
        self.lobby_listeners: set[Callable[[], Awaitable[None]]] = set()
        self.closing = False
        self.counts: dict[Counted, int] = {"actions": 0, "conflicts": 0, "save_failures": 0}
        self.latency = Histogram(
            "branchline_action_seconds",
            "From a person's action to its being stored and told",
            buckets=LATENCIES,
            registry=None,
        )
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._lost_since: int | None = None  # since when news may have been lost
        self._tasks: set[asyncio.Task[None]] = set()
        self._finished: dict[str, FinishedGame] = {}  # the one asked for last stands last

    async def start(self) -> None:
        """Listen to the other processes."""
        await self.bus.start(self.hear)

    async def stop(self) -> None:
        """Finish what is under way, and stop."""
        self.closing = self.driver.stopping = True
        await end_tasks(self._tasks)
        await self.presence.say_goodbye()
        await self.bus.stop()

    # --- finding

    async def find(self, table_id: str) -> Table:
        """A table, loaded from the store if it is not here; all who ask meanwhile wait for the same."""
        if table_id not in self.live:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                loading.add_done_callback(lambda done: self._loaded(table_id, done))
            await asyncio.shield(loading)
        table = self.live[table_id]
        table.last_used = now()
        return table

    def _loaded(self, table_id: str, done: asyncio.Task[None]) -> None:
        """Forget the work; what went wrong is said to those who wait for it, if there are any still."""
        self._loading.pop(table_id, None)
        if not done.cancelled():
            done.exception()

    async def _load(self, table_id: str) -> None:
        row = await self.store.tables.get(table_id)
        if row is None:
            raise Refused("not_found", what="table")
        table = Table(self, row)
        await table.load()
        self.live[table_id] = table
        await self.presence.ask(table)
        if self.settings.redis:
            # Something may have been written between reading the log and listening to its news.
            table.doubts.new()
            await table.make_sure()
        self.care_for(table_id)

    async def finished(self, table: Table) -> FinishedGame:
        """A finished game to look at; the last few stay in memory, for people look at them step by step."""
        found = self._finished.pop(table.row.id, None)
        # Somebody may want to be forgotten.
        if found is None or table.game is None or found.names != table.game.names:
            found = await table.finished()
        self._finished[table.row.id] = found
        while len(self._finished) > MOST_FINISHED:
            del self._finished[next(iter(self._finished))]
        return found

    async def let_go(self) -> None:
        """Forget tables that nobody uses; they are in the store."""
        limit = now() - self.settings.idle_seconds * 1000
        for table_id, table in list(self.live.items()):
            if table.unused_since(limit):
                del self.live[table_id]

    # --- what tables ask for

    def count(self, what: Counted, number: int = 1) -> None:
        """Count for the metrics."""
        self.counts[what] += number

    def bot_at_once(self, row: TableRow, game: PlayedGame) -> tuple[int, tuple[Action, ...]] | None:
        """The move of a bot that neither thinks nor waits, if one is due."""
        return self.driver.at_once(row, game)

    def care_for(self, table_id: str) -> None:
        """Whatever a table needs next: a bot's move, or its results kept."""
        table = self.live.get(table_id)
        if table is None or self.closing:
            return
        if table.row.status == "ended" and not table.settled:
            table.settled = True
            self._spawn(self._settle(table))
        elif table.row.status == "running" and table.next_bot is not None and table.driver is None:
            table.driver = self._spawn(self._drive(table))

    def turn_passed(self, table_id: str, seats: list[int]) -> None:
        """These seats have become due by what this process has just saved; in correspondence, people are alerted."""
        table = self.live.get(table_id)
        if seats and table is not None and table.row.clock.kind == "days":
            self._spawn(self.alerts.turn(table, seats))

    def came(self, table_id: str, user: User | None) -> None:
        """Somebody came to a table; in correspondence, the next turn there is worth an alert again."""
        table = self.live.get(table_id)
        if user is not None and table is not None and table.row.clock.kind == "days":
            self._spawn(self.alerts.seen(user, table_id))

    def people_moved(self, table_id: str) -> None:
        """Somebody came to a table, or went."""
        if table_id in self.live:
            self._spawn(self.presence.tell(self.live[table_id]))

    async def publish(self, what: str, table_id: str, data: str = "") -> None:
        """Tell the other processes of a table, which need not be here."""
        await self.bus.publish(News(self.name, what, table_id, data))

    async def lobby_changed(self) -> None:
        """Tell everybody in any lobby."""
        await self._tell_lobby()
        await self.bus.publish(News(self.name, "lobby"))

    def _spawn(self, work: Awaitable[None]) -> asyncio.Task[None]:
        async def run() -> None:
            try:
                await work
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("task failed")

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _settle(self, table: Table) -> None:
        """Keep the results of a finished game, once."""
        await record_results(self.store, table)
        await self.lobby_changed()

    async def _drive(self, table: Table) -> None:
        try:
            await self.driver.drive(table)
        finally:
            table.driver = None

    async def say(self, table: Table, line: protocol.Chat) -> None:
        """Send everybody at a table, in whatever process, what was said."""
        packed = protocol.encoder.encode(line)
        table.audience.chat_sent.add(line.id)
        table.audience.send_all(packed)
        await self.publish("chat", table.row.id, packed.decode())

    # --- news of other processes

    async def hear(self, news: News) -> None:
        """Another process has news."""
        if news.origin == self.name:
            return
        if news.what == "resync":
            await self._resync(int(news.data))
        elif news.what == "lobby":
            await self._tell_lobby()
        elif news.what in ("here", "who", "alive", "gone"):
            await self.presence.hear(news)
        elif news.table in self.live:
            await self._hear_of(self.live[news.table], news)

    async def _hear_of(self, table: Table, news: News) -> None:
        if news.what in ("log", "people"):
            await table.catch_up()
            if news.what == "people":
                table.tell_people()
            return
        if news.what == "removed":
            seats.tell_removed(table, int(news.data))
            return
        if news.what == "undo":
            table.undo = msgspec.json.decode(news.data, type=protocol.UndoAsked)
        elif news.what == "chat":
            table.audience.chat_sent.add(msgspec.json.decode(news.data, type=protocol.Chat).id)
        table.audience.send_all(news.data.encode())

    async def _tell_lobby(self) -> None:
        for listener in list(self.lobby_listeners):
            await listener()

    # --- after a break

    async def _resync(self, since: int) -> None:
        """News may have been lost since a moment: everything is in doubt until it has been read again."""
        self._lost_since = min(since, self._lost_since or since)
        for table in self.live.values():
            table.doubts.new()
        await self.recover()

    async def recover(self) -> None:
        """Read again what is in doubt; if news was lost, also tell again what the others may not have heard."""
        for table in list(self.live.values()):
            if not table.lock.locked():  # whoever holds it makes sure, or leaves it in doubt
                await table.make_sure()
        since = self._lost_since
        if since is not None:
            await self._tell_again(since)
            if self._lost_since == since:
                self._lost_since = None

    async def _tell_again(self, since: int) -> None:
        for table in list(self.live.values()):
            if table.undo.seat is not None:  # the question may not have reached everybody
                await self.publish("undo", table.row.id, protocol.encoder.encode(table.undo).decode())
            if table.audience.connections:
                await self._say_again(table, since)
                await self.presence.tell(table)
        await self._tell_lobby()

    async def _say_again(self, table: Table, since: int) -> None:
        sent = table.audience.chat_sent
        for line in await self.store.chat.last(table.row.id, 50):
            if line.at >= since - 1000 and line.id not in sent:
                sent.add(line.id)
                table.audience.send_all(protocol.encoder.encode(protocol.Chat(line.id, line.name, line.at, line.text)))

    async def doubt_all(self) -> None:
        """The store has changed under all tables, of other processes too."""
        await self.bus.publish(News(self.name, "resync", data=str(now())))
        await self._resync(now())

    async def check_sessions(self) -> None:
        """Whoever has signed out in another process has to go here too."""
        for table in list(self.live.values()):
            for connection in list(table.audience.connections):
                await connection.check_session()
