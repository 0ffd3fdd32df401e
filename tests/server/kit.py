"""A real server in a process of its own, and people who come to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import websockets
from server.launching import Launch, Process, as_people_do
from waiting import PATIENCE, wait_until


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def from_somewhere() -> dict[str, str]:
    """An address of one's own, as a proxy says it."""
    return {"x-forwarded-for": f"10.{secrets.randbelow(256)}.{secrets.randbelow(256)}.{secrets.randbelow(256)}"}


class Server:
    """``branchline serve`` with an address."""

    launch: Launch = staticmethod(as_people_do)

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.settings = {
            "DATABASE": f"sqlite:///{folder / 'test.db'}",
            "BOT_PAUSE": "0",
            "RATE_LIMIT": "0",
            "LOG_JSON": "1",
            **settings,
        }
        self.environment: dict[str, str] = {}  # beside the settings
        self.process: Process | None = None
        self.log = folder / f"server-{self.port}.log"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, wait: bool = True) -> Server:
        """Start it, and wait until it answers."""
        settings = {f"BRANCHLINE_{name}": value for name, value in self.settings.items()}
        environment = {**os.environ, **settings, **self.environment}
        self.process = self.launch(["serve", "--port", str(self.port)], environment, self.folder, self.log)
        if wait:
            try:
                self.wait()
            except BaseException:
                self.process.kill()  # nobody else would
                self.process.wait()
                raise
        return self

    def wait(self) -> None:
        """Wait until it is ready."""
        wait_until(self._ready, lambda: f"the server did not start: {self.log.read_text()}", pause=0.05)

    def _ready(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text()
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/ready", timeout=PATIENCE).status_code == 200
        return False

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to go, and wait until it has."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(PATIENCE)


class Person:
    """Somebody with a browser's cookies."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.AsyncClient(base_url=server.url, timeout=PATIENCE)

    async def __aenter__(self) -> Person:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    def _headers(self) -> dict[str, str]:
        token = self.http.cookies.get("branchline_csrf")
        return {"x-csrf-token": token} if token else {}

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def post(self, path: str, body: object = None) -> httpx.Response:
        return await self.http.post(path, json={} if body is None else body, headers=self._headers())

    async def come(self, name: str) -> Person:
        """Come as a guest."""
        answer = await self.post("/api/guest", {"name": name})
        assert answer.status_code == 200, answer.text
        return self

    async def table(self, title: str, seats: list[str], start: bool = False, **more: Any) -> str:
        """Make a table, and perhaps begin."""
        made = await self.post("/api/tables", {"title": title, "seats": seats, **more})
        assert made.status_code == 201, made.text
        table_id: str = made.json()["id"]
        if start:
            begun = await self.post(f"/api/tables/{table_id}/start")
            assert begun.status_code == 204, begun.text
        return table_id

    async def begin_with(self, other: Person, *bots: str, title: str = "usa", **more: Any) -> str:
        """Make a table, let another person sit down, and begin."""
        table = await self.table(title, ["me", "open", *bots], **more)
        joined = await other.post(f"/api/tables/{table}/join")
        assert joined.json() == {"seat": 1}, joined.text
        begun = await self.post(f"/api/tables/{table}/start")
        assert begun.status_code == 204, begun.text
        return table

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @contextlib.asynccontextmanager
    async def at(self, table_id: str, version: int | None = None) -> AsyncIterator[Tab]:
        """Open a tab at a table."""
        address = self.server.url.replace("http", "ws") + f"/api/tables/{table_id}/socket"
        if version is not None:
            address += f"?version={version}"
        async with websockets.connect(address, additional_headers={"cookie": self.cookie}, max_size=None) as ws:
            yield Tab(ws, table_id)

    @contextlib.asynccontextmanager
    async def game(self, *bots: str, title: str = "usa", **more: Any) -> AsyncIterator[Tab]:
        """Begin a game with bots, and open a tab at it."""
        table = await self.table(title, ["me", *bots], start=True, **more)
        async with self.at(table) as tab:
            await tab.until("snapshot")
            yield tab


@contextlib.asynccontextmanager
async def guest(server: Server, name: str) -> AsyncIterator[Person]:
    """Somebody who comes as a guest."""
    async with Person(server) as person:
        yield await person.come(name)


class Tab:
    """A browser tab at a table."""

    def __init__(self, ws: websockets.ClientConnection, table: str) -> None:
        self.ws = ws
        self.table = table
        self.version = 0
        self.state: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.sent = 0

    async def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        text = str(await asyncio.wait_for(self.ws.recv(), seconds))
        message: dict[str, Any] = json.loads(text)
        self.raw.append(text)
        self.heard.append(message)
        if message["type"] in ("snapshot", "update"):
            self.version = message["version"]
            changed = {key: value for key, value in message.items() if key != "type"}
            self.state.update({**changed, "info": message["info"] or self.state["info"]})
        return message

    async def until(self, kind: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """Listen until a message of this kind comes."""
        while True:
            message = await self.hear(seconds)
            if message["type"] == kind:
                return message

    async def hear_any(self, *kinds: str) -> dict[str, Any]:
        """Listen until a message of one of these kinds comes."""
        while True:
            message = await self.hear()
            if message["type"] in kinds:
                return message

    async def tell(self, kind: str, **more: Any) -> None:
        """Send a message."""
        await self.ws.send(json.dumps({"type": kind, **more}))

    async def act(
        self, *actions: dict[str, Any], identity: str | None = None, version: int | None = None
    ) -> dict[str, Any]:
        """Play actions and wait for the answer."""
        self.sent += 1
        name = identity or f"act-{id(self)}-{self.sent}"
        await self.tell("act", id=name, version=self.version if version is None else version, actions=list(actions))
        while True:
            message = await self.hear()
            for entry in message.get("told", ()):
                if entry["id"] == name:
                    return {"type": "done", "id": name, "version": entry["version"]}
            if message["type"] in ("done", "problem") and message.get("id") in (name, None):
                return message

    @property
    def legal(self) -> list[dict[str, Any]]:
        choices = self.state.get("choices")
        return choices["legal"] if choices else []

    @property
    def over(self) -> bool:
        return self.state.get("ending") is not None


async def play_to_the_end(tab: Tab, pick: int = 0, most: int = 2000) -> None:
    """Always choose the same place in the list, until the game is over."""
    if not tab.state:
        await tab.until("snapshot")
    for _ in range(most):
        if tab.over:
            return
        if tab.legal:
            answer = await tab.act(tab.legal[pick % len(tab.legal)])
            assert answer["type"] == "done", answer
        else:
            await tab.hear()
    raise AssertionError("the game did not end")
