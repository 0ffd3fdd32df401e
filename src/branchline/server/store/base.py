"""The base of all stores: single statements, each in a transaction of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Delete, Executable, Insert, Row, Update
from sqlalchemy.ext.asyncio import AsyncEngine


class BaseStore:
    """Carries out single statements; what belongs together in one transaction opens a connection itself."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def _all(self, statement: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
        """All rows that a statement finds."""
        async with self._engine.connect() as connection:
            return (await connection.execute(statement)).all()

    async def _dicts(self, statement: Executable) -> list[dict[str, Any]]:
        """All rows that a statement finds, by the names of their columns."""
        async with self._engine.connect() as connection:
            return [dict(row) for row in (await connection.execute(statement)).mappings()]

    async def _first(self, statement: Executable) -> Row[*tuple[Any, ...]] | None:
        """The first row that a statement finds, if any."""
        async with self._engine.connect() as connection:
            return (await connection.execute(statement)).first()

    async def _write(self, statement: Insert | Update | Delete) -> int:
        """Carry a statement out; how many rows it has changed."""
        async with self._engine.begin() as connection:
            return (await connection.execute(statement)).rowcount
