"""Logs: every layer is made to fail for real, in both forms of the logs, and no secret is in what the server says."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from processes import children, send_signal
from server.kit import Person, Server, Tab, guest
from server.services import Postgres, Redis
from server.store import rows

from branchline import titles

FORMS = pytest.mark.parametrize("as_json", ["0", "1"], ids=["for people", "as JSON"])
USA = titles.load("usa")
TICKETS = {ticket.id for ticket in USA.board.tickets}
CARDS = re.compile(r"\b(black|blue|green|orange|pink|red|white|yellow|locomotive)\b|\bhand\b")
PASSWORDS = ("correct horse battery", "staple in vain", "a new long password", "wrong horse battery")
MAILS = ("ann.secret@mail.example", "ben.secret@mail.example")
AWAY = {"unavailable", "not_saved"}


class Listened:
    """A server whose words come through a pipe, so that they come also when it cannot write files."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.server = Server(folder, **settings)
        self.server.log = folder / "pipe"
        os.mkfifo(self.server.log)
        self._heard: list[bytes] = []
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()
        self.server.start()

    def _listen(self) -> None:
        with self.server.log.open("rb") as pipe:
            while part := pipe.read(65536):
                self._heard.append(part)

    def stop(self) -> str:
        """Everything that was said until the end."""
        self.server.stop()
        self._listener.join()
        return b"".join(self._heard).decode()


@contextlib.contextmanager
def listened(folder: Path, **settings: str) -> Iterator[Listened]:
    running = Listened(folder, **settings)
    try:
        yield running
    finally:
        running.stop()


def limit_files(server: Server, size: int) -> None:
    """Let no file of a server grow beyond a size, as if the disk were full."""
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


async def until_ready(server: Server, status: int) -> None:
    """Wait until the server says that it is ready, or that it is not."""
    async with asyncio.timeout(120), httpx.AsyncClient(timeout=60) as client:
        while (await client.get(f"{server.url}/ready")).status_code != status:
            await asyncio.sleep(0.1)


# --- the people


class Account(Person):
    """Somebody with an account, and whatever of theirs is nobody's business."""

    secrets: set[str]
    token = ""

    async def sign_up(self, name: str, mail: str) -> None:
        body = {"name": name, "password": PASSWORDS[0], "email": mail}
        assert (await self.post("/api/signup", body)).status_code == 200
        self.token = (await self.post("/api/me/tokens", {"label": "robot"})).json()["token"]
        cookies = set(self.http.cookies.values())
        self.secrets = {self.token, *cookies, *(hashed(each) for each in {self.token, *cookies})}

    async def everything(self, name: str, table: str) -> dict[str, httpx.Response]:
        """What somebody may do over HTTP, all at once."""
        new = {"old": PASSWORDS[0], "new": PASSWORDS[2]}
        asked = {
            "guest": self.http.post("/api/guest", json={"name": "Zoe"}, headers={"cookie": ""}),
            "sign up": self.http.post(
                "/api/signup",
                json={"name": "Zoe", "password": PASSWORDS[1], "email": MAILS[0]},
                headers={"cookie": ""},
            ),
            "sign in": self.http.post(
                "/api/signin", json={"name": name, "password": PASSWORDS[0]}, headers={"cookie": ""}
            ),
            "token": self.post("/api/me/tokens", {"label": "another"}),
            "password": self.post("/api/me/password", new),
            "email": self.post("/api/me/email", {"email": MAILS[1]}),
            "table": self.post("/api/tables", {"title": "usa", "seats": ["me", "random"]}),
            "start": self.post(f"/api/tables/{table}/start"),
            "drop token": self.http.request("DELETE", f"/api/me/tokens/{hashed(self.token)}", headers=self._headers()),
            "export": self.get("/api/me/export"),
            "me": self.get("/api/me"),
            "robot": self.http.get("/api/me", headers={"cookie": "", "authorization": f"Bearer {self.token}"}),
            "lobby": self.get("/api/tables"),
            "metrics": self.get("/metrics"),
            "delete": self.post("/api/me/delete", {"password": PASSWORDS[0]}),
        }
        return dict(zip(asked, await asyncio.gather(*asked.values()), strict=True))


READS = {"export", "me", "robot", "lobby", "metrics"}


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@contextlib.asynccontextmanager
async def an_account(server: Server, name: str, mail: str) -> AsyncIterator[Account]:
    person = Account(server)
    async with person:
        await person.sign_up(name, mail)
        yield person


async def my_turn(tab: Tab) -> None:
    """Wait for it."""
    while not tab.legal:
        await tab.hear(60)


async def one_move(tab: Tab) -> dict[str, Any]:
    """Try to move."""
    await my_turn(tab)
    return await tab.act(tab.legal[0])


async def all_messages(tab: Tab) -> None:
    """Try whatever can be done at a table; nothing of it may go through, or end the socket."""
    assert (await one_move(tab))["code"] in AWAY
    for kind, more in (("ask_undo", {}), ("say", {"text": "hello"}), ("resign", {})):
        await tab.tell(kind, **more)
        assert (await tab.until("problem", 60))["code"] in {*AWAY, "no_undo", "nothing_to_undo"}, kind


def check_refusals(answers: dict[str, httpx.Response], reads_work: bool) -> None:
    """What needs the store is refused in words, for a while."""
    for what, answer in answers.items():
        if reads_work and what in READS:
            assert answer.status_code == 200, (what, answer.text)
            continue
        assert answer.status_code == 503, (what, answer.text)
        assert answer.json()["code"] in AWAY, what
        assert int(answer.headers["retry-after"]) > 0
        assert "try again" in answer.json()["message"]


async def others_are_served(server: Server, failing: Account) -> None:
    """While many requests fail, others are answered, all of them."""
    bodies = [{"name": f"Zoe {n}", "password": PASSWORDS[1]} for n in range(20)]
    async with httpx.AsyncClient(base_url=server.url, timeout=120) as others:
        answers = await asyncio.gather(
            *(failing.http.post("/api/signup", json=body, headers={"cookie": ""}) for body in bodies),
            *(others.get("/health") for _ in range(60)),
        )
    assert [answer.status_code for answer in answers] == [503] * 20 + [200] * 60


def stored_secrets(server: Server) -> set[str]:
    """What the database knows and nobody else may."""
    found = rows(server, "SELECT password FROM users WHERE password IS NOT NULL")
    found += rows(server, "SELECT seed FROM tables") + rows(server, "SELECT token FROM sessions")
    return {str(value) for (value,) in found}


def check_words(said: str, as_json: str, secrets: set[str]) -> None:
    """Nothing secret was said, and in JSON nothing but JSON."""
    lines = [line for line in said.splitlines() if line and not line.startswith("Branchline is at")]
    if as_json == "1":
        assert all({"event", "level", "timestamp"} <= json.loads(line).keys() for line in lines)
    for secret in {*secrets, *PASSWORDS, *MAILS, *TICKETS, "argon2"}:
        assert len(secret) > 5
        assert secret not in said, secret
    assert not CARDS.search(said), CARDS.search(said)


# --- the layers


@FORMS
def test_a_full_disk_gives_nothing_away_and_holds_nobody_up(tmp_path: Path, as_json: str) -> None:
    with listened(tmp_path, LOG_JSON=as_json, LOG_LEVEL="debug") as running:
        server = running.server

        async def story() -> set[str]:
            async with an_account(server, "Ann", MAILS[0]) as ann, ann.game("random", "greedy") as tab:
                assert (await one_move(tab))["type"] == "done"
                waiting = await ann.table("usa", ["me", "random"])
                secrets = ann.secrets | stored_secrets(server)
                await my_turn(tab)
                limit_files(server, 1)
                await until_ready(server, 503)
                check_refusals(await ann.everything("Ann", waiting), reads_work=True)
                await all_messages(tab)
                await others_are_served(server, ann)
                limit_files(server, resource.RLIM_INFINITY)
                await until_ready(server, 200)
                assert (await one_move(tab))["type"] == "done"
                return secrets

        secrets = asyncio.run(story())
        said = running.stop()
    check_words(said, as_json, secrets)
    assert "disk" in said  # and yet it was said what was wrong


def test_logs_that_cannot_be_written_stop_nobody(tmp_path: Path) -> None:
    server = Server(tmp_path).start()  # its log is a file here, which cannot grow either

    async def story() -> None:
        async with an_account(server, "Ann", MAILS[0]) as ann:
            table = await ann.table("usa", ["me", "random"])
            limit_files(server, 1)
            await until_ready(server, 503)
            check_refusals(await ann.everything("Ann", table), reads_work=True)
            limit_files(server, resource.RLIM_INFINITY)
            await until_ready(server, 200)
            assert (await ann.post(f"/api/tables/{table}/start")).status_code == 204

    try:
        asyncio.run(story())
    finally:
        server.stop()


@FORMS
def test_a_database_and_a_redis_that_are_away_give_nothing_away(tmp_path: Path, as_json: str) -> None:
    database, bus = Postgres().start(), Redis().start()
    settings = {"DATABASE": database.new_database(), "REDIS": bus.url, "LOG_JSON": as_json, "LOG_LEVEL": "debug"}
    try:
        with listened(tmp_path, **settings) as running:
            server = running.server

            async def story() -> set[str]:
                async with an_account(server, "Ann", MAILS[0]) as ann, ann.game("random", "greedy") as tab:
                    assert (await one_move(tab))["type"] == "done"
                    waiting = await ann.table("usa", ["me", "random"])
                    secrets = ann.secrets | await asyncio.to_thread(stored_secrets, server)
                    bus.stop()
                    assert (await one_move(tab))["type"] == "done"
                    await my_turn(tab)
                    await asyncio.to_thread(database.stop)
                    check_refusals(await ann.everything("Ann", waiting), reads_work=False)
                    await all_messages(tab)
                    await others_are_served(server, ann)
                    await asyncio.to_thread(database.start)
                    await asyncio.to_thread(bus.start)
                    await until_ready(server, 200)
                    assert (await one_move(tab))["type"] == "done"
                    return secrets

            secrets = asyncio.run(story())
            said = running.stop()
    finally:
        database.remove()
        bus.stop()
    check_words(said, as_json, secrets)


@FORMS
def test_bot_workers_that_are_killed_give_nothing_away(tmp_path: Path, as_json: str) -> None:
    with listened(tmp_path, LOG_JSON=as_json, LOG_LEVEL="debug") as running:
        server = running.server
        assert server.process is not None
        pid = server.process.pid

        async def story() -> set[str]:
            async with an_account(server, "Ann", MAILS[0]) as ann, ann.game("greedy", "greedy", "greedy") as tab:
                for _ in range(5):
                    await one_move(tab)
                    send_signal(signal.SIGKILL, children(pid))
                return ann.secrets | stored_secrets(server)

        secrets = asyncio.run(story())
        said = running.stop()
    check_words(said, as_json, secrets)
    assert "bot worker replaced" in said


BAD_BODIES = [
    b"",
    b"{",
    b"\xff\xfe correct horse battery",
    b'{"name": "\\ud800", "password": "correct horse battery"}',
    b'{"name": "Ann\\u0000", "password": "correct horse battery"}',
    b'{"name": "Ann", "password": ["correct horse battery"], "email": "ann.secret@mail.example"}',
    b'{"name": "Ann", "password": "\\ud800correct horse battery\\u0000", "email": "ann.secret@mail.example\\ud800"}',
    b'{"name": "Ann", "old": "\\ud800correct horse battery", "new": "\\ud800staple in vain"}',
    b'{"name": ' + b"[" * 30_000,
    b'{"title": "correct horse battery", "seats": ["me", "' + b"x" * 30_000 + b'"]}',
]
BAD_PATHS = [
    "/api/me/tokens/correct horse battery",
    "/api/users/ann.secret@mail.example",
    "/api/tables/correct%20horse%20battery/replay/99999999999999999999",
    "/api/tables/%ff%00/socket?version=correct%20horse%20battery",
]
BAD_WORDS = ['{"type":"act"', '{"type":"act","id":"correct horse battery"}', '"' + "[" * 9000, "{}", "\x00"]


@FORMS
def test_bad_input_gives_nothing_away(tmp_path: Path, as_json: str) -> None:
    with listened(tmp_path, LOG_JSON=as_json, LOG_LEVEL="debug") as running:
        server = running.server

        async def story() -> set[str]:
            async with an_account(server, "Ann", MAILS[0]) as ann, ann.game("random") as tab:
                for path in ("signin", "signup", "guest", "me/password", "me/email", "tables", "me/push"):
                    for body in BAD_BODIES:
                        headers = {"content-type": "application/json", **ann._headers()}
                        answer = await ann.http.post(f"/api/{path}", content=body, headers=headers)
                        assert answer.status_code < 500, (path, body, answer.text)
                for path in BAD_PATHS:
                    assert (await ann.get(path)).status_code in (404, 405, 422)
                forged = [(b"cookie", b"branchline=correct horse battery\xe9"), (b"authorization", b"Bearer \xe9\xff")]
                assert (await ann.http.get("/api/me", headers=forged)).status_code in (400, 401)
                for words in BAD_WORDS:
                    await tab.ws.send(words)
                    await tab.until("problem", 60)
                assert (await one_move(tab))["type"] == "done"
                return ann.secrets | stored_secrets(server)

        secrets = asyncio.run(story())
        said = running.stop()
    check_words(said, as_json, secrets)


# --- what nobody catches


@FORMS
def test_a_bot_worker_that_breaks_tells_no_card(as_json: str) -> None:
    question = b"\x95\xa6greedy\xb8los-angeles-chicago card\x02\x01\x90"  # a title that there is not
    with subprocess.Popen(
        [sys.executable, "-m", "branchline.server.bots.worker"],
        env={**os.environ, "BRANCHLINE_LOG_JSON": as_json},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as worker:
        assert worker.stdin is not None
        assert worker.stderr is not None
        worker.stdin.write(len(question).to_bytes(4, "big") + question)
        worker.stdin.flush()  # and left open: at the end of all questions it would just go
        said = worker.stderr.read().decode()
    assert "nobody caught this" in said
    check_words(said, as_json, set())


UNCAUGHT = """
import asyncio, gc, logging, sys, threading, warnings
import asyncpg
from branchline.server.logs import set_up

set_up("debug", sys.argv[1] == "1")
SECRET = "correct horse battery"

class Broken(Exception):
    pass

def fail():
    kept = SECRET
    raise Broken(kept)

async def story():
    async def lost():
        fail()
    task = asyncio.create_task(lost(), name=SECRET)
    await asyncio.wait([task])
    del task
    gc.collect()
    asyncio.get_running_loop().call_soon(fail)
    await asyncio.sleep(0)

asyncio.run(story())
asyncio.run(story(), debug=True)
thread = threading.Thread(target=fail, name=SECRET)
thread.start()
thread.join()

class Last:
    def __del__(self):
        fail()

Last()
warnings.warn(SECRET, RuntimeWarning)
logging.getLogger("sqlalchemy.pool").error("Exception terminating connection %r", SECRET, exc_info=Broken(SECRET))
logging.getLogger("some.library").error(f"went wrong: {SECRET}")
logging.getLogger("some.library").debug(f"statement: {SECRET}")
try:
    try:
        raise asyncpg.DataError(f"invalid input for query argument $1: '{SECRET}'")
    except asyncpg.DataError as problem:
        raise ExceptionGroup(SECRET, [problem, OSError(28, SECRET), KeyError(SECRET)])
except ExceptionGroup:
    logging.getLogger("uvicorn.error").exception("Exception in ASGI application\\n")

def deep(n):
    return deep(n + 1)

try:
    deep(0)
except RecursionError:
    logging.getLogger("uvicorn.error").exception("too deep")
fail()
"""


@FORMS
def test_what_nobody_caught_is_told_by_kind_and_place_only(as_json: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", UNCAUGHT, as_json], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    check_words(done.stderr, as_json, set())
    for told in ("Task exception was never retrieved", "RuntimeWarning", "Exception terminating connection", "Broken"):
        assert told in done.stderr
    assert done.stderr.count("nobody caught this") == 3  # of a thread, of the collector, of the program
    assert "OSError: No space left on device" in done.stderr
    assert len(done.stderr) < 30_000


def test_a_guest_in_the_log_is_nobody_by_name(tmp_path: Path) -> None:
    with listened(tmp_path, LOG_LEVEL="debug") as running:

        async def story() -> None:
            async with guest(running.server, "Penelope"):
                pass

        asyncio.run(story())
        assert "Penelope" not in running.stop()
