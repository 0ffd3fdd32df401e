"""The geometry file of a board: what the client draws, made from a layout, and read back as exact shapes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import Geometry, Polygon

from tools.boards.earth import Earth, make_earth
from tools.boards.labels import Label, box_size
from tools.boards.letters import HALO, above
from tools.boards.network import Network
from tools.boards.scenery import place_compass, place_relief
from tools.boards.settings import title_folder
from tools.boards.shapes import Shapes, city_shapes, label_shapes, slot_shapes, union
from tools.boards.solver import Layout, layout_shapes, slots_of
from tools.boards.tracks import Tracks, Variables, bernstein

Array = np.ndarray
Geo = dict[str, Any]

SIGN_FONT = 8.4


class FoldedEarth(ValueError):
    """The spline would fold the earth over: cities were moved past each other."""


def make_geometry(network: Network, layout: Layout) -> Geo:
    """Everything the client draws of a board."""
    setting, tracks = network.setting, Tracks(network)
    earth = make_earth(network, layout.variables.cities)
    if earth.warp.smallest_stretch() <= 0:
        raise FoldedEarth(f"{network.title}: the earth is folded over")
    taken = union(layout_shapes(tracks, layout))
    return {
        "size": _short(*setting.size),
        "slot": _short(*setting.slot),
        "radius": _trim(setting.radius),
        "font": _trim(setting.font),
        **_paths(earth),
        "relief": [[kind, *_short(x, y), round(size, 2)] for kind, x, y, size in place_relief(setting, earth, taken)],
        "compass": _compass(place_compass(setting, earth, taken)),
        "cities": _cities(network, layout),
        "lines": _lines(tracks, layout.variables),
        "signs": _signs(tracks, layout.variables),
    }


def _short(*values: float) -> list[float]:
    return [_trim(value) for value in values]


def _trim(value: float) -> float:
    rounded = round(float(value), 1) + 0.0
    return int(rounded) if rounded == int(rounded) else rounded


def _compass(place: tuple[float, float, float] | None) -> list[float] | None:
    return None if place is None else _short(*place)


def _paths(earth: Earth) -> Geo:
    return {
        "land": path_data(earth.land),
        "shallows": [path_data(area, parts=1) for area in earth.shallows],
        "inland": path_data(earth.inland, parts=1),
        "borders": path_data(earth.borders),
        "provinces": path_data(earth.provinces),
        "rivers": path_data(earth.rivers),
    }


def path_data(geometry: Geometry, parts: int = 10) -> str:
    """A shape as SVG path data, in tenths (or other parts) of a unit."""
    found = []
    for part in shapely.get_parts(geometry):
        rings = [part.exterior, *part.interiors] if isinstance(part, Polygon) else [part]
        for ring in rings if part.geom_type in ("Polygon", "LineString") else []:
            found.append(_ring(shapely.get_coordinates(ring), parts, closed=part.geom_type == "Polygon"))
    return "".join(found)


def _ring(points: Array, parts: int, closed: bool) -> str:
    grid = np.round(points * parts).astype(int)
    steps = np.diff(grid, axis=0)
    steps = steps[np.any(steps != 0, axis=1)]
    if len(steps) < (3 if closed else 1):
        return ""
    steps = steps[:-1] if closed else steps  # z draws the last one
    numbers = " ".join(f"{_number(x / parts)} {_number(y / parts)}" for x, y in steps)
    start = f"M{_number(grid[0, 0] / parts)} {_number(grid[0, 1] / parts)}"
    return f"{start}l{numbers}{'z' if closed else ''}".replace(" -", "-")


def _number(value: float) -> str:
    """A number with as few characters as SVG allows."""
    text = f"{value:.1f}".removesuffix(".0")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _cities(network: Network, layout: Layout) -> Geo:
    cities: Geo = {}
    for city, place, label in zip(network.cities, layout.variables.cities, layout.labels, strict=True):
        x, y = _short(*place)
        cities[city.id] = {"x": x, "y": y}
        if label is not None:
            cities[city.id]["label"] = _label(label, network.setting.font)
    return cities


def _label(label: Label, font: float) -> Geo:
    dx, dy = _short(*label.baseline(font))
    return {"dx": dx, "dy": dy, "anchor": label.anchor, "lines": list(label.lines)}


def _lines(tracks: Tracks, variables: Variables) -> Geo:
    """Each line's spaces; the first line of a bundle also has its track."""
    network, slots = tracks.network, slots_of(tracks, variables)
    ids = np.array(tracks.line_ids)
    lines: Geo = {}
    for number, (bundle, control) in enumerate(zip(network.bundles, tracks.control(variables), strict=True)):
        for line in bundle:
            lines[line.id] = {"slots": [_short(*slot) for slot in slots[ids == line.id]]}
            if network.wraps[number]:
                lines[line.id]["wraps"] = "ab"[int(np.argmax(network.turns[number, :, 0]))]
        lines[bundle[0].id]["bed"] = _short(*control[1:3].ravel())
    return {line.id: lines[line.id] for line in network.lines}


def _signs(tracks: Tracks, variables: Variables) -> list[Geo]:
    """The far city's name on both edges, where a wrapping line crosses them."""
    network = tracks.network
    width, height = network.setting.size
    signs: list[Geo] = []
    t = bernstein(np.linspace(0, 1, 200))
    for number in np.flatnonzero(network.wraps):
        curve = t @ tracks.control(variables)[number]
        y = float(curve[np.argmin(np.abs(curve[:, 0] - width)), 1])
        western = int(np.argmax(network.turns[number, :, 0]))
        west, east = (network.cities[network.ends[number, end]].id for end in (western, 1 - western))
        signs += [{"city": west, "side": "east", "y": y}, {"city": east, "side": "west", "y": y}]
    names = {city.id: city.name for city in network.cities}
    return [
        sign for side in ("west", "east") for sign in _apart([s for s in signs if s["side"] == side], names, height)
    ]


def _apart(signs: list[Geo], names: dict[str, str], height: float) -> list[Geo]:
    """Signs of one side, moved along it until none covers another."""
    signs = sorted(signs, key=lambda sign: (sign["y"], sign["city"]))
    long = [(box_size((names[sign["city"]],), SIGN_FONT)[0]) + 4 for sign in signs]
    places = np.array([sign["y"] for sign in signs])
    for _ in range(200):
        places = np.clip(places, np.array(long) / 2, height - np.array(long) / 2)
        for k in range(len(places) - 1):
            short = (long[k] + long[k + 1]) / 2 - (places[k + 1] - places[k])
            if short > 0:
                places[k] -= short / 2
                places[k + 1] += short / 2
    return [{**sign, "y": _trim(place)} for sign, place in zip(signs, places, strict=True)]


def geometry_text(geometry: Geo) -> str:
    """A geometry as it is written: compact, with one city and one line of the board to a line of text."""
    rows = []
    for key, value in geometry.items():
        if key in ("cities", "lines"):
            inner = ",\n".join(f" {_compact(name)}:{_compact(item)}" for name, item in value.items())
            rows.append(f"{_compact(key)}:{{\n{inner}\n}}")
        else:
            rows.append(f"{_compact(key)}:{_compact(value)}")
    return "{" + ",\n".join(rows) + "}\n"


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def geometry_file(title: str) -> Path:
    """Where the drawing of a board is."""
    return title_folder(title) / "drawing.json"


def read_geometry(title: str) -> Geo:
    """The committed geometry of a board."""
    geometry: Geo = json.loads(geometry_file(title).read_text(encoding="utf-8"))
    return geometry


def geometry_shapes(geometry: Geo, waypoints: set[str]) -> Shapes:
    """The exact shapes of what a geometry file describes."""
    cities, lines, font = geometry["cities"], geometry["lines"], geometry["font"]
    radii = [geometry["radius"] * (0.45 if city in waypoints else 1.0) for city in cities]
    named = {name: city for name, city in cities.items() if "label" in city}
    return Shapes(
        slot_shapes(np.array([slot for line in lines.values() for slot in line["slots"]]), *geometry["slot"]),
        [name for name, line in lines.items() for _ in line["slots"]],
        city_shapes(np.array([[city["x"], city["y"]] for city in cities.values()]), np.array(radii)),
        list(cities),
        label_shapes(np.array([_label_box(city, font) for city in named.values()])),
        [f"name of {name}" for name in named],
    )


def _label_box(city: Geo, font: float) -> list[float]:
    """Middle and size of the box that a name fills."""
    label, lines = city["label"], tuple(city["label"]["lines"])
    width, height = box_size(lines, font)
    inner = width / 2 - HALO * font
    side = {"start": inner, "middle": 0.0, "end": -inner}[label["anchor"]]
    top = city["y"] + label["dy"] - (HALO + above(lines[0])) * font
    return [city["x"] + label["dx"] + side, top + height / 2, width, height]
