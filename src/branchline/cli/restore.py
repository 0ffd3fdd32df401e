"""``branchline restore``: a backup into a new database."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from branchline.cli.backup import chosen
from branchline.cli.words import words
from branchline.server.store.backup import restore as read_back


@click.command(help=words("help.restore"))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--database", help=words("help.restore.database"))
def restore(file: Path, database: str | None) -> None:
    """Read a backup from FILE into an empty database, of the same kind or the other."""
    count = asyncio.run(read_back(chosen(database).database_url, file))
    click.echo(words("restore.done", count=count))
