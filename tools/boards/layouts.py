"""Layouts as files: the variables that the solver found, from which a board's geometry is made again in seconds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from tools.boards.labels import Label
from tools.boards.network import Network
from tools.boards.settings import generator_folder
from tools.boards.solver import Layout
from tools.boards.tracks import Variables


def layout_file(title: str) -> Path:
    """Where the layout of a board is."""
    return generator_folder(title) / "layout.json"


def layout_text(network: Network, layout: Layout) -> str:
    """A layout as it is written: a city and a bundle to each line of text."""
    variables = layout.variables
    cities = {
        city.id: {"at": _short(place), "label": _label(label)}
        for city, place, label in zip(network.cities, variables.cities, layout.labels, strict=True)
    }
    tracks = {
        bundle[0].id: {"bend": _short(bend.ravel()), "shift": round(float(shift), 3)}
        for bundle, bend, shift in zip(network.bundles, variables.bends, variables.shifts, strict=True)
    }
    return f'{{"cities":{_rows(cities)},\n"tracks":{_rows(tracks)}}}\n'


def _short(values: np.ndarray) -> list[float]:
    return [round(float(value), 3) for value in values]


def _label(label: Label | None) -> list[Any] | None:
    if label is None:
        return None
    return [*(round(value, 3) for value in (label.x, label.y, label.width, label.height)), label.anchor, *label.lines]


def _rows(items: dict[str, Any]) -> str:
    rows = (f" {json.dumps(name)}:{json.dumps(item, ensure_ascii=False)}" for name, item in items.items())
    return "{\n" + ",\n".join(rows) + "\n}"


def parse_layout(network: Network, text: str) -> Layout:
    """A layout from its text."""
    data = json.loads(text)
    cities = [data["cities"][city.id] for city in network.cities]
    tracks = [data["tracks"][bundle[0].id] for bundle in network.bundles]
    variables = Variables(
        np.array([city["at"] for city in cities]),
        np.array([track["bend"] for track in tracks]).reshape(-1, 2, 2),
        np.array([track["shift"] for track in tracks]),
    )
    return Layout(variables, [_read_label(city["label"]) for city in cities])


def _read_label(data: list[Any] | None) -> Label | None:
    if data is None:
        return None
    x, y, width, height, anchor, *lines = data
    return Label(x, y, width, height, anchor, tuple(lines))


def read_layout(network: Network) -> Layout:
    """The committed layout of a board."""
    return parse_layout(network, layout_file(network.title).read_text(encoding="utf-8"))
