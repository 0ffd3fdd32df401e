"""What is not saved is not shown: not over HTTP, and not in a replay of a game that is just ending."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
from server.kit import Server, Tab, guest

LOOKS = 25
DRAW = {"do": "draw_card", "deck": "cards"}


@contextlib.contextmanager
def nothing_can_be_saved(folder: Path) -> Iterator[None]:
    """Hold the database's one lock for writing."""
    with contextlib.closing(sqlite3.connect(folder / "test.db", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def test_a_move_that_is_not_saved_yet_is_not_shown_over_http(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    async def story() -> None:
        async with guest(server, "Ann") as ann, ann.game("random", first_seat=0) as tab:
            while not any(each["do"] == "draw_card" for each in tab.legal):
                assert (await tab.act(tab.legal[0]))["type"] == "done"
            before = (await ann.get(f"/api/tables/{tab.table}")).json()
            with nothing_can_be_saved(tmp_path):
                await tab.tell("act", id="unsaved", version=tab.version, actions=[DRAW])
                for _ in range(LOOKS):
                    with contextlib.suppress(httpx.TimeoutException):
                        seen = (await ann.http.get(f"/api/tables/{tab.table}", timeout=0.2)).json()
                        assert seen["own"] == before["own"]
                        assert seen["table"] == before["table"]
            while tab.version == before["version"]:
                await tab.hear(120)
            after = (await ann.get(f"/api/tables/{tab.table}")).json()
            assert after["own"] != before["own"]

    try:
        asyncio.run(story())
    finally:
        server.stop()


async def to_the_last_choice(*tabs: Tab) -> Tab:
    """Play until the next card drawn ends the game; who draws it."""
    for tab in tabs:
        await tab.until("snapshot")
    while True:
        for tab in tabs:
            while tab.version < max(each.version for each in tabs):
                await tab.hear(120)
        tab = next(each for each in tabs if each.legal)
        facts = tab.state["table"]
        last = facts["turns_left"] == 1 and DRAW in tab.legal
        if last and facts["decision"]["kind"] != "turn":
            return tab
        claims = [each for each in tab.legal if each["do"] == "claim_line"]
        choice = DRAW if last or (DRAW in tab.legal and not claims) else (claims or tab.legal)[-1]
        assert (await tab.act(choice))["type"] == "done"


def test_a_game_whose_last_move_is_not_saved_yet_shows_nobodys_cards(tmp_path: Path) -> None:
    server = Server(tmp_path).start()

    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            table = await ann.begin_with(ben)
            async with ann.at(table) as one, ben.at(table) as two:
                tab = await to_the_last_choice(one, two)
                replay = f"/api/tables/{table}/replay/0"
                assert (await ann.get(replay)).status_code == 403
                with nothing_can_be_saved(tmp_path):
                    await tab.tell("act", id="the end", version=tab.version, actions=[DRAW])
                    for _ in range(LOOKS):
                        with contextlib.suppress(httpx.TimeoutException):
                            assert (await ann.http.get(replay, timeout=0.2)).status_code == 403
                while not tab.over:
                    await tab.hear(120)
                assert (await ann.get(replay)).status_code == 200

    try:
        asyncio.run(story())
    finally:
        server.stop()
