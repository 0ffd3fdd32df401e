"""Finds and deletes what has had its time: each look finds a few rows, each deletion is short."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, select
from sqlalchemy.exc import IntegrityError

from branchline.server.store.base import BaseStore
from branchline.server.store.schema import chat, seats, sessions, tables, users

AT_ONCE = 200


class RetentionStore(BaseStore):
    """Finds what has had its time, and deletes it. Found first and deleted by its ids, so that writing is short."""

    async def expired_sessions(self, now: int, after: str) -> list[str]:
        """The next ways in that open nothing any more."""
        return await self._find(sessions.c.token, after, sessions.c.expires <= now)

    async def drop_sessions(self, tokens: list[str]) -> None:
        """Delete sessions."""
        await self._delete(sessions.c.token, tokens)

    async def old_tables(self, status: str, before: int, after: str) -> list[str]:
        """The next tables of a status that were made long ago: open ones that nobody starts, or shut ones."""
        return await self._find(tables.c.id, after, and_(tables.c.status == status, tables.c.created < before))

    async def drop_closed(self, ids: list[str]) -> None:
        """Delete shut tables with their seats and their chat."""
        await self._delete(tables.c.id, ids, tables.c.status == "closed")

    async def old_chat(self, before: int, after: int) -> list[int]:
        """The next lines after a line that were said at tables whose games ended long ago."""
        ended = select(tables.c.id).where(tables.c.id == chat.c.table_id, tables.c.ended < before).exists()
        return await self._find(chat.c.id, after, and_(chat.c.at < before, ended))

    async def drop_chat(self, ids: list[int]) -> None:
        """Delete what was said."""
        await self._delete(chat.c.id, ids)

    async def idle_guests(self, before: int, after: int) -> list[int]:
        """The next guests after one who have not been here for long and hold nothing."""
        idle = func.coalesce(users.c.seen, users.c.created) < before
        return await self._find(users.c.id, after, and_(users.c.kind == "guest", idle, _without_games()))

    async def drop_guests(self, ids: list[int]) -> None:
        """Delete guests with their sessions; whoever has sat down meanwhile stays."""
        await self._delete(users.c.id, ids, and_(users.c.kind == "guest", _without_games()))

    async def _find(self, column: Any, after: Any, where: ColumnElement[bool]) -> list[Any]:
        statement = select(column).where(column > after, where).order_by(column).limit(AT_ONCE)
        return [row[0] for row in await self._all(statement)]

    async def _delete(self, column: Any, ids: list[Any], *still: ColumnElement[bool]) -> None:
        try:
            await self._write(delete(column.table).where(column.in_(ids), *still))
        except IntegrityError:  # somebody has sat down or spoken just now: next time
            return


def _without_games() -> ColumnElement[bool]:
    """Who neither sits nor hosts nor has spoken anywhere; tables that never began have been cleared away before."""
    sits = select(seats.c.seat).where(seats.c.user_id == users.c.id).exists()
    hosts = select(tables.c.id).where(tables.c.host_id == users.c.id).exists()
    spoke = select(chat.c.id).where(chat.c.user_id == users.c.id).exists()
    return and_(~sits, ~hosts, ~spoke)
