"""Clears away what has had its time: guests without games, tables that nobody started, old chat, dead sessions.

A few rows at a time with a pause after each, so that neither the loop nor whoever wants to save a move has to wait.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import structlog

from branchline.server.clock import now
from branchline.server.store.retention import AT_ONCE
from branchline.server.tables import Tables
from branchline.server.tasks import end_tasks

log = structlog.get_logger()

HOUR = 3600 * 1000
DAY = 24 * HOUR
PAUSE_SECONDS = 0.05

T = TypeVar("T", int, str)
Find = Callable[[T], Awaitable[list[T]]]
FindOld = Callable[[int, T], Awaitable[list[T]]]
Drop = Callable[[list[T]], Awaitable[None]]


class Retention:
    """Goes through the store now and then."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._settings = tables.settings
        self._store = tables.store.retention
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin: once now, then every few minutes."""
        self._task = asyncio.create_task(self._run(), name="retention")

    async def stop(self) -> None:
        """Stop, wherever it is."""
        if self._task is not None:
            await end_tasks([self._task])

    async def _run(self) -> None:
        every = self._settings.clean_seconds
        site = hashlib.sha256(self._settings.database_url.encode()).hexdigest()[:16]  # two may share a Redis
        while True:
            try:
                # One process is enough; should it die, another one comes next time.
                if await self._tables.bus.lease(f"retention:{site}", self._tables.name, every):
                    await self._clear()
            except Exception:
                log.exception("clearing away failed")
            await asyncio.sleep(every)

    async def _clear(self) -> None:
        store, settings = self._store, self._settings
        gone = {
            "sessions": await _in_parts(lambda last: store.expired_sessions(now(), last), store.drop_sessions, ""),
            "tables": await self._clear_tables(settings.keep_open_hours * HOUR),
            "chat": await _clear_old(settings.keep_chat_days * DAY, store.old_chat, store.drop_chat, 0),
            "guests": await _clear_old(settings.keep_guests_days * DAY, store.idle_guests, self._drop_guests, 0),
        }
        if any(gone.values()):
            log.info("cleared away", **gone)

    async def _clear_tables(self, kept: int) -> int:
        """Delete what was shut some time ago, and shut what nobody has started.

        In this order, so that the other processes can read a while that a table was shut.
        """
        gone = await _clear_old(kept, partial(self._store.old_tables, "closed"), self._drop_closed, "")
        if await _clear_old(kept, partial(self._store.old_tables, "open"), self._shut, ""):
            await self._tables.lobby_changed()
        return gone

    async def _shut(self, ids: list[str]) -> None:
        """Shut tables, and tell those who still sit at them."""
        for table_id in ids:
            if await self._tables.store.tables.close(table_id):
                if table_id in self._tables.live:
                    await self._tables.live[table_id].catch_up()
                    self._tables.live[table_id].tell_people()
                await self._tables.publish("people", table_id)

    async def _drop_closed(self, ids: list[str]) -> None:
        await self._store.drop_closed(ids)
        for table_id in ids:
            if table_id in self._tables.live and not self._tables.live[table_id].audience.connections:
                del self._tables.live[table_id]

    async def _drop_guests(self, ids: list[int]) -> None:
        """Delete guests, but not whoever looks at a table just now."""
        here = {user for table in self._tables.live.values() for user in table.audience.everywhere().users}
        await self._store.drop_guests([each for each in ids if each not in here])


async def _clear_old(kept: int, find: FindOld[T], drop: Drop[T], first: T) -> int:
    """Drop what is older than it is kept, in milliseconds; 0: it is kept for ever."""
    if not kept:
        return 0
    before = now() - kept
    return await _in_parts(lambda last: find(before, last), drop, first)


async def _in_parts(find: Find[T], drop: Drop[T], last: T) -> int:
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
