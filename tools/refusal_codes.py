"""Writes the list of all codes with which something is refused: refusal_codes.py [FILE]."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, get_args

from branchline import server, titles
from branchline.catalogue import room
from branchline.engine.errors import RefusalCode
from branchline.engine.words.lexicon import lexicon_of
from branchline.engine.words.sentences import SENTENCES
from branchline.server.errors import STATUSES, ServerCode

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


def details_given() -> dict[str, set[str]]:
    """The details that the server's source gives with each code."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in Path(server.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                given = {keyword.arg for keyword in node.keywords if keyword.arg}
                for code in (part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)):
                    found[str(code)] |= given
    return found


def of_the_server() -> list[str]:
    """The rows of what the server refuses beside that."""
    rows = ["| code | status | details | sentence |", "| --- | --- | --- | --- |"]
    details, words = details_given(), room("common")
    for code in get_args(ServerCode):
        message = words[f"refusal.{code}"]
        sentence = message if isinstance(message, str) else message["other"]
        rows.append(f"| `{code}` | {STATUSES[code]} | {', '.join(sorted(details[code]))} | {sentence} |")
    return rows


def text() -> str:
    """The whole page."""
    rules = "\n".join(of_the_rules())
    server = "\n".join(of_the_server())
    return f"{HEAD}\n## What the rules refuse (409)\n\n{rules}\n\n## What the server refuses\n\n{server}\n"


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else FILE).write_text(text(), encoding="utf-8")
