"""What the commands say, from the catalogue's room for them."""

from __future__ import annotations

from collections.abc import Iterable

from branchline.catalogue import ENGLISH, room, say

ROOM = "cli"


def words(key: str, /, **values: str | int) -> str:
    """A message of the commands."""
    return say(ROOM, key, ENGLISH, **values)


def known(key: str) -> bool:
    """Whether there is such a message, for keys that are put together."""
    return key in room(ROOM)


def listed(parts: Iterable[str]) -> str:
    """Several things in a row."""
    return words("list.comma").join(parts)


def shown(text: str) -> str:
    """Text for a terminal: a record is somebody else's, and may hold letters that move the cursor or end a line."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
