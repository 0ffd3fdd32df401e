"""Records on disk."""

from __future__ import annotations

import os
from pathlib import Path

from branchline import titles
from branchline.engine.errors import RecordError
from branchline.engine.game import Game
from branchline.engine.record import read_record, record_lines, split_lines


def load_record(file: Path, to: int | None = None) -> Game:
    """The game in a record file, refereed."""
    try:
        return read_record(split_lines(file.read_bytes()), titles.find, to)
    except RecordError as problem:
        problem.args = (f"{file}, {problem}",)
        raise


def save_record(game: Game, file: Path) -> None:
    """Write a record whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    part.write_bytes("".join(f"{line}\n" for line in record_lines(game)).encode())
    os.replace(part, file)
