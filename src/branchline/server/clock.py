"""What time it is: the one place that asks, and one that a jump of the machine's clock does not mislead."""

import time

# The machine's clock may be put right while games run. Ours follows it slowly, so that nobody's time is up at once.
DRIFT = 0.05
# A clock that is wrong by more than this was never right, so it is followed at once.
NONSENSE_MS = 30 * 24 * 3600 * 1000


class Clock:
    """Counts steadily from the time at which it was made, and drifts towards the machine's clock."""

    def __init__(self) -> None:
        self._shown = float(_machine_ms())
        self._counted = _counter_ms()

    def now(self) -> int:
        """Milliseconds since 1970."""
        counted = _counter_ms()
        passed, self._counted = counted - self._counted, counted
        self._shown += passed
        wrong = _machine_ms() - self._shown
        if abs(wrong) > NONSENSE_MS:
            self._shown += wrong
        else:
            self._shown += max(-DRIFT * passed, min(DRIFT * passed, wrong))
        return int(self._shown)

    def agree_with(self, other: int) -> None:
        """Take the time of a server process that has run for longer; both judge the same deadlines."""
        self._shown = float(other)


def _machine_ms() -> float:
    return time.time_ns() / 1e6


def _counter_ms() -> float:
    return time.monotonic_ns() / 1e6


_clock = Clock()
now = _clock.now
agree_with = _clock.agree_with
