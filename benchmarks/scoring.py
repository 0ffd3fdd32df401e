"""How long the densest networks take to score: as long as a person would not notice.

    python benchmarks/scoring.py

Networks of 45 pieces that close loops wherever they can, 200 for each title;
the slowest counts, each at the best of three.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from branchline import titles
from branchline._build import core_is_compiled
from branchline.engine.core.longest_path import LongestPath
from branchline.engine.core.rules import Rules

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.core.test_longest_path import SEARCHES, network

from benchmarks.judge import Judge

NETWORKS, PIECES = 200, 45
BAR = 50 if core_is_compiled() else 2000  # milliseconds


def milliseconds(rules: Rules, own: vec[i64]) -> float:
    """How long one search takes; the machine may be busy, so the best of a few counts."""
    passed = []
    for _ in range(3):
        began = time.perf_counter()
        LongestPath(rules, own)
        passed.append(time.perf_counter() - began)
    return 1000 * min(passed)


def main() -> int:
    """Measure every title that has a longest path."""
    judge = Judge("Scoring the densest networks" + ("" if core_is_compiled() else ", NOT compiled"))
    for name in SEARCHES:
        title = titles.load(name)
        rules = Rules(title, 2)
        networks = [network(title.board.lines, PIECES, random.Random(seed), dense=True) for seed in range(NETWORKS)]
        slowest = max(milliseconds(rules, vec[i64](own)) for own in networks)
        judge.at_most(f"{name}: slowest of {NETWORKS}", slowest, BAR, "ms")
    return judge.verdict()


if __name__ == "__main__":
    sys.exit(main())
