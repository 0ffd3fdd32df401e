"""What is decided by hand for each board: its frame, sizes, projection and relief. A file in the title's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from branchline import titles
from branchline.engine.errors import BoardError

SOURCES = Path(__file__).parents[2] / "src/branchline/titles"

LonLat = tuple[float, float]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the file; what it does not know is refused."""


class Projection(Strict, frozen=True):
    """A map projection: two standard parallels for a conic one, none for a cylindrical one."""

    kind: Literal["albers", "lambert", "miller"]
    parallels: tuple[float, float] = (0.0, 0.0)
    longitude: float = 0.0


class Range(Strict, frozen=True):
    """Mountains or trees along a line of longitudes and latitudes, only for the eye."""

    kind: Literal["mountains", "trees"]
    along: tuple[LonLat, ...]


class Side(Strict, frozen=True):
    """Which way the water lies for one of two lines between the same cities."""

    a: str
    b: str
    water: tuple[float, float]


class Setting(Strict, frozen=True):
    """How a board is laid out: the frame in the board file's units, everything else in those of a board 1000 wide."""

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
    sides: tuple[Side, ...] = ()
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

    def water_of(self, a: str, b: str) -> tuple[float, float] | None:
        """Which way the water lies between two cities, where it was said."""
        return next((side.water for side in self.sides if (side.a, side.b) == (a, b)), None)


def title_folder(title: str) -> Path:
    """The folder of a title, by its name or its place; our own are where their sources are, not the installed ones."""
    return SOURCES / title if title in titles.names() else titles.folder_of(title)


def generator_folder(title: str) -> Path:
    """Where a title keeps what the generator needs."""
    return title_folder(title) / "generator"


def read_setting(title: str) -> Setting:
    """The settings of a title's board."""
    file = generator_folder(title) / "settings.json"
    try:
        return msgspec.json.decode(file.read_bytes(), type=Setting)
    except FileNotFoundError:
        raise BoardError(f"{title} has no generator/settings.json; docs/boards.md says what it holds") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise BoardError(f"{title}/generator/settings.json: {problem}") from None
