"""A board's cities and lines as the layout sees them: arrays of bundles, a bundle being one line or a double."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from branchline import titles
from branchline.engine.board import City, Line
from tools.boards.settings import Setting, read_setting

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Network:
    """Cities, lines and bundles; the order of bundles is that of their first lines."""

    title: str  # its name, or its folder
    setting: Setting
    cities: tuple[City, ...]
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, title: str) -> Network:
        """The network of a title's board."""
        board = titles.find(title).board
        return cls(title, read_setting(title), board.cities, board.lines)

    @cached_property
    def bundles(self) -> list[list[Line]]:
        """Lines that share a track."""
        groups: dict[str, list[Line]] = {}
        for line in self.lines:
            groups.setdefault(line.double or line.id, []).append(line)
        return list(groups.values())

    @cached_property
    def index(self) -> dict[str, int]:
        """Each city's number."""
        return {city.id: number for number, city in enumerate(self.cities)}

    @cached_property
    def ends(self) -> Array:
        """The two cities' numbers of each bundle."""
        return np.array([[self.index[bundle[0].a], self.index[bundle[0].b]] for bundle in self.bundles])

    @cached_property
    def lengths(self) -> Array:
        """How many spaces the lines of each bundle have."""
        return np.array([bundle[0].length for bundle in self.bundles])

    @cached_property
    def tracks(self) -> Array:
        """How many lines each bundle has."""
        return np.array([len(bundle) for bundle in self.bundles])

    @cached_property
    def afloat(self) -> Array:
        """Which bundles belong on water."""
        return np.array([bundle[0].kind in ("ferry", "sea") for bundle in self.bundles])

    @cached_property
    def coupled(self) -> Array:
        """Which bundles share their cities with another: they must stay on their sides."""
        return np.array([self.setting.water_of(bundle[0].a, bundle[0].b) is not None for bundle in self.bundles])

    @cached_property
    def wraps(self) -> Array:
        """Which bundles leave the board at one edge and come in at the other."""
        return np.array([bundle[0].wraps for bundle in self.bundles])

    @cached_property
    def printed(self) -> Array:
        """The cities where the board file has them, in units of the drawing."""
        left, top = self.setting.frame[:2]
        return np.array([[city.x - left, city.y - top] for city in self.cities]) * self.setting.unit

    @cached_property
    def turns(self) -> Array:
        """What to add to both ends of each bundle, so that a wrapping line is drawn in one piece."""
        width = self.setting.size[0]
        turns = np.zeros((len(self.bundles), 2, 2))
        for number in np.flatnonzero(self.wraps):
            west = int(np.argmin(self.printed[self.ends[number], 0]))
            turns[number, west, 0] = width
        return turns

    @cached_property
    def radii(self) -> Array:
        """The radius of each city; a waypoint's is small."""
        return np.array([self.setting.radius * (0.45 if city.waypoint else 1.0) for city in self.cities])

    @cached_property
    def lonlat(self) -> Array:
        """Where the cities are on the earth."""
        places = np.array([[city.longitude, city.latitude] for city in self.cities])
        if self.setting.east_of is not None:
            places[places[:, 0] < self.setting.east_of, 0] += 360
        return places
