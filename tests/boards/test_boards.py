"""The boards as the client draws them: everything there, nothing overlapping, and just what the generator gives."""

from __future__ import annotations

import gzip
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from boards.paths import area, lines, rings

from branchline import titles
from branchline.engine.errors import BoardError
from tools.boards.geometry import geometry_file, geometry_shapes, make_geometry, read_geometry
from tools.boards.layouts import layout_text, parse_layout, read_layout
from tools.boards.network import Network
from tools.boards.settings import read_setting, title_folder
from tools.boards.solver import Solver, layout_shapes
from tools.boards.tracks import Tracks

ALL = pytest.mark.parametrize("title", list(titles.names()))
LARGEST = 40_000


@cache
def geometry(title: str) -> dict[str, Any]:
    return read_geometry(title)


def waypoints(title: str) -> set[str]:
    return {city.id for city in titles.load(title).board.cities if city.waypoint}


def test_settings_that_make_no_sense_are_refused_with_their_place(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"nowhere has no title\.py"):
        Network.of(str(tmp_path / "nowhere"))
    made = tmp_path / "usa"
    shutil.copytree(title_folder("usa"), made)
    settings = made / "generator/settings.json"
    settings.write_text(settings.read_text().replace('"grain"', '"grian"'))
    with pytest.raises(BoardError, match=r"generator/settings\.json: .*`grian`"):
        Network.of(str(made))
    settings.unlink()
    with pytest.raises(BoardError, match=r"has no generator/settings\.json"):
        Network.of(str(made))


@ALL
def test_every_line_has_its_spaces_under_the_engines_ids(title: str) -> None:
    board = titles.load(title).board
    spaces = {name: len(line["slots"]) for name, line in geometry(title)["lines"].items()}
    assert spaces == {line.id: line.length for line in board.lines}


@ALL
def test_every_city_is_there_and_named_unless_it_is_a_waypoint(title: str) -> None:
    board = titles.load(title).board
    names = {
        name: "".join(city["label"]["lines"]).replace(" ", "") if "label" in city else None
        for name, city in geometry(title)["cities"].items()
    }
    assert names == {city.id: None if city.waypoint else city.name.replace(" ", "") for city in board.cities}


@ALL
def test_no_space_name_or_city_overlaps_another(title: str) -> None:
    board = geometry(title)
    shapes = geometry_shapes(board, waypoints(title))
    assert shapes.overlaps(clearance=0.04 * board["slot"][1]) == []


@ALL
def test_an_overlap_would_be_found(title: str) -> None:
    board = dict(geometry(title))
    (first, one), (second, other), *_ = board["lines"].items()
    x, y, degrees = one["slots"][0]
    moved = {**other, "slots": [[x + 2, y, degrees + 30], *other["slots"][1:]]}
    board["lines"] = {**board["lines"], second: moved}
    assert (first, second) in geometry_shapes(board, waypoints(title)).overlaps()


@ALL
def test_everything_is_inside_the_frame(title: str) -> None:
    board = geometry(title)
    assert geometry_shapes(board, waypoints(title)).outside(*board["size"]) == []


@ALL
def test_no_city_lies_in_the_water(title: str) -> None:
    land = area(geometry(title)["land"])
    wet = [
        name
        for name, city in geometry(title)["cities"].items()
        if name not in waypoints(title) and not land.contains(shapely.Point(city["x"], city["y"]))
    ]
    assert wet == []


@ALL
def test_waypoints_lie_in_the_water(title: str) -> None:
    land = area(geometry(title)["land"])
    places = [geometry(title)["cities"][name] for name in waypoints(title)]
    assert not any(land.contains(shapely.Point(place["x"], place["y"])) for place in places)


@ALL
def test_no_outline_of_the_land_has_collapsed(title: str) -> None:
    assert all(closed and len(points) >= 3 for points, closed in rings(geometry(title)["land"]))


@ALL
def test_spaces_lie_between_their_cities_in_order(title: str) -> None:
    """The first space is the nearest to city a, the last one the nearest to city b."""
    board, width = geometry(title), geometry(title)["size"][0]
    for line in titles.load(title).board.lines:
        slots = np.array(board["lines"][line.id]["slots"])[:, :2]
        for end, order in ((line.a, 1), (line.b, -1)):
            city = np.array([board["cities"][end]["x"], board["cities"][end]["y"]])
            apart = np.abs(slots - city)
            apart[:, 0] = np.minimum(apart[:, 0], width - apart[:, 0]) if line.wraps else apart[:, 0]
            distances = np.hypot(*apart.T)[::order]
            assert (np.diff(distances) > 0).all(), line.id


@ALL
def test_a_couple_that_is_no_double_has_its_water_line_on_the_waters_side(title: str) -> None:
    board, setting = titles.load(title).board, read_setting(title)
    pairs = {(line.a, line.b) for line in board.lines if line.double is None and line.id.endswith("-2")}
    assert pairs == {(side.a, side.b) for side in setting.sides}
    for side in setting.sides:
        middle = {
            line.kind in ("ferry", "sea"): np.mean(geometry(title)["lines"][line.id]["slots"], axis=0)[:2]
            for line in board.lines
            if (line.a, line.b) == (side.a, side.b)
        }
        assert (middle[True] - middle[False]) @ np.array(side.water) > 0, side


@ALL
def test_lines_that_wrap_say_so_and_have_signs(title: str) -> None:
    board = geometry(title)
    wrapping = {line.id for line in titles.load(title).board.lines if line.wraps}
    assert {name for name, line in board["lines"].items() if "wraps" in line} == wrapping
    assert bool(board["signs"]) == bool(wrapping)


@ALL
def test_a_board_is_small(title: str) -> None:
    assert len(gzip.compress(geometry_file(title).read_bytes(), 9)) <= LARGEST


@ALL
def test_the_committed_board_is_what_the_generator_draws(title: str) -> None:
    network = Network.of(title)
    drawn, kept = make_geometry(network, read_layout(network)), geometry(title)
    assert drawn.keys() == kept.keys()
    for key in drawn.keys() - {"land", "shallows", "inland", "borders", "provinces", "rivers"}:
        _same(drawn[key], kept[key], key)
    for one, other in zip(_areas(drawn), _areas(kept), strict=True):
        assert shapely.symmetric_difference(one, other).area < 0.001 * other.area
    for key in ("borders", "provinces", "rivers"):
        assert lines(drawn[key]).length == pytest.approx(lines(kept[key]).length, rel=0.01), key


def _areas(board: dict[str, Any]) -> list[shapely.Geometry]:
    return [area(path) for path in (board["land"], board["inland"], *board["shallows"])]


def _same(one: Any, other: Any, where: str) -> None:
    """The same data, numbers being equal but for the last digit that is written."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for key in one:
            _same(one[key], other[key], f"{where}.{key}")
    elif isinstance(one, list):
        assert len(one) == len(other), where
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            _same(mine, theirs, f"{where}[{number}]")
    elif isinstance(one, float | int):
        assert one == pytest.approx(other, abs=0.11), where
    else:
        assert one == other, where


def test_the_generator_lays_a_board_out_from_nothing_without_overlaps() -> None:
    """The whole way, on the board that takes the least time; `python -m tools.boards --check` compares all of them."""
    network = Network.of("nordic")
    layout = Solver(network).solve()
    assert layout_shapes(Tracks(network), layout).overlaps(0.04 * network.setting.slot[1]) == []
    apart = np.linalg.norm(layout.variables.cities - read_layout(network).variables.cities, axis=1)
    assert apart.mean() < network.setting.radius


@ALL
def test_a_layout_survives_its_file(title: str) -> None:
    network = Network.of(title)
    text = layout_text(network, read_layout(network))
    assert layout_text(network, parse_layout(network, text)) == text
