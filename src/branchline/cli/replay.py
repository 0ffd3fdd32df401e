"""``branchline replay``: look at a recorded game, step by step."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
from rich.console import Console

from branchline.cli.files import load_record, own_title
from branchline.cli.show import show_table, tally_of
from branchline.cli.tell import Teller
from branchline.cli.words import words
from branchline.engine.facts import facts_to_data
from branchline.engine.game import Game


@click.command(help=words("help.replay"))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--to", type=click.IntRange(min=0), help=words("help.replay.to"))
@own_title
@click.option("--json", "as_json", is_flag=True, help=words("help.replay.json"))
def replay(file: Path, to: int | None, folder: Path | None, as_json: bool) -> None:
    """Step through a record, or show it at one step."""
    game = load_record(file, folder)
    if to is not None and to > len(game.steps):
        raise click.BadParameter(words("replay.steps", count=len(game.steps)), param_hint="--to")
    if as_json:
        at = at_step(game, len(game.steps) if to is None else to)
        views = [facts_to_data(at.view(seat).facts) for seat in range(len(at.names))]
        click.echo(json.dumps(views, indent=2, ensure_ascii=False))
    elif to is not None or not sys.stdin.isatty():
        show_step(Console(markup=False), game, len(game.steps) if to is None else to)
    else:
        step_through(Console(markup=False), game)


def at_step(game: Game, step: int) -> Game:
    """The game as it was after a step."""
    assert game.seed is not None
    earlier = Game.new(game.title, game.names, game.seed, game.options)
    for done in game.steps[:step]:
        earlier.play(done.seat, done.action)
    return earlier


def show_step(console: Console, game: Game, step: int) -> None:
    """Print what happened in a step, and the table after it."""
    at = at_step(game, step)
    happened = at.steps[-1].events if at.steps else at.opening
    console.rule(words("replay.step", step=step, steps=len(game.steps)))
    for event in happened:
        console.print(Teller(at).tell(event))
    show_table(console, at)
    if at.over:
        console.print(tally_of(at))


def step_through(console: Console, game: Game) -> None:
    """Let the reader go forth and back."""
    step = 0
    while True:
        show_step(console, game, step)
        answer = console.input(words("replay.ask")).strip()
        if answer == "q":
            return
        if answer == "b":
            step -= 1
        elif answer.isdigit():
            step = int(answer)
        else:
            step += 1
        step = max(0, min(step, len(game.steps)))
