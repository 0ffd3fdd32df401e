"""Who is at a table in which server process."""

from __future__ import annotations

import time

import msgspec
import structlog

from branchline.server.clock import agree_with, now
from branchline.server.cluster.bus import Bus, News
from branchline.server.table.audience import Here
from branchline.server.table.table import Table

log = structlog.get_logger()

BEAT_SECONDS = 2.0
SILENCE_SECONDS = 7.0
DIFFERENCE_MS = 2_000  # clocks of two processes that differ by more do not show the same time


class Alive(msgspec.Struct, frozen=True):
    """A process says that it is there: for how long it has run, and what time it shows."""

    age: float
    now: int


class Presence:
    """Tells the other processes who is here, and knows who is elsewhere."""

    def __init__(self, bus: Bus, name: str, live: dict[str, Table]) -> None:
        self._bus = bus
        self._name = name
        self._live = live
        self._heard: dict[str, float] = {}  # when each other process was heard last
        self._started = time.monotonic()
        self._beat = -BEAT_SECONDS

    async def tell(self, table: Table) -> None:
        """Tell the others who is here."""
        await self._bus.publish(
            News(self._name, "here", table.row.id, msgspec.json.encode(table.audience.here()).decode())
        )

    async def ask(self, table: Table) -> None:
        """Ask the others who is there."""
        await self._bus.publish(News(self._name, "who", table.row.id))

    async def hear(self, news: News) -> None:
        """Another process speaks of its people, or asks for ours."""
        self._heard[news.origin] = time.monotonic()
        table = self._live.get(news.table)
        if news.what == "gone":
            self._forget(news.origin)
        elif news.what == "alive" and news.data:
            self._compare(msgspec.json.decode(news.data, type=Alive))
        elif table is not None and news.what == "here":
            table.audience.elsewhere[news.origin] = msgspec.json.decode(news.data, type=Here)
            table.tell_people()
        elif table is not None and news.what == "who" and table.audience.connections:
            await self.tell(table)

    def _compare(self, other: Alive) -> None:
        """Go by the clock of whoever has run for longer: the machine's may have jumped between their start and ours."""
        if other.age > time.monotonic() - self._started and abs(other.now - now()) > DIFFERENCE_MS:
            log.warning("clock set by another process", milliseconds=other.now - now())
            agree_with(other.now)

    async def beat(self) -> None:
        """Say now and then that we are alive, and forget the people of processes that have died."""
        moment = time.monotonic()
        if moment - self._beat >= BEAT_SECONDS:
            self._beat = moment
            alive = msgspec.json.encode(Alive(moment - self._started, now())).decode()
            await self._bus.publish(News(self._name, "alive", data=alive))
        for origin, heard in list(self._heard.items()):
            if moment - heard > SILENCE_SECONDS:
                self._forget(origin)

    async def say_goodbye(self) -> None:
        """Our people are going."""
        await self._bus.publish(News(self._name, "gone"))

    def _forget(self, origin: str) -> None:
        self._heard.pop(origin, None)
        for table in list(self._live.values()):
            if table.audience.elsewhere.pop(origin, None) is not None:
                table.tell_people()
