"""The reduced geography of each board, as whole numbers: thousandths of a degree, each point from the one before."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import shapely
from shapely import Geometry, MultiLineString, Polygon

from tools.boards.settings import generator_folder

GRID = 1000


@dataclass(frozen=True)
class Layers:
    """Everything that can be seen of the earth, in longitudes and latitudes."""

    land: Geometry
    lakes: Geometry
    borders: Geometry
    provinces: Geometry
    rivers: Geometry


def _steps(points: np.ndarray) -> list[int]:
    grid = np.round(points * GRID).astype(int)
    steps = np.diff(grid, axis=0, prepend=np.zeros((1, 2), int))
    moved = np.any(steps != 0, axis=1)
    moved[0] = True
    return [int(number) for number in steps[moved].ravel()]


def _points(steps: list[int]) -> np.ndarray:
    return np.cumsum(np.array(steps).reshape(-1, 2), axis=0) / GRID


def _rings(part: Geometry) -> list[np.ndarray]:
    lines = [part.exterior, *part.interiors] if isinstance(part, Polygon) else [part]
    return [shapely.get_coordinates(line) for line in lines]


def _packed(layer: Geometry) -> list[list[list[int]]]:
    """Each part of a layer as its rings (the outline, then holes) or its one line."""
    parts = shapely.get_parts(layer) if not layer.is_empty else []
    return [[_steps(ring) for ring in _rings(part)] for part in parts]


def _area(rings: list[list[int]]) -> Geometry:
    outline, *holes = [_points(ring) for ring in rings]
    return shapely.make_valid(Polygon(outline, holes))


def _unpacked(name: str, parts: list[list[list[int]]]) -> Geometry:
    if name in ("land", "lakes"):
        return shapely.union_all([_area(rings) for rings in parts if len(rings[0]) >= 8])
    return MultiLineString([_points(rings[0]) for rings in parts if len(rings[0]) >= 4])


def write_layers(path: Path, layers: Layers) -> None:
    """Write a board's geography, one layer a line."""
    path.parent.mkdir(exist_ok=True)
    lines = [f'"{field.name}":{_compact(_packed(getattr(layers, field.name)))}' for field in fields(Layers)]
    path.write_text("{" + ",\n".join(lines) + "}\n")


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def geography_file(title: str) -> Path:
    """Where the geography of a board is."""
    return generator_folder(title) / "geography.json"


def read_layers(title: str) -> Layers:
    """The geography of a board."""
    data = json.loads(geography_file(title).read_text())
    return Layers(**{field.name: _unpacked(field.name, data[field.name]) for field in fields(Layers)})
