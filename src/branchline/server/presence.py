"""Who is at a table in which server process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from branchline.server.bus import Bus, News
from branchline.server.clock import now

if TYPE_CHECKING:
    from branchline.server.live import LiveTable

BEAT_MS = 2_000
SILENCE_MS = 7_000


class Here(msgspec.Struct, frozen=True):
    """The people at a table in one process."""

    users: frozenset[int] = frozenset()
    watching: int = 0


class Presence:
    """Tells the other processes who is here, and knows who is elsewhere."""

    def __init__(self, bus: Bus, name: str, live: dict[str, LiveTable]) -> None:
        self._bus = bus
        self._name = name
        self._live = live
        self._heard: dict[str, int] = {}  # when each other process was heard last
        self._beat = 0

    async def tell(self, table: LiveTable) -> None:
        """Tell the others who is here."""
        await self._bus.publish(
            News(self._name, "here", table.row.id, msgspec.json.encode(table.around.here()).decode())
        )

    async def ask(self, table: LiveTable) -> None:
        """Ask the others who is there."""
        await self._bus.publish(News(self._name, "who", table.row.id))

    async def hear(self, news: News) -> None:
        """Another process speaks of its people, or asks for ours."""
        self._heard[news.origin] = now()
        table = self._live.get(news.table)
        if news.what == "gone":
            self._forget(news.origin)
        elif table is not None and news.what == "here":
            table.around.elsewhere[news.origin] = msgspec.json.decode(news.data, type=Here)
            table.around.tell_people()
        elif table is not None and news.what == "who" and table.around.connections:
            await self.tell(table)

    async def beat(self) -> None:
        """Say now and then that we are alive, and forget the people of processes that have died."""
        if now() - self._beat >= BEAT_MS:
            self._beat = now()
            await self._bus.publish(News(self._name, "alive"))
        for origin, heard in list(self._heard.items()):
            if now() - heard > SILENCE_MS:
                self._forget(origin)

    async def say_goodbye(self) -> None:
        """Our people are going."""
        await self._bus.publish(News(self._name, "gone"))

    def _forget(self, origin: str) -> None:
        self._heard.pop(origin, None)
        for table in list(self._live.values()):
            if table.around.elsewhere.pop(origin, None) is not None:
                table.around.tell_people()
