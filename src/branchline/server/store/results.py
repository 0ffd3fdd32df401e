"""Stores results: what people scored, their ratings and statistics."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from sqlalchemy import Integer, cast, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.base import BaseStore
from branchline.server.store.schema import ratings, results, tables, users


@dataclass(frozen=True)
class Rating:
    """How strong somebody is at a title."""

    user_id: int
    title: str
    mu: float
    sigma: float
    games: int

    @property
    def ordinal(self) -> float:
        """A careful estimate: three deviations below the mean."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True)
class Standing:
    """The accounts at a table before its game counts."""

    known: dict[int, Rating | None]  # their ratings so far
    together: dict[frozenset[int], int]  # how often two of them were rated with each other lately


# From how the accounts at a table stood to the new ratings of those for whom the game counts.
Rater = Callable[[Standing], list[Rating]]

DAY = 24 * 3600 * 1000

_RATING = (ratings.c.user_id, ratings.c.title, ratings.c.mu, ratings.c.sigma, ratings.c.games)


class ResultStore(BaseStore):
    """Results, ratings and statistics."""

    async def add(self, rows: list[dict[str, Any]], rate: Rater) -> bool:
        """Keep the results of a game and the ratings that follow from them, once."""
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(results), rows)
                here = tables.c.id == rows[0]["table_id"]
                await connection.execute(update(tables).where(here).values(settled=True))
                known = await self._players(connection, rows)
                together = await self._together(connection, rows, list(known))
                for each in rate(Standing(known, together)):
                    here = (ratings.c.user_id == each.user_id) & (ratings.c.title == each.title)
                    await connection.execute(delete(ratings).where(here))
                    row = {**each.__dict__, "ordinal": each.ordinal}
                    await connection.execute(insert(ratings).values(**row))
                    here = (results.c.table_id == rows[0]["table_id"]) & (results.c.user_id == each.user_id)
                    await connection.execute(update(results).where(here).values(rated=True))
        except IntegrityError:
            return False
        return True

    async def _players(self, connection: AsyncConnection, rows: list[dict[str, Any]]) -> dict[int, Rating | None]:
        """The accounts among the players with their ratings so far; two games of one person wait for each other."""
        here = (users.c.id.in_([row["user_id"] for row in rows]), users.c.kind.in_(("account", "bot")))
        locked = select(users.c.id).where(*here).order_by(users.c.id).with_for_update()
        ids = [row[0] for row in await connection.execute(locked)]
        mine = (ratings.c.user_id.in_(ids), ratings.c.title == rows[0]["title"])
        known = {row[0]: Rating(*row) for row in await connection.execute(select(*_RATING).where(*mine))}
        return {user_id: known.get(user_id) for user_id in ids}

    async def _together(
        self, connection: AsyncConnection, rows: list[dict[str, Any]], ids: list[int]
    ) -> dict[frozenset[int], int]:
        """How often each two of the players were rated with each other in the day before."""
        ended = rows[0]["ended"]
        lately = (results.c.ended > ended - DAY, results.c.table_id != rows[0]["table_id"])
        mine = (results.c.user_id.in_(ids), results.c.rated, *lately)
        at: dict[str, list[int]] = {}
        for table_id, user_id in await connection.execute(select(results.c.table_id, results.c.user_id).where(*mine)):
            at.setdefault(table_id, []).append(user_id)
        pairs = Counter(frozenset(pair) for those in at.values() for pair in combinations(those, 2))
        return dict(pairs)

    async def ratings_of(self, user_id: int) -> list[Rating]:
        """A user's ratings at all titles."""
        statement = select(*_RATING).where(ratings.c.user_id == user_id).order_by(ratings.c.title)
        return [Rating(*row) for row in await self._all(statement)]

    async def games(self, user_id: int, public: bool, limit: int = 20, before: int = 2**53) -> list[dict[str, Any]]:
        """A user's finished games, the newest first; for others only those at public tables."""
        here = [results.c.user_id == user_id, results.c.ended < before]
        if public:
            here.append(tables.c.public)
        columns = (
            results.c.table_id,
            results.c.title,
            results.c.seats,
            results.c.total,
            results.c.won,
            results.c.ended,
        )
        statement = select(*columns).join(tables, tables.c.id == results.c.table_id).where(*here)
        return await self._dicts(statement.order_by(results.c.ended.desc()).limit(limit))

    async def leaderboard(self, title: str, limit: int = 50) -> list[dict[str, Any]]:
        """The strongest at a title."""
        statement = (
            select(users.c.name, users.c.kind, ratings.c.mu, ratings.c.sigma, ratings.c.games, ratings.c.ordinal)
            .join(users, users.c.id == ratings.c.user_id)
            .where(ratings.c.title == title, users.c.kind.in_(("account", "bot")))
            .order_by(ratings.c.ordinal.desc())
            .limit(limit)
        )
        return await self._dicts(statement)

    async def statistics(self, user_id: int) -> dict[str, dict[str, Any]]:
        """By title: games, wins, tickets made and missed, longest paths, mean total, favourite lines."""
        statement = (
            select(
                results.c.title,
                func.count(),
                func.sum(_as_number(results.c.won)),
                func.sum(results.c.tickets_made),
                func.sum(results.c.tickets_missed),
                func.sum(_as_number(results.c.longest_path)),
                func.avg(results.c.total),
                func.max(results.c.total),
            )
            .where(results.c.user_id == user_id)
            .group_by(results.c.title)
        )
        names = ("games", "wins", "tickets_made", "tickets_missed", "longest_paths", "mean_total", "best_total")
        found: dict[str, dict[str, Any]] = {}
        async with self._engine.connect() as connection:
            for row in await connection.execute(statement):
                found[row[0]] = dict(zip(names, row[1:], strict=True))
                found[row[0]]["mean_total"] = float(found[row[0]]["mean_total"])
            lines = await connection.execute(
                select(results.c.title, results.c.lines).where(results.c.user_id == user_id)
            )
            claimed: dict[str, Counter[str]] = {}
            for title, text in lines:
                claimed.setdefault(title, Counter()).update(json.loads(text))
        # A game may have ended between the two looks, so the figures say which titles there are.
        for title, numbers in found.items():
            common = claimed.get(title, Counter[str]()).most_common(5)
            numbers["favourite_lines"] = [{"line": line, "times": n} for line, n in common]
        return found


def _as_number(column: Any) -> Any:
    """A truth value as 0 or 1, which can be added up."""
    return cast(column, Integer)
