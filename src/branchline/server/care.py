"""Cares for tables that nobody looks at: time that is up, bots that are due, results to keep, tables in doubt."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.ratings import record_results
from branchline.server.table import seats
from branchline.server.tables import Tables
from branchline.server.tasks import end_tasks

log = structlog.get_logger()

T = TypeVar("T")
Work = Callable[[], Awaitable[None]]

# A table that cannot be cared for is tried again after so long; it must not hold up the others.
AGAIN_SECONDS = 60.0
# By then the other processes have been heard, whose clock may be the one to go by.
SETTLING_SECONDS = 3.0
PULSE_SECONDS = 10.0


class Care:
    """Works through what needs care; each kind of work in a loop of its own, so that none waits for another."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._store = tables.store.care
        self._tasks: list[asyncio.Task[None]] = []
        self._pulsed = -PULSE_SECONDS
        self._later: dict[str, float] = {}  # tables that could not be cared for, and when to try again

    def start(self) -> None:
        """Begin; beside other processes only when they have been heard."""
        settling = SETTLING_SECONDS if self._tables.settings.redis else 0.0
        work: list[tuple[Work, float, float]] = [
            (self._watch_clocks, 1.0, settling),
            (self._wake_bots, 1.0, 0.0),
            (self._tables.recover, 1.0, 0.0),
            (self._tables.driver.renew, 1.0, 0.0),
            (self._tables.presence.beat, 1.0, 0.0),
            (self._settle, 5.0, 0.0),
            (self._tables.let_go, 1.0, 0.0),
        ]
        if self._tables.settings.redis:
            work.append((self._tables.check_sessions, 60.0, 0.0))
        self._tasks = [asyncio.create_task(_again_and_again(*each), name=each[0].__name__) for each in work]

    async def stop(self) -> None:
        """Stop caring."""
        await end_tasks(self._tasks)

    async def _pulse(self) -> None:
        """Note that people can play; time in which they could not is nobody's, and deadlines move by it."""
        moment = time.monotonic()
        if moment - self._pulsed >= PULSE_SECONDS:
            if await self._store.pulse(now()):
                await self._tables.doubt_all()
            self._pulsed = moment

    async def _watch_clocks(self) -> None:
        """Put bots into the seats of those whose time is up, the longest overdue first.

        Not before a pulse: after a pause no deadline is what it was.
        """
        await self._pulse()
        async for _, table_id in _pages(lambda last: self._store.overdue(now(), last), (0, "")):
            await self._care(table_id, self._time_is_up)

    async def _time_is_up(self, table_id: str) -> None:
        table = await self._tables.find(table_id)
        await table.make_sure()
        if table.row.deadline is not None and table.row.deadline < now():
            for seat in table.due:
                if table.row.seats[seat].driver is None:
                    await seats.leave(table, seat, "time")

    async def _wake_bots(self) -> None:
        """Let bots move at tables where nobody has come since the server started, or whose server has gone."""
        async for table_id in _pages(self._store.waiting_for_bots, ""):
            table = self._tables.live.get(table_id)
            if table is None or table.driver is None:
                await self._care(table_id, self._wake)

    async def _wake(self, table_id: str) -> None:
        table = await self._tables.find(table_id)
        await table.make_sure()
        self._tables.care_for(table_id)

    async def _settle(self) -> None:
        """Keep the results of games that ended just before a server died."""
        async for table_id in _pages(self._store.unsettled, ""):
            await self._care(table_id, self._keep_results)

    async def _keep_results(self, table_id: str) -> None:
        await record_results(self._tables.store, await self._tables.find(table_id))

    async def _care(self, table_id: str, work: Callable[[str], Awaitable[None]]) -> None:
        """Do something for one table, if it is ours to do; if that fails, later again, and the next one now."""
        if self._later.get(table_id, 0.0) > time.monotonic() or not await self._tables.driver.leased(table_id):
            return
        try:
            await work(table_id)
            self._later.pop(table_id, None)
        except (SQLAlchemyError, OSError):
            raise  # The store is away, for all of them.
        except Refused as problem:
            if problem.status == 503:
                raise
            log.info("no care", table=table_id, problem=problem.code)
            self._later[table_id] = time.monotonic() + AGAIN_SECONDS
        except Exception:
            log.exception("care failed", table=table_id)
            self._later[table_id] = time.monotonic() + AGAIN_SECONDS


async def _pages(page: Callable[[T], Awaitable[list[T]]], last: T) -> AsyncIterator[T]:
    """One after the other of what comes in pages, each asked for by the last of the page before."""
    while found := await page(last):
        for each in found:
            yield each
            await asyncio.sleep(0)
        last = found[-1]


async def _again_and_again(work: Work, seconds: float, first: float) -> None:
    """Do something for ever; a failure is told once, until it works again."""
    failing = False
    await asyncio.sleep(first)
    while True:
        try:
            await work()
            failing = False
        except Exception as problem:
            if not failing:
                log.exception("care failed", work=work.__name__)
            else:
                log.debug("care still fails", work=work.__name__, problem=type(problem).__name__)
            failing = True
        await asyncio.sleep(seconds)
