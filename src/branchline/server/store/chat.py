"""What is said at the tables."""

from __future__ import annotations

import dataclasses

from sqlalchemy import insert, select

from branchline.server.store.base import BaseStore
from branchline.server.store.rows import ChatLine
from branchline.server.store.schema import chat, users
from branchline.server.store.tables import seats_of


class ChatStore(BaseStore):
    """Lines of chat."""

    async def add(self, table_id: str, user_id: int, at: int, words: str) -> int:
        """Keep what was said."""
        row = {"table_id": table_id, "user_id": user_id, "at": at, "text": words}
        async with self._engine.begin() as connection:
            line: int = (await connection.execute(insert(chat).values(**row).returning(chat.c.id))).scalar_one()
            return line

    async def last(self, table_id: str, limit: int = 200) -> list[ChatLine]:
        """What was said last, the oldest first."""
        statement = (
            select(chat.c.id, chat.c.user_id, users.c.name, chat.c.at, chat.c.text)
            .join(users, users.c.id == chat.c.user_id)
            .where(chat.c.table_id == table_id)
            .order_by(chat.c.id.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            lines = [ChatLine(*row) for row in reversed((await connection.execute(statement)).all())]
            places = (await seats_of(connection, [table_id])).get(table_id, [])
        shown = {each.user_id: each.name for each in places}
        return [dataclasses.replace(line, name=shown.get(line.user_id) or line.name) for line in lines]
