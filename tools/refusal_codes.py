"""Writes the list of all codes with which something is refused: refusal_codes.py [FILE]."""

from __future__ import annotations

import string
import sys
from pathlib import Path
from typing import Any, get_args

from branchline import titles
from branchline.engine.errors import RefusalCode
from branchline.engine.words.lexicon import lexicon_of
from branchline.engine.words.sentences import SENTENCES
from branchline.server.errors import KINDS, ServerCode

FILE = Path(__file__).parents[1] / "docs/codes.md"

HEAD = """# Codes

Whatever is refused has a code and details (ids and numbers), over HTTP, over the sockets and in Python
(`IllegalAction`, `Refused`), and an English sentence made from them. Programs go by the code; sentences may change.
This list is made by `python tools/refusal_codes.py`, and a test keeps it up to date.
"""

# Details as they might be, to see which of them a sentence uses.
EXAMPLES: dict[str, Any] = {
    "action": "fly",
    "card": "crimson",
    "cards": {"red": 2},
    "cards_laid": 6,
    "city": "atlantis",
    "deck": "gold",
    "due": (1,),
    "line": "duluth-winnipeg-1",
    "names": ("Ann", "Ben"),
    "piece": "horses",
    "seat": 0,
    "ticket": "boston-miami",
}


class Noting(dict[str, Any]):
    """Details that note which of them are asked for."""

    def __init__(self) -> None:
        self.used: list[str] = []

    def __getitem__(self, name: str) -> Any:
        if name not in (*self.used, "names"):
            self.used.append(name)
        return EXAMPLES.get(name, 2)


def of_the_rules() -> list[str]:
    """The rows of what the rules refuse."""
    lexicon = lexicon_of(titles.load("usa"))
    rows = ["| code | details | for example |", "| --- | --- | --- |"]
    for code in get_args(RefusalCode):
        details = Noting()
        sentence = SENTENCES[code](details, lexicon)
        rows.append(f"| `{code}` | {', '.join(sorted(details.used))} | {sentence} |")
    return rows


def of_the_server() -> list[str]:
    """The rows of what the server refuses beside that."""
    rows = ["| code | status | details | sentence |", "| --- | --- | --- | --- |"]
    for code in get_args(ServerCode):
        kind = KINDS[code]
        details = [name for _, name, _, _ in string.Formatter().parse(kind.sentence) if name]
        rows.append(f"| `{code}` | {kind.status} | {', '.join(details)} | {kind.sentence} |")
    return rows


def text() -> str:
    """The whole page."""
    rules = "\n".join(of_the_rules())
    server = "\n".join(of_the_server())
    return f"{HEAD}\n## What the rules refuse (409)\n\n{rules}\n\n## What the server refuses\n\n{server}\n"


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else FILE).write_text(text(), encoding="utf-8")
