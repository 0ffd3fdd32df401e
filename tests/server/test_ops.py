"""For those who run the server: health, metrics, logs, stopping, settings, backups, containers, documents."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
import yaml  # type: ignore[import-untyped]
from server.kit import Person, Server, Tab, free_port, guest, play_to_the_end
from server.launching import branchline
from server.services import Postgres, Redis, program
from server.store import log_of, rows
from waiting import PATIENCE, wait_until

from branchline.cli import COMMANDS
from branchline.engine.errors import SetupError
from branchline.server.logs import hide_secrets
from branchline.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]


async def play_some(tab: Tab, moves: int) -> None:
    """Play a few first choices."""
    if not tab.state:
        await tab.until("snapshot")
    for _ in range(moves):
        while not tab.legal:
            await tab.hear()
        assert (await tab.act(tab.legal[0]))["type"] == "done"


# --- health, readiness, metrics


def test_health_and_readiness_answer(server: Server) -> None:
    assert httpx.get(f"{server.url}/health").json() == {"status": "ok"}
    assert httpx.get(f"{server.url}/ready").json() == {"database": True, "bus": True, "open": True}


def test_without_its_database_a_server_is_alive_but_not_ready(tmp_path: Path) -> None:
    database = Postgres().start()
    server = Server(tmp_path, DATABASE=database.new_database()).start()
    try:
        database.stop()

        def not_ready() -> httpx.Response | None:
            found = httpx.get(f"{server.url}/ready", timeout=PATIENCE)
            return None if found.status_code == 200 else found  # what was found out a moment ago may still hold

        answer = wait_until(not_ready, lambda: "it still says that it is ready")
        assert answer is not None
        assert answer.status_code == 503
        assert answer.json()["database"] is False
        assert httpx.get(f"{server.url}/health").status_code == 200
        database.start()
        server.wait()
    finally:
        server.stop()
        database.remove()


def test_a_game_goes_on_after_its_database_was_away(tmp_path: Path) -> None:
    database = Postgres().start()
    server = Server(tmp_path, DATABASE=database.new_database()).start()

    async def story() -> None:
        async with guest(server, "Ann") as ann, ann.game("random") as tab:
            await play_some(tab, 2)
            while not tab.legal:
                await tab.hear()
            before = tab.version
            await asyncio.to_thread(database.stop)
            assert (await tab.act(tab.legal[0], identity="tried"))["code"] == "not_saved"
            await asyncio.to_thread(database.start)
            answer = await tab.act(tab.legal[0], identity="tried", version=before)
            assert answer == {"type": "done", "id": "tried", "version": before + 1}
            await play_to_the_end(tab)

    try:
        asyncio.run(story())
    finally:
        server.stop()
        database.remove()


def test_metrics_count_what_happens_and_how_long_it_takes(server: Server) -> None:
    async def story() -> str:
        async with guest(server, "Ann") as ann, ann.game("random") as tab:
            await play_some(tab, 3)
            return (await ann.get("/metrics")).text

    found = asyncio.run(story())
    figures = dict(line.rsplit(" ", 1) for line in found.splitlines() if not line.startswith("#"))
    assert float(figures["branchline_actions_total"]) >= 4
    assert float(figures["branchline_action_seconds_count"]) == 3
    assert float(figures['branchline_action_seconds_bucket{le="5.0"}']) == 3
    assert float(figures["branchline_sockets"]) == 1
    assert float(figures['branchline_stored_tables{status="running"}']) >= 1


def test_metrics_can_be_hidden(tmp_path: Path) -> None:
    server = Server(tmp_path, METRICS="0").start()
    try:
        assert httpx.get(f"{server.url}/metrics").status_code == 404
    finally:
        server.stop()


# --- logs


def test_logs_are_json_lines_without_secrets(tmp_path: Path) -> None:
    mailing = {"SMTP": "smtp://mailer:open-sesame@127.0.0.1:1", "MAIL_FROM": "a@b.org", "PUBLIC_URL": "https://b.org"}
    server = Server(tmp_path, LOG_LEVEL="debug", **mailing).start()

    async def story() -> list[str]:
        async with guest(server, "Ann") as ann:
            await ann.post("/api/signup", {"name": "ann", "password": "correct horse battery"})
            async with ann.game("greedy") as tab:
                table = tab.table
                await play_some(tab, 3)
            ((seed,),) = await asyncio.to_thread(rows, server, f"SELECT seed FROM tables WHERE id = '{table}'")
            return [*ann.http.cookies.values(), str(seed)]

    secrets = [*asyncio.run(story()), "correct horse", "open-sesame"]
    server.stop()
    written = server.log.read_text()
    lines = [line for line in written.splitlines() if not line.startswith("Branchline is at")]
    assert lines
    assert all({"event", "level", "timestamp"} <= json.loads(line).keys() for line in lines)
    for secret in secrets:
        assert secret not in written


def test_whatever_is_called_like_a_secret_is_blanked_and_addresses_lose_their_passwords() -> None:
    event = {
        "event": "x",
        "session_token": "abc",
        "Password": "p",
        "url": "postgresql://me:pw@host/db",
        "exception": "at redis://:pw@h",
    }
    assert hide_secrets(None, "", dict(event)) == {
        "event": "x",
        "session_token": "…",
        "Password": "…",
        "url": "postgresql://…@host/db",
        "exception": "at redis://…@h",
    }


# --- stopping


def test_a_server_that_is_asked_to_stop_finishes_its_moves_and_says_goodbye(own_server: Server) -> None:
    codes: list[int | None] = []

    async def story() -> None:
        async with guest(own_server, "Ann") as ann, guest(own_server, "Ben") as ben:
            table = await ann.begin_with(ben)
            async with ann.at(table) as first, ben.at(table) as second:
                await first.until("snapshot")
                await second.until("snapshot")
                assert (await first.act(first.legal[0], identity="last"))["type"] == "done"
                await second.tell("act", id="in flight", version=1, actions=[second.legal[0]])
                assert own_server.process is not None
                own_server.process.terminate()
                for tab in (first, second):
                    with contextlib.suppress(websockets.ConnectionClosed):
                        while True:
                            await tab.hear()
                    codes.append(tab.ws.close_code)
            told = any(entry["id"] == "in flight" for message in second.heard for entry in message.get("told", ()))
            assert own_server.stop() in (0, -15)
            log = await asyncio.to_thread(log_of, own_server, table)
            stored = [entry["data"].get("id") for entry in log]
            assert "last" in stored
            assert not told or "in flight" in stored

    asyncio.run(story())
    assert set(codes) <= {1001, 1012}


# --- settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "99999"),
        ("DATABASE", "mysql://host/db"),
        ("DATABASE", "branchline.db"),
        ("DATABASE", "sqlite:////nowhere/at/all/x.db"),
        ("DATABASE", "postgresql://me:hush@127.0.0.1:1/db"),
        ("REDIS", "localhost"),
        ("LOG_LEVEL", "loud"),
        ("LOG_JSON", "perhaps"),
        ("BOT_WORKERS", "0"),
        ("BOT_SECONDS", "-1"),
        ("RATE_LIMIT", "-1"),
        ("SMTP", "smtp://mailer:hush@127.0.0.1:1"),  # without a sender, or a site for its links
        ("PUSH_PRIVATE_KEY", "hush"),
        ("PUSH_NETWORKS", "127.0.0.0/8,the garage"),
    ],
)
def test_a_setting_that_cannot_work_ends_the_server_with_a_sentence(tmp_path: Path, name: str, value: str) -> None:
    settings = {f"{PREFIX}DATABASE": f"sqlite:///{tmp_path / 'x.db'}", f"{PREFIX}{name}": value}
    done = branchline("serve", "--port", str(free_port()) if name != "PORT" else value, **settings)
    if name == "PORT":
        done = branchline("serve", **settings)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "hush" not in done.stderr
    assert name in done.stderr or "database" in done.stderr


def test_a_port_that_is_taken_is_said_in_a_sentence(server: Server, tmp_path: Path) -> None:
    done = branchline("serve", "--port", str(server.port), **{f"{PREFIX}DATABASE": f"sqlite:///{tmp_path / 'x.db'}"})
    assert done.returncode == 2, done.stderr
    assert f"port {server.port}" in done.stderr
    assert "Traceback" not in done.stderr


def test_all_settings_come_from_the_environment() -> None:
    given = {"BRANCHLINE_ORIGINS": "https://a.example, https://b.example", "BRANCHLINE_SECURE_COOKIES": "yes"}
    settings = Settings.from_environment({**given, "BRANCHLINE_BOT_SECONDS": "2.5", "BRANCHLINE_BOT_WORKERS": "3"})
    assert settings.origins == ("https://a.example", "https://b.example")
    assert settings.secure_cookies
    assert (settings.bot_seconds, settings.bot_workers) == (2.5, 3)
    with pytest.raises(SetupError, match="BRANCHLINE_METRICS"):
        Settings.from_environment({"BRANCHLINE_METRICS": "maybe"})


# --- backup and restore


async def begin_a_game(server: Server) -> tuple[dict[str, str], str, int]:
    """Somebody plays a little, talks, and goes."""
    async with guest(server, "Ann") as ann:
        async with ann.game("random") as tab:
            table = tab.table
            await play_some(tab, 5)
            await tab.tell("say", text="brb — ünïcode ☃")
            await tab.until("chat")
        return dict(ann.http.cookies), table, tab.version


async def go_on(server: Server, cookies: dict[str, str], table: str, version: int) -> None:
    """The same person plays on to the end, and newcomers can come."""
    async with Person(server) as ann, Person(server) as ben:
        ann.http.cookies.update(cookies)
        async with ann.at(table) as tab:
            await tab.until("snapshot")
            assert tab.version >= version
            assert (await tab.until("chat"))["text"] == "brb — ünïcode ☃"
            await play_to_the_end(tab)
        await ben.come("Ben")
        await ben.table("usa", ["me", "random"], start=True)


@pytest.mark.parametrize("to", ["sqlite", "postgres"])
@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz"])
def test_a_backup_of_a_running_server_is_restored_and_the_game_goes_on(
    own_server: Server, postgres: Postgres, redis: Redis, tmp_path: Path, to: str, name: str
) -> None:
    cookies, table, version = asyncio.run(begin_a_game(own_server))
    file = tmp_path / name
    done = branchline("backup", str(file), "--database", own_server.settings["DATABASE"])
    assert done.returncode == 0, done.stderr
    assert file.stat().st_mode & 0o077 == 0
    own_server.stop()
    target = {"DATABASE": f"sqlite:///{tmp_path / 'new.db'}"}
    if to == "postgres":
        target = {"DATABASE": postgres.new_database(), "REDIS": redis.url}
    done = branchline("restore", str(file), BRANCHLINE_DATABASE=target["DATABASE"])
    assert done.returncode == 0, done.stderr
    again = branchline("restore", str(file), BRANCHLINE_DATABASE=target["DATABASE"])
    assert again.returncode == 2
    assert "not empty" in again.stderr
    server = Server(tmp_path, **target).start()
    try:
        asyncio.run(go_on(server, cookies, table, version))
    finally:
        server.stop()


LATER_TABLES = ("alerts", "confirmations", "keys", "pulse", "removed")
LATER_COLUMNS = (
    *("as_written", "email_confirmed", "origin", "seen", "skeleton"),  # of users
    *("settled", "sat", "has_left", "rated"),  # of tables, seats and results
)


def of_the_first_schema(backup: str) -> str:
    """A backup as the first release would have made it."""
    lines = [json.loads(line) for line in backup.splitlines()]
    assert lines[0]["schema"] != "0001"
    lines[0]["schema"] = "0001"
    known = [line for line in lines if line.get("table") not in LATER_TABLES]
    for line in known:
        for column in LATER_COLUMNS:
            line.get("row", {}).pop(column, None)
    known[-1]["rows"] = len(known) - 2
    return "".join(json.dumps(line) + "\n" for line in known)


def test_a_backup_of_the_first_release_is_restored_and_the_game_goes_on(own_server: Server, tmp_path: Path) -> None:
    cookies, table, version = asyncio.run(begin_a_game(own_server))
    file, target = tmp_path / "all.jsonl", f"sqlite:///{tmp_path / 'new.db'}"
    assert branchline("backup", str(file), "--database", own_server.settings["DATABASE"]).returncode == 0
    own_server.stop()
    file.write_text(of_the_first_schema(file.read_text()))
    done = branchline("restore", str(file), "--database", target)
    assert done.returncode == 0, done.stderr
    server = Server(tmp_path, DATABASE=target).start()
    try:
        asyncio.run(go_on(server, cookies, table, version))
    finally:
        server.stop()


@pytest.mark.parametrize("keep", [0, 1, 5])
def test_a_backup_that_breaks_off_is_refused_and_changes_nothing(own_server: Server, tmp_path: Path, keep: int) -> None:
    asyncio.run(begin_a_game(own_server))
    file, target = tmp_path / "all.jsonl", f"sqlite:///{tmp_path / 'new.db'}"
    assert branchline("backup", str(file), "--database", own_server.settings["DATABASE"]).returncode == 0
    whole = file.read_text()
    file.write_text("".join(line + "\n" for line in whole.splitlines()[:keep]))
    done = branchline("restore", str(file), "--database", target)
    assert done.returncode == 2
    assert "backup" in done.stderr
    file.write_text(whole)
    assert branchline("restore", str(file), "--database", target).returncode == 0


# --- containers and documents


def _compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return found


def test_the_compose_file_has_two_servers_behind_a_proxy_with_postgres_and_redis() -> None:
    services = _compose()["services"]
    assert {"server", "postgres", "redis", "proxy"} <= services.keys()
    assert services["server"]["deploy"]["replicas"] == 2
    known = {f"{PREFIX}{each.name.upper()}" for each in fields(Settings)}
    assert services["server"]["environment"].keys() <= known
    Settings.from_environment({key: str(value) for key, value in services["server"]["environment"].items()}).check()
    assert {"postgres", "redis"} <= set(services["server"]["depends_on"])
    for service in services.values():
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            assert source in _compose()["volumes"] or (ROOT / source).exists()


def test_the_dockerfile_copies_what_exists_runs_what_exists_and_not_as_root() -> None:
    text = (ROOT / "Dockerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE):
        *sources, _ = line.split()
        assert all((ROOT / source).exists() for source in sources)
    command = json.loads(re.findall(r"^CMD (.+)$", text, re.MULTILINE)[-1])
    assert command[0] == "branchline"
    assert command[1] in COMMANDS
    assert re.findall(r"^USER (\S+)$", text, re.MULTILINE)[-1] not in ("root", "0")
    assert text.count("\nFROM ") + text.startswith("FROM ") == 3  # the client, the package, what runs
    for name in re.findall(rf"{PREFIX}([A-Z_]+)", text):
        assert name.lower() in {each.name for each in fields(Settings)}


def test_the_documents_list_every_setting_with_its_default() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text()
    listed = re.findall(rf"^\| `{PREFIX}(\w+)` \| (.*?) \| (.*?) \|$", text, re.MULTILINE)
    assert listed == [(each.name.upper(), _shown(each.default), each.metadata["help"]) for each in fields(Settings)]


def _shown(default: object) -> str:
    if isinstance(default, bool):
        default = int(default)
    return f"`{default}`" if default not in ("", ()) else ""


def test_the_documents_name_only_commands_and_metrics_that_exist(server: Server) -> None:
    text = (ROOT / "docs" / "hosting.md").read_text()
    for command in re.findall(r"branchline (\w+) ", text):
        assert command in {*COMMANDS, "backup", "in"}
    metrics = httpx.get(f"{server.url}/metrics").text
    for name in re.findall(r"`(branchline_\w+)`", text):
        assert name in metrics


def test_a_missing_command_is_named() -> None:
    with pytest.raises(AssertionError, match="the command no-such-program is missing"):
        program("no-such-program")
