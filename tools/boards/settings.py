"""What is decided by hand for each board: its frame, sizes, projection and relief."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

LonLat = tuple[float, float]


@dataclass(frozen=True)
class Projection:
    """A map projection: two standard parallels for a conic one, none for a cylindrical one."""

    kind: Literal["albers", "lambert", "miller"]
    parallels: tuple[float, float] = (0.0, 0.0)
    longitude: float = 0.0


@dataclass(frozen=True)
class Range:
    """Mountains or trees along a line of longitudes and latitudes, only for the eye."""

    kind: Literal["m", "t"]
    along: tuple[LonLat, ...]


@dataclass(frozen=True)
class Setting:
    """How a board is laid out: the frame in the board file's units, everything else in those of a board 1000 wide."""

    title: str
    frame: tuple[float, float, float, float]
    slot: tuple[float, float]  # length and width of a space
    radius: float
    font: float
    projection: Projection
    window: tuple[float, float, float, float]  # west, south, east, north of the geography that can be seen
    detail: Literal["50m", "10m"]  # which coasts and borders
    grain: float  # geography is kept to so many degrees
    provinces: bool = False
    shortest_river: float = 6.0
    tolerance: float = 0.45  # how far a coast may be from the geography, to be simpler
    scale: float = 1.0  # of strokes and relief, where a board is read from further away
    east_of: float | None = None  # cities west of this longitude stand at the east edge
    sides: dict[tuple[str, str], tuple[float, float]] = field(default_factory=dict)
    relief: tuple[Range, ...] = ()
    seed: int = 1

    @property
    def unit(self) -> float:
        """Units of the drawing for one of the board file."""
        return 1000 / (self.frame[2] - self.frame[0])

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the drawing."""
        return 1000.0, round((self.frame[3] - self.frame[1]) * self.unit, 1)


def _m(*along: LonLat) -> Range:
    return Range("m", along)


def _t(*along: LonLat) -> Range:
    return Range("t", along)


USA = Setting(
    title="usa",
    frame=(0, 12, 1000, 640),
    slot=(31, 11.8),
    radius=8.8,
    font=16.4,
    projection=Projection("albers", (29.5, 45.5), -97),
    window=(-140, 14, -50, 62),
    detail="50m",
    grain=0.02,
    provinces=True,
    relief=(
        _m((-122, 50), (-116, 49.5), (-114, 47.5), (-111, 44.5), (-109, 41.5), (-106, 38.5), (-105.5, 36)),
        _m((-121.5, 48), (-121.8, 44), (-120.5, 40), (-119, 37)),
        _m((-84, 35.3), (-81.5, 37), (-79.5, 39), (-77.5, 41)),
        _m((-112, 40.5), (-111, 38)),
        _m((-106, 27.5), (-105, 25.5)),
        _t((-90, 48.6), (-86, 49.3), (-81, 48.5)),
        _t((-94, 47.5), (-90, 45.3)),
        _t((-75.5, 46.8), (-71, 45.6)),
        _t((-88, 33), (-86, 32)),
    ),
)

EUROPE = Setting(
    title="europe",
    frame=(-12, -22, 1012, 668),
    slot=(28, 11),
    radius=8.3,
    font=15.2,
    projection=Projection("lambert", (40, 58), 16),
    window=(-30, 24, 72, 72),
    detail="50m",
    grain=0.02,
    relief=(
        _m((7, 45.3), (9, 46.5), (12, 47), (14, 46.8)),
        _m((-1, 42.7), (1.8, 42.5)),
        _m((20, 49.2), (24, 48.2), (25.5, 46.3), (24, 45.4)),
        _m((41, 43.2), (44, 42.6), (47, 41.6)),
        _m((7.5, 61.5), (9, 60.3)),
        _m((13.3, 42.6), (15.5, 40.6)),
        _m((30, 37.3), (34, 37.2), (38, 38.6)),
        _m((-5, 40.4), (-3.6, 37.2)),
        _m((-5, 57.2), (-4, 57)),
        _m((-5, 33), (-2, 34), (5, 35.7)),
        _t((33, 57.5), (36, 59)),
        _t((14, 58.2), (15.5, 60)),
        _t((26, 52), (29, 51.6)),
        _t((9, 50.8), (10.5, 49.3)),
    ),
)

NORDIC = Setting(
    title="nordic",
    frame=(20, -10, 1005, 1530),
    slot=(43.5, 16.2),
    radius=12.6,
    font=24,
    projection=Projection("lambert", (57, 69), 17),
    window=(-12, 49, 62, 76),
    detail="10m",
    grain=0.012,
    scale=1.35,
    tolerance=0.66,
    sides={("mo-i-rana", "trondheim"): (-1, 0), ("kristiansand", "stavanger"): (0, 1)},
    relief=(
        _m((7.2, 60.4), (8.3, 61.6), (9.6, 62.6), (12, 63.8), (14, 65.4), (16, 67.1), (18.5, 68.4), (20.5, 69.1)),
        _t((14, 60.5), (15, 62), (17, 63.4), (18, 65), (20, 66.5)),
        _t((24, 62), (26, 63.5), (28, 63), (29, 66)),
        _t((25.5, 67.5), (27, 68.5)),
        _t((31.5, 62), (33, 64), (34, 66)),
        _t((14.5, 57.2), (13.5, 58.6)),
        _t((27, 58.8), (26, 57.6)),
    ),
)

WORLD = Setting(
    title="world",
    frame=(0, -2, 1000, 556),
    slot=(23.6, 9.6),
    radius=7.3,
    font=13.2,
    projection=Projection("miller"),
    window=(-168, -60, 246, 84),
    detail="50m",
    grain=0.1,
    shortest_river=48,
    tolerance=0.7,
    east_of=-141,
    relief=(
        _m((-122, 55), (-115, 49), (-107, 40)),
        _m((-77, -8), (-71, -16), (-69, -26), (-71, -38), (-72, -46)),
        _m((74, 37), (80, 31), (88, 28.5), (95, 29)),
        _m((59, 66), (59, 56)),
        _m((-4, 32.5), (3, 35)),
        _m((8, 46.3), (13, 47)),
        _m((41, 43), (44, 42.5)),
        _m((145, -36), (147, -37)),
        _m((37, 8), (39, 9)),
        _m((8, 61), (9, 62)),
        _m((85, 43), (92, 47)),
        _t((-62, -5), (-56, -4), (-52, -8)),
        _t((20, 1), (24, -2)),
        _t((-90, 52), (-76, 50)),
        _t((70, 61), (85, 60), (100, 60), (115, 58)),
        _t((113, 0), (115, 1)),
        _t((138, 64), (142, 64)),
    ),
)

GREAT_LAKES = Setting(
    title="greatlakes",
    frame=(50, 0, 945, 566),
    slot=(27.5, 10.9),
    radius=8,
    font=14.8,
    projection=Projection("lambert", (41, 48), -82),
    window=(-106, 32, -60, 58),
    detail="10m",
    grain=0.01,
    provinces=True,
    sides={("duluth", "thunder-bay"): (0.6, 0.8), ("muskegon", "traverse-city"): (-1, 0)},
    relief=(
        _t((-95, 48), (-93, 49), (-90, 50)),
        _t((-84, 49), (-80, 49)),
        _t((-91, 46), (-89.5, 45.7)),
        _t((-87, 46.3), (-86.2, 46.3)),
        _t((-78, 45.7), (-76.5, 46.5)),
        _t((-84.7, 44.5), (-84.3, 44.5)),
        _t((-74, 47), (-72, 46.8)),
        _m((-74.6, 44.1), (-74, 44.1)),
        _m((-79.5, 40.2), (-78, 41.5)),
        _m((-73, 44), (-72.6, 44)),
    ),
)

SETTINGS = {setting.title: setting for setting in (USA, EUROPE, NORDIC, WORLD, GREAT_LAKES)}
