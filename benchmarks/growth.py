"""What a thousand times more costs: undos, open tables and stored tables, each beside few of them in the same run.

    python benchmarks/growth.py [--most 100000] [--json]

Prints the median of an action, an undo, a load and a change of the lobby, and judges what has to stay flat by the
ratio of the last column to the first.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import websockets
from sqlalchemy import insert

from branchline.server.clock import now
from branchline.server.store import schema
from branchline.server.store.database import Store

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.kit import Person, Server, Tab
from server.store import rows

UNDOS = (10, 100, 1_000)
OPEN = (10, 100, 1_000, 5_000)
STORED = (1_000, 10_000, 100_000)
BOT_TABLES, LATE_TABLES = 2_000, 100
PATIENCE = 300.0  # seconds; by then what has not happened does not
TRIES = 15
FLAT = 2.0  # the last may cost so many times the first,
SLACK_MS = 3.0  # and what is as little as this is no growth
Row = tuple[str, list[float]]
DRAW = {"do": "draw_card", "deck": "cards"}


async def median_ms(work: Callable[[], Awaitable[object]], tries: int = TRIES) -> float:
    """The median time of something that can be done again and again."""
    times = []
    for _ in range(tries):
        began = time.perf_counter()
        await work()
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000


# --- undos


async def draw(tab: Tab) -> None:
    """An action of a person, acknowledged."""
    answer = await tab.act(DRAW)
    assert answer["type"] == "done", answer


async def take_back(tab: Tab) -> None:
    """An undo, told."""
    await tab.tell("ask_undo")
    while "undo" not in [entry["kind"] for entry in (await tab.until("update"))["told"]]:
        pass


async def to_my_turn(tab: Tab) -> None:
    """Play until there is a card to draw."""
    await tab.until("snapshot")
    while DRAW not in tab.legal:
        if tab.legal:
            await tab.act(tab.legal[0])
        else:
            await tab.hear()


async def measure_undos(server: Server) -> list[Row]:
    """An action, an undo and a load after more and more undos in one game."""
    actions: list[float] = []
    undos: list[float] = []
    loads: list[float] = []
    done = 0
    async with Person(server) as ann:
        await ann.come("Ann")
        table = await ann.table("usa", ["me", "greedy"], start=True, first_seat=0)
        for wanted in UNDOS:
            async with ann.at(table) as tab:
                await to_my_turn(tab)
                times: tuple[list[float], list[float]] = ([], [])
                while done < wanted:
                    for kind, work in zip(times, (draw, take_back), strict=True):
                        kind.append(await median_ms(lambda work=work: work(tab), 1))  # type: ignore[misc]
                    done += 1
                actions.append(statistics.median(times[0][-TRIES:]))
                undos.append(statistics.median(times[1][-TRIES:]))
            loads.append(await measure_load(server, ann, [table]))
    return [("action", actions), ("undo", undos), ("load", loads)]


async def measure_load(server: Server, ann: Person, tables: list[str]) -> float:
    """Looking at a table that is not in memory, less looking at it when it is."""
    cold = []
    for _ in range(5):
        server.stop()
        server.start()
        await ann.get("/api/me")
        for table in tables:
            cold.append(await median_ms(lambda table=table: ann.get(f"/api/tables/{table}"), 1))  # type: ignore[misc]
    warm = await median_ms(lambda: ann.get(f"/api/tables/{tables[0]}"))
    return max(0.0, statistics.median(cold) - warm)


# --- open tables, and tables in the store


async def add_tables(database: str, first: int, count: int, status: str) -> None:
    """So many more tables in a store, each of a host of its own."""
    store = Store(database)
    await store.open()
    names = range(first, first + count)
    row = {"title": "usa", "rules": 1, "status": status, "public": True, "clock": "{}", "options": "{}"}
    entry = {"version": 1, "at": now(), "kind": "start", "seat": None, "data": '{"names":["a","b"]}'}
    async with store.engine.begin() as connection:
        host = {"kind": "guest", "created": now()}
        await connection.execute(insert(schema.users), [{"id": 10**6 + n, "name": f"h{n}", **host} for n in names])
        more = [{"id": f"{status[0]}{n}", "host_id": 10**6 + n, "seed": "ab" * 32, "created": n} for n in names]
        await connection.execute(insert(schema.tables), [{**row, **each} for each in more])
        places = [{"table_id": f"{status[0]}{n}", "seat": seat} for n in names for seat in range(2)]
        people = [{**each, "user_id": 10**6 + int(each["table_id"][1:])} for each in places]  # type: ignore[index]
        await connection.execute(insert(schema.seats), places if status == "open" else people)
        if status != "open":
            await connection.execute(insert(schema.log), [{"table_id": f"{status[0]}{n}", **entry} for n in names])
    await store.close()


class Watcher:
    """Somebody in the lobby, who counts what a change costs."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.bytes: list[int] = []

    async def hear_of(self, table: str) -> None:
        """Listen until a table is told of."""
        while True:
            text = str(await self.socket.recv())
            if table in text:
                self.bytes.append(len(text))
                return


async def measure_lobby(ann: Person) -> tuple[float, float]:
    """A change of the lobby, until a watcher knows: milliseconds and bytes."""
    address = ann.server.url.replace("http", "ws") + "/api/lobby/socket"
    async with websockets.connect(address, max_size=None) as socket:
        watcher = Watcher(socket)
        await socket.recv()

        async def change() -> None:
            table = await ann.table("usa", ["me", "open"])
            await watcher.hear_of(table)
            await ann.post(f"/api/tables/{table}/leave")
            await watcher.hear_of(table)

        spent = await median_ms(change)
    return spent, statistics.median(watcher.bytes)


async def measure_many(server: Server, file: Path, counts: tuple[int, ...], status: str) -> list[Row]:
    """An action, a load and a change of the lobby beside more and more tables."""
    found: dict[str, list[float]] = {"start": [], "action": [], "load": [], "lobby change": [], "bytes a watcher": []}
    there = 0
    async with Person(server) as ann:
        await ann.come("Ann")
        table = await ann.table("usa", ["me", "greedy"], start=True, first_seat=0, public=False)
        for count in counts:
            server.stop()
            await add_tables(f"sqlite+aiosqlite:///{file}", there, count - there, status)
            there = count
            began = time.perf_counter()
            server.start()
            found["start"].append((time.perf_counter() - began) * 1000)
            async with ann.at(table) as tab:
                await to_my_turn(tab)
                found["action"].append(await measure_actions(tab))
            found["load"].append(await measure_load(server, ann, [table]))
            spent, size = await measure_lobby(ann)
            found["lobby change"].append(spent)
            found["bytes a watcher"].append(size)
    return list(found.items())


async def measure_actions(tab: Tab) -> float:
    """An action, taken back each time, so that the game does not go on."""
    times = []
    for _ in range(TRIES):
        times.append(await median_ms(lambda: draw(tab), 1))
        await take_back(tab)
    return statistics.median(times)


# --- many tables at once


async def measure_care(server: Server) -> dict[str, float]:
    """Two thousand tables of bots and a hundred where people do not come: what is left undone, also after a restart."""
    server.settings["BOT_PAUSE"] = "2"
    server.stop()
    server.start()
    found: dict[str, float] = {}
    async with Person(server) as ann, Person(server) as ben:
        await ann.come("Ann")
        await ben.come("Ben")
        began = time.perf_counter()
        for _ in range(BOT_TABLES):
            await ann.table("usa", ["random", "random"], start=True, public=False)
        found["seconds to make them"] = time.perf_counter() - began
        clock = {"kind": "live", "turn": 5, "bank": 0}
        late = [await ann.begin_with(ben, clock=clock, public=False) for _ in range(LATE_TABLES)]
        found["seconds until all bots moved"] = await until_all_moved(server)
        server.kill()
        server.start()
        found["seconds until all bots moved, after a restart"] = await until_all_moved(server)
        names = ", ".join(f"'{each}'" for each in late)
        substitutes = f"SELECT count(*) FROM seats WHERE stand_in IS NOT NULL AND table_id IN ({names})"
        began = time.perf_counter()
        while rows(server, substitutes)[0][0] < 2 * LATE_TABLES and time.perf_counter() - began < PATIENCE:
            await asyncio.sleep(0.1)
        found["deadlines not kept"] = LATE_TABLES - rows(server, substitutes)[0][0] / 2
    return found


async def until_all_moved(server: Server) -> float:
    """The seconds until every table of bots has a later version than now."""
    sql = (
        "SELECT log.table_id, max(version) FROM log JOIN tables ON tables.id = log.table_id "
        "WHERE status = 'running' AND deadline IS NULL GROUP BY log.table_id"
    )
    before, began = dict(rows(server, sql)), time.perf_counter()
    while time.perf_counter() - began < PATIENCE:
        now_at = dict(rows(server, sql))
        if all(now_at.get(table, version + 1) > version for table, version in before.items()):
            return time.perf_counter() - began
        await asyncio.sleep(0.2)
    return float("inf")


# --- printing and judging


def judge(table: list[Row]) -> list[tuple[str, list[float], bool]]:
    """Each row, and whether it stays flat."""
    return [(name, values, values[-1] <= max(FLAT * values[0], values[0] + SLACK_MS)) for name, values in table]


def show(title: str, counts: tuple[int, ...], table: list[Row]) -> bool:
    """Print a table; whether all of it is flat."""
    print(f"\n{title:<18}" + "".join(f"{count:>10,}" for count in counts) + "     last : first")
    flat = True
    for name, values, good in judge(table):
        cells = "".join(f"{value:>10.1f}" for value in values)
        print(
            f"  {name:<16}{cells}{values[-1] / max(values[0], 0.01):>12.1f}  {'flat' if good else 'GROWS'}", flush=True
        )
        flat &= good
    return flat


def measure(most: int) -> dict[str, tuple[tuple[int, ...], list[Row]]]:
    """All tables."""
    found: dict[str, tuple[tuple[int, ...], list[Row]]] = {}
    with tempfile.TemporaryDirectory() as name:
        works: dict[str, tuple[tuple[int, ...], Callable[[Server, Path, tuple[int, ...]], Any]]] = {
            "undos before": (UNDOS, lambda server, _file, _counts: measure_undos(server)),
            "open tables": (OPEN, lambda server, file, counts: measure_many(server, file, counts, "open")),
            "stored tables": (STORED, lambda server, file, counts: measure_many(server, file, counts, "running")),
        }
        for number, (what, (counts, work)) in enumerate(works.items()):
            chosen = tuple(count for count in counts if count <= most)
            file = Path(name) / f"{number}.db"
            server = Server(Path(name), LOG_LEVEL="warning", DATABASE=f"sqlite:///{file}").start()
            try:
                found[what] = chosen, asyncio.run(work(server, file, chosen))
            finally:
                server.stop()
    return found


def show_care() -> bool:
    """Print how thousands of tables are cared for; whether all of them are."""
    with tempfile.TemporaryDirectory() as name:
        server = Server(Path(name), LOG_LEVEL="warning").start()
        try:
            found = asyncio.run(measure_care(server))
        finally:
            server.stop()
    print(f"\n{BOT_TABLES:,} tables of bots, {LATE_TABLES} whose time is up")
    for what, value in found.items():
        print(f"  {what:<46}{value:>8.1f}")
    return found["deadlines not kept"] == 0 and float("inf") not in found.values()


def main() -> None:
    """Measure, print, and end with 1 if something grows that should not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=STORED[-1], help="leave out columns with more than this")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = measure(arguments.most)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    print("Medians in milliseconds, or as it says.")
    flat = [show(title, counts, table) for title, (counts, table) in found.items()]
    sys.exit(0 if all([*flat, show_care()]) else 1)


if __name__ == "__main__":
    main()
