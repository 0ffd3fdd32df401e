"""The command `python -m tools.boards`: make boards, draw them again from their layouts, or check them."""

from __future__ import annotations

import argparse
import gzip
import sys
import time
from pathlib import Path

from branchline import titles
from branchline.engine.errors import BranchlineError
from tools.boards.geometry import geometry_file, geometry_text, make_geometry
from tools.boards.layouts import layout_file, layout_text, parse_layout
from tools.boards.network import Network
from tools.boards.solver import Solver


def _layout(title: str) -> str:
    """Lay a board out from nothing; a minute or a few."""
    begun = time.monotonic()
    network = Network.of(title)

    def report(words: str) -> None:
        print(f"{title} {time.monotonic() - begun:4.0f} s  {words}", flush=True)

    return layout_text(network, Solver(network, report).solve())


def _geometry(title: str, layout: str) -> str:
    """Draw a laid-out board; a few seconds."""
    network = Network.of(title)
    text = geometry_text(make_geometry(network, parse_layout(network, layout)))
    print(f"{title}: {len(text):,} bytes, {len(gzip.compress(text.encode(), 9)):,} gzipped", flush=True)
    return text


def _keep(path: Path, text: str, check: bool) -> bool:
    """Write a file, or say whether it already holds this text."""
    if not check:
        path.write_text(text, encoding="utf-8")
        return True
    same = path.exists() and path.read_text(encoding="utf-8") == text
    print(f"{'/'.join(path.parts[-3:])} is {'what the generator gives' if same else 'NOT what the generator gives'}")
    return same


def _make(title: str, draw_only: bool, check: bool) -> bool:
    kept = layout_file(title)
    layout = kept.read_text(encoding="utf-8") if draw_only else _layout(title)
    same = draw_only or _keep(kept, layout, check)
    return _keep(geometry_file(title), _geometry(title, layout), check) and same


def main() -> int:
    """Make the boards that were named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tools.boards", description=__doc__)
    parser.add_argument(
        "titles", nargs="*", metavar="title", help=f"{', '.join(titles.names())}, or a folder; all by default"
    )
    parser.add_argument("--draw", action="store_true", help="keep the layouts, and only draw the boards again")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the files would change")
    options = parser.parse_args()
    try:
        results = [_make(title, options.draw, options.check) for title in options.titles or titles.names()]
    except BranchlineError as problem:
        parser.error(str(problem))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
