"""What the faults strike: one server process on SQLite, or two on one PostgreSQL and one Redis."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import shutil
import signal
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
from faults.clock import MovableClock, clear_after
from processes import bot_workers, send_signal
from server.kit import Server
from server.services import Postgres, Redis


class House(Server):
    """A server process whose clock can be moved."""

    def __init__(self, folder: Path, **settings: str) -> None:
        super().__init__(folder, **settings)
        self.clock = MovableClock(folder / f"clock-{self.port}")
        self.environment = self.clock.environment

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        super().kill()
        clear_after(self.pid)

    def stop(self) -> int:
        code = super().stop()
        clear_after(self.pid)
        return code

    async def come_up(self) -> None:
        """Start, and wait until it is ready."""
        self.start(wait=False)
        await asyncio.to_thread(self.wait)

    def signal_workers(self, number: int) -> int:
        """Send a signal to the processes in which its bots think; how many there were."""
        return send_signal(number, bot_workers(self.pid))

    def limit_files(self, size: int) -> None:
        """Let no file of the process grow beyond so many bytes: to it, the disk is full. This needs no rights."""
        _, hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (size, hard))


class Setup(ABC):
    """The server processes of one service, and what they stand on."""

    name = ""

    def __init__(self, folder: Path, processes: int, **settings: str) -> None:
        self.folder = folder
        self.servers = [House(folder, **settings) for _ in range(processes)]

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Bring everything up, and in any case down again."""
        try:
            await asyncio.to_thread(self.start_services)
            for server in self.servers:  # one after the other: the first makes the schema
                await server.come_up()
            yield
        finally:
            self.end()

    async def restart(self, **settings: str) -> None:
        """Stop the servers in good order, and start them with other settings."""
        for server in self.servers:
            assert await asyncio.to_thread(server.stop) in (0, -signal.SIGTERM), server.log
            server.settings.update(settings)
            await server.come_up()

    def start_services(self) -> None:
        """Bring up what the servers stand on."""

    def end(self) -> None:
        """End every process, whatever state it is in."""
        for server in self.servers:
            if server.process is not None and server.process.poll() is None:
                server.kill()

    @abstractmethod
    def locked(self, whole: bool) -> contextlib.AbstractAsyncContextManager[None]:
        """Hold a lock that the servers need, as a backup or an administrator might."""


class Alone(Setup):
    """One process on SQLite."""

    name = "SQLite"

    def __init__(self, folder: Path, **settings: str) -> None:
        super().__init__(folder, 1, **settings)

    @contextlib.asynccontextmanager
    async def locked(self, whole: bool) -> AsyncIterator[None]:
        file = self.servers[0].settings["DATABASE"].removeprefix("sqlite:///")
        with contextlib.closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE" if whole else "BEGIN IMMEDIATE")
            yield
            connection.execute("ROLLBACK")


class Pair(Setup):
    """Two processes on one PostgreSQL and one Redis."""

    name = "PostgreSQL and Redis"

    def __init__(self, folder: Path, **settings: str) -> None:
        self.postgres, self.redis = Postgres(), Redis()
        services = {"DATABASE": self.postgres.url("postgres"), "REDIS": self.redis.url}
        super().__init__(folder, 2, **services, **settings)

    def start_services(self) -> None:
        self.postgres.start()
        self.redis.start()

    def end(self) -> None:
        super().end()
        if self.redis.process is not None and self.redis.process.poll() is None:
            self.redis.stop()
        with contextlib.suppress(AssertionError):  # it may be stopped already
            self.postgres.stop()
        shutil.rmtree(self.postgres.folder, ignore_errors=True)

    @contextlib.asynccontextmanager
    async def locked(self, whole: bool) -> AsyncIterator[None]:
        connection = await asyncpg.connect(self.postgres.url("postgres"))
        try:
            async with connection.transaction():
                await connection.execute(
                    "LOCK TABLE log IN ACCESS EXCLUSIVE MODE" if whole else "SELECT id FROM tables FOR UPDATE"
                )
                yield
        finally:
            await connection.close()
