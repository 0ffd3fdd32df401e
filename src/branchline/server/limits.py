"""Rate limits: so many of a thing in so many seconds, for each person or address."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from branchline.server.errors import Refused

MOST_KEYS = 100_000
MOST_SOCKETS = 1000  # open at once, for each address


@dataclass(frozen=True)
class Limit:
    """A bucket that holds ``most`` and fills again in ``seconds``."""

    most: float
    seconds: float


LIMITS = {
    "signin": Limit(10, 300),  # for a name from an address: a stranger cannot lock somebody out
    "signin_address": Limit(50, 300),
    "signin_name": Limit(200, 3600),  # from all addresses together
    "signup": Limit(20, 3600),
    "guest": Limit(60, 600),
    "password": Limit(10, 600),
    "create": Limit(60, 600),
    "replay": Limit(240, 60),
    "export": Limit(10, 600),
    "request": Limit(600, 60),
    "socket": Limit(120, 60),
    "message": Limit(200, 10),
    "chat": Limit(15, 15),
    "undo": Limit(60, 60),
}


def _too_many() -> Refused:
    return Refused("too_many", "too many at once; please wait a little", 429)


class Limits:
    """Buckets by what is done and who does it."""

    def __init__(self, factor: float) -> None:
        self.factor = factor
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._open: Counter[str] = Counter()

    def spend(self, what: str, who: str) -> None:
        """Take one from the bucket; Refused if it is empty."""
        if self.factor <= 0:
            return
        limit = LIMITS[what]
        most = max(1.0, limit.most * self.factor)
        level, at = self._buckets.pop((what, who), (most, time.monotonic()))
        moment = time.monotonic()
        level = min(most, level + (moment - at) * most / limit.seconds)
        allowed = level >= 1
        self._buckets[what, who] = (level - 1 if allowed else level, moment)
        while len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        if not allowed:
            raise _too_many()

    @contextmanager
    def socket(self, who: str) -> Iterator[None]:
        """Hold one of the sockets that an address may have open."""
        if self.factor > 0 and self._open[who] >= max(1.0, MOST_SOCKETS * self.factor):
            raise _too_many()
        self._open[who] += 1
        try:
            yield
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
