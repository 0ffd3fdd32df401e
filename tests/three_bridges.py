"""The title that docs/adding-a-title.md builds."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs/adding-a-title.md").read_text()
NAME = "threebridges"
RULES = ("board.json", "title.py")
SITE = ("look.json", "words/en.json")


def build(folder: Path, *names: str) -> Path:
    """Write the files of the page, those named or all of them, into a folder of its name in another one."""
    made = folder / NAME
    for name in names or (*RULES, *SITE):
        block = re.search(rf"## {re.escape(name)}\n\n```\w+\n(.*?)```", PAGE, re.DOTALL)
        assert block is not None, name
        file = made / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.group(1))
    only_mine(folder)
    return made


def rename(shelf: Path, name: str) -> None:
    """Give the title another name, so that there is none of its old one any more."""
    (shelf / NAME).rename(shelf / name)
    rules = shelf / name / "title.py"
    rules.write_text(rules.read_text().replace(f'id="{NAME}"', f'id="{name}"'))


def only_mine(folder: Path) -> None:
    """Nobody else may write what is in a folder, whatever this machine's habit is."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
