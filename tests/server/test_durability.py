"""Nothing is lost: servers killed at any moment under load, stores that fail, rules that change."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from server.kit import Person, Server, Tab, guest, play_to_the_end
from server.store import change, log_of, rows
from waiting import PATIENCE, wait_until

from branchline import titles
from branchline.engine.record import read_record, split_lines

KILLS = 4
LOST = (websockets.WebSocketException, OSError, TimeoutError, httpx.HTTPError)


class Player:
    """Somebody who plays at full speed, comes back whenever the server does, and notes what was acknowledged."""

    def __init__(self, person: Person, table: str, chance: random.Random) -> None:
        self.person = person
        self.table = table
        self.chance = chance
        self.acknowledged: list[tuple[str, int]] = []
        self.waiting: tuple[str, int, dict[str, Any]] | None = None
        self.over = False
        self.sent = 0

    async def play(self) -> None:
        """Until the game is over, through whatever happens."""
        while not self.over:
            with contextlib.suppress(*LOST):
                async with self.person.at(self.table) as tab:
                    await tab.until("snapshot")
                    await self._play(tab)
            await asyncio.sleep(0.05)

    async def _play(self, tab: Tab) -> None:
        while not tab.over:
            if self.waiting is not None:
                await self._send(tab, *self.waiting)
            elif tab.legal:
                self.sent += 1
                name = f"{id(self)}-{self.sent}"
                self.waiting = (name, tab.version, self.chance.choice(tab.legal))
            else:
                await tab.hear()
        self.over = True

    async def _send(self, tab: Tab, name: str, version: int, action: dict[str, Any]) -> None:
        """Send; without an answer the same message is sent again after coming back."""
        answer = await tab.act(action, identity=name, version=version)
        self.waiting = None
        if answer["type"] == "done":
            self.acknowledged.append((name, answer["version"]))
        else:
            assert answer["code"] == "not_saved", answer


async def _killer(server: Server, chance: random.Random, times: int) -> None:
    """Kill the server at random moments, and start it again."""
    for _ in range(times):
        await asyncio.sleep(chance.uniform(0.3, 1.5))
        server.kill()
        await asyncio.to_thread(server.start)


def _check(server: Server, players: list[Player]) -> None:
    """Every acknowledged action is in the log at its version, and nothing is there twice."""
    for table in {player.table for player in players}:
        log = log_of(server, table)
        assert [entry["version"] for entry in log] == list(range(1, len(log) + 1))
        names = [entry["data"]["id"] for entry in log if "id" in entry["data"]]
        assert len(names) == len(set(names))
        stored = {entry["data"]["id"]: entry["version"] for entry in log if "id" in entry["data"]}
        for player in players:
            if player.table == table:
                assert player.acknowledged
                assert all(stored[name] == version for name, version in player.acknowledged)


def test_killed_at_any_moment_under_load_nothing_is_lost_and_every_table_goes_on(own_server: Server) -> None:
    """At full speed; tests/faults has many more faults, at a person's speed."""
    chance = random.Random(1)

    async def story() -> None:
        async with contextlib.AsyncExitStack() as stack:
            players = []
            for n in range(4):
                ann = await stack.enter_async_context(Person(own_server))
                ben = await stack.enter_async_context(Person(own_server))
                await ann.come(f"Ann {n}")
                await ben.come(f"Ben {n}")
                table = await ann.table("usa", ["me", "open", "random", "greedy"][: 4 if n % 2 else 3])
                assert (await ben.post(f"/api/tables/{table}/join")).status_code == 200
                assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204
                players += [Player(each, table, random.Random(chance.random())) for each in (ann, ben)]
            await asyncio.wait_for(
                asyncio.gather(_killer(own_server, chance, KILLS), *(player.play() for player in players)), 5 * PATIENCE
            )
            await asyncio.to_thread(_check, own_server, players)
            for player in players:
                record = await player.person.get(f"/api/tables/{player.table}/record")
                assert read_record(split_lines(record.content), titles.load).over

    asyncio.run(story())


def test_a_game_that_ended_just_before_the_kill_still_gets_its_results(own_server: Server) -> None:
    async def story() -> str:
        async with guest(own_server, "Ann") as ann:
            async with ann.game("random") as tab:
                table = tab.table
                await play_to_the_end(tab)
            return table

    table = asyncio.run(story())
    own_server.kill()
    change(own_server, "DELETE FROM results")
    change(own_server, "UPDATE tables SET settled = false")
    own_server.start()
    wait_until(
        lambda: rows(own_server, f"SELECT seat FROM results WHERE table_id = '{table}'"), lambda: "there are no results"
    )


def test_a_client_that_goes_while_its_move_is_saved_leaves_the_table_in_order(own_server: Server) -> None:
    async def story() -> None:
        async with guest(own_server, "Ann") as ann, guest(own_server, "Ben") as ben:
            table = await ann.begin_with(ben)
            async with ben.at(table) as watching:
                await watching.until("snapshot")
                async with ann.at(table) as tab:
                    await tab.until("snapshot")
                    await tab.tell("act", id="last words", version=tab.version, actions=[tab.legal[0]])
                    tab.ws.transport.abort()
                update = await watching.until("update")
                assert update["version"] == 2
                await play_once(watching)
            async with ann.at(table) as back:
                await back.until("snapshot")
                assert (await back.act({"do": "pass"}, identity="last words", version=1))["version"] == 2

    asyncio.run(story())


async def play_once(tab: Tab) -> None:
    """Play the first choice, when there is one."""
    while not tab.legal:
        await tab.hear()
    assert (await tab.act(tab.legal[0]))["type"] == "done"


@pytest.mark.parametrize("sql", ["UPDATE tables SET rules = 99", "UPDATE tables SET title = 'atlantis'"])
def test_a_table_of_other_rules_can_be_looked_at_but_not_continued(own_server: Server, sql: str) -> None:
    async def begin(ann: Person) -> str:
        async with ann.game("greedy") as tab:
            table = tab.table
            for _ in range(3):
                await play_once(tab)
        return table

    async def look(ann: Person, table: str) -> None:
        async with ann.at(table, version=0) as tab:
            snapshot = await tab.until("snapshot")
            assert snapshot["info"]["can_go_on"] is False
            assert snapshot["version"] == len(snapshot["missed"]) > 3
            assert any(told["events"] for told in snapshot["missed"])
            answer = await tab.act({"do": "draw_face_down"})
            assert answer["code"] in ("rules_changed", "malformed")
            assert (await ann.get(f"/api/tables/{table}")).status_code == 200

    async def story() -> None:
        async with guest(own_server, "Ann") as ann:
            table = await begin(ann)
            own_server.kill()
            change(own_server, sql)
            await asyncio.to_thread(own_server.start)
            await look(ann, table)
            other = await ann.table("usa", ["me", "random"], start=True)
            async with ann.at(other) as tab:
                await play_to_the_end(tab)

    asyncio.run(story())


def test_a_log_that_does_not_play_out_is_said_clearly(own_server: Server) -> None:
    async def story() -> None:
        async with guest(own_server, "Ann") as ann:
            async with ann.game("random") as tab:
                table = tab.table
                await play_once(tab)
            own_server.kill()
            change(own_server, f"UPDATE tables SET seed = '{'ab' * 32}' WHERE id = '{table}'")
            await asyncio.to_thread(own_server.start)
            async with ann.at(table, version=0) as tab:
                snapshot = await tab.until("snapshot")
                assert snapshot["info"]["can_go_on"] is False
                assert snapshot["missed"]

    asyncio.run(story())


def test_a_move_that_cannot_be_saved_is_refused_and_the_table_goes_on_afterwards(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    async def story() -> None:
        async with guest(server, "Ann") as ann, ann.game("random") as tab:
            table = tab.table
            await play_once(tab)
            while not tab.legal:
                await tab.hear()
            before = tab.version
            change(server, "CREATE TRIGGER broken BEFORE INSERT ON log BEGIN SELECT RAISE(FAIL, 'no room'); END")
            refused = await tab.act(tab.legal[0], identity="tried")
            assert refused["code"] == "not_saved"
            async with ann.at(table) as second:
                assert (await second.until("snapshot"))["version"] == before
            change(server, "DROP TRIGGER broken")
            again = await tab.act(tab.legal[0], identity="tried")
            assert again == {"type": "done", "id": "tried", "version": before + 1}
            await play_to_the_end(tab)

    asyncio.run(story())
    assert server.stop() in (0, -15)
    assert "hand" not in _problems(server)


def _problems(server: Server) -> str:
    """What the log says of failures; it must not tell anybody's cards."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    return " ".join(str(line) for line in lines if line["level"] == "error")


def test_every_sqlite_commit_is_on_the_disk_before_it_is_told(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        with contextlib.closing(sqlite3.connect(tmp_path / "test.db")) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    finally:
        server.stop()


def test_it_starts_with_many_stored_tables_and_knows_them(own_server: Server) -> None:
    async def story() -> None:
        async with guest(own_server, "Ann") as ann:
            await ann.table("usa", ["me", "random"])

    asyncio.run(story())
    own_server.stop()
    change(
        own_server,
        "INSERT INTO tables (id, title, rules, status, public, clock, options, host_id, seed, created) "
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) "
        "SELECT 'many' || n.i, title, rules, 'running', public, clock, options, host_id, seed, created FROM tables, n",
    )
    own_server.start()  # how soon is judged by `make bench-server`
    for table in ("many1", "many10000"):
        assert httpx.get(f"{own_server.url}/api/tables/{table}", timeout=PATIENCE).status_code == 200
