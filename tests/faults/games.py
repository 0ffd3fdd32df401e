"""Tables that are played at without an end: when a game is over it is checked, and the next one begins."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from dataclasses import dataclass
from typing import Any

import asyncpg
import httpx
from faults.guests import LOST, RETRY_SECONDS, Manner, Player, Watcher
from faults.ledger import Ledger
from faults.setups import Setup
from server.kit import Person
from server.store import rows

from branchline import titles
from branchline.engine.record import read_record

# Longer than any test waits, shorter than the clock jumps: whoever runs out of time was cheated.
LIVE = {"kind": "live", "turn": 115, "bank": 0}

# What looking into a database that is away, or just coming, may end with.
AWAY = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, sqlite3.Error, OSError)


@dataclass(frozen=True)
class Plan:
    """What is played at a place."""

    seats: tuple[str, ...]
    clock: bool = False
    watched: bool = True
    undo: float = 0.0
    chat: float = 0.0
    pause: float = 0.15  # seconds in which people think


PLANS = (
    Plan(("me", "open"), undo=0.05, chat=0.05),
    Plan(("me", "open"), clock=True),
    Plan(("me", "open", "greedy"), clock=True, chat=0.05),
    Plan(("me", "greedy", "random"), undo=0.03),
    Plan(("greedy", "random")),
    Plan(("random", "greedy", "random"), watched=False),
)


class Game:
    """One game at a table, and those around it."""

    def __init__(self, ledger: Ledger, title: str) -> None:
        self.ledger = ledger
        self.title = title
        self.around: list[Watcher] = []
        self.ended = False  # the database says so
        self.auditing = asyncio.Lock()

    def beyond(self, version: int) -> bool:
        """Whether the game has gone on since a version, for everybody around it."""
        if not self.around:
            return self.ended or self.ledger.stored > version
        return all(each.over or each.heard > version for each in self.around)

    def __str__(self) -> str:
        heard = ", ".join(f"{each.who} heard {each.heard}" for each in self.around)
        return f"{self.title} {self.ledger.table} stored {self.ledger.stored} ({heard or 'nobody looks'})"


class Place:
    """Where one game is played after the other."""

    def __init__(self, setup: Setup, plan: Plan, title: str, chance: random.Random) -> None:
        self.setup = setup
        self.plan = plan
        self.title = title
        self.chance = chance
        self.manner = Manner(plan.pause, plan.undo, plan.chat)
        self.game: Game | None = None
        self.wrong: list[str] = []
        self.acknowledged = self.lost = self.finished = 0
        self.last = False  # no further game after this one
        self._people: list[Person] = []
        self._watchers: list[Person] = []

    async def come(self, stack: contextlib.AsyncExitStack) -> None:
        """Bring the people, and those who watch through each of the processes."""
        count = max(1, sum(who in ("me", "open") for who in self.plan.seats))
        watching = len(self.setup.servers) if self.plan.watched else 0
        for n in range(count + watching):
            server = self.setup.servers[n % len(self.setup.servers)]
            person = await stack.enter_async_context(Person(server))
            await person.come(f"Rider {self.chance.getrandbits(40):x}")
            (self._people if n < count else self._watchers).append(person)

    async def play(self) -> None:
        """Play one game after the other."""
        while not self.last:
            table = await self._make()
            self.game = Game(Ledger(table), self.title)
            try:
                await self._play(self.game)
            finally:
                self._carry(self.game.ledger)
                self.game = None

    def _carry(self, ledger: Ledger) -> None:
        """Carry the accounts of a game that is over or given up."""
        self.acknowledged += len(ledger.acknowledged)
        self.lost += ledger.lost
        self.wrong += ledger.wrong

    @property
    def totals(self) -> tuple[int, int]:
        """How many messages were acknowledged, and how many of them lost."""
        ledger = self.game.ledger if self.game else Ledger("")
        return self.acknowledged + len(ledger.acknowledged), self.lost + ledger.lost

    # --- a game

    async def _play(self, game: Game) -> None:
        servers = self.setup.servers
        if self.plan.seats[0] == "me":
            for n, person in enumerate(self._people):
                home = [*servers[n % len(servers) :], *servers[: n % len(servers)]]
                chance = random.Random(self.chance.getrandbits(64))
                game.around.append(Player(person, game.ledger, home, self.manner, chance))
        for n, person in enumerate(self._watchers):
            game.around.append(Watcher(person, game.ledger, [servers[n % len(servers)]]))
        async with asyncio.TaskGroup() as tasks:
            for each in game.around:
                tasks.create_task(each.stay())
            if not game.around:
                tasks.create_task(self._look(game))
        await self._check(game)
        self.finished += 1

    async def _look(self, game: Game) -> None:
        """Nobody is at the table; whether its game goes on can be seen in the database."""
        while not game.ended:
            await self._audited(game)
            await asyncio.sleep(RETRY_SECONDS)

    async def _audited(self, game: Game) -> None:
        """Look into the database as soon as it is there."""
        while True:
            with contextlib.suppress(*AWAY):
                return await self.audit(game)
            await asyncio.sleep(RETRY_SECONDS)

    async def audit(self, game: Game) -> None:
        """Hold what was told against the database."""
        async with game.auditing:
            await asyncio.to_thread(self._audit, game)

    def _audit(self, game: Game) -> None:
        game.ledger.audit(self.setup.servers[0])
        status = rows(self.setup.servers[0], f"SELECT status FROM tables WHERE id = '{game.ledger.table}'")
        game.ended = status == [("ended",)]

    async def _check(self, game: Game) -> None:
        """A game that is over is in the database as it was told, and its record can be refereed."""
        await self._audited(game)
        if not game.ended:
            game.ledger.complain("the end was told, but is not stored")
        record = await self._ask("get", self._people[0], f"/api/tables/{game.ledger.table}/record", (200,))
        played = await asyncio.to_thread(read_record, record.text.splitlines(), titles.load)
        if not played.over:
            game.ledger.complain("the record is that of an unfinished game")

    # --- asking, through whatever happens

    async def _make(self) -> str:
        host, *others = self._people
        wish: dict[str, Any] = {"title": self.title, "seats": list(self.plan.seats)}
        if self.plan.clock:
            wish["clock"] = LIVE
        made = await self._ask("post", host, "/api/tables", (201,), wish)
        table: str = made.json()["id"]
        for other in others:
            await self._ask("post", other, f"/api/tables/{table}/join", (200,))
        begun = await self._ask("post", host, f"/api/tables/{table}/start", (204, 409))
        # The answer to the first try may have been lost.
        assert begun.status_code == 204 or begun.json()["code"] == "begun", begun.text
        return table

    async def _ask(
        self, method: str, person: Person, path: str, fine: tuple[int, ...], body: object = None
    ) -> httpx.Response:
        """Ask one process after the other until one of them does it."""
        tried = 0
        while True:
            person.http.base_url = httpx.URL(self.setup.servers[tried % len(self.setup.servers)].url)
            with contextlib.suppress(*LOST):
                answer = await (person.get(path) if method == "get" else person.post(path, body))
                if answer.status_code in fine:
                    return answer
                if answer.status_code < 500:
                    raise AssertionError(f"{path}: {answer.status_code} {answer.text}")
            tried += 1
            await asyncio.sleep(RETRY_SECONDS)
