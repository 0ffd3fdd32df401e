"""What a table asks of the process it lives in, and of the store. Tests give it others, in memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Protocol

from branchline.engine.actions import Action
from branchline.server.store.accounts import User
from branchline.server.store.log_writer import Append
from branchline.server.store.rows import Entry, StoredGame, TableRow
from branchline.server.store.shares import Share
from branchline.server.table.game import PlayedGame

Counted = Literal["actions", "conflicts", "save_failures"]


class Rows(Protocol):
    """The rows of tables and seats; what is answered with False could not be done any more."""

    async def get(self, table_id: str) -> TableRow | None: ...
    async def sit(self, table_id: str, seat: int, share: Share) -> bool: ...
    async def stand_up(self, table_id: str, user_id: int) -> bool: ...
    async def remove(self, table_id: str, user_id: int) -> bool: ...
    async def was_removed(self, table_id: str, user_id: int) -> bool: ...
    async def seat_bot(self, table_id: str, seat: int, bot: str | None) -> bool: ...
    async def close(self, table_id: str) -> bool: ...


class Log(Protocol):
    """The logs, as they are read."""

    async def since(self, table_id: str, after: int) -> list[Entry]: ...
    async def entries(self, table_id: str, versions: Iterable[int]) -> list[Entry]: ...
    async def game_of(self, table_id: str, kept: int, since: int) -> StoredGame: ...


class Writer(Protocol):
    """The logs' writer: Conflict if somebody else was first."""

    async def append(self, change: Append) -> None: ...


class TableStores(Protocol):
    """What a table reads and writes."""

    @property
    def tables(self) -> Rows: ...
    @property
    def log(self) -> Log: ...
    @property
    def log_writer(self) -> Writer: ...


class Process(Protocol):
    """What a table asks of its process."""

    @property
    def store(self) -> TableStores: ...

    def count(self, what: Counted, number: int = 1) -> None:
        """Count for the metrics."""

    def bot_at_once(self, row: TableRow, game: PlayedGame) -> tuple[int, tuple[Action, ...]] | None:
        """The move of a bot that neither thinks nor waits, if one is due."""

    def care_for(self, table_id: str) -> None:
        """Whatever the table needs next: a bot's move, or its results kept."""

    def turn_passed(self, table_id: str, seats: list[int]) -> None:
        """These seats have become due by what was just saved."""

    def came(self, table_id: str, user: User | None) -> None:
        """Somebody has come to the table."""

    def people_moved(self, table_id: str) -> None:
        """Somebody came to the table, or went."""

    async def publish(self, what: str, table_id: str, data: str = "") -> None:
        """Tell the other processes."""

    async def lobby_changed(self) -> None:
        """Tell everybody in any lobby."""
