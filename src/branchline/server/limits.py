"""Rate limits: so many of a thing in so many seconds, for each person or address, across all processes."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import ceil

from branchline.server.errors import Refused
from branchline.server.shared_limits import SharedLimits

MOST_KEYS = 100_000

# A process takes this part of a shared bucket at a time and spends it without asking again.
BATCH = 10


@dataclass(frozen=True, slots=True)
class Limit:
    """A bucket that holds ``most`` and fills again in ``seconds``."""

    most: float
    seconds: float


LIMITS = {
    "signin": Limit(10, 300),  # for a name from an address
    "signin_address": Limit(50, 300),
    "signin_name": Limit(200, 3600),  # that failed, from all addresses together
    "signin_careful": Limit(3, 300),  # for a name from an address, while many guess at that name
    "signup": Limit(20, 3600),
    "guest": Limit(60, 600),
    "password": Limit(10, 600),
    "create": Limit(60, 600),
    "remove": Limit(30, 600),
    "replay": Limit(240, 60),
    "export": Limit(10, 600),
    "request": Limit(600, 60),
    "socket": Limit(120, 60),
    "message": Limit(200, 10),
    "chat": Limit(15, 15),
    "undo": Limit(60, 60),
    "mail": Limit(5, 3600),  # to a person
    "mail_address": Limit(10, 86_400),  # turn mails to an address
    "mail_sender": Limit(20, 3600),  # questions whether an address is right, from a household
    "confirm_address": Limit(3, 86_400),  # such questions at an address: not taken from its turn mails
    "push": Limit(60, 3600),  # to a person
}

# What may be open at once.
SHARES = {"address": 1000, "person": 200}


def too_many(what: str, seconds: float = 30) -> Refused:
    """A limit has been reached; in so many seconds there is room again."""
    return Refused("too_many", ceil(seconds), what=what, seconds=ceil(seconds))


@dataclass(slots=True)
class Bucket:
    """What is left for somebody in this process, and when it was looked at."""

    level: float
    at: float
    empty_until: float = 0.0  # the shared bucket has nothing before


class Limits:
    """Buckets by what is done and who does it: those of this process, or shared ones where there is a Redis."""

    def __init__(self, factor: float, shared: SharedLimits | None = None) -> None:
        self.factor = factor
        self._shared = shared
        self._own: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._taken: OrderedDict[tuple[str, str], Bucket] = OrderedDict()  # out of shared buckets, not yet spent
        self._open: Counter[tuple[str, str]] = Counter()

    @property
    def on(self) -> bool:
        """Whether there are limits at all."""
        return self.factor > 0

    def start(self) -> None:
        """Begin to tell the other processes what is open here."""
        if self._shared is not None and self.on:
            self._shared.start(self._open)

    async def stop(self) -> None:
        """Let go of Redis."""
        if self._shared is not None:
            await self._shared.stop()

    # --- so many in a time

    async def spend(self, what: str, who: str) -> None:
        """Take one from the bucket; Refused if it is empty."""
        if self.factor > 0:
            wait = await self._try(what, who, 1)
            if wait > 0:
                raise too_many(what.partition("_")[0], wait)  # not which of the limits of signing in it was

    async def empty(self, what: str, who: str) -> bool:
        """Whether there is nothing left to spend; nothing is taken."""
        return self.factor > 0 and await self._try(what, who, 0) > 0

    async def _try(self, what: str, who: str, count: int) -> float:
        """Take so many, one or none; 0 if there is one, or else the seconds to wait."""
        limit = LIMITS[what]
        most = max(1.0, limit.most * self.factor)
        if self._shared is not None:
            wait = await self._try_shared(self._shared, (what, who), most, limit.seconds, count)
            if wait is not None:
                return wait
        return self._try_own((what, who), most, limit.seconds, count)

    def _try_own(self, key: tuple[str, str], most: float, seconds: float, count: int) -> float:
        moment = time.monotonic()
        bucket = _look(self._own, key, most, moment)
        bucket.level = min(most, bucket.level + (moment - bucket.at) * most / seconds)
        bucket.at = moment
        if bucket.level < 1:
            return (1 - bucket.level) * seconds / most
        bucket.level -= count
        return 0

    async def _try_shared(
        self, shared: SharedLimits, key: tuple[str, str], most: float, seconds: float, count: int
    ) -> float | None:
        """The same with a shared bucket; None if Redis does not answer."""
        moment = time.monotonic()
        taken = _look(self._taken, key, 0.0, moment)
        if moment - taken.at > seconds:  # what was taken so long ago is full again in the shared bucket
            taken.level = 0.0
        if taken.level >= 1:
            taken.level -= count
            return 0
        if moment < taken.empty_until:
            return taken.empty_until - moment
        answer = await shared.take(":".join(key), most, seconds, max(1, int(most / BATCH)) if count else 0)
        if answer is None:
            return None
        got, wait = answer
        taken.level, taken.at = taken.level + max(0, got - count), moment
        taken.empty_until = moment + wait
        return wait

    # --- so many at once

    @asynccontextmanager
    async def hold(self, whose: str, who: str) -> AsyncIterator[None]:
        """Hold one of the connections that an address or a person may have open."""
        key = (whose, who)
        self._open[key] += 1
        try:
            if self.factor > 0 and await self._over(key, max(1.0, SHARES[whose] * self.factor)):
                raise Refused("too_many_connections", 30)
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]
            if self._shared is not None and self.on:
                self._shared.changed(key)

    async def _over(self, key: tuple[str, str], most: float) -> bool:
        if self._open[key] > most:
            return True
        return self._shared is not None and not await self._shared.fits(key, self._open[key], most)


def _look(buckets: OrderedDict[tuple[str, str], Bucket], key: tuple[str, str], level: float, at: float) -> Bucket:
    """Somebody's bucket, a new one if there is none; the ones not used for longest are forgotten."""
    bucket = buckets.get(key)
    if bucket is None:
        bucket = buckets[key] = Bucket(level, at)
        while len(buckets) > MOST_KEYS:
            buckets.popitem(last=False)
    else:
        buckets.move_to_end(key)
    return bucket
