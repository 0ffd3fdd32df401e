"""Finds a layout: gradient descent on the forces, names placed anew between rounds, until nothing overlaps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from tools.boards.descent import Descent
from tools.boards.earth import make_earth, water_field
from tools.boards.forces import Forces, Scene, Weights
from tools.boards.labels import Label, LabelPlacer
from tools.boards.network import Network
from tools.boards.shapes import Shapes, city_shapes, label_shapes, slot_shapes
from tools.boards.tracks import Tracks, Variables

Array = np.ndarray
Report = Callable[[str], None]

CLEARANCE = 0.07  # between any two things, in widths of a space: more than the test asks for
ROUNDS, HOPS, REPAIRS, PRESSES = 5, 30, 24, 8
LOOSE = Weights(home=0.02, water=0.08)  # for the end: cities may move, and water is welcome but forces no overlap


@dataclass(frozen=True)
class Layout:
    """What a board's geometry is made from."""

    variables: Variables
    labels: list[Label | None]


class Solver:
    """Lays out one network; all its chance comes from the setting's seed."""

    def __init__(self, network: Network, report: Report = lambda _: None) -> None:
        self.network = network
        self.report = report
        self.random = np.random.default_rng(network.setting.seed)
        self.tracks = Tracks(network)
        self.forces = Forces(self.tracks, Weights())
        self.placer = LabelPlacer(network, self.random)
        self.variables = self.tracks.first_guess(self.random)
        self.scene = Scene()

    def solve(self) -> Layout:
        """A layout in which nothing overlaps, or the best that was found."""
        self._descend(400, 1.2)
        for number in range(ROUNDS):
            self.forces.weights = Weights(names=1.2 + 2.8 * (number + 1) / ROUNDS)
            self._place_names()
            self._descend(160, 1.0)
        self._hop(HOPS)
        self._say("laid out")
        if self.network.afloat.any():
            self._to_the_water()
        layout = self._repair()
        self._say("done")
        return layout

    def _descend(self, steps: int, rate: float) -> float:
        """Follow the gradient with ever smaller steps, keep the best place met, and say its energy."""
        descent = Descent(self.variables)
        best = (np.inf, self.variables)
        for step in range(1, steps + 1):
            load, trace = self.forces.burden(self.variables, self.scene)
            here = replace(self.variables, shifts=trace.shifts)
            if load.energy < best[0]:
                best = (load.energy, here)
            self.variables = descent.step(here, load.gradient, rate * (1 - step / steps) ** 0.7 + 0.02)
        self.variables = best[1]
        return best[0]

    def _place_names(self) -> None:
        spaces = self.forces.spaces(self.tracks.trace(self.variables))
        labels = self.placer.place(self.variables.cities, spaces)
        self.scene = replace(self.scene, labels=labels)

    def _hop(self, times: int) -> None:
        """Bend one of the worst lines another way, and keep it if that helps."""
        for _ in range(times):
            load, _trace = self.forces.burden(self.variables, self.scene)
            worst = np.argsort(-load.blame)[:8]
            worst = worst[(load.blame[worst] > 1.5) & ~self.network.coupled[worst]]
            if not len(worst):
                return
            before = (self.variables, self.scene)
            self.variables = self._bent(int(self.random.choice(worst)))
            self._descend(60, 1.0)
            self._place_names()
            if self._descend(70, 0.7) > load.energy - 0.2:
                self.variables, self.scene = before

    def _bent(self, number: int) -> Variables:
        """The variables with one bundle's bend turned over, made stronger, or drawn by lot."""
        control = self.tracks.control(self.variables)[number]
        chord = control[3] - control[0]
        long = float(np.hypot(*chord))
        normal = np.array([-chord[1], chord[0]]) / long
        now = float((self.variables.bends[number] @ normal).mean())
        options = [-now, -1.5 * now - np.sign(now) * 0.8 * self.tracks.width, self.random.normal() * 0.2 * long, 0.0]
        bends = self.variables.bends.copy()
        bends[number] = normal * self.random.choice(options)
        return replace(self.variables, bends=bends)

    def _to_the_water(self) -> None:
        """Pull ships and ferries over the water of the earth as this layout bends it."""
        earth = make_earth(self.network, self.variables.cities)
        self.scene = replace(self.scene, water=water_field(earth, self.network.setting))
        self._descend(300, 1.0)
        for _ in range(3):
            self._place_names()
            self._descend(150, 0.8)
        self.forces.weights = LOOSE
        self._say("on the water")

    def _repair(self) -> Layout:
        """Press harder on what still overlaps, until nothing does; now and then begin again, gently."""
        best = (len(self.conflicts()), self.variables, self.scene)
        for number in range(REPAIRS):
            if best[0] == 0:
                break
            self.forces.weights = LOOSE.pressed(number % PRESSES + 1)
            self._descend(160, 0.5)
            best = self._better(best)
            self._place_names()
            best = self._better(best)
            self._hop(2)
            best = self._better(best)
        _, self.variables, self.scene = best
        return Layout(self.variables, self.scene.labels)

    def _better(self, best: tuple[int, Variables, Scene]) -> tuple[int, Variables, Scene]:
        count = len(self.conflicts())
        return (count, self.variables, self.scene) if count < best[0] else best

    def conflicts(self) -> list[tuple[str, str]]:
        """What overlaps or comes too near to something."""
        layout = Layout(self.variables, self.scene.labels)
        return layout_shapes(self.tracks, layout).overlaps(CLEARANCE * self.tracks.width)

    def _say(self, stage: str) -> None:
        conflicts = self.conflicts()
        moved = np.linalg.norm(self.variables.cities - self.network.printed, axis=1)
        some = ", ".join(f"{one} × {other}" for one, other in conflicts[:6])
        self.report(f"{stage}: {len(conflicts)} overlaps, cities moved {moved.mean():.1f}; {some}")


def slots_of(tracks: Tracks, variables: Variables) -> Array:
    """All spaces as x, y and degrees, inside the board."""
    trace = tracks.trace(variables)
    turn = np.degrees(np.arctan2(trace.tangents[:, 1], trace.tangents[:, 0]))
    return np.asarray(np.c_[tracks.folded(trace.centres), turn])


def layout_shapes(tracks: Tracks, layout: Layout) -> Shapes:
    """The exact shapes of a layout."""
    network, cities = tracks.network, layout.variables.cities
    named = [(number, label) for number, label in enumerate(layout.labels) if label]
    boxes = np.array([[*(cities[n] + (lb.x, lb.y)), lb.width, lb.height] for n, lb in named]).reshape(-1, 4)
    return Shapes(
        slot_shapes(slots_of(tracks, layout.variables), *network.setting.slot),
        tracks.line_ids,
        city_shapes(cities, network.radii),
        [city.id for city in network.cities],
        label_shapes(boxes),
        [f"name of {network.cities[number].id}" for number, _ in named],
    )
