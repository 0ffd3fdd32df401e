"""The titles, each in a folder of its own: a Title value, its board as data, and how it looks and reads on the site."""

from __future__ import annotations

import importlib.util
import json
import os
from functools import cache
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from branchline.engine.board import Board
from branchline.engine.errors import BoardError, BranchlineError, SetupError
from branchline.engine.title import Title
from branchline.titles.further import FURTHER, check_composed, edition_of, further_folders

_HOME = Path(__file__).parent


def names() -> tuple[str, ...]:
    """The ids of all titles: those of the package, then those that a host adds."""
    return tuple(_folders())


@cache
def load(title_id: str) -> Title:
    """The title with this id."""
    title = load_folder(_folder(title_id))
    if title_id in _further():
        check_composed(title, title_id)
    return title


def find(which: str) -> Title:
    """The title with this id, or in this folder."""
    return load(which) if which in names() else load_folder(folder_of(which))


def folder_of(which: str) -> Path:
    """The folder of the title with this id, or this very folder."""
    is_folder = which not in names() and (Path(which).is_dir() or os.sep in which)
    return Path(which) if is_folder else _folder(which)


@cache
def edition(title_id: str) -> str:
    """What tells one state of an added title's rules from another; our own have their version, and this is empty."""
    folder = _further().get(title_id)
    return "" if folder is None else edition_of(folder)


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
    except UnicodeDecodeError:
        raise BoardError(f"{where} is not UTF-8") from None
    except json.JSONDecodeError as problem:
        raise BoardError(f"{where}, line {problem.lineno}: not JSON ({problem.msg})") from None
    return Board.from_data(data, where)


@cache
def _folders() -> dict[str, Path]:
    return _own() | _further()


@cache
def _own() -> dict[str, Path]:
    return {file.parent.name: file.parent for file in sorted(_HOME.glob("*/title.py"))}


@cache
def _further() -> dict[str, Path]:
    """The folders that a host adds: looked for once, so that a change on the disk waits for the next start."""
    added = os.environ.get(FURTHER)
    return further_folders(Path(added), _own().keys()) if added else {}


def _folder(title_id: str) -> Path:
    if title_id not in names():
        raise SetupError(f"there is no title {title_id!r}; there are {', '.join(names())}")
    return _folders()[title_id]


def _run(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"branchline_title_{file.parent.name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BranchlineError:
        raise
    except Exception as problem:
        raise BoardError(f"{file.parent.name}/title.py, line {_line(file, problem)}: {_words(problem)}") from problem
    return module


def _line(file: Path, problem: Exception) -> int | None:
    """Where in a file something went wrong."""
    if isinstance(problem, SyntaxError):
        return problem.lineno
    return next((frame.lineno for frame in extract_tb(problem.__traceback__) if frame.filename == str(file)), None)


def _words(problem: Exception) -> str:
    return problem.msg if isinstance(problem, SyntaxError) else f"{type(problem).__name__}: {problem}"
