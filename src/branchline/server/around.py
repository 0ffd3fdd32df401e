"""The people around a table: their sockets in this process, and who is there in others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from branchline.server import messages, showing
from branchline.server.presence import Here
from branchline.server.stores.people import User

if TYPE_CHECKING:
    from branchline.server.live import LiveTable


class Connection(Protocol):
    """Somebody's socket."""

    user: User | None
    seat: int | None

    def send(self, message: bytes) -> None:
        """Put a message on its way."""

    async def check_session(self) -> None:
        """Let it go if whoever holds it has signed out."""


class Around:
    """Everybody at one table."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.connections: set[Connection] = set()
        self.elsewhere: dict[str, Here] = {}  # in other processes
        self.said: set[int] = set()  # chat lines that those here have been told

    # --- who is here

    def here(self) -> Here:
        """Who is at the table in this process."""
        users = frozenset(each.user.id for each in self.connections if each.user is not None)
        return Here(users, sum(each.seat is None for each in self.connections))

    def everywhere(self) -> Here:
        """Who is at the table, in whatever process."""
        parts = (self.here(), *self.elsewhere.values())
        return Here(frozenset().union(*(part.users for part in parts)), sum(part.watching for part in parts))

    def seat_again(self) -> None:
        """Somebody sat down or stood up: each socket speaks for the seat that its person has now."""
        for connection in self.connections:
            connection.seat = self._table.seat_of(connection.user)

    # --- telling them

    def tell_people(self) -> None:
        """Tell everybody who is here."""
        self.send_all(messages.encoder.encode(messages.InfoChanged(showing.info(self._table))))

    def tell_removed(self, user_id: int) -> None:
        """Tell somebody that the host has removed them; they go on as a watcher."""
        problem = messages.Problem("removed", "the host has removed you from this table; you can watch it")
        for connection in self.connections:
            if connection.user is not None and connection.user.id == user_id:
                connection.send(messages.encoder.encode(problem))

    def send_all(self, message: bytes) -> None:
        """Send the same to everybody."""
        for connection in self.connections:
            connection.send(message)

    def tell(self, before: int, info_changed: bool) -> None:
        """Tell everybody what has happened since a version, each seat its own face of it."""
        if self.connections:
            telling = showing.Telling(self._table, before, info_changed)
            for connection in self.connections:
                connection.send(telling.to(connection.seat))
