"""Lets bots move: which process drives a table's bots, and what they choose."""

from __future__ import annotations

import asyncio
import random

import structlog

from branchline.engine.actions import Action
from branchline.engine.core.sight import sight_of
from branchline.server.bots.pool import BotFailed, BotPool
from branchline.server.cluster.bus import Bus
from branchline.server.settings import Settings
from branchline.server.store.log_writer import Conflict
from branchline.server.store.rows import TableRow
from branchline.server.table.game import PlayedGame
from branchline.server.table.table import Table

log = structlog.get_logger()

# How long the tables of a process stay its own when it says nothing; it says so every second.
LEASE_SECONDS = 3.0


class Driver:
    """Moves the bots of the tables that this process drives."""

    def __init__(self, settings: Settings, bus: Bus, pool: BotPool, name: str) -> None:
        self._settings = settings
        self._bus = bus
        self._pool = pool
        self._name = name
        self._leases: set[str] = set()  # the tables that are ours for now
        self._moving: set[str] = set()  # those of them where bots are at work
        self._chance = random.Random()
        self.stopping = False

    async def drive(self, table: Table) -> None:
        """Let bots move as long as it is their turn."""
        self._moving.add(table.row.id)
        try:
            while not self.stopping and await self.leased(table.row.id) and await self._move(table):
                if self._settings.bot_pause:
                    await asyncio.sleep(self._settings.bot_pause)
        finally:
            self._moving.discard(table.row.id)

    async def leased(self, table_id: str) -> bool:
        """Whether this process cares for a table; another one takes over when this falls silent."""
        if table_id not in self._leases and await self._bus.lease(_lease(table_id), self._name, LEASE_SECONDS):
            self._leases.add(table_id)
        return table_id in self._leases

    async def renew(self) -> None:
        """Keep the tables where our bots are at work; the others are anybody's again."""
        self._leases &= self._moving
        kept = await self._bus.renew([_lease(each) for each in self._leases], self._name, LEASE_SECONDS)
        self._leases = {each for each in self._leases if _lease(each) in kept}

    def at_once(self, row: TableRow, game: PlayedGame) -> tuple[int, tuple[Action]] | None:
        """The next bot's move, if it is one that neither thinks nor waits.

        It needs no lease: it is saved together with the move before it, or not at all.
        """
        for seat in () if self._settings.bot_pause else game.due:
            driver = row.seats[seat].driver
            if driver is not None:
                return (seat, (game.game.pick_legal(seat, self._chance.randrange),)) if driver == "random" else None
        return None

    async def _move(self, table: Table) -> bool:
        """One move of the next bot; False if no bot is due."""
        seat, version = table.next_bot, table.version
        if seat is None or table.doubts:
            return False
        choice = await self._ask(table, seat)
        async with table.lock:
            if table.doubts:
                return False
            if table.version == version and table.next_bot == seat and table.game is not None:
                try:
                    await table.play(seat, (table.game.game.nth_legal(seat, choice),))
                except Conflict:
                    log.info("bot too late", table=table.row.id)
        return True

    async def _ask(self, table: Table, seat: int) -> int:
        """The number of the action a bot chooses; if it fails, any."""
        assert table.game is not None
        game, bot = table.game.game, table.row.seats[seat].driver
        if bot is not None and bot != "random":
            numbers = sight_of(game.turned_to(seat), seat).numbers()
            try:
                return await self._pool.choose(bot, table.row.title, len(game.names), numbers)
            except BotFailed:
                log.info("bot failed", table=table.row.id, bot=bot)
        return self._chance.randrange(game.count_legal(seat))


def _lease(table_id: str) -> str:
    return f"care:{table_id}"
