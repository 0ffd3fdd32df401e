"""``branchline titles``: what can be played."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.table import Table

from branchline import titles as shelf
from branchline.cli.words import words
from branchline.engine.title import Title


@click.command(help=words("help.titles"))
@click.option("--json", "as_json", is_flag=True, help=words("help.titles.json"))
def titles(as_json: bool) -> None:
    """List the titles."""
    found = [_facts(shelf.load(name)) for name in shelf.names()]
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    table = Table(title=words("titles.title"))
    for heading in ("id", "name", "players", "pieces", "cities", "lines", "tickets"):
        table.add_column(words(f"titles.{heading}"), justify="left" if heading in ("id", "name") else "right")
    for facts in found:
        table.add_row(*(str(facts[key]) for key in ("id", "name", "players", "pieces", "cities", "lines", "tickets")))
    Console().print(table)


def _facts(title: Title) -> dict[str, object]:
    board = title.board
    return {
        "id": title.id,
        "name": title.name,
        "players": f"{title.fewest_seats}-{title.most_seats}",
        "pieces": title.pieces.fleet or title.pieces.trains,
        "cities": sum(not city.waypoint for city in board.cities),
        "lines": len(board.lines),
        "tickets": len(board.tickets),
        "rules_version": title.version,
    }
