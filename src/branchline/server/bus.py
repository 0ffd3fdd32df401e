"""Tells other server processes that a table has changed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec
import redis.asyncio as redis
import structlog

log = structlog.get_logger()

CHANNEL = "branchline"


class News(msgspec.Struct, frozen=True):
    """Something changed: a table's log, its chat, the people at it, or the lobby."""

    origin: str
    what: str  # log, chat, people, undo, lobby
    table: str = ""
    data: str = ""


Listener = Callable[[News], Awaitable[None]]


class Bus(Protocol):
    """Carries news between processes."""

    async def start(self, listener: Listener) -> None: ...
    async def publish(self, news: News) -> None: ...
    async def stop(self) -> None: ...
    async def ready(self) -> bool: ...


class LocalBus:
    """One process alone needs no news."""

    async def start(self, listener: Listener) -> None:
        """Nothing to listen to."""

    async def publish(self, news: News) -> None:
        """Nobody to tell."""

    async def stop(self) -> None:
        """Nothing to stop."""

    async def ready(self) -> bool:
        """Always."""
        return True


class RedisBus:
    """News over a Redis channel; while Redis is away, tables are still safe and catch up later."""

    def __init__(self, url: str) -> None:
        self._redis = redis.from_url(url, health_check_interval=10)
        self._task: asyncio.Task[None] | None = None

    async def start(self, listener: Listener) -> None:
        """Listen for ever."""
        self._task = asyncio.create_task(self._listen(listener), name="bus")

    async def _listen(self, listener: Listener) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            await listener(msgspec.json.decode(message["data"], type=News))
            except (redis.RedisError, OSError) as problem:
                log.warning("bus lost", problem=str(problem))
                await asyncio.sleep(0.5)
                await listener(News("", "resync"))

    async def publish(self, news: News) -> None:
        """Tell the others; if that fails they find out by themselves."""
        with contextlib.suppress(redis.RedisError, OSError):
            await self._redis.publish(CHANNEL, msgspec.json.encode(news))

    async def stop(self) -> None:
        """Let go of Redis."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._redis.aclose()

    async def ready(self) -> bool:
        """Whether Redis answers."""
        try:
            return bool(await self._redis.ping())
        except (redis.RedisError, OSError):
            return False
