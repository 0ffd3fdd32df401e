"""Shares: how many tables and seats one person and one address hold, counted where all processes see it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.errors import Refused
from branchline.server.store.accounts import User
from branchline.server.store.schema import seats, tables, users

LIVE = ("open", "running")

# The most that accounts, guests and addresses hold at once. An address may be a whole club.
MOST_PUBLIC, MOST_PUBLIC_OF_ADDRESS = 5, 25  # open public tables: the list in the lobby is everybody's
MOST_TABLES = {"account": 50, "bot": 50, "guest": 20}
MOST_SEATS = {"account": 100, "bot": 100, "guest": 20}
MOST_TABLES_OF_ADDRESS, MOST_SEATS_OF_ADDRESS = 100, 200


@dataclass(frozen=True)
class Share:
    """Somebody who wants a table or a seat, where they come from, and since when they would have it."""

    user: User
    origin: str  # a hash of their address
    factor: float  # on all limits; 0: there are none
    at: int

    async def claim(
        self, connection: AsyncConnection, table: bool = False, public: bool = False, seat: bool = False
    ) -> None:
        """Refuse what would be more than a person's or an address's share; in the transaction that takes it.

        The person's row is written first, so that two claims of one person wait for each other.
        """
        mine = users.c.id == self.user.id
        await connection.execute(update(users).where(mine).values(origin=self.origin))
        if self.factor <= 0:
            return
        household = users.c.origin == self.origin
        if public:
            await self._check_public(connection, mine, household)
        if table:
            most = self._most(MOST_TABLES.get(self.user.kind, MOST_TABLES["guest"]))
            if await _hosted(connection, mine) >= most:
                raise Refused("too_many_tables", most=most)
            if await _hosted(connection, household) >= self._most(MOST_TABLES_OF_ADDRESS):
                raise Refused("too_many_tables_of_address")
        if seat:
            most = self._most(MOST_SEATS.get(self.user.kind, MOST_SEATS["guest"]))
            if await _seated(connection, mine) >= most:
                raise Refused("too_many_seats", most=most)
            if await _seated(connection, household) >= self._most(MOST_SEATS_OF_ADDRESS):
                raise Refused("too_many_seats_of_address")

    async def _check_public(
        self, connection: AsyncConnection, mine: ColumnElement[bool], household: ColumnElement[bool]
    ) -> None:
        """One person's open tables must not push those of others out of the list."""
        listed = (tables.c.public, tables.c.status == "open")
        most = self._most(MOST_PUBLIC)
        if await _hosted(connection, mine, *listed) >= most:
            raise Refused("too_many_open_tables", most=most)
        if await _hosted(connection, household, *listed) >= self._most(MOST_PUBLIC_OF_ADDRESS):
            raise Refused("too_many_open_tables_of_address")

    def _most(self, most: int) -> int:
        return max(1, int(most * self.factor))


async def _hosted(connection: AsyncConnection, whose: ColumnElement[bool], *more: ColumnElement[bool]) -> int:
    here = (whose, tables.c.status.in_(LIVE), *more)
    statement = select(func.count()).select_from(tables.join(users, users.c.id == tables.c.host_id)).where(*here)
    return (await connection.execute(statement)).scalar_one()


async def _seated(connection: AsyncConnection, whose: ColumnElement[bool]) -> int:
    joined = seats.join(users, users.c.id == seats.c.user_id).join(tables, tables.c.id == seats.c.table_id)
    statement = select(func.count()).select_from(joined).where(whose, tables.c.status.in_(LIVE))
    return (await connection.execute(statement)).scalar_one()
