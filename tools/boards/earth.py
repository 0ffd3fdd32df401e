"""The earth beneath a board: projected, then bent by a thin-plate spline until every city is in its place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from scipy.interpolate import RBFInterpolator
from scipy.ndimage import distance_transform_edt, gaussian_filter
from shapely import Geometry, MultiLineString, Polygon

from tools.boards.forces import WaterField
from tools.boards.geography import Layers, read_layers
from tools.boards.network import Network
from tools.boards.projection import project
from tools.boards.settings import Setting

Array = np.ndarray

BORDER = 6.0  # the earth goes on so far beyond the frame
SMALLEST_LAND, SMALLEST_LAKE = 2.0, 6.0
SHALLOWS = (15.0, 10.0, 6.0, 2.8)
INLAND = 3.6
CALMER = 2.0  # lines beside the coast leave out bays that are narrower than twice this
ASHORE = (4.0, 3.0, 2.0, 1.2, 0.6)  # how far from the coast a city should stand, if its land is large enough
NEAR = 9.0  # how far its place on the earth may be moved for that


@dataclass(frozen=True)
class Earth:
    """What can be seen of the earth, in units of the drawing."""

    land: Geometry  # with its lakes cut out
    shallows: list[Geometry]  # the land grown by less and less, for lines in the water
    inland: Geometry  # the land shrunk a little, for its shaded edge
    borders: Geometry
    provinces: Geometry
    rivers: Geometry
    warp: Warp


class Warp:
    """From longitude and latitude to the drawing, with every city in its place."""

    def __init__(self, network: Network, cities: Array, land: Geometry) -> None:
        self.setting = network.setting
        flat = project(self.setting.projection, network.lonlat)
        self.plain = _fit(flat, cities, stretch=self.setting.projection.kind == "miller")
        waypoint = np.array([city.waypoint for city in network.cities])
        sources = _ashore(self.before(network.lonlat), shapely.transform(land, self.before), waypoint)
        self.bend = _spline(sources, cities, self.setting)

    def before(self, lonlat: Array) -> Array:
        """Where points are before the spline bends the plane."""
        flat = project(self.setting.projection, lonlat)
        return np.asarray(np.c_[flat, np.ones(len(flat))] @ self.plain)

    def __call__(self, lonlat: Array) -> Array:
        plain = self.before(lonlat)
        return np.asarray(plain + self.bend(plain))

    def smallest_stretch(self) -> float:
        """The least that the spline does to areas inside the frame; below zero it would fold the earth over."""
        width, height = self.setting.size
        x, y = np.meshgrid(np.linspace(0, width, 60), np.linspace(0, height, 60))
        points = np.stack([x.ravel(), y.ravel()], axis=1)
        step_x, step_y = np.array([1.0, 0]), np.array([0, 1.0])
        across = step_x + (self.bend(points + step_x) - self.bend(points - step_x)) / 2
        down = step_y + (self.bend(points + step_y) - self.bend(points - step_y)) / 2
        return float((across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]).min())


def _fit(flat: Array, cities: Array, stretch: bool) -> Array:
    """The map of the plane that brings points nearest to the cities: turned, scaled and moved, or stretched as well."""
    if stretch:
        return np.asarray(np.linalg.lstsq(np.c_[flat, np.ones(len(flat))], cities, rcond=None)[0])
    middle, target = flat.mean(axis=0), cities.mean(axis=0)
    centred = flat - middle
    left, sizes, right = np.linalg.svd(centred.T @ (cities - target))
    turn = left @ right * sizes.sum() / (centred**2).sum()
    return np.concatenate([turn, [target - middle @ turn]])


def _ashore(places: Array, land: Geometry, waypoint: Array) -> Array:
    """The cities' places, those in the water or at its edge moved a little inland."""
    inner = [land.buffer(-margin) for margin in ASHORE]
    moved = places.copy()
    for number in np.flatnonzero(~waypoint):
        point = shapely.Point(places[number])
        for area in inner:
            if area.distance(point) < NEAR:
                moved[number] = shapely.get_coordinates(shapely.shortest_line(area, point))[0]
                break
    return moved


def _spline(sources: Array, cities: Array, setting: Setting) -> RBFInterpolator:
    """The displacement that brings sources to cities; far outside it follows the broad trend only."""
    width, height = setting.size
    x, y = np.meshgrid(np.linspace(-0.45, 1.45, 7) * width, np.linspace(-0.45, 1.45, 6) * height)
    around = np.stack([x.ravel(), y.ravel()], axis=1)
    outside = (np.abs(around / (width, height) - 0.5) >= 0.8).any(axis=1)
    around = around[outside]
    trend = RBFInterpolator(sources, cities - sources, kernel="thin_plate_spline", smoothing=2e5)
    return RBFInterpolator(
        np.concatenate([sources, around]),
        np.concatenate([cities - sources, 0.6 * trend(around)]),
        kernel="thin_plate_spline",
        smoothing=np.concatenate([np.full(len(sources), 8.0), np.full(len(around), 3e3)]),
    )


def make_earth(network: Network, cities: Array) -> Earth:
    """The earth bent to fit a layout's cities."""
    setting, layers = network.setting, read_layers(network.title)
    solid = shapely.difference(layers.land, layers.lakes)
    warp = Warp(network, cities, solid)
    land = _areas(layers, warp, setting)
    return Earth(
        land=land,
        shallows=[_grown(land, reach, setting) for reach in SHALLOWS],
        inland=_grown(land, -INLAND, setting),
        borders=_lines(layers.borders, warp, setting).intersection(land.buffer(0.5)),
        provinces=_provinces(layers, warp, setting, land),
        rivers=_rivers(layers, warp, setting, land),
        warp=warp,
    )


def _frame(setting: Setting) -> Polygon:
    width, height = setting.size
    return shapely.box(-BORDER, -BORDER, width + BORDER, height + BORDER)


def _bent(layer: Geometry, warp: Warp, setting: Setting, tolerance: float) -> Geometry:
    bent = shapely.transform(shapely.segmentize(layer, 1.0), warp)
    return shapely.make_valid(bent).intersection(_frame(setting)).simplify(tolerance)


def _areas(layers: Layers, warp: Warp, setting: Setting) -> Geometry:
    tolerance = setting.tolerance
    land = _larger(_bent(layers.land, warp, setting, tolerance), SMALLEST_LAND * setting.scale**2)
    lakes = _larger(_bent(layers.lakes, warp, setting, tolerance), SMALLEST_LAKE * setting.scale**2)
    return _larger(land.difference(lakes), SMALLEST_LAND)


def _larger(areas: Geometry, smallest: float) -> Geometry:
    """The parts of an area that are large enough to be drawn, without the smallest holes."""
    parts = [part for part in shapely.get_parts(areas) if part.geom_type == "Polygon" and part.area > smallest]
    kept = [Polygon(part.exterior, [h for h in part.interiors if Polygon(h).area > smallest]) for part in parts]
    return shapely.union_all(kept)


def _grown(land: Geometry, reach: float, setting: Setting) -> Geometry:
    """The land with its coast moved out (or, below zero, in), and made calmer."""
    scale = setting.scale
    further = CALMER if reach > 0 else -CALMER
    grown = land.buffer((reach + further) * scale, quad_segs=3).buffer(-further * scale, quad_segs=3)
    return _larger(grown.intersection(_frame(setting)).simplify(0.8 * scale), 5 * SMALLEST_LAKE)


def _lines(layer: Geometry, warp: Warp, setting: Setting) -> Geometry:
    return _bent(layer, warp, setting, 1.4 * setting.tolerance)


def _provinces(layers: Layers, warp: Warp, setting: Setting, land: Geometry) -> Geometry:
    """The borders of states and provinces, where they are not those of countries."""
    borders = _lines(layers.borders, warp, setting)
    provinces = _lines(layers.provinces, warp, setting)
    return provinces.intersection(land.buffer(0.3)).difference(borders.buffer(2.5))


def _rivers(layers: Layers, warp: Warp, setting: Setting, land: Geometry) -> Geometry:
    rivers = _lines(layers.rivers, warp, setting).intersection(land)
    parts = [part for part in shapely.get_parts(rivers) if part.geom_type == "LineString"]
    whole = shapely.get_parts(shapely.line_merge(MultiLineString(parts)))
    return MultiLineString([part for part in whole if part.length > setting.shortest_river])


def water_field(earth: Earth, setting: Setting, step: float = 3.0) -> WaterField:
    """How far inland every point of the board lies."""
    width, height = setting.size
    x, y = np.meshgrid(np.arange(0, width + step, step), np.arange(0, height + step, step))
    shapely.prepare(earth.land)
    dry = shapely.contains_xy(earth.land, x.ravel(), y.ravel()).reshape(x.shape)
    inland = (distance_transform_edt(dry) - distance_transform_edt(~dry)) * step
    return WaterField(gaussian_filter(inland, 1.0), step)
