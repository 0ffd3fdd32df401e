"""``branchline simulate``: many games between bots."""

from __future__ import annotations

import json
import os
import signal
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from branchline import bots as kinds
from branchline import titles
from branchline.bots.match import MOST_DECISIONS, play_game, whim_for
from branchline.cli.files import save_record
from branchline.cli.show import histogram
from branchline.cli.words import words
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.playout import random_results
from branchline.engine.errors import SetupError
from branchline.engine.words.lexicon import rules_of

# Games between two looks at the progress: by one process, and by each of several.
ALONE, TOGETHER = 20, 200

Result = tuple[int, int, bool, int, tuple[int, ...]]  # decisions, turns, ended, winners, totals


@dataclass(frozen=True)
class Order:
    """What to simulate: a title, a bot for each seat, and where records go."""

    title: str
    bots: tuple[str, ...]
    record: Path | None

    def file_of(self, seed: int) -> Path:
        assert self.record is not None
        return self.record / f"{Path(self.title).name}-{len(self.bots)}-{seed}.jsonl"


@click.command(help=words("help.simulate"))
@click.argument("title")
@click.option("--players", "-p", type=int, help=words("help.simulate.players"))
@click.option("--bots", "-b", default="random", show_default=True, help=words("help.simulate.bots"))
@click.option("--games", "-n", default=100, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=1, show_default=True, type=int, help=words("help.simulate.seed"))
@click.option(
    "--jobs", "-j", default=1, show_default=True, type=click.IntRange(min=1), help=words("help.simulate.jobs")
)
@click.option("--record", type=click.Path(file_okay=False, path_type=Path), help=words("help.simulate.record"))
@click.option("--json", "as_json", is_flag=True, help=words("help.simulate.json"))
def simulate(
    title: str, players: int | None, bots: str, games: int, seed: int, jobs: int, record: Path | None, as_json: bool
) -> None:
    """Play GAMES of TITLE between bots and sum them up."""
    order = _order(title, players, bots, record)
    began = time.perf_counter()
    results = _run(order, range(seed, seed + games), jobs, quiet=as_json)
    seconds = time.perf_counter() - began
    summary = _summary(order, results, games, seconds)
    if as_json:
        click.echo(json.dumps(summary, indent=2))
    else:
        _print(summary, results)


def _order(title_id: str, players: int | None, bots: str, record: Path | None) -> Order:
    title = titles.find(title_id)
    named = tuple(bots.split(","))
    for name in named:
        kinds.by_name(name)
    seats = players or (len(named) if len(named) > 1 else title.fewest_seats)
    if not title.fewest_seats <= seats <= title.most_seats:
        raise SetupError(f"{title.name} is for {title.fewest_seats} to {title.most_seats} players, not {seats}")
    if len(named) not in (1, seats):
        raise SetupError(f"{len(named)} bots for {seats} seats: name one for all, or one for each")
    return Order(title_id, named * seats if len(named) == 1 else named, record)


def _run(order: Order, seeds: range, jobs: int, quiet: bool) -> list[Result]:
    """All results that were reached; an interruption gives those so far."""
    results: list[Result] = []
    with Progress(console=Console(stderr=True), disable=quiet, transient=True) as progress:
        task = progress.add_task(f"{order.title}", total=len(seeds))
        try:
            for part in _parts(order, seeds, jobs):
                results.extend(part)
                progress.update(task, completed=len(results))
        except KeyboardInterrupt:
            if not results:
                raise
    return results


def _parts(order: Order, seeds: range, jobs: int) -> Iterator[list[Result]]:
    """Results as they come, a few games at a time."""
    if jobs == 1:
        for at in range(0, len(seeds), ALONE):
            yield play_chunk(order, seeds[at : at + ALONE])
        return
    chunks = iter(range(0, len(seeds), TOGETHER))
    workers = min(jobs, os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, initializer=_ignore_interrupts) as pool:
        # A few chunks ahead are enough to keep everybody busy.
        ahead = {pool.submit(play_chunk, order, seeds[at : at + TOGETHER]) for at in islice(chunks, 3 * workers)}
        while ahead:
            done, ahead = wait(ahead, return_when=FIRST_COMPLETED)
            ahead |= {pool.submit(play_chunk, order, seeds[at : at + TOGETHER]) for at in islice(chunks, len(done))}
            for future in done:
                yield future.result()


def _ignore_interrupts() -> None:
    """Leave it to the parent process to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_chunk(order: Order, seeds: Sequence[int]) -> list[Result]:
    """Some of the games, in one process."""
    if order.record is None and set(order.bots) == {"random"}:
        return [_quick(order, seed) for seed in seeds]
    return [_slow(order, seed) for seed in seeds]


def _quick(order: Order, seed: int) -> Result:
    """A game between random bots, inside the core: the same game that the slow way plays."""
    rules = rules_of(titles.find(order.title), len(order.bots))
    decisions, turns, ended, winners, *totals = random_results(rules, Dealer(seed), whim_for(seed), MOST_DECISIONS)
    return decisions, turns, bool(ended), winners, tuple(totals)


def _slow(order: Order, seed: int) -> Result:
    game = play_game(titles.find(order.title), order.bots, seed)
    if order.record is not None:
        save_record(game, order.file_of(seed))
    tally = game.tally()
    winners = sum(2**seat for seat in tally.winners)
    return len(game.steps), game.state.public.turns, game.over, winners, tuple(each.total for each in tally.seats)


def _summary(order: Order, results: list[Result], games: int, seconds: float) -> dict[str, object]:
    seats = []
    for seat, bot in enumerate(order.bots):
        totals = [result[4][seat] for result in results]
        seats.append(
            {
                "seat": seat,
                "bot": bot,
                "wins": sum(bool(result[3] & 2**seat) for result in results) / len(results),
                "mean": statistics.fmean(totals),
                "deviation": statistics.pstdev(totals),
                "best": max(totals),
            }
        )
    return {
        "title": order.title,
        "games": len(results),
        "asked": games,
        "unended": sum(not result[2] for result in results),
        "decisions": statistics.fmean(result[0] for result in results),
        "turns": statistics.fmean(result[1] for result in results),
        "games_per_second": len(results) / seconds,
        "seats": seats,
    }


def _print(summary: dict[str, object], results: list[Result]) -> None:
    console = Console()
    values = {name: f"{value:.0f}" if isinstance(value, float) else str(value) for name, value in summary.items()}
    table = Table(title=words("simulate.title", count=values["games"], title=values["title"]))
    for heading in ("seat", "bot", "wins", "mean", "deviation", "best"):
        table.add_column(words(f"simulate.{heading}"), justify="left" if heading == "bot" else "right")
    seats = summary["seats"]
    assert isinstance(seats, list)
    for seat in seats:
        table.add_row(
            str(seat["seat"]),
            seat["bot"],
            f"{seat['wins']:.1%}",
            f"{seat['mean']:.1f}",
            f"{seat['deviation']:.1f}",
            str(seat["best"]),
        )
    console.print(table)
    console.print(words("simulate.totals"))
    console.print(histogram([max(result[4]) for result in results]))
    speed = values["games_per_second"]
    console.print(words("simulate.speed", decisions=values["decisions"], turns=values["turns"], games=speed))
    if summary["games"] != summary["asked"]:
        console.print(words("simulate.interrupted", games=values["games"], asked=values["asked"]))
    if summary["unended"]:
        console.print(words("simulate.unended", count=int(values["unended"])), style="bold")
