"""Records on disk."""

from __future__ import annotations

import os
from pathlib import Path

import click

from branchline import titles
from branchline.cli.words import words
from branchline.engine.errors import RecordError
from branchline.engine.game import Game
from branchline.engine.record import read_record, record_lines, split_lines
from branchline.engine.title import Title

own_title = click.option(
    "--title",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=words("help.title"),
)


def load_record(file: Path, folder: Path | None = None) -> Game:
    """The game in a record file, refereed; a title of one's own is in the folder.

    A title is a program, and a record may come from anybody: what it names is never looked for among the files.
    """
    own = None if folder is None else titles.load_folder(folder)

    def find(title_id: str) -> Title:
        return own if own is not None and own.id == title_id else titles.load(title_id)

    try:
        return read_record(split_lines(file.read_bytes()), find)
    except RecordError as problem:
        problem.args = (f"{file}, {problem}",)
        raise


def save_record(game: Game, file: Path) -> None:
    """Write a record whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    part.write_bytes("".join(f"{line}\n" for line in record_lines(game)).encode())
    os.replace(part, file)
