"""Rate limits: so many of a thing in so many seconds, for each person or address."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from branchline.server.errors import Refused

MOST_KEYS = 100_000


@dataclass(frozen=True)
class Limit:
    """A bucket that holds ``most`` and fills again in ``seconds``."""

    most: float
    seconds: float


LIMITS = {
    "signin": Limit(10, 300),  # for a name, and for an address
    "signup": Limit(20, 3600),
    "guest": Limit(60, 600),
    "password": Limit(10, 600),
    "create": Limit(60, 600),
    "request": Limit(600, 60),
    "socket": Limit(120, 60),
    "message": Limit(200, 10),
    "chat": Limit(15, 15),
}


class Limits:
    """Buckets by what is done and who does it."""

    def __init__(self, factor: float) -> None:
        self.factor = factor
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def spend(self, what: str, who: str) -> None:
        """Take one from the bucket; Refused if it is empty."""
        if self.factor <= 0:
            return
        limit = LIMITS[what]
        most = limit.most * self.factor
        level, at = self._buckets.pop((what, who), (most, time.monotonic()))
        moment = time.monotonic()
        level = min(most, level + (moment - at) * most / limit.seconds)
        allowed = level >= 1
        self._buckets[what, who] = (level - 1 if allowed else level, moment)
        while len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        if not allowed:
            raise Refused("too_many", "too many at once; please wait a little", 429)
