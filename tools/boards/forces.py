"""What a layout suffers from, as an energy and its gradient: spaces too near to something, curves that are not calm."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from scipy.spatial import cKDTree

from tools.boards.boxes import Boxes, from_points, separation
from tools.boards.labels import Label
from tools.boards.network import Network
from tools.boards.shapes import EDGE
from tools.boards.tracks import SAMPLE_WEIGHTS, Trace, Tracks, Variables

Array = np.ndarray

CLEAR = 0.2  # between a space and anything else, in widths of a space
FRAME = 4.0  # between a space and the frame


@dataclass(frozen=True)
class WaterField:
    """How far inland each point of a grid lies (negative on water)."""

    inland: Array
    step: float

    def at(self, points: Array) -> tuple[Array, Array]:
        """Depth inland at points, and its gradient, between the grid's points."""
        rows, columns = self.inland.shape
        x = np.clip(points[:, 0] / self.step, 1, columns - 2.01)
        y = np.clip(points[:, 1] / self.step, 1, rows - 2.01)
        left, top = x.astype(int), y.astype(int)
        right, down = x - left, y - top
        nw, ne = self.inland[top, left], self.inland[top, left + 1]
        sw, se = self.inland[top + 1, left], self.inland[top + 1, left + 1]
        depth = (nw * (1 - right) + ne * right) * (1 - down) + (sw * (1 - right) + se * right) * down
        slope_x = (ne - nw) * (1 - down) + (se - sw) * down
        slope_y = (sw - nw) * (1 - right) + (se - ne) * right
        return depth, np.stack([slope_x, slope_y], axis=1) / self.step


@dataclass(frozen=True)
class Weights:
    """How much each trouble counts."""

    spaces: float = 6.0
    names: float = 4.0
    cities: float = 4.0
    home: float = 0.03  # cities stay where they are printed
    water: float = 0.35

    def pressed(self, times: int) -> Weights:
        """The same, with overlaps counting more and more."""
        return replace(
            self,
            spaces=self.spaces * 1.4**times,
            names=self.names * 1.5**times,
            cities=self.cities * 1.3**times,
        )


@dataclass
class Burden:
    """Energy, its gradient, and each bundle's share of the trouble."""

    energy: float
    on_spaces: Array
    gradient: Variables
    blame: Array


@dataclass(frozen=True)
class Scene:
    """What stays as it is during a descent: names and water."""

    labels: list[Label | None] = field(default_factory=list)
    water: WaterField | None = None


class Forces:
    """The energy of variables, for a network."""

    def __init__(self, tracks: Tracks, weights: Weights) -> None:
        self.tracks = tracks
        self.network: Network = tracks.network
        self.weights = weights
        self.width = tracks.width
        self.owner = tracks.bundle
        self.halves = np.tile(np.array([tracks.length, tracks.width]) / 2, (len(self.owner), 1))
        ends = self.network.ends[self.owner]
        numbers = np.arange(len(self.network.cities))
        self.own_city = (ends[:, :1] == numbers) | (ends[:, 1:] == numbers)

    def spaces(self, trace: Trace) -> Boxes:
        """All spaces, inside the board."""
        return Boxes(self.tracks.folded(trace.centres), trace.tangents, self.halves)

    def burden(self, variables: Variables, scene: Scene) -> tuple[Burden, Trace]:
        """All troubles of a layout together."""
        trace = self.tracks.trace(variables)
        spaces = self.spaces(trace)
        gradient = Variables(*(np.zeros_like(v) for v in (variables.cities, variables.bends, variables.shifts)))
        load = Burden(0.0, np.zeros_like(spaces.middles), gradient, np.zeros(len(self.network.bundles)))
        self._between_spaces(load, spaces)
        self._near_cities(load, spaces, variables.cities)
        self._near_names(load, spaces, variables.cities, scene.labels)
        self._over_land(load, spaces, scene.water)
        self._beyond_frame(load, spaces)
        by_control = self._on_control(load, trace, variables)
        self._too_short(load, trace, by_control)
        self._restless(load, variables)
        self._cities_at_odds(load, variables.cities)
        self._on_variables(load, by_control)
        return load, trace

    def _between_spaces(self, load: Burden, spaces: Boxes) -> None:
        """Spaces keep apart, those of one bundle a little less."""
        reach = 1.06 * self.tracks.length + CLEAR * self.width
        one, other = cKDTree(spaces.middles).query_pairs(reach, output_type="ndarray").T
        gap, way = separation(spaces[one], spaces[other])
        clear = self.width * np.where(self.owner[one] == self.owner[other], CLEAR / 2, CLEAR)
        near = gap < clear
        one, other, short = one[near], other[near], (clear - gap)[near]
        push = way[near] * (-2 * self.weights.spaces * short)[:, None]
        energy = self.weights.spaces * short**2
        self._charge(load, one, energy, push)
        self._charge(load, other, energy, -push)
        load.energy -= float(energy.sum())  # a pair counts once

    def _charge(self, load: Burden, space: Array, energy: Array, push: Array) -> None:
        load.energy += float(energy.sum())
        np.add.at(load.blame, self.owner[space], energy)
        np.add.at(load.on_spaces, space, push)

    def _near_cities(self, load: Burden, spaces: Boxes, cities: Array) -> None:
        """Spaces keep away from cities, a little less from their own."""
        distance = np.linalg.norm(spaces.middles[:, None] - cities[None], axis=2)
        space, city = np.nonzero(distance < self.tracks.length / 2 + 1.5 * self.network.setting.radius + self.width)
        gap, way = from_points(cities[city], spaces[space])
        keep = EDGE * self.network.radii[city] + self.width * np.where(self.own_city[space, city], 0.1, 0.22)
        near = gap < keep
        space, city, short = space[near], city[near], (keep - gap)[near]
        push = way[near] * (-2 * self.weights.cities * short)[:, None]
        self._charge(load, space, self.weights.cities * short**2, push)
        np.add.at(load.gradient.cities, city, -push)

    def _near_names(self, load: Burden, spaces: Boxes, cities: Array, labels: list[Label | None]) -> None:
        """Lines give way to names."""
        named = np.array([number for number, label in enumerate(labels) if label], dtype=int)
        if not len(named):
            return
        shapes = np.array([[lb.x, lb.y, lb.width / 2, lb.height / 2] for lb in labels if lb])
        boxes = Boxes.upright(cities[named] + shapes[:, :2], shapes[:, 2:])
        far = np.abs(spaces.middles[:, None] - boxes.middles[None]) - boxes.halves[None]
        space, name = np.nonzero(far.max(axis=2) < self.tracks.length / 2 + self.width)
        gap, way = separation(spaces[space], boxes[name])
        clear = CLEAR * self.width
        near = gap < clear
        space, name, short = space[near], name[near], clear - gap[near]
        push = way[near] * (-2 * self.weights.names * short)[:, None]
        self._charge(load, space, self.weights.names * short**2, push)
        np.add.at(load.gradient.cities, named[name], -push)

    def _over_land(self, load: Burden, spaces: Boxes, water: WaterField | None) -> None:
        """Ships and ferries are pulled over water, as far as there is some near."""
        if water is None:
            return
        afloat = np.flatnonzero(self.network.afloat[self.owner])
        for part in (-0.7, 0.0, 0.7):
            depth, slope = water.at(spaces.middles[afloat] + part * spaces.along[afloat] * self.tracks.length / 2)
            ashore = np.clip(depth + 0.55 * self.width, 0, 26 + 0.55 * self.width)
            pulled = (ashore > 0) & (depth < 26)
            load.energy += self.weights.water * float(ashore.sum())
            load.on_spaces[afloat] += self.weights.water * slope * pulled[:, None]

    def _beyond_frame(self, load: Burden, spaces: Boxes) -> None:
        """Spaces stay inside the frame; wrapping lines may use its left and right edge."""
        reach = self.halves[:, :1] * np.abs(spaces.along) + self.halves[:, 1:] * np.abs(spaces.across())
        low = np.maximum(reach + FRAME - spaces.middles, 0)
        high = np.maximum(spaces.middles - (np.array(self.network.setting.size) - reach - FRAME), 0)
        wraps = self.network.wraps[self.owner]
        low[wraps, 0] = high[wraps, 0] = 0
        load.energy += 4 * float((low**2 + high**2).sum())
        load.on_spaces += 8 * (high - low)

    def _on_control(self, load: Burden, trace: Trace, variables: Variables) -> Array:
        """The gradient for the curves' points, from that on the spaces (their places on the curve taken as fixed)."""
        by_control = np.zeros_like(trace.control)
        np.add.at(by_control, self.tracks.bundle, trace.weights[:, :, None] * load.on_spaces[:, None])
        np.add.at(load.gradient.shifts, self.tracks.bundle, (load.on_spaces * trace.tangents).sum(axis=1))
        load.energy += 0.02 * float((variables.shifts**2).sum())
        load.gradient.shifts[:] += 0.04 * variables.shifts
        return by_control

    def _too_short(self, load: Burden, trace: Trace, by_control: Array) -> None:
        """Curves have room for their spaces, and not much more."""
        lacking = np.maximum(trace.need - trace.room, 0)
        excess = np.maximum(trace.room - 1.22 * trace.need - 6, 0)
        load.energy += float((3 * lacking**2 + 0.004 * excess**2).sum())
        load.blame += 3 * lacking**2
        by_length = -6 * lacking + 0.008 * excess
        direction = trace.steps / trace.stretch[..., None]
        on_points = np.zeros((len(by_length), len(SAMPLE_WEIGHTS), 2))
        on_points[:, 1:] += direction
        on_points[:, :-1] -= direction
        by_control += np.einsum("tk,btd->bkd", SAMPLE_WEIGHTS, on_points * by_length[:, None, None])

    def _restless(self, load: Burden, variables: Variables) -> None:
        """Curves are calm: little bend, and no S."""
        bends = variables.bends
        twist = bends[:, 0] - bends[:, 1]
        load.energy += 0.012 * float((bends**2).sum()) + 0.06 * float((twist**2).sum())
        load.gradient.bends[:] += 0.024 * bends
        load.gradient.bends[:, 0] += 0.12 * twist
        load.gradient.bends[:, 1] -= 0.12 * twist

    def _cities_at_odds(self, load: Burden, cities: Array) -> None:
        """Cities stay near their printed place, inside the frame, and apart from each other."""
        setting, gradient = self.network.setting, load.gradient.cities
        moved = cities - self.network.printed
        load.energy += self.weights.home * float((moved**2).sum())
        gradient += 2 * self.weights.home * moved
        margin = setting.radius + 7
        low, high = np.maximum(margin - cities, 0), np.maximum(cities - (np.array(setting.size) - margin), 0)
        load.energy += 2 * float((low**2 + high**2).sum())
        gradient += 4 * (high - low)
        between = cities[:, None] - cities[None]
        distance = np.linalg.norm(between, axis=2) + np.eye(len(cities)) * 1e3
        short = np.maximum(2 * setting.radius + self.tracks.length + 6 - distance, 0)
        load.energy += 0.1 * float((short**2).sum())
        gradient += ((-0.4 * short / distance)[..., None] * between).sum(axis=1)

    def _on_variables(self, load: Burden, by_control: Array) -> None:
        """The gradient for cities and bends, from that for the curves' points."""
        gradient = load.gradient
        gradient.bends[:] += by_control[:, 1:3]
        first, second = self.network.ends.T
        np.add.at(gradient.cities, first, by_control[:, 0] + 2 / 3 * by_control[:, 1] + by_control[:, 2] / 3)
        np.add.at(gradient.cities, second, by_control[:, 3] + by_control[:, 1] / 3 + 2 / 3 * by_control[:, 2])
