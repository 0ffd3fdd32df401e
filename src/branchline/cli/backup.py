"""``branchline backup``: everything the server keeps, in one file."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from branchline.cli.words import words
from branchline.server.settings import Settings
from branchline.server.store.backup import save


@click.command(help=words("help.backup"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--database", help=words("help.backup.database"))
def backup(file: Path, database: str | None) -> None:
    """Write the whole store to FILE as of now, while the server runs; packed if FILE ends in .gz."""
    count = asyncio.run(save(chosen(database).database_url, file))
    click.echo(words("backup.done", count=count, file=str(file)))


def chosen(database: str | None) -> Settings:
    """The settings, with the database that was asked for."""
    settings = Settings.from_environment()
    return settings if database is None else Settings(database=database)
