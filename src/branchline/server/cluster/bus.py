"""Tells other server processes what has changed, and settles which of them drives a table's bots."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec
import redis.asyncio as redis
import structlog

from branchline.server.clock import now
from branchline.server.tasks import end_tasks

log = structlog.get_logger()

CHANNEL = "branchline"
AWAY = (redis.RedisError, OSError)
RETRY_SECONDS = 0.5
PATIENCE_SECONDS = 2.0
MOST_WAITING = 10_000


class News(msgspec.Struct, frozen=True):
    """Something changed: a table's log, its chat, the people at it, or the lobby."""

    origin: str
    what: str  # log, chat, people, undo, lobby, here, who, alive, gone, resync
    table: str = ""
    data: str = ""


Listener = Callable[[News], Awaitable[None]]


class Bus(Protocol):
    """Carries news between processes."""

    async def start(self, listener: Listener) -> None: ...
    async def publish(self, news: News) -> None: ...
    async def lease(self, name: str, owner: str, seconds: float) -> bool: ...
    async def renew(self, names: list[str], owner: str, seconds: float) -> set[str]: ...
    async def stop(self) -> None: ...
    async def ready(self) -> bool: ...


class LocalBus:
    """One process alone needs no news."""

    async def start(self, listener: Listener) -> None:
        """Nothing to listen to."""

    async def publish(self, news: News) -> None:
        """Nobody to tell."""

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Nobody else could want it."""
        return True

    async def renew(self, names: list[str], owner: str, seconds: float) -> set[str]:
        """Nobody else could have taken them."""
        return set(names)

    async def stop(self) -> None:
        """Nothing to stop."""

    async def ready(self) -> bool:
        """Always."""
        return True


class RedisBus:
    """News over a Redis channel; while Redis is away, tables are still safe and are read again and again."""

    def __init__(self, url: str) -> None:
        self._redis = redis.from_url(
            url, health_check_interval=10, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS
        )
        # Redis carries a channel to all its databases; two sites on one Redis must not hear each other.
        self._channel = f"{CHANNEL}:{self._redis.connection_pool.connection_kwargs.get('db', 0)}"
        self._waiting: deque[News] = deque(maxlen=MOST_WAITING)
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._lost = 0  # since when Redis is away
        self._stopping = False

    async def start(self, listener: Listener) -> None:
        """Listen and tell for ever."""
        self._tasks = [
            asyncio.create_task(self._listen(listener), name="bus listener"),
            asyncio.create_task(self._tell(), name="bus teller"),
        ]

    # --- listening

    async def _listen(self, listener: Listener) -> None:
        lost = now()
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(self._channel)
                    await self._hear(channel, listener, lost)
            except AWAY as problem:
                log.warning("bus lost", problem=type(problem).__name__)
            except Exception:
                log.exception("bus failed")  # whatever it was, news must go on coming
            lost = now()
            await asyncio.sleep(RETRY_SECONDS)
            await self._pass_on(listener, News("", "resync", data=str(lost)))

    async def _hear(self, channel: Any, listener: Listener, lost: int) -> None:
        """Pass on what comes; first of all, that something may have been missed before."""
        while True:
            message = await channel.get_message(timeout=PATIENCE_SECONDS / 2)
            if message is None:
                continue
            if message["type"] == "subscribe":
                await self._pass_on(listener, News("", "resync", data=str(lost)))
            elif message["type"] == "message":
                await self._pass_on(listener, msgspec.json.decode(message["data"], type=News))

    async def _pass_on(self, listener: Listener, news: News) -> None:
        """News that cannot be dealt with must not stop the next."""
        try:
            await listener(news)
        except Exception:
            log.exception("news failed", what=news.what, table=news.table)

    # --- telling

    async def publish(self, news: News) -> None:
        """Tell the others soon; nobody waits for Redis."""
        self._waiting.append(news)
        self._wake.set()

    async def _tell(self) -> None:
        while not self._stopping:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await self._tell_some()

    async def _tell_some(self) -> None:
        """Tell what is waiting; if it cannot be told, the others read everything again later."""
        some = [self._waiting.popleft() for _ in range(min(len(self._waiting), 500))]
        if self._lost:
            some.insert(0, News(some[0].origin, "resync", data=str(self._lost)))
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                for news in some:
                    pipe.publish(self._channel, msgspec.json.encode(news))
                await pipe.execute()
            self._lost = 0
        except AWAY:
            self._lost = self._lost or now()
            self._waiting.appendleft(News(some[-1].origin, "alive"))
            await asyncio.sleep(RETRY_SECONDS)

    # --- leases

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Whether something is ours for so long; without Redis everybody may, which is double work and no harm."""
        key, life = f"{CHANNEL}:{name}", int(seconds * 1000)
        try:
            return bool(await self._redis.set(key, owner, nx=True, px=life)) or (
                await self._redis.get(key) == owner.encode()
            )
        except AWAY:
            return True

    async def renew(self, names: list[str], owner: str, seconds: float) -> set[str]:
        """Which of the things that were ours still are, for so long again."""
        if not names:
            return set()
        try:
            owners = await self._redis.mget([f"{CHANNEL}:{name}" for name in names])
            # One that has run out meanwhile, and that nobody took, is still ours.
            ours = [name for name, each in zip(names, owners, strict=True) if each in (None, owner.encode())]
            async with self._redis.pipeline(transaction=False) as pipe:
                for name in ours:
                    pipe.set(f"{CHANNEL}:{name}", owner, px=int(seconds * 1000))
                await pipe.execute()
            return set(ours)
        except AWAY:
            return set(names)

    async def stop(self) -> None:
        """Tell what is waiting, as far as Redis is there, and let go of it."""
        self._stopping = True
        self._wake.set()
        if not self._lost:
            await asyncio.wait(self._tasks[1:], timeout=PATIENCE_SECONDS)
        await end_tasks(self._tasks)
        with contextlib.suppress(*AWAY):
            await self._redis.aclose()

    async def ready(self) -> bool:
        """Whether Redis answers."""
        try:
            return bool(await self._redis.ping())
        except AWAY:
            return False
