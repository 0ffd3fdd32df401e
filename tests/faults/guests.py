"""People who play and people who watch: they come back whenever the connection breaks, and send again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import websockets
from faults.ledger import Ledger
from server.kit import Person, Server

LOST = (websockets.WebSocketException, OSError, TimeoutError, httpx.HTTPError)
RETRY_SECONDS = 0.1

# Answers after which the same message is sent again: it was not stored, and says so.
TRY_AGAIN = ("not_saved", "server_error", "too_many", "too_many_connections", "server_full", "closing")


@dataclass
class Manner:
    """How people play; it can be changed while they do."""

    pause: float  # seconds of thought, on average
    undo: float  # how often they want a step back
    chat: float  # how often they say something


class Watcher:
    """Somebody at a table who only looks; always through the same process."""

    def __init__(self, person: Person, ledger: Ledger, servers: Sequence[Server]) -> None:
        self.person = person
        self.ledger = ledger
        self.servers = servers
        self.heard = 0  # the last version
        self.over = False
        self._tried = 0

    async def stay(self) -> None:
        """Stay until the game is over, through whatever happens."""
        while not self.over:
            self.person.server = self.servers[self._tried % len(self.servers)]
            self._tried += 1
            with contextlib.suppress(*LOST):
                async with self.person.at(self.ledger.table, self.heard) as tab:
                    await self._listen(tab.ws)
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, ws: websockets.ClientConnection) -> None:
        while not self.over:
            await self._hear(ws, json.loads(await ws.recv()))

    async def _hear(self, _: websockets.ClientConnection, message: dict[str, Any]) -> None:
        """Take a message in."""
        if message["type"] in ("snapshot", "update"):
            self._tried = 0  # here we are
            for entry in message.get("told") or message.get("missed") or ():
                self._told(entry)
            if self.heard != message["version"]:
                self.ledger.complain(f"{self.who} was told up to {self.heard} and shown version {message['version']}")
                self.heard = message["version"]
            self.over = message["ending"] is not None
        elif message["type"] == "chat":
            self.ledger.said[message["id"]] = message["text"]

    def _told(self, entry: dict[str, Any]) -> None:
        """Every entry comes once, and in order."""
        if entry["version"] != self.heard + 1:
            self.ledger.complain(f"{self.who} was told of version {entry['version']} after {self.heard}")
        self.heard = entry["version"]
        self.ledger.tell(entry)

    @property
    def who(self) -> str:
        """For messages."""
        return f"somebody on port {self.person.server.port}"


class Player(Watcher):
    """Somebody who plays whatever is legal; who finds one process away goes to the next."""

    def __init__(
        self, person: Person, ledger: Ledger, servers: Sequence[Server], manner: Manner, chance: random.Random
    ) -> None:
        super().__init__(person, ledger, servers)
        self.manner = manner
        self.chance = chance
        self.seat: int | None = None
        self._version = 0
        self._legal: list[dict[str, Any]] = []
        self._name = f"{chance.getrandbits(48):x}"
        self._sent = 0
        self._waiting: dict[str, Any] | None = None  # sent, and not answered yet
        self._at: float | None = None  # when to do the next thing
        self._trouble: Counter[str] = Counter()  # what the server could not do

    async def _listen(self, ws: websockets.ClientConnection) -> None:
        self._at = None if self._waiting is None else time.monotonic()  # on a new connection it is sent again
        while not self.over:
            left = None if self._at is None else max(0.0, self._at - time.monotonic())
            try:
                message = json.loads(await asyncio.wait_for(ws.recv(), left))
            except TimeoutError:
                await self._do(ws)
            else:
                await self._hear(ws, message)

    # --- hearing

    async def _hear(self, ws: websockets.ClientConnection, message: dict[str, Any]) -> None:
        await super()._hear(ws, message)
        match message["type"]:
            case "snapshot" | "update":
                self.seat = message.get("you", self.seat)
                self._version = message["version"]
                self._legal = message["choices"]["legal"] if message["choices"] else []
                await self._agree(ws, message.get("undo"))
            case "undo_asked":
                await self._agree(ws, message)
            case "done":
                self._acknowledge(message["id"], message["version"])
            case "problem":
                await self._problem(ws, message)
        if self._waiting is None:
            self._plan()

    def _told(self, entry: dict[str, Any]) -> None:
        super()._told(entry)
        if entry["id"] is not None:
            self._acknowledge(entry["id"], entry["version"])

    def _acknowledge(self, name: str, version: int) -> None:
        self.ledger.acknowledge(name, version)
        if self._waiting is not None and self._waiting["id"] == name:
            self._waiting = self._at = None

    async def _agree(self, ws: websockets.ClientConnection, asked: dict[str, Any] | None) -> None:
        """Whoever wants a step back may have it."""
        if asked is not None and asked["seat"] not in (None, self.seat) and self.seat not in asked["agreed"]:
            await ws.send(json.dumps({"type": "answer_undo", "agree": True}))

    async def _problem(self, ws: websockets.ClientConnection, message: dict[str, Any]) -> None:
        """A move that could not be saved is sent again; one that no longer fits is thought over."""
        self._trouble[message["code"]] += 1
        if message["code"] == "substituted":
            await ws.send(json.dumps({"type": "return"}))
        if self._waiting is None or message["id"] != self._waiting["id"]:
            return
        self._at = time.monotonic() + RETRY_SECONDS
        if message["code"] not in TRY_AGAIN:
            self._waiting = None

    # --- doing

    def _plan(self) -> None:
        """Think a while whenever there is something to choose."""
        if not self._legal:
            self._at = None
        elif self._at is None:
            self._at = time.monotonic() + self.chance.uniform(0.5, 1.5) * self.manner.pause

    async def _do(self, ws: websockets.ClientConnection) -> None:
        """Send a move, or the same again."""
        self._at = None
        if self._waiting is None:
            if self.chance.random() < self.manner.undo:
                await ws.send(json.dumps({"type": "ask_undo"}))
            if self.chance.random() < self.manner.chat:
                await ws.send(json.dumps({"type": "say", "text": f"{self._name} has sent {self._sent}"}))
            self._sent += 1
            self._waiting = {
                "type": "act",
                "id": f"{self._name}-{self._sent}",
                "version": self._version,
                "actions": [self.chance.choice(self._legal)],
            }
        await ws.send(json.dumps(self._waiting))

    @property
    def who(self) -> str:
        doing = f"has sent {self._waiting['id']}" if self._waiting else f"may choose from {len(self._legal)}"
        trouble = ", ".join(f"{code} {times}" for code, times in self._trouble.items())
        return f"seat {self.seat} on port {self.person.server.port} ({doing}; {trouble or 'no trouble'})"
