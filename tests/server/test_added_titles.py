"""Titles that a host adds are on the site; when they change or go, their tables stop and say so, and lose nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from server.kit import Person, Server, guest, play_to_the_end
from three_bridges import NAME, build, rename
from waiting import PATIENCE


@pytest.fixture
def site(tmp_path: Path, shelf: Path, services: Callable[[], dict[str, str]]) -> Iterator[Server]:
    """A server with them."""
    running = Server(tmp_path, TITLES=str(shelf), **services()).start()
    yield running
    running.stop()


def test_an_added_title_is_listed_last_with_its_looks_and_drawn(site: Server) -> None:
    rows = httpx.get(f"{site.url}/api/titles?language=da").json()
    assert [row["id"] for row in rows] == ["usa", "europe", "nordic", "world", "greatlakes", NAME]
    assert rows[-1]["about"] == "Four towns, three bridges, and a game in five minutes."
    assert rows[-1]["colour"] == "#7a5c3a"
    assert len(rows[-1]["picture"]["lines"]) == 6
    drawing = httpx.get(f"{site.url}/api/titles/{NAME}/drawing")
    assert {line: len(drawn["slots"]) for line, drawn in drawing.json()["lines"].items()}["alder-birch-1"] == 3
    assert drawing.headers["content-type"] == "application/json"
    again = httpx.get(f"{site.url}/api/titles/{NAME}/drawing", headers={"if-none-match": drawing.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert httpx.get(f"{site.url}/api/titles/atlantis/drawing").json()["code"] == "not_found"


def test_people_and_thinking_bots_play_it_to_the_end(site: Server) -> None:
    async def story() -> None:
        async with guest(site, "Ann") as ann, ann.game("greedy", title=NAME) as tab:
            await play_to_the_end(tab)
            record = await ann.get(f"/api/tables/{tab.table}/record")
            assert record.status_code == 200
            assert f'"{NAME}"' in record.text

    asyncio.run(story())


async def half_a_game(ann: Person) -> tuple[str, int]:
    """A table where a few steps have been played, and its version."""
    async with ann.game("greedy", title=NAME) as tab:
        for _ in range(4):
            while not tab.legal:
                await tab.hear()
            assert (await tab.act(tab.legal[0]))["type"] == "done"
        return tab.table, tab.version


async def stands_still(ann: Person, table: str, version: int) -> None:
    """A table can be opened, says that it has stopped, and has lost nothing."""
    async with ann.at(table) as tab:
        snapshot = await tab.until("snapshot")
        assert snapshot["info"]["can_go_on"] is False
        assert snapshot["version"] >= version
        answer = await tab.act({"do": "draw_card", "deck": "cards"})
        assert answer["code"] == "rules_changed"
        assert "has stopped" in answer["message"]


def vanish(shelf: Path) -> None:
    rename(shelf, "bridges")


def reappear(shelf: Path) -> None:
    (shelf / "bridges").rename(shelf / NAME)
    build(shelf)


def change(shelf: Path) -> None:
    """What nobody has met so far would be worth something else."""
    board = shelf / NAME / "board.json"
    board.write_text(board.read_text().replace('{"1": 1, "2": 2, "3": 4}', '{"1": 1, "2": 2, "3": 40}'))


def change_back(shelf: Path) -> None:
    build(shelf)


@pytest.mark.parametrize(("away", "back"), [(vanish, reappear), (change, change_back)])
def test_a_title_that_vanishes_or_changes_stops_its_tables_until_it_is_back(
    site: Server, shelf: Path, away: Callable[[Path], None], back: Callable[[Path], None]
) -> None:
    async def story() -> None:
        async with guest(site, "Ann") as ann:
            table, version = await half_a_game(ann)
            waiting = await ann.table(NAME, ["me", "open"])
            site.stop()
            away(shelf)
            await asyncio.to_thread(site.start)
            await stands_still(ann, table, version)
            if away is vanish:
                async with guest(site, "Ben") as ben:
                    lists = (await ben.get("/api/tables")).json()
                    assert waiting not in [row["id"] for row in lists["open"]]
                started = await ann.post(f"/api/tables/{waiting}/start")
                assert started.json()["code"] == "rules_changed"
            site.stop()
            back(shelf)
            await asyncio.to_thread(site.start)
            async with ann.at(table) as tab:
                snapshot = await tab.until("snapshot")
                assert snapshot["info"]["can_go_on"] is True
                assert snapshot["version"] >= version
                await play_to_the_end(tab)

    asyncio.run(story())


def test_a_finished_game_of_a_title_that_has_gone_says_so(site: Server, shelf: Path) -> None:
    async def story() -> None:
        async with guest(site, "Ann") as ann:
            async with ann.game("random", title=NAME) as tab:
                await play_to_the_end(tab)
                table = tab.table
            site.stop()
            vanish(shelf)
            await asyncio.to_thread(site.start)
            for what in ("record", "replay/0"):
                answer = await ann.get(f"/api/tables/{table}/{what}")
                assert (answer.status_code, answer.json()["code"]) == (409, "rules_changed")
            assert (await ann.get("/api/my-games")).json()[0]["title"] == NAME

    asyncio.run(story())


def unwritable(shelf: Path) -> None:
    (shelf / NAME / "title.py").chmod(0o666)


def shadowing(shelf: Path) -> None:
    (shelf / NAME).rename(shelf / "usa")


def badly_drawn(shelf: Path) -> None:
    (shelf / NAME / "drawing.json").write_text('{"svg": "<svg onload=alert(1)>"}')


def bringing_a_part(shelf: Path) -> None:
    with (shelf / NAME / "title.py").open("a") as file:
        file.write(
            "\nfrom dataclasses import replace\nclass Mine: pass\nTITLE = replace(TITLE, tie_breaks=(Mine(),))\n"
        )


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (unwritable, "others may write"),
        (shadowing, "one of our own"),
        (badly_drawn, f"{NAME}/drawing.json: "),
        (bringing_a_part, "a rule part of its own, Mine"),
    ],
)
def test_a_server_does_not_start_with_titles_it_cannot_trust(
    tmp_path: Path, shelf: Path, spoil: Callable[[Path], None], words: str
) -> None:
    spoil(shelf)
    server = Server(tmp_path, TITLES=str(shelf)).start(wait=False)
    assert server.process is not None
    assert server.process.wait(PATIENCE) != 0
    said = server.log.read_text()
    assert words in said
    assert "Traceback" not in said
