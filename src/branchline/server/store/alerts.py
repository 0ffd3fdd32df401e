"""Stores what alerts need: addresses and their confirmation, and who has been told of which table."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, update
from sqlalchemy.exc import IntegrityError

from branchline.server.store.base import BaseStore
from branchline.server.store.schema import alerts, confirmations, users


@dataclass(frozen=True)
class Question:
    """Asks whoever reads at an address; the token is stored as its hash."""

    token: str
    expires: int


class AlertStore(BaseStore):
    """Where alerts may go, and which have gone."""

    # --- addresses

    async def set_address(self, user_id: int, email: str | None, now: int, question: Question | None = None) -> None:
        """A new address, not confirmed; older questions, and those that are too old, get no answer any more."""
        over = (confirmations.c.user_id == user_id) | (confirmations.c.expires <= now)
        async with self._engine.begin() as connection:
            changes = {"email": email, "email_confirmed": False}
            await connection.execute(update(users).where(users.c.id == user_id).values(**changes))
            await connection.execute(delete(confirmations).where(over))
            if question is not None:
                row = {"token": question.token, "user_id": user_id, "email": email, "expires": question.expires}
                await connection.execute(insert(confirmations).values(**row))

    async def confirm(self, token: str, now: int) -> bool:
        """Use a token up; whether its address is still its user's, and confirmed now."""
        used = delete(confirmations).where(confirmations.c.token == token)
        async with self._engine.begin() as connection:
            row = (await connection.execute(used.returning(confirmations))).mappings().first()
            if row is None or row["expires"] <= now:
                return False
            here = (users.c.id == row["user_id"], users.c.email == row["email"])
            return (await connection.execute(update(users).where(*here).values(email_confirmed=True))).rowcount == 1

    # --- what has been told

    async def tell(self, user_id: int, table_id: str, now: int) -> bool:
        """Note that somebody is told of a table; False if they were, and have not been there since."""
        try:
            await self._write(insert(alerts).values(table_id=table_id, user_id=user_id, at=now))
        except IntegrityError:
            return False
        return True

    async def seen(self, user_id: int, table_id: str) -> None:
        """Somebody has come to a table."""
        await self._write(delete(alerts).where(alerts.c.table_id == table_id, alerts.c.user_id == user_id))
