"""What has had its time is cleared away, and what has not stays."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from server.kit import Person, Server, guest, play_to_the_end
from server.store import change, rows

DAY = 24 * 3600 * 1000
PASSWORD = "four coal cars"


@pytest.fixture
def tidy(tmp_path: Path, services: Callable[[], dict[str, str]]) -> Iterator[Server]:
    """A server that clears away all the time."""
    running = Server(tmp_path, **services(), CLEAN_SECONDS="0.2").start()
    yield running
    running.stop()


def ago(days: float) -> int:
    """So many days ago."""
    return int(time.time() * 1000 - days * DAY)


def age(server: Server, name: str, days: float) -> None:
    """Let somebody have been here last so many days ago."""
    change(server, f"UPDATE users SET created = {ago(days)}, seen = {ago(days)} WHERE name = '{name}'")


def names(server: Server) -> set[str]:
    """Everybody in the store."""
    return {row[0] for row in rows(server, "SELECT name FROM users")}


async def until(true: Callable[[], bool]) -> None:
    """Wait for something."""
    for _ in range(600):
        if true():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it did not come about")


async def next_round(server: Server) -> None:
    """Wait until everything old has been looked at: whatever is put in now and is gone had its turn."""
    change(server, f"INSERT INTO users (name, kind, created, seen) VALUES ('Canary', 'guest', {ago(99)}, {ago(99)})")
    await until(lambda: "Canary" not in names(server))
    # The round that found it may have looked at other things before; the one after it looks at all.
    change(server, f"INSERT INTO users (name, kind, created, seen) VALUES ('Canary', 'guest', {ago(99)}, {ago(99)})")
    await until(lambda: "Canary" not in names(server))


def test_guests_without_games_go_and_everybody_else_stays(tidy: Server) -> None:
    async def story() -> None:
        async with (
            guest(tidy, "Gone") as gone,
            guest(tidy, "Recent") as recent,
            guest(tidy, "Playing") as playing,
            guest(tidy, "Played") as played,
            Person(tidy) as owner,
            guest(tidy, "Back Again") as back,
        ):
            signed = await owner.post("/api/signup", {"name": "Olga", "password": PASSWORD})
            assert signed.status_code == 200, signed.text
            await playing.table("usa", ["me", "greedy"], start=True)
            async with played.game("random") as tab:
                await play_to_the_end(tab)
            for name in ("Playing", "Played", "Olga"):
                age(tidy, name, 400)
            age(tidy, "Recent", 29)
            change(tidy, f"UPDATE users SET created = {ago(400)} WHERE name = 'Back Again'")
            age(tidy, "Gone", 31)
            await until(lambda: "Gone" not in names(tidy))
            await next_round(tidy)
            assert names(tidy) == {"Recent", "Playing", "Played", "Olga", "Back Again"}
            assert (await gone.get("/api/me")).status_code == 401
            for person in (recent, playing, played, owner, back):
                assert (await person.get("/api/me")).status_code == 200
            assert (await gone.post("/api/guest", {"name": "Gone"})).status_code == 200

    asyncio.run(story())


def test_a_visit_keeps_a_guest(tidy: Server) -> None:
    async def story() -> None:
        async with guest(tidy, "Visitor") as visitor:
            age(tidy, "Visitor", 20)
            assert (await visitor.get("/api/me")).status_code == 200
            [(seen,)] = rows(tidy, "SELECT seen FROM users WHERE name = 'Visitor'")
            assert seen > ago(1)

    asyncio.run(story())


def test_tables_that_nobody_starts_are_shut_and_deleted_and_running_ones_stay(tidy: Server) -> None:
    async def story() -> None:
        async with guest(tidy, "Ann") as ann, guest(tidy, "Ben") as ben:
            old = await ann.table("usa", ["me", "open"])
            young = await ann.table("usa", ["me", "open"])
            running = await ann.table("usa", ["me", "greedy"], start=True)
            async with ann.at(running) as tab:
                await tab.until("snapshot")
                await tab.tell("say", text="still here")
                await tab.until("chat")
            await ben.post(f"/api/tables/{old}/join")
            async with ben.at(old) as tab:
                await tab.until("snapshot")
                await tab.tell("say", text="anybody?")
                change(tidy, f"UPDATE tables SET created = {ago(3)} WHERE id IN ('{old}', '{running}')")
                change(tidy, f"UPDATE chat SET at = {ago(999)}")
                while (await tab.until("info", 60))["info"]["status"] != "closed":
                    pass
            await until(lambda: not rows(tidy, f"SELECT id FROM tables WHERE id = '{old}'"))
            await next_round(tidy)
            assert rows(tidy, f"SELECT seat FROM seats WHERE table_id = '{old}'") == []
            assert {row[0] for row in rows(tidy, "SELECT id FROM tables")} == {young, running}
            assert [row[0] for row in rows(tidy, "SELECT text FROM chat")] == ["still here"]
            lobby = (await ann.get("/api/tables")).json()
            assert [each["id"] for each in lobby["open"]] == [young]
            assert [each["id"] for each in lobby["running"]] == [running]
            assert (await ben.get("/api/my-tables")).json() == []

    asyncio.run(story())


def test_old_chat_of_finished_games_goes_and_the_games_stay(tidy: Server) -> None:
    async def story() -> None:
        async with guest(tidy, "Ann") as ann:
            tables = []
            for words in ("long ago", "lately"):
                async with ann.game("random") as tab:
                    await tab.tell("say", text=words)
                    await tab.until("chat")
                    await play_to_the_end(tab)
                    tables.append(tab.table)
            change(tidy, f"UPDATE chat SET at = {ago(500)}")
            change(tidy, f"UPDATE tables SET ended = {ago(366)} WHERE id = '{tables[0]}'")
            await until(lambda: [row[0] for row in rows(tidy, "SELECT text FROM chat")] == ["lately"])
            await next_round(tidy)
            assert [row[0] for row in rows(tidy, "SELECT text FROM chat")] == ["lately"]
            for table in tables:
                assert (await ann.get(f"/api/tables/{table}/record")).status_code == 200
            assert len((await ann.get("/api/me/profile")).json()["games"]) == 2

    asyncio.run(story())


def test_expired_sessions_go_when_they_expire(tidy: Server) -> None:
    async def story() -> None:
        async with guest(tidy, "Ann") as ann, guest(tidy, "Ben") as ben:
            change(
                tidy,
                f"UPDATE sessions SET expires = {ago(0)} WHERE user_id = (SELECT id FROM users WHERE name = 'Ann')",
            )
            await until(lambda: len(rows(tidy, "SELECT token FROM sessions")) == 1)
            assert (await ann.get("/api/me")).status_code == 401
            assert (await ben.get("/api/me")).status_code == 200

    asyncio.run(story())


def test_a_host_may_keep_everything_for_ever(tmp_path: Path, services: Callable[[], dict[str, str]]) -> None:
    kept = {"KEEP_GUESTS_DAYS": "0", "KEEP_OPEN_HOURS": "0", "KEEP_CHAT_DAYS": "0", "CLEAN_SECONDS": "0.2"}
    server = Server(tmp_path, **services(), **kept).start()

    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Idle"), guest(server, "Short"):
            table = await ann.table("usa", ["me", "open"])
            change(server, f"UPDATE tables SET created = {ago(999)}")
            age(server, "Idle", 999)
            # Sessions are the last thing that goes still: when one has, everything has been looked at.
            for _ in range(2):
                [(user_id,)] = rows(server, "SELECT id FROM users WHERE name = 'Short'")
                change(server, f"DELETE FROM sessions WHERE user_id = {user_id}")
                row = f"('{'0' * 64}', {user_id}, 'browser', '', 0, 1)"
                change(server, f"INSERT INTO sessions (token, user_id, kind, label, created, expires) VALUES {row}")
                await until(lambda: not rows(server, "SELECT token FROM sessions WHERE expires = 1"))
            assert names(server) == {"Ann", "Idle", "Short"}
            assert [row[0] for row in rows(server, "SELECT id FROM tables WHERE status = 'open'")] == [table]

    try:
        asyncio.run(story())
    finally:
        server.stop()


def test_playing_again_works_when_the_shut_rematch_has_been_cleared_away(tidy: Server) -> None:
    async def story() -> None:
        async with guest(tidy, "Ann") as ann, ann.game("random") as tab:
            await play_to_the_end(tab)
            again = (await ann.post(f"/api/tables/{tab.table}/rematch")).json()["id"]
            assert (await ann.post(f"/api/tables/{again}/leave")).status_code == 204
            change(tidy, f"UPDATE tables SET created = {ago(3)} WHERE id = '{again}'")
            await until(lambda: not rows(tidy, f"SELECT id FROM tables WHERE id = '{again}'"))
            assert (await ann.post(f"/api/tables/{tab.table}/rematch")).status_code == 201

    asyncio.run(story())
