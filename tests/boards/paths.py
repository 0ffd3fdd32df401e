"""Reads SVG path data of the geometry files, by itself: M, relative l, and z."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import shapely
from shapely import Geometry, LineString, Polygon

NUMBER = re.compile(r"-?(?:\d+\.\d+|\.\d+|\d+)")


def rings(data: str) -> list[tuple[np.ndarray, bool]]:
    """Each piece's points, and whether it is closed."""
    found = []
    for piece in filter(None, data.split("M")):
        numbers = [float(number) for number in NUMBER.findall(piece)]
        points = np.cumsum(np.array(numbers).reshape(-1, 2), axis=0)
        found.append((points, piece.endswith("z")))
    return found


@cache
def area(data: str) -> Geometry:
    """A filled path by the even-odd rule."""
    whole = Polygon()
    for points, closed in rings(data):
        assert closed, "an outline is open"
        whole = shapely.symmetric_difference(whole, shapely.make_valid(Polygon(points)))
    return whole


def lines(data: str) -> Geometry:
    """A stroked path."""
    return shapely.union_all([LineString(points) for points, _ in rings(data)])
