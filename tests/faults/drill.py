"""A drill: people and bots play at several tables while one fault after the other strikes."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass

from faults.games import PLANS, Game, Place, Plan
from faults.kinds import kinds_for, schedule
from faults.setups import Setup
from server.store import rows

from branchline import titles

POLL_SECONDS = 0.02


class Stuck(AssertionError):
    """Some tables did not go on after a fault."""

    def __init__(self, places: list[Place], words: str) -> None:
        super().__init__(words)
        self.places = places


@dataclass(frozen=True)
class Outcome:
    """What came of one fault."""

    number: int
    fault: str
    seconds: float  # from the end of the fault until every table had gone on
    acknowledged: int  # so far
    lost: int
    stuck: str = ""


class Drill:
    """Tables in play on a setup, and a schedule of faults drawn from a seed."""

    def __init__(
        self, setup: Setup, seed: str, patience: float, only: str | None = None, plans: Sequence[Plan] = PLANS
    ) -> None:
        self.setup = setup
        self.seed = seed
        self.patience = patience  # seconds in which a table has to go on
        self.kinds = {name: kind for name, kind in kinds_for(setup).items() if only in (None, name)}
        self.chance = random.Random(f"{seed} {setup.name}")
        names = self.chance.sample(titles.names(), len(titles.names()))
        self.places = [
            Place(setup, plan, names[n % len(names)], random.Random(self.chance.getrandbits(64)))
            for n, plan in enumerate(plans)
        ]
        self._tasks: dict[Place, asyncio.Task[None]] = {}

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Bring everything up and let play begin; in the end everything is down."""
        async with self.setup.running(), contextlib.AsyncExitStack() as people:
            for place in self.places:
                await place.come(people)
            try:
                for place in self.places:
                    self._tasks[place] = asyncio.create_task(place.play())
                await self.all_go_on()
                yield
            finally:
                for task in self._tasks.values():
                    task.cancel()
                await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    # --- faults

    def faults(self, count: int) -> Iterator[tuple[int, str, random.Random]]:
        """So many faults, each with chances of its own."""
        for number, name in enumerate(schedule(self.kinds, self.chance, count), 1):
            yield number, name, random.Random(f"{self.seed} {self.setup.name} {number}")

    async def strike(self, number: int, name: str, chance: random.Random) -> Outcome:
        """Let one fault strike; when it is over every table goes on, and nothing is lost. Stuck if one does not."""
        seconds = 0.0
        async with contextlib.aclosing(self.kinds[name](self.setup, chance)) as fault:  # type: ignore[type-var]
            async for _ in fault:
                seconds = max(seconds, await self.all_go_on())
        await self.audit()
        return Outcome(number, name, seconds, *self.totals)

    async def all_go_on(self) -> float:
        """Wait until every table has gone on since now, for everybody around it; how long that took."""
        began = time.monotonic()
        stored = await asyncio.to_thread(self._versions)
        waiting = {place: place.game for place in self.places}
        while waiting := {place: game for place, game in waiting.items() if not _went_on(place, game, stored)}:
            self._raise_failures()
            if time.monotonic() - began > self.patience:
                raise Stuck(list(waiting), self._why(waiting, stored))
            await asyncio.sleep(POLL_SECONDS)
        return time.monotonic() - began

    def _versions(self) -> dict[str, int]:
        """The last stored version of each table in play."""
        tables = ", ".join(f"'{place.game.ledger.table}'" for place in self.places if place.game) or "''"
        sql = f"SELECT table_id, max(version) FROM log WHERE table_id IN ({tables}) GROUP BY table_id"
        return dict(rows(self.setup.servers[0], sql))

    def _why(self, waiting: dict[Place, Game | None], stored: dict[str, int]) -> str:
        due = dict(
            rows(
                self.setup.servers[0],
                "SELECT table_id, min(coalesce(bot, stand_in, 'a person')) FROM seats WHERE due GROUP BY table_id",
            )
        )
        words = [f"{len(waiting)} of {len(self.places)} tables did not go on:"]
        for game in waiting.values():
            table = game.ledger.table if game else ""
            words.append(f"{game or 'no game begins'}, was at {stored.get(table)}, waits for {due.get(table)}")
        return "\n  ".join(words)

    def _raise_failures(self) -> None:
        """A place that cannot go on at all."""
        for place, task in self._tasks.items():
            if task.done() and not place.last:
                task.result()

    def abandon(self, places: list[Place]) -> None:
        """Give tables up that are stuck, and begin anew there."""
        for place in places:
            self._tasks[place].cancel()
            self._tasks[place] = asyncio.create_task(place.play())

    # --- accounts

    async def audit(self) -> None:
        """Hold what was told at every table against the database."""
        for place in self.places:
            if place.game is not None:
                await place.audit(place.game)

    @property
    def totals(self) -> tuple[int, int]:
        """How many messages were acknowledged, and how many of them lost."""
        acknowledged, lost = zip(*(place.totals for place in self.places), strict=True)
        return sum(acknowledged), sum(lost)

    @property
    def wrong(self) -> list[str]:
        """Whatever was told and is not so."""
        return [
            words for place in self.places for words in (*place.wrong, *(place.game.ledger.wrong if place.game else ()))
        ]

    # --- the end

    async def finish(self) -> None:
        """Let all games be played to their ends, at full speed, and check each."""
        for place in self.places:
            place.last = True
            place.manner.pause = place.manner.undo = place.manner.chat = 0.0
        await self.setup.restart(BOT_PAUSE="0")
        done, still = await asyncio.wait(self._tasks.values(), timeout=4 * self.patience)
        for task in done:
            task.result()
        if still:
            games = [place.game for place in self.places if place.game is not None]
            raise Stuck([], "\n  ".join(["some games were not played to their ends:", *map(str, games)]))


def _went_on(place: Place, game: Game | None, stored: dict[str, int]) -> bool:
    """Whether a game has gone on or is over; where none was, whether one has begun."""
    if game is None:
        return place.game is not None or place.last
    return place.game is not game or game.beyond(stored.get(game.ledger.table, 0))
