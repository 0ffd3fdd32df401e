"""The exact shapes of spaces, cities and names, and which of them overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Geometry

Array = np.ndarray

CORNER = 0.22  # radius of a space's corners, in its widths
EDGE = 1.1  # a city's ring reaches so many radii out


@dataclass(frozen=True)
class Shapes:
    """Everything on a board that must be seen whole; each with the name to call it by."""

    slots: Array
    slot_names: list[str]
    cities: Array
    city_names: list[str]
    labels: Array
    label_names: list[str]

    def overlaps(self, clearance: float = 0.0) -> list[tuple[str, str]]:
        """Pairs of things that overlap, or come nearer to each other than the clearance."""
        return [
            *_pairs(self.slots, self.slot_names, self.slots, self.slot_names, clearance),
            *_pairs(self.slots, self.slot_names, self.cities, self.city_names, clearance),
            *_pairs(self.slots, self.slot_names, self.labels, self.label_names, clearance),
            *_pairs(self.labels, self.label_names, self.labels, self.label_names, clearance),
            *_pairs(self.labels, self.label_names, self.cities, self.city_names, clearance),
            *_pairs(self.cities, self.city_names, self.cities, self.city_names, clearance),
        ]

    def outside(self, width: float, height: float) -> list[str]:
        """What is not wholly inside the frame."""
        frame = shapely.box(0, 0, width, height)
        everything = np.concatenate([self.slots, self.cities, self.labels])
        names = [*self.slot_names, *self.city_names, *self.label_names]
        return [names[number] for number in np.flatnonzero(~shapely.covers(frame, everything))]


def _pairs(
    ones: Array, one_names: Sequence[str], others: Array, other_names: Sequence[str], clearance: float
) -> list[tuple[str, str]]:
    found = shapely.STRtree(others).query(ones, predicate="dwithin", distance=clearance).T
    same = ones is others
    return [(one_names[i], other_names[j]) for i, j in found if not same or i < j]


def slot_shapes(slots: Array, length: float, width: float) -> Array:
    """The spaces [x, y, degrees] as rectangles with round corners."""
    corner = CORNER * width
    inner = shapely.box(-length / 2 + corner, -width / 2 + corner, length / 2 - corner, width / 2 - corner)
    outline = shapely.get_coordinates(inner.buffer(corner, quad_segs=4))
    turn = np.radians(slots[:, 2])
    x = np.outer(np.cos(turn), outline[:, 0]) - np.outer(np.sin(turn), outline[:, 1]) + slots[:, :1]
    y = np.outer(np.sin(turn), outline[:, 0]) + np.outer(np.cos(turn), outline[:, 1]) + slots[:, 1:2]
    return np.asarray(shapely.polygons(np.stack([x, y], axis=2)))


def city_shapes(cities: Array, radii: Array) -> Array:
    """The cities as discs, with their rings."""
    return np.asarray(shapely.buffer(shapely.points(cities), radii * EDGE, quad_segs=16))


def label_shapes(boxes: Array) -> Array:
    """Names as boxes, from their middles and sizes [x, y, width, height]."""
    low, high = boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2
    return np.asarray(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))


def union(shapes: Shapes) -> Geometry:
    """Everything on the board as one shape, to keep decoration away from it."""
    return shapely.union_all(np.concatenate([shapes.slots, shapes.cities, shapes.labels]))
