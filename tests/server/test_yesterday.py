"""Yesterday's games stay playable: the days that were kept of earlier releases are opened and finished."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from server.kit import Person, Server
from server.launching import branchline
from server.party import Party, kinds
from server.services import Postgres, Redis
from server.yesterday import RELEASES, YEAR, Yesterday

WAYS = ("file", "backup to sqlite", "backup to postgres")


@dataclass
class Opened:
    """A release's day, and today's server on it."""

    day: Yesterday
    server: Server
    said: dict[str, dict[str, Any]]  # of people, before anything is played on
    seen: dict[str, dict[str, dict[str, Any]]]  # the tables as everybody finds them then


async def said_of_people(day: Yesterday, server: Server) -> dict[str, dict[str, Any]]:
    async with Person(server) as reader:
        leaders = {title: (await reader.get(f"/api/leaderboard/{title}")).json() for title in day.said["leaders"]}
        profiles = {name: (await reader.get(f"/api/users/{name}")).json() for name in day.said["profiles"]}
    return {"leaders": leaders, "profiles": profiles}


def settings_for(day: Yesterday, way: str, folder: Path, request: pytest.FixtureRequest) -> dict[str, str]:
    """Bring a day into a database in one of the ways."""
    settings = {"DATABASE": f"sqlite:///{folder / 'test.db'}"}
    if way == "file":
        day.database(folder / "test.db")
        return settings
    if way == "backup to postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        redis: Redis = request.getfixturevalue("redis")
        settings = {"DATABASE": postgres.new_database(), "REDIS": redis.url}
    day.backup(folder / "backup.jsonl")
    done = branchline("restore", str(folder / "backup.jsonl"), "--database", settings["DATABASE"])
    assert done.returncode == 0, done.stderr
    return settings


@pytest.fixture(scope="module", params=[(release, way) for release in RELEASES for way in WAYS], ids=", ".join)
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """Today's server on yesterday's database."""
    release, way = request.param
    day, folder = Yesterday(release), tmp_path_factory.mktemp("yesterday")
    server = Server(folder, **settings_for(day, way, folder, request)).start()
    try:
        said, seen = asyncio.run(said_of_people(day, server)), asyncio.run(what_everybody_finds(day, server))
        yield Opened(day, server, said, seen)
    finally:
        server.stop()


async def what_everybody_finds(day: Yesterday, server: Server) -> dict[str, dict[str, dict[str, Any]]]:
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for key in day.people:
        tables = [table["id"] for table in day.tables if key in table["seats"]]
        async with day.person(server, key) as person:
            found[key] = {"me": (await person.get("/api/me")).json()}
            found[key] |= {table: (await person.get(f"/api/tables/{table}")).json() for table in tables}
    return found


def test_everybody_is_known_and_finds_the_tables_as_they_were(opened: Opened) -> None:
    for key, kept in opened.day.people.items():
        assert opened.seen[key]["me"]["name"] == kept["name"]
        for table in opened.day.tables:
            if key in table["seats"]:
                check_seen(opened.seen[key][table["id"]], table, key)


def check_seen(seen: dict[str, Any], table: dict[str, Any], key: str) -> None:
    """A table is as it was; where time or a bot was at work it has gone on since, and no more."""
    assert seen["version"] >= table["version"], table
    assert [line["text"] for line in seen["chat"]] == table["chat"]
    if table["story"] in ("with a live clock", "a bot is to choose"):
        return
    assert (seen["you"], seen["version"], seen["info"]["status"]) == (
        table["seats"][key],
        table["version"],
        table["status"],
    ), table
    legal = (seen["choices"] or {"legal": []})["legal"]
    assert {"count": len(legal), "kinds": sorted(kinds(legal))} == table["choices"][key], table
    totals = [each["total"] for each in seen["ending"]["tally"]["seats"]] if seen["ending"] else []
    assert totals == table["totals"], table


def test_leaderboards_and_profiles_say_what_they_said(opened: Opened) -> None:
    for title, leaders in opened.day.said["leaders"].items():
        now = {leader["name"]: leader for leader in opened.said["leaders"][title]}
        assert [leader["name"] for leader in leaders] == list(now)
        for leader in leaders:
            assert leader.items() <= now[leader["name"]].items()
    for name, profile in opened.day.said["profiles"].items():
        now = opened.said["profiles"][name]
        assert now["ratings"] == profile["ratings"]
        assert now["statistics"] == profile["statistics"]
        assert [game["table_id"] for game in now["games"]] == [game["table_id"] for game in profile["games"]]


def test_accounts_sign_in_with_their_passwords_and_have_their_tokens_and_alerts(opened: Opened) -> None:
    async def story() -> None:
        for kept in opened.day.people.values():
            if "password" in kept:
                async with Person(opened.server) as person:
                    answer = await person.post("/api/signin", {"name": kept["name"], "password": kept["password"]})
                    assert answer.json()["name"] == kept["name"]
                    tokens = (await person.get("/api/me/tokens")).json()
                    assert [each["label"] for each in tokens] == (["a program"] if "token" in kept else [])
                    assert ("push.example.org" in (await person.get("/api/me/export")).text) == (kept["name"] == "Ann")

    asyncio.run(story())


def test_finished_games_are_read_refereed_and_replayed(opened: Opened, tmp_path: Path) -> None:
    ended = opened.day.told(status="ended")
    assert len(ended) >= 2 * 5

    async def story() -> None:
        async with Person(opened.server) as reader:
            for table in ended:
                await read_and_replay(reader, table["id"], tmp_path)

    asyncio.run(story())
    verified = branchline("verify", *sorted(map(str, tmp_path.iterdir())))
    assert verified.returncode == 0, verified.stderr
    assert verified.stdout.count(": good.") == len(ended)


async def read_and_replay(reader: Person, table: str, folder: Path) -> None:
    record = await reader.get(f"/api/tables/{table}/record")
    assert record.status_code == 200, record.text
    (folder / f"{table}.jsonl").write_bytes(record.content)
    first = (await reader.get(f"/api/tables/{table}/replay/0")).json()
    last = (await reader.get(f"/api/tables/{table}/replay/{first['steps']}")).json()
    assert last["step"] == first["steps"] > 0
    assert last["events"][-1]["event"] == "game_ended"


def test_running_games_are_played_to_the_end_and_their_records_are_good(opened: Opened, tmp_path: Path) -> None:
    running = opened.day.told(status="running")
    assert {table["title"] for table in running} == {"usa", "europe", "nordic", "world", "greatlakes"}

    async def story() -> None:
        for table in running:
            await play_to_the_end(opened, table)
        async with Person(opened.server) as reader:
            for table in running:
                await read_and_replay(reader, table["id"], tmp_path)

    asyncio.run(story())
    verified = branchline("verify", *sorted(map(str, tmp_path.iterdir())))
    assert verified.returncode == 0, verified.stderr
    assert verified.stdout.count(": good.") == len(running)


async def play_to_the_end(opened: Opened, table: dict[str, Any]) -> None:
    """Those who sat there go on, from the very decision they were in; who had left comes back."""
    async with AsyncExitStack() as stack:
        tabs = {
            key: await stack.enter_async_context(opened.day.at(opened.server, key, table["id"]))
            for key in table["seats"]
        }
        party = Party(tabs, seed=1)
        await check_resent(party, table)
        for key, tab in tabs.items():
            if not tab.over and tab.state["info"]["people"][table["seats"][key]]["substitute"]:
                await tab.tell("return")
        await party.play_out()


async def check_resent(party: Party, table: dict[str, Any]) -> None:
    """An act whose answer was lost yesterday is sent again: it was done then, and is not done again."""
    last = table["last"]
    if last and table["story"].startswith("in a decision"):
        tab = party.tabs[last["name"]]
        again = await tab.act(tab.legal[0], identity=last["id"], version=last["version"] - 1)
        assert again == {"type": "done", "id": last["id"], "version": last["version"]}


def test_open_tables_begin_and_a_closed_one_stays_closed(opened: Opened) -> None:
    async def story() -> None:
        async with opened.day.person(opened.server, "Ann") as ann, opened.day.person(opened.server, "Ben") as ben:
            for kind in ("open", "a rematch"):
                (table,) = opened.day.told(story=kind)
                joined = await ben.post(f"/api/tables/{table['id']}/join")
                assert joined.status_code == 200, joined.text
                begun = await ann.post(f"/api/tables/{table['id']}/start")
                assert begun.status_code == 204, begun.text
                async with ann.at(table["id"]) as tab:
                    await tab.until("snapshot")
                    assert (await tab.act(tab.legal[0]))["type"] == "done"
            (shut,) = opened.day.told(story="closed")
            assert (await ann.post(f"/api/tables/{shut['id']}/join")).json()["code"] == "closed"

    asyncio.run(story())


@pytest.mark.parametrize("release", RELEASES)
def test_records_of_all_titles_verify(release: str, tmp_path: Path) -> None:
    day = Yesterday(release)
    for packed in (day.folder / "records").iterdir():
        (tmp_path / packed.stem).write_bytes(gzip.decompress(packed.read_bytes()))
    verified = branchline("verify", *sorted(map(str, tmp_path.iterdir())))
    assert verified.returncode == 0, verified.stderr
    assert verified.stdout.count(": good.") == 5


@pytest.mark.parametrize("release", RELEASES)
def test_after_ten_years_accounts_and_finished_games_are_still_there(release: str, tmp_path: Path) -> None:
    day = Yesterday(release)
    day.database(tmp_path / "test.db", ago=10 * YEAR)
    server = Server(tmp_path).start()

    async def story() -> None:
        async with Person(server) as ann:
            signed = await ann.post("/api/signin", {"name": "Ann", "password": day.people["Ann"]["password"]})
            assert signed.status_code == 200, signed.text
            profile = (await ann.get("/api/me/profile")).json()
            assert profile["ratings"] == day.said["profiles"]["Ann"]["ratings"]
            mine = [table["id"] for table in day.told(status="ended") if "Ann" in table["seats"]]
            assert {game["table_id"] for game in profile["games"]} == set(mine)
            for table in mine:
                await read_and_replay(ann, table, tmp_path)

    try:
        asyncio.run(story())
    finally:
        server.stop()


def test_what_is_kept_stays_small() -> None:
    for release in RELEASES:
        files = [file for file in Yesterday(release).folder.rglob("*") if file.is_file()]
        assert sum(file.stat().st_size for file in files) < 400_000
