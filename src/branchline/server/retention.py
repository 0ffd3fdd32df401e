"""Clears away what has had its time: guests without games, tables that nobody started, old chat, dead sessions.

A few rows at a time with a pause after each, so that neither the loop nor whoever wants to save a move has to wait.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from branchline.server.clock import now
from branchline.server.cluster.bus import Bus
from branchline.server.settings import Settings
from branchline.server.store.database import Store
from branchline.server.store.retention import AT_ONCE, RetentionStore
from branchline.server.tables import Tables

log = structlog.get_logger()

HOUR = 3600 * 1000
DAY = 24 * HOUR
PAUSE_SECONDS = 0.05

T = TypeVar("T", int, str)


class Retention:
    """Goes through the store now and then."""

    def __init__(self, settings: Settings, store: Store, tables: Tables, bus: Bus) -> None:
        self._settings = settings
        self._store: RetentionStore = store.retention
        self._rows = store.tables
        self._tables = tables
        self._bus = bus
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin: once now, then every few minutes."""
        self._task = asyncio.create_task(self._run(), name="retention")

    async def stop(self) -> None:
        """Stop, wherever it is."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        every = self._settings.clean_seconds
        site = hashlib.sha256(self._settings.database_url.encode()).hexdigest()[:16]  # two may share a Redis
        while True:
            try:
                # One process is enough; should it die, another one comes next time.
                if await self._bus.lease(f"retention:{site}", self._tables.name, every):
                    await self._clear()
            except Exception:
                log.exception("clearing away failed")
            await asyncio.sleep(every)

    async def _clear(self) -> None:
        gone = {
            "sessions": await self._clear_sessions(),
            "tables": await self._clear_tables(),
            "chat": await self._clear_chat(),
            "guests": await self._clear_guests(),
        }
        if any(gone.values()):
            log.info("cleared away", **gone)

    async def _clear_sessions(self) -> int:
        return await self._in_parts(
            lambda last: self._store.expired_sessions(now(), last), self._store.drop_sessions, ""
        )

    async def _clear_tables(self) -> int:
        """Delete what was shut some time ago, and shut what nobody has started.

        In this order, so that the other processes can read a while that a table was shut.
        """
        if not self._settings.keep_open_hours:
            return 0
        before = int(now() - self._settings.keep_open_hours * HOUR)
        gone = await self._in_parts(lambda last: self._store.old_tables("closed", before, last), self._drop_closed, "")
        if await self._in_parts(lambda last: self._store.old_tables("open", before, last), self._shut, ""):
            await self._tables.lobby_changed()
        return gone

    async def _shut(self, ids: list[str]) -> None:
        """Shut tables, and tell those who still sit at them."""
        for table_id in ids:
            if await self._rows.close(table_id):
                if table_id in self._tables.live:
                    await self._tables.live[table_id].catch_up()
                    self._tables.live[table_id].tell_people()
                await self._tables.publish("people", table_id)

    async def _drop_closed(self, ids: list[str]) -> None:
        await self._store.drop_closed(ids)
        for table_id in ids:
            if table_id in self._tables.live and not self._tables.live[table_id].audience.connections:
                del self._tables.live[table_id]

    async def _clear_chat(self) -> int:
        if not self._settings.keep_chat_days:
            return 0
        before = int(now() - self._settings.keep_chat_days * DAY)
        return await self._in_parts(lambda last: self._store.old_chat(before, last), self._store.drop_chat, 0)

    async def _clear_guests(self) -> int:
        if not self._settings.keep_guests_days:
            return 0
        before = int(now() - self._settings.keep_guests_days * DAY)
        return await self._in_parts(lambda last: self._store.idle_guests(before, last), self._drop_guests, 0)

    async def _drop_guests(self, ids: list[int]) -> None:
        """Delete guests, but not whoever looks at a table just now."""
        here = {user for table in self._tables.live.values() for user in table.audience.everywhere().users}
        await self._store.drop_guests([each for each in ids if each not in here])

    async def _in_parts(
        self, find: Callable[[T], Awaitable[list[T]]], drop: Callable[[list[T]], Awaitable[None]], last: T
    ) -> int:
        """Find and drop, a few at a time; each look goes on after the last one found."""
        count = 0
        while found := await find(last):
            await drop(found)
            count += len(found)
            last = found[-1]
            await asyncio.sleep(PAUSE_SECONDS)
            if len(found) < AT_ONCE:
                break
        return count
