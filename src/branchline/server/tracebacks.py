"""What may be told of an exception: its kind, where it came from, and its words only if they can hold no secret."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from types import TracebackType

# More links of a chain, or frames of a link, would help nobody and take time.
MOST_LINKS = 8
FIRST_FRAMES, LAST_FRAMES = 5, 25
LONGEST_WORDS = 200


def told(problem: BaseException) -> str:
    """An exception for the logs, and those it came from: kinds and places, never a value."""
    parts = []
    for link in _chain(problem):
        frames = list(_frames(link.__traceback__))
        if len(frames) > FIRST_FRAMES + LAST_FRAMES:
            frames[FIRST_FRAMES:-LAST_FRAMES] = [f"… {len(frames) - FIRST_FRAMES - LAST_FRAMES} more"]
        parts.append("\n  ".join([kind_and_words(link), *frames]))
    return "\nfrom ".join(parts)


def kind_and_words(problem: BaseException) -> str:
    """An exception in a line."""
    kind = type(problem)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    words = _harmless_words(problem)
    return f"{name}: {words}" if words else name


def _harmless_words(problem: BaseException) -> str:
    """The words of kinds that speak of the system; those of all others may quote what somebody sent or holds."""
    if isinstance(problem, sqlite3.Error):
        words = str(problem)
    elif isinstance(problem, OSError):
        words = os.strerror(problem.errno) if problem.errno else ""
    else:
        words = _words_of_postgres(problem)
    return words.partition("\n")[0][:LONGEST_WORDS]


def _words_of_postgres(problem: BaseException) -> str:
    """What PostgreSQL itself said, without its details; where it speaks of data (class 22) it quotes them."""
    code = getattr(problem, "sqlstate", None)
    if not isinstance(code, str) or not type(problem).__module__.startswith("asyncpg."):
        return ""
    words = str(problem.args[0]).partition("\n")[0] if problem.args and not code.startswith("22") else ""
    return f"{code} {words}".strip()


def _chain(problem: BaseException) -> Iterator[BaseException]:
    """An exception, its parts if it is a group, and what it came from."""
    waiting, seen = [problem], set[int]()
    while waiting and len(seen) < MOST_LINKS:
        link = waiting.pop(0)
        if id(link) in seen:
            continue
        seen.add(id(link))
        yield link
        if isinstance(link, BaseExceptionGroup):
            waiting.extend(link.exceptions)
        before = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
        if before is not None:
            waiting.append(before)


def _frames(traceback: TracebackType | None) -> Iterator[str]:
    """Where it came through; nothing is read from files, and no variable is looked at."""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        yield f"{_short(code.co_filename)}:{traceback.tb_lineno} {code.co_name}"
        traceback = traceback.tb_next


def _short(file: str) -> str:
    """A file's name from its package on."""
    for root in ("site-packages/", "/src/"):
        _, found, rest = file.rpartition(root)
        if found:
            return rest
    return file
