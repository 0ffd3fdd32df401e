"""Writes the lists of names into docs/records.md: ``python tools/record_values.py [FILE]``.

What stands between the two marks comes from the titles and their boards; a test keeps it up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from branchline import titles
from branchline.engine.board import Line
from branchline.engine.tally import DETAILS, decisions
from branchline.engine.title import Title

PAGE = Path(__file__).parents[1] / "docs" / "records.md"
BEGIN, END = "<!-- made by tools/record_values.py -->", "<!-- so far -->"
REASONS, END_OF_REASONS = "<!-- reasons, made by tools/record_values.py -->", "<!-- end of reasons -->"


def code(words: Iterator[str] | list[str]) -> str:
    """Words as code, in a row."""
    return ", ".join(f"`{word}`" for word in words)


def cards(title: Title) -> str:
    """The cards of each deck."""
    decks = []
    for deck in title.decks:
        suits = [suit.name.format("COLOUR") for suit in deck.suits]
        decks.append(code([*suits, "locomotive"] if deck.locomotives else suits))
    return "; ".join(decks)


def table() -> Iterator[str]:
    """A row for each title."""
    yield "| title | decks | cards of each deck | `COLOUR` | `decided_by` |"
    yield "| --- | --- | --- | --- | --- |"
    for title in map(titles.load, titles.names()):
        decks, colours = code([deck.name for deck in title.decks]), code(list(title.colours))
        yield f"| `{title.id}` | {decks} | {cards(title)} | {colours} | {code(list(decisions(title)))} |"


def twins(title: Title) -> Iterator[str]:
    """Lines between the same two cities, in the order of their numbers."""
    for (a, b), group in groupby(
        sorted(title.board.lines, key=lambda line: (line.a, line.b)), lambda line: (line.a, line.b)
    ):
        lines = sorted(group, key=lambda line: line.id)
        if len(lines) > 1:
            yield f"`{a}-{b}` " + "/".join(told(line, lines) for line in lines)


def told(line: Line, others: list[Line]) -> str:
    """A line's colour, and its kind where that differs."""
    same_kind = len({each.kind for each in others}) == 1
    return line.colour if same_kind else f"{line.colour} {line.kind}"


def made() -> str:
    """All that stands between the marks."""
    lines = [
        "",
        *table(),
        "",
        *(f"- {titles.load(name).name}: {', '.join(twins(titles.load(name)))}" for name in titles.names()),
    ]
    return "\n".join([BEGIN, *lines, "", END])


def reasons() -> str:
    """A row for each reason of the tally."""
    rows = (f"| `{reason}` | {detail} |" for reason, detail in DETAILS.items())
    return "\n".join([REASONS, "", "| `reason` | what it is about |", "| --- | --- |", *rows, "", END_OF_REASONS])


def main() -> None:
    """Write the page anew."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    text = between(PAGE.read_text(encoding="utf-8"), BEGIN, END, made())
    file.write_text(between(text, REASONS, END_OF_REASONS, reasons()), encoding="utf-8")


def between(text: str, begin: str, end: str, made: str) -> str:
    """A text with something else between two marks."""
    before, _, rest = text.partition(begin)
    return before + made + rest.partition(end)[2]


if __name__ == "__main__":
    main()
