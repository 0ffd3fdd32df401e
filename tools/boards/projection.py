"""Map projections on the sphere: equal-area and conformal conics, and a cylindrical one; y grows downwards."""

from __future__ import annotations

import numpy as np

from tools.boards.settings import Projection

Array = np.ndarray


def project(projection: Projection, lonlat: Array) -> Array:
    """Points of the earth on a plane, in earth radii."""
    longitude, latitude = np.radians(lonlat[:, 0]), np.radians(lonlat[:, 1])
    if projection.kind == "miller":
        return np.stack([longitude, -1.25 * np.log(np.tan(np.pi / 4 + 0.4 * latitude))], axis=1)
    cone, distance = (_albers if projection.kind == "albers" else _lambert)(projection, latitude)
    angle = cone * (longitude - np.radians(projection.longitude))
    return np.stack([distance * np.sin(angle), distance * np.cos(angle)], axis=1)


def _albers(projection: Projection, latitude: Array) -> tuple[float, Array]:
    """The cone's constant, and each point's distance from its tip; equal areas stay equal."""
    first, second = np.radians(projection.parallels)
    cone = (np.sin(first) + np.sin(second)) / 2
    constant = np.cos(first) ** 2 + 2 * cone * np.sin(first)
    return cone, np.sqrt(np.maximum(constant - 2 * cone * np.sin(latitude), 0)) / cone


def _lambert(projection: Projection, latitude: Array) -> tuple[float, Array]:
    """The cone's constant, and each point's distance from its tip; shapes stay alike."""
    first, second = np.radians(projection.parallels)

    def rise(angle: Array | float) -> Array:
        return np.tan(np.pi / 4 + np.asarray(angle) / 2)

    cone = float(np.log(np.cos(first) / np.cos(second)) / np.log(rise(second) / rise(first)))
    constant = np.cos(first) * rise(first) ** cone / cone
    return cone, constant / rise(latitude) ** cone
