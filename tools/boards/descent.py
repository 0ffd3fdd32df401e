"""Steps down a slope that adapt to it (Adam): steady where it is steady, small where it changes."""

from __future__ import annotations

import numpy as np

from tools.boards.tracks import Variables

PACE = {"cities": 0.5, "bends": 1.0, "shifts": 0.5}  # cities are heavier than curves


class Descent:
    """Remembers the slopes met so far, and takes the next step."""

    def __init__(self, start: Variables) -> None:
        self.taken = 0
        self.mean = {name: np.zeros_like(getattr(start, name)) for name in PACE}
        self.square = {name: np.zeros_like(getattr(start, name)) for name in PACE}

    def step(self, here: Variables, slope: Variables, size: float) -> Variables:
        """The next place from here."""
        self.taken += 1
        return Variables(**{name: getattr(here, name) - size * self._way(name, slope) for name in PACE})

    def _way(self, name: str, slope: Variables) -> np.ndarray:
        """Which way to change some of the variables, and how far in one unit of size."""
        value = getattr(slope, name)
        self.mean[name] = 0.9 * self.mean[name] + 0.1 * value
        self.square[name] = 0.98 * self.square[name] + 0.02 * value**2
        mean = self.mean[name] / (1 - 0.9**self.taken)
        steady = np.sqrt(self.square[name] / (1 - 0.98**self.taken)) + 1e-3
        return np.asarray(PACE[name] * mean / steady)
