"""The longest path against a plain search of all trails, on scattered, long and dense networks."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from branchline import titles
from branchline._build import core_is_compiled
from branchline.engine.board import Line
from branchline.engine.core.longest_path import LongestPath
from branchline.engine.core.rules import Rules

SEARCHES = {"usa": 250, "europe": 250, "nordic": 250}
MOST_TRIED = 100_000  # steps; 36,000 is what the worst of these networks takes, and `make bench` judges the time


def plain_longest(lines: list[Line]) -> int:
    """Every trail from every city, one by one."""
    best = 0

    def go(city: str, left: list[Line], length: int) -> None:
        nonlocal best
        best = max(best, length)
        for line in left:
            if city in (line.a, line.b):
                there = line.b if city == line.a else line.a
                go(there, [other for other in left if other is not line], length + line.length)

    for city in {line.a for line in lines} | {line.b for line in lines}:
        go(city, lines, 0)
    return best


def network(board_lines: tuple[Line, ...], pieces: int, chance: random.Random, dense: bool) -> list[int]:
    """Lines as a player might own them: anywhere, or closing loops wherever possible."""
    own: list[int] = []
    cities: set[str] = set()
    pairs: set[tuple[str, str]] = set()
    while True:
        fitting = [n for n, line in enumerate(board_lines) if (line.a, line.b) not in pairs and line.length <= pieces]
        near = [n for n in fitting if not own or {board_lines[n].a, board_lines[n].b} & cities]
        closing = [n for n in near if {board_lines[n].a, board_lines[n].b} <= cities]
        options = (closing or near) if dense else fitting
        if not options:
            return own
        n = chance.choice(options)
        line = board_lines[n]
        own.append(n)
        cities |= {line.a, line.b}
        pairs.add((line.a, line.b))
        pieces -= line.length


@pytest.mark.parametrize("name", SEARCHES)
def test_C12_it_finds_what_trying_everything_finds(name: str) -> None:
    title = titles.load(name)
    rules = Rules(title, 2)
    for seed in range(SEARCHES[name]):
        chance = random.Random(seed)
        own = network(title.board.lines, chance.randint(4, 22), chance, dense=seed % 2 == 0)
        lines = [title.board.lines[n] for n in own]
        found = LongestPath(rules, vec[i64](own))
        assert found.best == plain_longest(lines), [line.id for line in lines]
        used = [line for n, line in enumerate(lines) if found.best_mask & 2**n]
        assert sum(line.length for line in used) == found.best
        assert plain_longest(used) == found.best  # what it shows is one trail


def is_one_trail(lines: list[Line]) -> bool:
    """Whether somebody can travel over all these lines, each once: they hang together, with two odd ends at most."""
    ends = [city for line in lines for city in (line.a, line.b)]
    reached, left = set(ends[:2]), lines
    while near := [line for line in left if {line.a, line.b} & reached]:
        reached |= {city for line in near for city in (line.a, line.b)}
        left = [line for line in left if line not in near]
    return not left and sum(ends.count(city) % 2 for city in set(ends)) <= 2


@pytest.mark.parametrize("name", SEARCHES)
def test_the_densest_networks_are_scored_and_few_ways_are_tried(name: str) -> None:
    title = titles.load(name)
    rules = Rules(title, 2)
    for seed in range(200):
        own = network(title.board.lines, 45, random.Random(seed), dense=True)
        found, tried = search_and_count(rules, vec[i64](own))
        assert tried <= MOST_TRIED
        used = [title.board.lines[n] for place, n in enumerate(own) if found.best_mask & 2**place]
        assert sum(line.length for line in used) == found.best
        assert is_one_trail(used)


def search_and_count(rules: Rules, own: vec[i64]) -> tuple[LongestPath, int]:
    """A search, and how many steps it tried; the compiled build takes the same steps and cannot be watched."""
    if core_is_compiled():
        return LongestPath(rules, own), 0
    tried = 0

    class Watched(LongestPath):
        def extend(self, city: i64, left: i64, used: i64, length: i64, rest: i64) -> None:
            nonlocal tried
            tried += 1
            super().extend(city, left, used, length, rest)

    return Watched(rules, own), tried
