"""Tries whether the store can be written to."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

# The answer holds for so long: whoever asks all the time makes no work.
FRESH_SECONDS = 1.0
PATIENCE_SECONDS = 5.0

# SQLite may still find room for a line in its write-ahead log, but not for a game.
LEAST_BYTES = 64 * 1024

# Changes nothing, and is written all the same.
TRY = text("UPDATE alembic_version SET version_num = version_num")


class Probe:
    """Knows whether the store could be written to a moment ago."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._trying: asyncio.Task[bool] | None = None
        self._tried = 0.0

    async def writes(self) -> bool:
        """Whether a small write goes through; all who ask at the same time share one."""
        running = self._trying is not None and not self._trying.done()
        if self._trying is None or (not running and time.monotonic() - self._tried > FRESH_SECONDS):
            self._trying = asyncio.create_task(self._try(), name="store probe")
        try:
            # A write that waits for a lock is left alone: broken off, it would take its connection with it.
            return await asyncio.wait_for(asyncio.shield(self._trying), PATIENCE_SECONDS)
        except TimeoutError:
            return False

    async def stop(self) -> None:
        """Wait for a try that is under way."""
        if self._trying is not None:
            await asyncio.wait([self._trying], timeout=PATIENCE_SECONDS)

    async def _try(self) -> bool:
        try:
            async with self._engine.begin() as connection:
                await connection.execute(TRY)
            return await asyncio.to_thread(self._has_room)
        except Exception:
            return False
        finally:
            self._tried = time.monotonic()

    def _has_room(self) -> bool:
        """Whether there is room beside SQLite's file; others look after their own disks."""
        if self._engine.dialect.name != "sqlite" or not self._engine.url.database:
            return True
        room = os.statvfs(Path(self._engine.url.database).absolute().parent)
        return room.f_bavail * room.f_frsize >= LEAST_BYTES
