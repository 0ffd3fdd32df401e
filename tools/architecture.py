"""Draws the rooms and one action's way into docs/architecture.md, from imports and source: architecture.py [FILE].

Rooms that import each other by a detour only are not joined. A step of the action's way that the source no longer
takes is an error.
"""

from __future__ import annotations

import ast
import sys
from itertools import pairwise
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs/architecture.md"
SOURCE = ROOT / "src/branchline"

ROOMS = ("cli", "server", "bots", "titles", "engine")
SERVER = (
    *("app", "web", "services", "lobby", "care", "retention", "tables", "bots", "cluster", "alerts", "ratings"),
    *("table", "protocol", "accounts", "store"),
)
# From the socket to the store and back: each step calls the next.
WAY = (
    ("server/web/table_socket.py", "TableSocket._act"),
    ("server/table/moves.py", "act"),
    ("server/table/table.py", "Table.play"),
    ("server/table/game.py", "PlayedGame.play"),
    ("engine/game.py", "Game.play_all"),
)
BACK = (
    ("server/table/table.py", "Table.play"),
    ("server/table/table.py", "Table.save"),
    ("server/store/log_writer.py", "LogWriter.append"),
)
TOLD = (
    ("server/table/table.py", "Table._saved"),
    ("server/table/table.py", "Table._tell"),
    ("server/table/updates.py", "Updates.made_for"),
)


def joined(graph: grimp.ImportGraph, package: str, rooms: tuple[str, ...]) -> set[tuple[str, str]]:
    """Which room imports which, without those that are reached by others anyway."""
    names = {room: f"{package}.{room}" for room in rooms}
    direct = {
        (a, b)
        for a in rooms
        for b in rooms
        if a != b and graph.direct_import_exists(importer=names[a], imported=names[b], as_packages=True)
    }
    return {(a, b) for a, b in direct if not _by_detour(direct, a, b)}


def _by_detour(direct: set[tuple[str, str]], a: str, b: str) -> bool:
    """Whether b is reached from a by way of another room."""
    seen, waiting = {a}, [other for first, other in direct if first == a and other != b]
    while waiting:
        room = waiting.pop()
        if room == b:
            return True
        if room not in seen:
            seen.add(room)
            waiting += [other for first, other in direct if first == room]
    return False


def picture(edges: set[tuple[str, str]]) -> str:
    """Rooms and arrows, as Mermaid draws them."""
    arrows = "\n".join(f"  {a} --> {b}" for a, b in sorted(edges))
    return f"```mermaid\nflowchart TD\n{arrows}\n```"


def function(path: str, name: str) -> ast.AST:
    """A function or method in the source."""
    found: ast.AST = ast.parse((SOURCE / path).read_text(encoding="utf-8"))
    for part in name.split("."):
        inside = [each for each in ast.walk(found) if getattr(each, "name", None) == part]
        if not inside:
            raise SystemExit(f"there is no {name} in {path} any more")
        found = inside[0]
    return found


def check(way: tuple[tuple[str, str], ...]) -> None:
    """Each step of a way has to mention the next."""
    for (path, name), (_, following) in pairwise(way):
        called = following.rpartition(".")[2]
        body = function(path, name)
        words = {each.attr for each in ast.walk(body) if isinstance(each, ast.Attribute)}
        words |= {each.id for each in ast.walk(body) if isinstance(each, ast.Name)}
        if called not in words:
            raise SystemExit(f"{name} in {path} does not call {called} any more")
    function(*way[-1])


def sequence() -> str:
    """One action's way, as Mermaid draws it."""
    lines = ["```mermaid", "sequenceDiagram", "  actor client"]
    before = "client"
    for path, name in WAY:
        room = _room(path)
        lines.append(f"  {before}->>{room}: {name}")
        before = room
    lines.append(f"  {_room(BACK[0][0])}->>{_room(BACK[-1][0])}: {BACK[-1][1]}")
    lines.append(f"  {_room(TOLD[0][0])}->>{_room(TOLD[-1][0])}: {TOLD[-1][1]}, for each seat")
    lines.append(f"  {_room(TOLD[0][0])}-->>client: update")
    return "\n".join([*lines, "```"])


def _room(path: str) -> str:
    return path.removesuffix(".py")


def drawn(text: str) -> str:
    """The document with its pictures made anew."""
    for way in (WAY, BACK, TOLD):
        check(way)
    graph = grimp.build_graph("branchline", cache_dir=None)
    pictures = {
        "rooms": picture(joined(graph, "branchline", ROOMS)),
        "server": picture(joined(graph, "branchline.server", SERVER)),
        "action": sequence(),
    }
    for name, made in pictures.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        head, _, rest = text.partition(begin)
        _, _, tail = rest.partition(end)
        if not tail:
            raise SystemExit(f"there is no place for the picture {name}")
        text = f"{head}{begin}\n{made}\n{end}{tail}"
    return text


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    target.write_text(drawn(FILE.read_text(encoding="utf-8")), encoding="utf-8")
