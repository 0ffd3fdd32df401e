"""Limits that all processes count together, in Redis; while it is away, each counts for itself."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from typing import Any

import redis.asyncio as redis
import structlog
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from branchline.server.tasks import end_tasks

log = structlog.get_logger()

PREFIX = "branchline:limit:"
AWAY = (redis.RedisError, OSError)

# Nobody waits longer for Redis, and while it is away nobody asks it for so long.
PATIENCE_SECONDS = 0.25
PAUSE_SECONDS = 2.0

# A process says so often what it has open; what it said holds so long, if it dies.
BEAT_SECONDS = 10.0
HOLD_SECONDS = 30.0

# Takes up to ARGV[3] out of a bucket of ARGV[1] that fills in ARGV[2] ms. Answers how many, and the ms to wait.
TAKE = """
local most, life, want = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('TIME')
local moment = clock[1] * 1000 + math.floor(clock[2] / 1000)
local found = redis.call('HMGET', KEYS[1], 'level', 'at')
local level, at = tonumber(found[1]) or most, tonumber(found[2]) or moment
level = math.min(most, level + math.max(0, moment - at) * most / life)
local wait = level < 1 and math.ceil((1 - level) * life / most) or 0
local taken = math.min(want, math.floor(level))
redis.call('HSET', KEYS[1], 'level', tostring(level - taken), 'at', string.format('%.0f', moment))
redis.call('PEXPIRE', KEYS[1], life)
return {taken, wait}
"""

# Notes that process ARGV[1] has ARGV[2] open, for ARGV[4] ms; with ARGV[3], only if that is not too much for all.
HOLD = """
local clock = redis.call('TIME')
local moment = clock[1] * 1000 + math.floor(clock[2] / 1000)
local own, most, life = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local all, found = own, redis.call('HGETALL', KEYS[1])
for i = 1, #found, 2 do
  local count, ends = string.match(found[i + 1], '(%d+) (%d+)')
  if tonumber(ends) < moment then redis.call('HDEL', KEYS[1], found[i])
  elseif found[i] ~= ARGV[1] then all = all + tonumber(count) end
end
if most > 0 and all > most then return 0 end
if own == 0 then redis.call('HDEL', KEYS[1], ARGV[1])
else redis.call('HSET', KEYS[1], ARGV[1], own .. ' ' .. string.format('%.0f', moment + life)) end
redis.call('PEXPIRE', KEYS[1], life)
return 1
"""


class SharedLimits:
    """The buckets and shares in Redis."""

    def __init__(self, url: str) -> None:
        self._redis = redis.from_url(
            url,
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        self._take = self._redis.register_script(TAKE)
        self._hold = self._redis.register_script(HOLD)
        self._name = secrets.token_hex(8)
        self._away_until = 0.0
        self._open: Counter[tuple[str, str]] = Counter()
        self._changed: set[tuple[str, str]] = set()
        self._wake = asyncio.Event()
        self._teller: asyncio.Task[None] | None = None

    def start(self, held: Counter[tuple[str, str]]) -> None:
        """Begin to say what is open here."""
        self._open = held
        self._teller = asyncio.create_task(self._tell(), name="limits teller")

    async def stop(self) -> None:
        """Let go of Redis; nothing is open here any more."""
        if self._teller is not None:
            await end_tasks([self._teller])
        with contextlib.suppress(*AWAY):
            await self._redis.aclose()

    async def take(self, key: str, most: float, seconds: float, want: int) -> tuple[int, float] | None:
        """Up to so many out of a bucket, and the seconds to wait if it has none; None if Redis does not answer."""
        answer = await self._ask(self._take, PREFIX + key, most, int(seconds * 1000), want)
        return None if answer is None else (int(answer[0]), int(answer[1]) / 1000)

    async def fits(self, key: tuple[str, str], own: int, most: float) -> bool:
        """Whether so many here and those elsewhere are not too many; without Redis nobody knows of others."""
        return bool(await self._note(key, own, most) != 0)

    def changed(self, key: tuple[str, str]) -> None:
        """There are fewer open here now."""
        self._changed.add(key)
        self._wake.set()

    async def _note(self, key: tuple[str, str], own: int, most: float) -> Any:
        return await self._ask(
            self._hold, f"{PREFIX}open:{':'.join(key)}", self._name, own, most, int(HOLD_SECONDS * 1000)
        )

    async def _ask(self, script: Any, key: str, *arguments: str | float) -> Any:
        """What a script answers; None if Redis does not, and then it is left alone for a moment."""
        if time.monotonic() < self._away_until:
            return None
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await script(keys=[key], args=arguments)
        except (*AWAY, TimeoutError) as problem:
            if time.monotonic() >= self._away_until:
                log.warning("limits count for this process alone", problem=type(problem).__name__)
            self._away_until = time.monotonic() + PAUSE_SECONDS
            return None

    async def _tell(self) -> None:
        """Say at once what has been closed, and from time to time everything that is open."""
        while True:
            whole = False
            try:
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                whole = True
            self._wake.clear()
            keys, self._changed = (set(self._open) if whole else set()) | self._changed, set()
            for key in keys:
                if await self._note(key, self._open.get(key, 0), 0) is None:
                    break  # what was said before ends by itself
