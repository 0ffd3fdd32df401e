"""The titles, each in a folder of its own: a Title value, its board as data, and notes."""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path
from types import ModuleType

from branchline.engine.board import Board
from branchline.engine.errors import BoardError, SetupError
from branchline.engine.title import Title

_HOME = Path(__file__).parent


def names() -> tuple[str, ...]:
    """The ids of all titles in the package."""
    return tuple(sorted(folder.parent.name for folder in _HOME.glob("*/title.py")))


@cache
def load(title_id: str) -> Title:
    """The title with this id."""
    if title_id not in names():
        raise SetupError(f"there is no title {title_id!r}; there are {', '.join(names())}")
    return load_folder(_HOME / title_id)


def find(which: str) -> Title:
    """The title with this id, or in this folder."""
    if which not in names() and (Path(which) / "title.py").is_file():
        return load_folder(which)
    return load(which)


def load_folder(folder: Path | str) -> Title:
    """The title in a folder: ``title.py`` with a value TITLE, and its ``board.json``."""
    folder = Path(folder)
    file = folder / "title.py"
    if not file.is_file():
        raise BoardError(f"{folder} has no title.py")
    title = getattr(_run(file), "TITLE", None)
    if not isinstance(title, Title):
        raise BoardError(f"{file} defines no value TITLE")
    return title


def read_board(beside: str) -> Board:
    """The board in ``board.json`` beside a title's ``title.py``."""
    file = Path(beside).parent / "board.json"
    where = f"{file.parent.name}/{file.name}"
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BoardError(f"{where} is missing") from None
    except json.JSONDecodeError as problem:
        raise BoardError(f"{where}, line {problem.lineno}: not JSON ({problem.msg})") from None
    return Board.from_data(data, where)


def _run(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"branchline_title_{file.parent.name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
