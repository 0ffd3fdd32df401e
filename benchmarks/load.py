"""How fast the server is: many tables at full speed, beside the floor in the same run.

    python benchmarks/load.py [--tables 200] [--seconds 10] [--rounds 5] [--json]

A real server and, in a process of its own, a load generator on loopback. Every table has four seats, two people
and two random bots. The floor is an echo server on the same stack with one durable append a message, which share
commits as the server's own log does; beside it the same with a commit for each message.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
import websockets
from sqlalchemy import insert

from branchline.server.clock import now
from branchline.server.store import schema
from branchline.server.store.database import Store

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.kit import Person, Server, free_port
from server.launching import Process

PEOPLE = 2
TITLES = ("usa", "europe", "nordic", "world", "greatlakes")


class Choices(msgspec.Struct):
    """What a person may choose."""

    legal: list[msgspec.Raw]


class Told(msgspec.Struct):
    """An entry of a table's log; those of a person's own acts carry their ids."""

    version: int
    id: str | None = None


class Message(msgspec.Struct):
    """What the load generator reads of a message."""

    type: str
    version: int = 0
    told: tuple[Told, ...] = ()
    choices: Choices | None = None
    ending: msgspec.Raw = msgspec.Raw(b"null")
    code: str = ""


decode = msgspec.json.Decoder(Message).decode


class Meter:
    """What the people at the tables measure."""

    def __init__(self) -> None:
        self.sent: dict[tuple[str, int], float] = {}
        self.heard: dict[tuple[str, int], int] = {}
        self.delays: list[float] = []
        self.acts = 0
        self.problems = 0
        self.finished = 0
        self.go = asyncio.Event()  # all have come, and all games have begun

    def act(self, table: str, version: int) -> None:
        """Somebody acts; a version is expected to come of it."""
        self.sent[table, version] = time.monotonic()

    def hear(self, table: str, version: int) -> None:
        """Somebody hears of a version; the last one's time counts."""
        key = table, version
        if key in self.sent:
            self.heard[key] = self.heard.get(key, 0) + 1
            if self.heard[key] == PEOPLE:
                self.delays.append(time.monotonic() - self.sent.pop(key))


class Player:
    """One person's tab at a table, played as fast as allowed."""

    def __init__(self, ws: websockets.ClientConnection, table: str, meter: Meter, pause: float) -> None:
        self.ws = ws
        self.table = table
        self.meter = meter
        self.pause = pause
        self.whim = random.Random(table)
        self.waiting = False
        self.acted = 0
        self.version = 0
        self.legal: list[msgspec.Raw] = []

    async def play(self) -> None:
        """Play until the game is over, or the socket is shut."""
        await self.meter.go.wait()
        try:
            async for text in self.ws:
                message = decode(text)
                if bytes(message.ending) != b"null":
                    self.meter.finished += 1
                    return
                await self.hear(message)
        except websockets.ConnectionClosed:
            return

    async def hear(self, message: Message) -> None:
        """Take a message in, and act if it is this person's turn."""
        if message.type in ("snapshot", "update"):
            for entry in message.told:
                self.meter.hear(self.table, entry.version)
                self.acknowledge(entry)
            self.version, self.legal = message.version, message.choices.legal if message.choices else []
        elif message.type == "problem":
            self.waiting = False
            self.meter.problems += 1
        if self.legal and not self.waiting and self.version > self.acted:
            await self.act()

    def acknowledge(self, entry: Told) -> None:
        """See whether an entry is that of the own act: it is stored."""
        if entry.id == f"{id(self)}-{self.acted}":
            self.waiting = False
            self.meter.acts += 1

    async def act(self) -> None:
        """Send any legal action."""
        self.acted, self.waiting = self.version, True
        if self.pause:
            await asyncio.sleep(self.whim.expovariate(1 / self.pause))
        self.meter.act(self.table, self.acted + 1)
        action = bytes(self.whim.choice(self.legal)).decode()
        await self.ws.send(
            f'{{"type":"act","id":"{id(self)}-{self.acted}","version":{self.acted},"actions":[{action}]}}'
        )


async def load(server: Server, tables: int, seconds: float, pause: float) -> dict[str, Any]:
    """People at so many tables, for so long; what is measured begins when all have come."""
    people = [await Person(server).come(f"Player {n}") for n in range(PEOPLE)]
    ids = [await _table(people, n) for n in range(tables)]
    meter = Meter()
    sockets = [await _come(person, table) for table in ids for person in people]
    players = [
        Player(ws, table, meter, pause)
        for ws, table in zip(sockets, [each for each in ids for _ in people], strict=True)
    ]
    playing = [asyncio.create_task(player.play()) for player in players]
    for table in ids:
        await people[0].post(f"/api/tables/{table}/start")
    meter.go.set()
    await asyncio.sleep(1)
    meter.delays.clear()
    meter.acts = 0
    before, began = await figures(server), time.monotonic()
    await asyncio.sleep(seconds)
    acts = meter.acts
    after, passed = await figures(server), time.monotonic() - began
    await asyncio.gather(*(ws.close() for ws in sockets))
    await asyncio.gather(*playing)
    for person in people:
        await person.http.aclose()
    delays = sorted(meter.delays) or [0.0]
    stored = after["branchline_actions_total"] - before["branchline_actions_total"]
    return {
        "actions_per_second": stored / passed,
        "acts_per_second": acts / passed,
        "problems": meter.problems,
        "finished": meter.finished,
        "p50_ms": statistics.median(delays) * 1000,
        "p99_ms": delays[int(len(delays) * 0.99)] * 1000,
    }


async def _table(people: list[Person], n: int) -> str:
    """A table with its people: four seats, or three where the title has no more."""
    title = TITLES[n % len(TITLES)]
    seats = ["me", "open", "random", "random"][: 3 if title == "nordic" else 4]
    table = await people[0].table(title, seats)
    await people[1].post(f"/api/tables/{table}/join")
    return table


async def _come(person: Person, table: str) -> websockets.ClientConnection:
    address = person.server.url.replace("http", "ws") + f"/api/tables/{table}/socket"
    return await websockets.connect(
        address, additional_headers={"cookie": person.cookie}, max_size=None, compression=None
    )


async def figures(server: Server) -> dict[str, float]:
    """The server's own counts."""
    async with httpx.AsyncClient() as client:
        text = (await client.get(f"{server.url}/metrics")).text
    rows = [line.split(" ") for line in text.splitlines() if line and not line.startswith("#")]
    return {row[0]: float(row[1]) for row in rows if "{" not in row[0]}


async def echo_load(port: int, sockets: int, seconds: float) -> float:
    """Messages a second that the floor echoes."""
    count = 0

    async def talk(n: int) -> None:
        nonlocal count
        text = json.dumps(
            {"type": "act", "id": f"{n}", "version": 1, "actions": [{"do": "draw_card", "deck": "cards"}]}
        )
        async with websockets.connect(f"ws://127.0.0.1:{port}/t{n}", compression=None) as ws:
            while time.monotonic() < until:
                await ws.send(text)
                await ws.recv()
                count += 1

    began = time.monotonic()
    until = began + seconds
    await asyncio.gather(*(talk(n) for n in range(sockets)))
    return count / (time.monotonic() - began)


def resident(process: Process) -> int:
    """Memory of a process, in kB."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


@contextmanager
def floor(folder: Path, *how: str) -> Iterator[int]:
    """The floor's server; its port."""
    port = free_port()
    file = Path(__file__).with_name("floor.py")
    database = folder / f"floor-{port}.db"
    process = subprocess.Popen([sys.executable, str(file), f"sqlite+aiosqlite:///{database}", str(port), *how])
    try:
        for _ in range(600):
            try:
                httpx.get(f"http://127.0.0.1:{port}/ready")
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()


async def fill(database: str, count: int) -> None:
    """So many running tables in a store, each waiting for a person."""
    store = Store(database)
    await store.open()
    user = await store.accounts.add("host", "guest", None, None, now())
    row = {"title": "usa", "rules": 1, "status": "running", "public": True, "clock": "{}", "options": "{}"}
    more = {"host_id": user.id, "seed": "ab" * 32, "created": now()}
    entry = {"version": 1, "at": now(), "kind": "start", "seat": None, "data": '{"names":["a","b"]}'}
    async with store.engine.begin() as connection:
        await connection.execute(insert(schema.tables), [{"id": f"t{n}", **row, **more} for n in range(count)])
        places = [(n, seat) for n in range(count) for seat in range(2)]
        seats = [{"table_id": f"t{n}", "seat": seat, "user_id": user.id, "due": True} for n, seat in places]
        await connection.execute(insert(schema.seats), seats)
        await connection.execute(insert(schema.log), [{"table_id": f"t{n}", **entry} for n in range(count)])
    await store.close()


def measure_start(folder: Path, count: int) -> float:
    """Seconds until a server with so many stored tables is ready, the interpreter's start included."""
    file = folder / "many.db"
    asyncio.run(fill(f"sqlite+aiosqlite:///{file}", count))
    server = Server(folder, LOG_LEVEL="warning", DATABASE=f"sqlite:///{file}")
    began = time.monotonic()
    server.start()
    passed = time.monotonic() - began
    server.stop()
    return passed


@dataclass
class Round:
    """The server and the floor, one after the other."""

    floor: float
    full: dict[str, Any]
    memory: float


def measure_round(folder: Path, tables: int, seconds: float) -> Round:
    """Load the floor, then a new server, each as much as it takes."""
    with floor(folder) as port:
        messages = uvloop.run(echo_load(port, tables * 2, seconds))
    server = Server(folder, LOG_LEVEL="warning", DATABASE=f"sqlite:///{folder / f'full-{port}.db'}").start()
    assert server.process is not None
    try:
        uvloop.run(load(server, len(TITLES), 3, pause=0))  # what all tables share is in memory now
        empty = resident(server.process)
        full = uvloop.run(load(server, tables, seconds, pause=0))
        return Round(messages, full, (resident(server.process) - empty) / tables)
    finally:
        server.stop()


def measure_half(folder: Path, tables: int, seconds: float, acts: float) -> dict[str, Any]:
    """The server at half of its highest load."""
    server = Server(folder, LOG_LEVEL="warning", DATABASE=f"sqlite:///{folder / 'half.db'}").start()
    try:
        # At each table one person is due: so long a thought makes half as many acts.
        return uvloop.run(load(server, tables, seconds, pause=tables / max(1.0, acts / 2)))
    finally:
        server.stop()


def measure(tables: int, seconds: float, rounds: int) -> dict[str, Any]:
    """All figures. A machine is not equally fast all the time, so the server and the floor take turns."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start = measure_start(folder, 10_000)
        with floor(folder, "single") as port:
            single = uvloop.run(echo_load(port, tables * 2, seconds))
        done = [measure_round(folder, tables, seconds) for _ in range(rounds)]
        echoed = statistics.mean(each.floor for each in done)
        full = {key: statistics.mean(each.full[key] for each in done) for key in done[0].full}
        half = measure_half(folder, tables, seconds, full["acts_per_second"])
    return {
        "tables": tables,
        "rounds": [(each.floor, each.full["actions_per_second"]) for each in done],
        "floor_messages_per_second": echoed,
        "single_floor_messages_per_second": single,
        "full": full,
        "share_of_floor": full["actions_per_second"] / echoed,
        "share_of_single_floor": full["actions_per_second"] / single,
        "half": half,
        "memory_kb_per_table": max(each.memory for each in done),
        "start_seconds": start,
        "at": now(),
        "cpus": os.cpu_count(),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = measure(arguments.tables, arguments.seconds, arguments.rounds)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    full, half = found["full"], found["half"]
    print(f"{found['tables']} tables with 4 seats, {found['cpus']} cores")
    for messages, actions in found["rounds"]:
        print(f"  floor {messages:6.0f} messages/s, server {actions:6.0f} actions/s: {actions / messages:.0%}")
    print(f"floor               {found['floor_messages_per_second']:8.0f} messages/s")
    print(f"  a commit each     {found['single_floor_messages_per_second']:8.0f} messages/s")
    print(f"actions             {full['actions_per_second']:8.0f} a second, {found['share_of_floor']:.0%} of the floor")
    print(f"                    {found['share_of_single_floor']:8.0%} of the one with a commit each")
    print(f"  those of people   {full['acts_per_second']:8.0f} a second, each acknowledged")
    print(f"action to last event {full['p50_ms']:7.1f} ms p50, {full['p99_ms']:.1f} ms p99 at full load")
    print(f"  at {half['actions_per_second']:5.0f} a second  {half['p50_ms']:8.1f} ms p50, {half['p99_ms']:.1f} ms p99")
    print(f"start               {found['start_seconds']:8.1f} s with 10,000 stored tables")
    print(f"memory              {found['memory_kb_per_table']:8.0f} kB a table")
    print(f"games finished      {full['finished']:8.0f}, problems {full['problems'] + half['problems']:.0f}")


if __name__ == "__main__":
    main()
