"""Who is around a table: the sockets in this process, and who is there in others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from branchline.server.store.accounts import User


class Here(msgspec.Struct, frozen=True):
    """The people at a table in one process."""

    users: frozenset[int] = frozenset()
    watching: int = 0


class Connection(Protocol):
    """Somebody's socket."""

    user: User | None
    seat: int | None

    def send(self, message: bytes) -> None:
        """Put a message on its way."""

    async def check_session(self) -> None:
        """Let it go if whoever holds it has signed out."""


class Audience:
    """Everybody at one table."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.elsewhere: dict[str, Here] = {}  # in other processes
        self.chat_sent: set[int] = set()  # chat lines that those here have been told

    def here(self) -> Here:
        """Who is at the table in this process."""
        users = frozenset(each.user.id for each in self.connections if each.user is not None)
        return Here(users, sum(each.seat is None for each in self.connections))

    def everywhere(self) -> Here:
        """Who is at the table, in whatever process."""
        parts = (self.here(), *self.elsewhere.values())
        return Here(frozenset().union(*(part.users for part in parts)), sum(part.watching for part in parts))

    def send_all(self, message: bytes) -> None:
        """Send the same to everybody."""
        for connection in self.connections:
            connection.send(message)

    def send_to(self, user_id: int, message: bytes) -> None:
        """Send something to one person, on whatever sockets."""
        for connection in self.connections:
            if connection.user is not None and connection.user.id == user_id:
                connection.send(message)

    def send_each(self, made_for: Callable[[int | None], bytes]) -> None:
        """Send everybody what is made for their seat."""
        for connection in self.connections:
            connection.send(made_for(connection.seat))
