"""``branchline bench``: how fast the engine is, compiled beside uncompiled in the same run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from branchline import titles
from branchline._build import SWITCH, core_is_compiled
from branchline.cli.words import words
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.ledger import score
from branchline.engine.core.parts import LegalCodes
from branchline.engine.core.playout import random_games, random_moves
from branchline.engine.core.rules import Rules
from branchline.engine.core.state import OVER, State
from branchline.engine.core.table import deal, list_legal, play
from branchline.engine.words.lexicon import rules_of

Figures = dict[str, Any]


@click.command(help=words("help.bench"))
@click.option("--seconds", default=1.0, show_default=True, help=words("help.bench.seconds"))
@click.option("--worst", default=10_000, show_default=True, help=words("help.bench.worst"))
@click.option("--only", "only", help=words("help.bench.only"))
@click.option("--json", "as_json", is_flag=True, help=words("help.bench.json"))
@click.option("--this-build", is_flag=True, hidden=True, help=words("help.bench.this-build"))
def bench(seconds: float, worst: int, only: str | None, as_json: bool, this_build: bool) -> None:
    """Measure games, decisions, copies, legal actions and scoring for every title."""
    names = (only,) if only else titles.names()
    for name in names:
        titles.find(name)
    if this_build:
        click.echo(json.dumps([measure(name, seats, seconds) for name, seats in _tables(names)]))
        return
    console = Console(stderr=True)
    compiled = [
        measure(name, seats, seconds)
        for name, seats in track(list(_tables(names)), "this build", console=console, transient=True)
    ]
    for figures in track(compiled, "two processes, slowest scoring", console=console, transient=True):
        figures["two_processes"] = two_processes(figures["title"], figures["seats"], seconds)
        figures["worst_score_ms"] = worst_scoring(figures["title"], figures["seats"], worst)
    with console.status("uncompiled"):
        pure = _uncompiled(seconds, only)
    for figures, other in zip(compiled, pure, strict=True):
        figures["uncompiled_games"] = other["games"]
        figures["ratio"] = figures["games"] / other["games"]
    if as_json:
        click.echo(json.dumps({"compiled": core_is_compiled(), "figures": compiled}, indent=2))
    else:
        _print(compiled, worst)


def _tables(names: tuple[str, ...]) -> list[tuple[str, int]]:
    """Every title with its fewest and its most seats."""
    found = [titles.find(name) for name in names]
    return [(name, n) for name, title in zip(names, found, strict=True) for n in (title.fewest_seats, title.most_seats)]


def _uncompiled(seconds: float, only: str | None) -> list[Figures]:
    """The same measurements with the same files running as plain Python."""
    command = [sys.executable, "-m", "branchline.cli", "bench", "--this-build", "--seconds", str(seconds)]
    if only:
        command += ["--only", only]
    done = subprocess.run(command, env={**os.environ, SWITCH: "1"}, capture_output=True, text=True, check=True)
    figures: list[Figures] = json.loads(done.stdout)
    return figures


def measure(name: str, seats: int, seconds: float) -> Figures:
    """The figures of one title at one number of seats."""
    rules = rules_of(titles.find(name), seats)
    games, decisions = _games_and_decisions(rules, seconds)
    positions = _positions(rules, 40)
    return {
        "title": name,
        "seats": seats,
        "games": games,
        "decisions": decisions,
        "stepped_games": _stepped(rules, seconds),
        "copy_us": _each_us(positions, _copy, seconds / 4),
        "legal_us": _each_us(positions, _legal(), seconds / 4),
        "score_us": _each_us(positions, score, seconds / 4),
    }


def _games_and_decisions(rules: Rules, seconds: float) -> tuple[float, float]:
    """Random games and decisions a second, inside the core."""
    dealer = Dealer(1)
    batch = 200 if core_is_compiled() else 5
    games, decisions = 0, 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        decisions += random_games(rules, batch, dealer)
        games += batch
    passed = time.perf_counter() - began
    return games / passed, decisions / passed


def _stepped(rules: Rules, seconds: float) -> float:
    """Random games a second, driven action by action from Python."""
    chance, whim, choices = Dealer(1), Dealer(2), LegalCodes()
    games = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        s = deal(rules, 0, chance)
        public = s.public
        while public.phase != OVER:
            list_legal(s, choices)
            play(s, choices[whim.below(choices.n)], chance)
        score(s)
        games += 1
    return games / (time.perf_counter() - began)


def _positions(rules: Rules, games: int) -> list[State]:
    """States from the beginning, the middle and the end of random games."""
    found = []
    for seed in range(games):
        dealer = Dealer(seed)
        s = deal(rules, 0, dealer)
        random_moves(s, dealer, dealer, LegalCodes(), 5 + seed * 37 % 300)
        found.append(s)
    return found


def _copy(s: State) -> State:
    return s.copy()


def _legal() -> Callable[[State], None]:
    choices = LegalCodes()
    return lambda s: list_legal(s, choices)


def _each_us(positions: list[State], do: Callable[[State], object], seconds: float) -> float:
    """Microseconds for one call, with the loop around it."""
    calls = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        for s in positions:
            do(s)
        calls += len(positions)
    return (time.perf_counter() - began) / calls * 1e6


def two_processes(name: str, seats: int, seconds: float) -> float:
    """Random games a second of two processes together."""
    with ProcessPoolExecutor(2) as pool:
        warm = [pool.submit(_games_alone, name, seats, 0.2) for _ in range(2)]
        for future in warm:
            future.result()
        return sum(pool.map(_games_alone, [name] * 2, [seats] * 2, [seconds] * 2))


def _games_alone(name: str, seats: int, seconds: float) -> float:
    return _games_and_decisions(rules_of(titles.find(name), seats), seconds)[0]


def worst_scoring(name: str, seats: int, games: int) -> float:
    """Milliseconds of the slowest final scoring in so many random games; the slowest ones are timed again."""
    rules = rules_of(titles.find(name), seats)
    timed: list[tuple[float, int]] = []
    for seed in range(games):
        s = _final_state(rules, seed)
        timed.append((_seconds(s), seed))
    slowest = sorted(timed, reverse=True)[:20]
    return (
        max(min(_seconds(_final_state(rules, seed)) for _ in range(5)) for _, seed in slowest) * 1e3 if games else 0.0
    )


def _final_state(rules: Rules, seed: int) -> State:
    dealer = Dealer(seed)
    s = deal(rules, 0, dealer)
    random_moves(s, dealer, dealer, LegalCodes(), 1_000_000)
    return s


def _seconds(s: State) -> float:
    began = time.perf_counter()
    score(s)
    return time.perf_counter() - began


def _print(figures: list[Figures], worst: int) -> None:
    table = Table(title="Random games, one core" if core_is_compiled() else "Random games, one core, NOT compiled")
    columns = {
        "title": ("title", "{}"),
        "seats": ("seats", "{}"),
        "games": ("games/s", "{:,.0f}"),
        "uncompiled_games": ("uncompiled", "{:,.0f}"),
        "ratio": ("ratio", "{:.0f} x"),
        "two_processes": ("2 processes", "{:,.0f}"),
        "decisions": ("decisions/s", "{:,.0f}"),
        "stepped_games": ("from Python", "{:,.0f}"),
        "copy_us": ("copy µs", "{:.2f}"),
        "legal_us": ("legal µs", "{:.2f}"),
        "score_us": ("score µs", "{:.1f}"),
        "worst_score_ms": (f"worst ms of {worst:,}", "{:.3f}"),
    }
    for heading, _ in columns.values():
        table.add_column(heading, justify="left" if heading == "title" else "right")
    for row in figures:
        table.add_row(*(form.format(row[key]) for key, (_, form) in columns.items()))
    Console(width=160).print(table)
