"""How much room a city's name takes, in the font that the client shows it in (Barlow Semi Condensed, 600)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

LETTERS = Path(__file__).parent / "letters.json"

LEADING = 0.96  # from one line of a name to the next, in ems
HALO = 0.10  # the light edge around a name
ABOVE, ABOVE_WITH_ACCENT, BELOW = 0.71, 0.90, 0.20  # how far letters reach from the baseline
CAPITALS_WITH_ACCENT = set("ÅÄÖÉÁÀÍÎÓÚÜÑŻŹ")
DESCENDERS = set("gjpqyçQ,;")


@cache
def _widths() -> dict[str, float]:
    widths: dict[str, float] = json.loads(LETTERS.read_text())
    return widths


def width(text: str) -> float:
    """The width of a line of text, in ems."""
    return sum(_widths()[letter] for letter in text)


def above(text: str) -> float:
    """How far a line of text reaches above its baseline, in ems."""
    return ABOVE_WITH_ACCENT if CAPITALS_WITH_ACCENT & set(text) else ABOVE


def below(text: str) -> float:
    """How far a line of text reaches below its baseline, in ems."""
    return BELOW if DESCENDERS & set(text) else 0.02
