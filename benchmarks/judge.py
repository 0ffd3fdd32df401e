"""Figures beside their bars: printed, and judged."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table


class Judge:
    """Collects figures that must not be above their bars."""

    def __init__(self, heading: str) -> None:
        self.table = Table("what", "figure", "bar", "", title=heading, title_justify="left")
        self.missed = 0

    def at_most(self, what: str, figure: float, bar: float, unit: str) -> None:
        """Note a figure, and whether it is within its bar."""
        good = figure <= bar
        self.missed += not good
        shown = f"{figure:,.2f}" if figure < 10 else f"{figure:,.0f}"
        self.table.add_row(what, f"{shown} {unit}", f"{bar:,.0f} {unit}", "good" if good else "MISSED")

    def verdict(self) -> int:
        """Print everything; the exit code."""
        Console(width=120).print(self.table)
        return 1 if self.missed else 0
