"""Titles that a host adds: a folder of folders, which nobody else may write, since what is in them is run."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterator, Set
from pathlib import Path

from branchline.engine.errors import SetupError
from branchline.engine.title import Title

FURTHER = "BRANCHLINE_TITLES"

RULES = ("title.py", "board.json")  # the files that decide how a title is played
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_CORE = "branchline.engine."


def further_folders(home: Path, own: Set[str]) -> dict[str, Path]:
    """The titles' folders in a folder, by name; refused if it cannot be trusted or takes one of our own names."""
    if not home.is_dir():
        raise SetupError(f"{FURTHER} is {str(home)!r}, which is no folder")
    home = home.resolve()
    _check_alone(home)
    found = {file.parent.name: file.parent for file in sorted(home.glob("*/title.py"))}
    if not found:
        raise SetupError(f"{FURTHER} is {str(home)!r}, where no folder has a title.py")
    for name in found:
        if name in own:
            raise SetupError(
                f"{FURTHER} has a title {name!r}, but that is one of our own; give its folder another name"
            )
        if not _NAME.fullmatch(name):
            raise SetupError(f"{FURTHER} has a folder {name!r}; a title's name has small letters, digits and hyphens")
    return found


def check_composed(title: Title, folder: str) -> None:
    """Refuse a title whose id is not its folder's name, or that brings rule parts: those belong to the core."""
    if title.id != folder:
        raise SetupError(
            f"{FURTHER}: the title in the folder {folder!r} has the id {title.id!r}; they have to be the same"
        )
    for part in (title, *title.moves, *title.scorers, *title.tie_breaks):
        if not type(part).__module__.startswith(_CORE):
            raise SetupError(
                f"{FURTHER}: the title {title.id!r} brings a rule part of its own, {type(part).__name__}; "
                "a title is composed of those of the engine"
            )


def edition_of(folder: Path) -> str:
    """What tells one state of a title's rules from another."""
    hashed = hashlib.sha256()
    for name in RULES:
        text = (folder / name).read_bytes()
        hashed.update(len(text).to_bytes(8, "big") + text)
    return hashed.hexdigest()[:16]


def _check_alone(home: Path) -> None:
    """Refuse a folder in which somebody else could change what we run."""
    if os.name != "posix":
        return
    above = set(home.parents)
    trusted = {0, os.geteuid(), Path(home.anchor).stat().st_uid}  # in some containers root's files have another number
    for path in (*above, home, *_inside(home)):
        status = path.stat()
        if status.st_uid not in trusted:
            raise SetupError(f"{FURTHER}: {path} belongs to somebody else; what is in it would be run (chown it)")
        # Where anybody may make files, as in /tmp, the sticky bit keeps them from touching those of others.
        shared = path in above and status.st_mode & stat.S_ISVTX
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not shared:
            raise SetupError(f"{FURTHER}: others may write {path}, and what is in it would be run (chmod go-w)")


def _inside(home: Path) -> Iterator[Path]:
    for path in home.rglob("*"):
        target = path.resolve()
        if not target.is_relative_to(home) or not target.exists():
            raise SetupError(f"{FURTHER}: {path} leads out of the folder, to {target}")
        yield target
