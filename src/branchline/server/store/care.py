"""What needs care, in pages, so that nobody waits for ever behind others."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, func, insert, select, tuple_, update

from branchline.server.store.base import BaseStore
from branchline.server.store.playable import playable
from branchline.server.store.schema import bot_due, pulse, seats, tables, unsettled

MISSED_MS = 30_000  # a pulse comes every few seconds; two that are so far apart missed some


class CareStore(BaseStore):
    """Looks for tables whose time is up, whose bots have to move, or whose results are not kept."""

    async def overdue(self, now: int, after: tuple[int, str] = (0, ""), limit: int = 200) -> list[tuple[int, str]]:
        """Deadlines that have passed and their tables, the oldest first."""
        late = and_(tables.c.deadline < now, tuple_(tables.c.deadline, tables.c.id) > tuple_(*after))
        # Those that run would be found by their status, which is that of most; what has ended has no deadline.
        statement = select(tables.c.deadline, tables.c.id).where(late, tables.c.status != "ended", playable())
        statement = statement.order_by(tables.c.deadline, tables.c.id).limit(limit)
        return [(row[0], row[1]) for row in await self._all(statement)]

    async def pulse(self, now: int) -> bool:
        """Note that people can play now; whether deadlines were moved because they could not for a while.

        Nobody can play while no server runs, while the store is away, or while the clock is not what it was. What
        was missed between two pulses is added to the time of all who are due.
        """
        async with self._engine.begin() as connection:
            before: int | None = (await connection.execute(select(pulse.c.at).with_for_update())).scalar()
            if before is None:
                await connection.execute(insert(pulse).values(id=1, at=now))
                return False
            moved = abs(now - before) > MISSED_MS
            if moved:
                running = (tables.c.status == "running", tables.c.deadline.is_not(None))
                later = tables.c.deadline + (now - before)
                await connection.execute(update(tables).where(*running).values(deadline=later))
            await connection.execute(update(pulse).values(at=now))
            return moved

    async def waiting_for_bots(self, after: str = "", limit: int = 500) -> list[str]:
        """Running tables where a bot has to move, by their ids."""
        due = select(seats.c.table_id).where(bot_due, seats.c.table_id > after)
        return await self._ids(tables.c.id.in_(due), tables.c.status == "running", after=after, limit=limit)

    async def unsettled(self, after: str = "", limit: int = 200) -> list[str]:
        """Tables that ended, but whose results were not kept: the process died in between."""
        return await self._ids(unsettled, after=after, limit=limit)

    async def _ids(self, *which: ColumnElement[bool], after: str, limit: int) -> list[str]:
        statement = select(tables.c.id).where(*which, tables.c.id > after, playable())
        return [row[0] for row in await self._all(statement.order_by(tables.c.id).limit(limit))]

    async def counts(self) -> dict[str, int]:
        """How many tables there are of each status."""
        statement = select(tables.c.status, func.count()).group_by(tables.c.status)
        return {row[0]: row[1] for row in await self._all(statement)}
