"""Names beside their cities: where a name may stand, and which place is best for all of them together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from branchline.engine.board import City
from tools.boards.boxes import Boxes, from_points, separation
from tools.boards.letters import HALO, LEADING, above, below, width
from tools.boards.network import Network
from tools.boards.shapes import EDGE

Array = np.ndarray

SWEEPS, STARTS = 8, 12


@dataclass(frozen=True)
class Label:
    """A name: its box's middle seen from the city, the box's size with halo, and the text in it."""

    x: float
    y: float
    width: float
    height: float
    anchor: str
    lines: tuple[str, ...]
    dislike: float = 0.0

    def baseline(self, font: float) -> tuple[float, float]:
        """Where the first line's text is anchored, seen from the city."""
        inner = self.width / 2 - HALO * font
        side = {"start": -inner, "middle": 0.0, "end": inner}[self.anchor]
        return self.x + side, self.y - self.height / 2 + (HALO + above(self.lines[0])) * font


def box_size(lines: tuple[str, ...], font: float) -> tuple[float, float]:
    """The size of a name's box, with accents, descenders and halo."""
    tall = above(lines[0]) + LEADING * (len(lines) - 1) + below(lines[-1])
    return (max(map(width, lines)) + 2 * HALO) * font, (tall + 2 * HALO) * font


def _broken(name: str) -> list[tuple[str, ...]]:
    """The name in one line, and in two where it has a gap."""
    pieces = (name.replace("-", "- ") if len(name) > 9 else name).split()
    pairs = [(_joined(pieces[:k]), _joined(pieces[k:])) for k in range(1, len(pieces))]
    return [(name,), *sorted(pairs, key=lambda pair: max(map(width, pair)))[:1]]


def _joined(pieces: list[str]) -> str:
    return " ".join(pieces).replace("- ", "-")


def _places(wide: float, high: float, reach: float) -> Iterator[tuple[float, float, str, float]]:
    """Middles of a box that keeps this distance from the city: beside, above, below and at its corners."""
    for part in (0.0, -0.17, 0.17, -0.33, 0.33, -0.48, 0.48):
        yield part * wide, -high / 2 - reach, "middle", 0.4 + abs(part) * 0.6
        yield part * wide, high / 2 + reach, "middle", 0.5 + abs(part) * 0.6
    for part in (0.0, -0.25, 0.25, -0.48, 0.48):
        yield wide / 2 + reach, part * high, "start", abs(part) * 0.5
        yield -wide / 2 - reach, part * high, "end", 0.3 + abs(part) * 0.5
    corner = reach * 0.7072
    for down in (-1, 1):
        yield wide / 2 + corner, down * (high / 2 + corner), "start", 0.7
        yield -wide / 2 - corner, down * (high / 2 + corner), "end", 0.8


def candidates(city: City, near: float, font: float) -> list[Label]:
    """Every place where a city's name may stand, with a small dislike for the less usual ones."""
    if city.waypoint:
        return []
    found = []
    for broken, lines in enumerate(_broken(city.name)):
        size = box_size(lines, font)
        for away, dislike in ((0.0, 0.0), (0.18, 1.5), (0.36, 4.0)):
            reach = near + away * font
            for x, y, anchor, unusual in _places(*size, reach):
                found.append(Label(x, y, *size, anchor, lines, unusual + dislike + 0.8 * broken))
    return found


class LabelPlacer:
    """Chooses a place for every name, with lines and cities as they are."""

    def __init__(self, network: Network, random: np.random.Generator) -> None:
        setting = network.setting
        self.network = network
        self.random = random
        near = EDGE * setting.radius + 0.1 * setting.slot[1]
        self.choices = [candidates(city, near, setting.font) for city in network.cities]
        self.named = [number for number, choice in enumerate(self.choices) if choice]

    def place(self, cities: Array, spaces: Boxes) -> list[Label | None]:
        """The best places found; a waypoint gets none."""
        boxes = [self._boxes(number, cities) for number in self.named]
        costs = [self._cost(number, box, cities, spaces) for number, box in zip(self.named, boxes, strict=True)]
        chosen = self._settle(boxes, costs)
        labels: list[Label | None] = [None] * len(self.choices)
        for number, choice in zip(self.named, chosen, strict=True):
            labels[number] = self.choices[number][choice]
        return labels

    def _boxes(self, number: int, cities: Array) -> Array:
        """The corners (west, north, east, south) of each candidate."""
        shapes = np.array([[c.x, c.y, c.width / 2, c.height / 2] for c in self.choices[number]])
        middles = cities[number] + shapes[:, :2]
        return np.concatenate([middles - shapes[:, 2:], middles + shapes[:, 2:]], axis=1)

    def _cost(self, number: int, boxes: Array, cities: Array, spaces: Boxes) -> Array:
        """What each candidate costs by itself: dislike, lines and other cities beneath it, the frame."""
        width, height = self.network.setting.size
        shapes = Boxes.upright((boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]) / 2)
        others = np.delete(np.arange(len(cities)), number)
        limits = np.array([4.0, 4.0, width - 4, height - 4])
        outside = np.maximum((limits - boxes) * np.array([1, 1, -1, -1]), 0).sum(axis=1)
        dislike = np.array([choice.dislike for choice in self.choices[number]])
        on_lines, on_cities = (
            _over_lines(shapes, spaces),
            _over_cities(shapes, cities[others], self.network.radii[others]),
        )
        return np.asarray(0.6 * dislike + on_lines + 8 * on_cities + 20 * outside)

    def _settle(self, boxes: list[Array], costs: list[Array]) -> list[int]:
        """The cheapest choice for all names together: each in turn takes its best, from several starts."""
        best: tuple[float, list[int]] = (np.inf, [])
        for start in range(STARTS):
            chosen = [int(np.argmin(cost)) for cost in costs]
            if start:
                for number in self.random.choice(len(costs), len(costs) // 4, replace=False):
                    chosen[number] = int(self.random.integers(len(costs[number])))
            total = self._improve(chosen, boxes, costs)
            if total < best[0] - 1e-9:
                best = (total, chosen)
        return best[1]

    def _improve(self, chosen: list[int], boxes: list[Array], costs: list[Array]) -> float:
        """Let every name take its best place until nothing changes; the total cost then."""
        standing = np.array([box[choice] for box, choice in zip(boxes, chosen, strict=True)])
        for _ in range(SWEEPS):
            before = list(chosen)
            for number in self.random.permutation(len(chosen)):
                standing[number] = -1e6
                total = costs[number] + _overlaps(boxes[number], standing)
                chosen[number] = int(np.argmin(total))
                standing[number] = boxes[number][chosen[number]]
            if chosen == before:
                break
        alone = sum(float(cost[choice]) for cost, choice in zip(costs, chosen, strict=True))
        return alone + float(_overlaps(standing, standing).sum() - _overlaps_with_self(standing)) / 2


def _over_lines(shapes: Boxes, spaces: Boxes) -> Array:
    """What it costs each name to stand on spaces, or too near to them."""
    clear = 0.2 * 2 * spaces.halves[0, 1]
    far = np.abs(shapes.middles[:, None] - spaces.middles[None]) - shapes.halves[:, None]
    name, space = np.nonzero(far.max(axis=2) < spaces.halves[0, 0] + clear)
    gap, _ = separation(shapes[name], spaces[space])
    return np.bincount(name, 1.5 * np.maximum(clear - gap, 0) ** 1.5, len(shapes.middles))


def _over_cities(shapes: Boxes, cities: Array, radii: Array) -> Array:
    """How much each name covers of these cities."""
    name, city = np.indices((len(shapes.middles), len(cities))).reshape(2, -1)
    gap, _ = from_points(cities[city], shapes[name])
    return np.bincount(name, np.maximum(1.25 * radii[city] - gap, 0), len(shapes.middles))


def _overlaps(boxes: Array, standing: Array) -> Array:
    """What the areas that each box shares with those standing cost."""
    west, north = np.maximum(boxes[:, None, :2], standing[None, :, :2]).transpose(2, 0, 1)
    east, south = np.minimum(boxes[:, None, 2:], standing[None, :, 2:]).transpose(2, 0, 1)
    shared = np.maximum(east - west + 2, 0) * np.maximum(south - north + 1, 0)
    return np.asarray(0.6 * shared.sum(axis=1))


def _overlaps_with_self(standing: Array) -> float:
    sides = standing[:, 2:] - standing[:, :2] + np.array([2, 1])
    return float(0.6 * np.prod(sides, axis=1).sum())
