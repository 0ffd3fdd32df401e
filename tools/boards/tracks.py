"""From a layout's variables to spaces: each bundle is one Bézier curve, its spaces are spread along the arc."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tools.boards.network import Network

Array = np.ndarray

SAMPLES = 33
_T = np.linspace(0, 1, SAMPLES)


def bernstein(t: Array) -> Array:
    """The weights of a cubic's four points at each t."""
    return np.stack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3], axis=-1)


def _slope(t: Array) -> Array:
    """The weights of a cubic's four points in its derivative at each t."""
    one, two = 3 * (1 - t) ** 2, 6 * t * (1 - t)
    return np.stack([-one, one - two, two - 3 * t * t, 3 * t * t], axis=-1)


SAMPLE_WEIGHTS = bernstein(_T)


@dataclass(frozen=True)
class Variables:
    """What the layout may change: cities, bundles' two inner curve points (from the chord's thirds) and shifts."""

    cities: Array
    bends: Array
    shifts: Array


@dataclass(frozen=True)
class Trace:
    """The curves and spaces that variables describe."""

    control: Array  # bundle, 4, 2
    steps: Array  # bundle, SAMPLES - 1, 2: from sample to sample
    stretch: Array  # bundle, SAMPLES - 1: their lengths
    room: Array  # bundle: how much of the arc its spaces may use
    need: Array  # bundle: how much they want
    shifts: Array  # bundle: the shifts, kept within bounds
    weights: Array  # space, 4
    centres: Array  # space, 2; a wrapping line's lie in one piece, beyond the edge
    tangents: Array  # space, 2


class Tracks:
    """Lays the spaces of a network along its curves."""

    def __init__(self, network: Network) -> None:
        self.network = network
        setting = network.setting
        self.length, self.width = setting.slot
        self.gap = 0.2 * self.width  # between spaces of a line
        self.apart = 1.15 * self.width  # between the middles of a double's lines
        self.beside = network.radii + 0.2 * self.width  # how near a space may come to its own city
        self.margins = self._margins()

    def _margins(self) -> Array:
        """How far from a city its spaces should begin: further where many lines meet, so that they do not collide."""
        round_city = np.zeros(len(self.network.cities))
        np.add.at(round_city, self.network.ends.ravel(), np.repeat(self.network.tracks * self.width * 1.12, 2))
        wanted = round_city * 1.02 / (2 * np.pi) + 0.06 * self.width
        return np.maximum(self.beside, np.minimum(wanted, self.beside + 0.8 * self.width))

    @cached_property
    def bundle(self) -> Array:
        """The bundle of each space."""
        network = self.network
        return np.repeat(np.arange(len(network.bundles)), network.lengths * network.tracks)

    @cached_property
    def place(self) -> Array:
        """The number of each space in its line."""
        network = self.network
        lines = np.repeat(network.lengths, network.tracks)
        return np.concatenate([np.arange(length) for length in lines])

    @cached_property
    def track(self) -> Array:
        """Which line of its bundle each space belongs to."""
        network = self.network
        pairs = [np.repeat(np.arange(m), n) for n, m in zip(network.lengths, network.tracks, strict=True)]
        return np.concatenate(pairs)

    @cached_property
    def line_ids(self) -> list[str]:
        """The line of each space."""
        bundles = self.network.bundles
        return [bundles[bundle][track].id for bundle, track in zip(self.bundle, self.track, strict=True)]

    def control(self, variables: Variables) -> Array:
        """The four points of each bundle's curve."""
        a, b = np.moveaxis(variables.cities[self.network.ends] + self.network.turns, 1, 0)
        inner = [a + (b - a) / 3 + variables.bends[:, 0], a + 2 * (b - a) / 3 + variables.bends[:, 1]]
        return np.stack([a, *inner, b], axis=1)

    def trace(self, variables: Variables) -> Trace:
        """All spaces, where these variables put them."""
        control = self.control(variables)
        points = np.einsum("tk,bkd->btd", SAMPLE_WEIGHTS, control)
        steps = np.diff(points, axis=1)
        stretch = np.hypot(steps[..., 0], steps[..., 1]) + 1e-9
        arc = np.concatenate([np.zeros((len(control), 1)), np.cumsum(stretch, axis=1)], axis=1)
        room, need, shifts, along = self._spread(points, arc, variables.shifts)
        t = self._times(arc, along)
        weights = bernstein(t)
        centres = np.einsum("sk,skd->sd", weights, control[self.bundle])
        tangents = np.einsum("sk,skd->sd", _slope(t), control[self.bundle])
        tangents /= np.linalg.norm(tangents, axis=1, keepdims=True) + 1e-9
        return Trace(control, steps, stretch, room, need, shifts, weights, centres + self._aside(tangents), tangents)

    def _aside(self, tangents: Array) -> Array:
        """How far each space of a double stands beside the curve."""
        offset = (self.track - (self.network.tracks[self.bundle] - 1) / 2) * self.apart
        return np.asarray(np.stack([-tangents[:, 1], tangents[:, 0]], axis=1) * offset[:, None])

    def _times(self, arc: Array, along: Array) -> Array:
        """The curve's t where the arc has each space's length."""
        arcs = arc[self.bundle]
        before = np.clip((arcs <= along[:, None]).sum(axis=1) - 1, 0, SAMPLES - 2)
        row = np.arange(len(along))
        start, end = arcs[row, before], arcs[row, before + 1]
        return np.asarray(np.clip((before + (along - start) / (end - start)) / (SAMPLES - 1), 0, 1))

    def _spread(self, points: Array, arc: Array, shifts: Array) -> tuple[Array, Array, Array, Array]:
        """Room and need of each bundle, the shifts within bounds, and each space's middle along the arc."""
        network, n = self.network, self.network.lengths
        total = arc[:, -1]
        first, last = self.margins[network.ends].T
        room = total - first - last
        need = n * self.length + (n - 1) * self.gap
        loose = self.gap + 0.45 * (room - need) / np.maximum(n - 1, 1)
        gap = np.where(n > 1, np.clip(loose, self.gap / 2, 0.22 * self.length), 0)
        used = n * self.length + (n - 1) * gap
        start = first + (room - used) / 2
        near_a, near_b = self.beside[network.ends].T
        limit = np.maximum(np.minimum(start - near_a, total - near_b - start - used), 0)
        shifts = np.clip(shifts, -limit, limit)
        pitch = self.length + gap
        along = (start + shifts)[self.bundle] + self.length / 2 + self.place * pitch[self.bundle]
        for number in np.flatnonzero(network.wraps):
            room[number], middles = self._round_the_edge(points[number], arc[number], int(number))
            mine = self.bundle == number
            along[mine] = middles[self.place[mine]]
        return room, need, shifts, along

    def _round_the_edge(self, points: Array, arc: Array, number: int) -> tuple[float, Array]:
        """The room of a wrapping line, and its spaces' middles, none of which straddles the edge."""
        network, n = self.network, int(self.network.lengths[number])
        eastward = points[-1, 0] > points[0, 0]
        order = slice(None) if eastward else slice(None, None, -1)
        edge = float(np.interp(network.setting.size[0], points[order, 0], arc[order]))
        first, last = self.margins[network.ends[number]]
        clear = 0.36 * self.width
        rooms = (edge - clear - first, arc[-1] - last - edge - clear)
        before = max(range(n + 1), key=lambda k: min(self._slack(rooms[0], k), self._slack(rooms[1], n - k)))
        slack = min(self._slack(rooms[0], before), self._slack(rooms[1], n - before))
        need = n * self.length + (n - 1) * self.gap
        middles = [
            *self._middles(first, rooms[0], before),
            *self._middles(edge + clear, rooms[1], n - before),
        ]
        return need + min(slack, 0.0), np.array(middles)

    def _slack(self, room: float, count: int) -> float:
        """How much room is left over beside so many spaces."""
        return room - count * self.length - (count - 1) * self.gap if count else 1e3

    def _middles(self, start: float, room: float, count: int) -> list[float]:
        """The middles of so many spaces in a stretch of the arc."""
        if not count:
            return []
        gap = min((room - count * self.length) / max(count - 1, 1), 0.3 * self.length)
        begin = start + (room - count * self.length - (count - 1) * gap) / 2
        return [begin + self.length / 2 + k * (self.length + gap) for k in range(count)]

    def folded(self, centres: Array) -> Array:
        """The same points inside the board: those beyond the edge come in at the other."""
        width = self.network.setting.size[0]
        inside = centres.copy()
        inside[:, 0] -= np.where(self.network.wraps[self.bundle], np.floor(centres[:, 0] / width) * width, 0)
        return inside

    def first_guess(self, random: np.random.Generator) -> Variables:
        """Cities as printed, curves nearly straight; lines between the same cities that are no double bow apart."""
        network = self.network
        bends = np.zeros((len(network.bundles), 2, 2))
        variables = Variables(network.printed.copy(), bends, np.zeros(len(bends)))
        ends = self.control(variables)
        chords = ends[:, 3] - ends[:, 0]
        normals = np.stack([-chords[:, 1], chords[:, 0]], axis=1) / np.linalg.norm(chords, axis=1)[:, None]
        bows = random.normal(size=len(bends)) * 0.2 * self.width + self._bows(normals)
        return replace(variables, bends=np.repeat((normals * bows[:, None])[:, None], 2, axis=1))

    def _bows(self, normals: Array) -> Array:
        """Which way each bundle bows at first: a couple's water line to the side that the setting names."""
        network = self.network
        bows = np.zeros(len(normals))
        for number, bundle in enumerate(network.bundles):
            side = network.setting.water_of(bundle[0].a, bundle[0].b)
            if side is not None:
                towards = 1.0 if normals[number] @ np.array(side) > 0 else -1.0
                bows[number] = 1.4 * self.width * (towards if network.afloat[number] else -towards)
        return bows
