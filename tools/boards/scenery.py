"""What is on a board only for the eye: mountains, trees and a compass, wherever they are in nobody's way."""

from __future__ import annotations

import numpy as np
import shapely
from shapely import Geometry, LineString

from tools.boards.earth import Earth
from tools.boards.settings import Range, Setting

Relief = tuple[str, float, float, float]

LARGEST_COMPASS, SMALLEST_COMPASS = 46.0, 16.0


def place_relief(setting: Setting, earth: Earth, taken: Geometry) -> list[Relief]:
    """Mountains and trees along the setting's ranges, from north to south."""
    random = np.random.default_rng(setting.seed)
    shapely.prepare(earth.land)
    shapely.prepare(taken)
    put: list[Relief] = []
    for line in setting.relief:
        for kind, x, y, size in _strewn(line, setting, earth, random):
            free = not taken.intersects(shapely.Point(x, y).buffer(7 * size))
            dry = earth.land.contains(shapely.Point(x, y).buffer(6 * size))
            if free and dry and not _crowded(put, x, y, setting.scale):
                put.append((kind, x, y, size))
    return sorted(put, key=lambda item: item[2])


def _strewn(line: Range, setting: Setting, earth: Earth, random: np.random.Generator) -> list[Relief]:
    """Places scattered about a range."""
    path = LineString(earth.warp(np.array(line.along, dtype=float)))
    count = max(int(path.length / (9 * setting.scale) * 1.6), 3)
    middles = shapely.get_coordinates(
        shapely.line_interpolate_point(path, (np.arange(count) + 0.5) / count, normalized=True)
    )
    spots = middles + random.normal(size=(count, 2)) * np.array([7, 6]) * setting.scale
    sizes = random.uniform(0.8, 1.25, count) * setting.scale
    return [(line.kind[0], float(x), float(y), float(size)) for (x, y), size in zip(spots, sizes, strict=True)]


def _crowded(put: list[Relief], x: float, y: float, scale: float) -> bool:
    return any(abs(x - other[1]) < 9 * scale and abs(y - other[2]) < 6 * scale for other in put)


def place_compass(setting: Setting, earth: Earth, taken: Geometry) -> tuple[float, float, float] | None:
    """The middle and radius of the largest compass that fits, on open water if there is enough of it."""
    width, height = setting.size
    x, y = np.meshgrid(np.arange(10, width - 10, 6), np.arange(10, height - 10, 6))
    x, y = x.ravel(), y.ravel()
    points = shapely.points(x, y)
    edge = np.minimum.reduce([x, width - x, y, height - y]) - 4
    room = np.minimum(shapely.distance(points, taken), edge)
    on_water = np.minimum(room, shapely.distance(points, earth.land) + 6)
    wet = on_water > 34 * setting.scale
    radius = np.where(wet, on_water, 0.7 * room)
    best = int(np.argmax(radius + 1000 * wet))
    size = min(float(radius[best]) * 0.86, LARGEST_COMPASS * setting.scale)
    return (float(x[best]), float(y[best]), size) if size > SMALLEST_COMPASS else None
