"""Security: foreign pages, sizes and rates, and secrets that stay secrets."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from server.kit import Person, Server, from_somewhere, guest
from server.test_people import PASSWORD, with_account
from waiting import PATIENCE

# --- foreign pages


def test_a_foreign_page_opens_no_socket(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            table = await ann.table("usa", ["me", "random"], start=True)
            for path in (f"/api/tables/{table}/socket", "/api/lobby/socket"):
                for origin in ("https://evil.example", "null", "http://[", "http://127.0.0.1:1", "javascript://x"):
                    said = await all_said(server, path, {"cookie": ann.cookie, "origin": origin})
                    assert [json.loads(each)["code"] for each in said] == ["foreign_origin"], origin
                async with websockets.connect(
                    server.url.replace("http", "ws") + path,
                    additional_headers={"cookie": ann.cookie, "origin": server.url},
                    max_size=None,
                ) as ws:
                    assert json.loads(await ws.recv())["type"] in ("snapshot", "lobby")

    asyncio.run(story())


async def all_said(server: Server, path: str, headers: dict[str, str]) -> list[str]:
    """All that a socket hears until the server closes it."""
    said = []
    address = server.url.replace("http", "ws") + path
    async with websockets.connect(address, additional_headers=headers, max_size=None) as ws, asyncio.timeout(PATIENCE):
        with suppress(websockets.ConnectionClosed):
            async for text in ws:
                said.append(str(text))
    assert ws.close_code == 1008
    return said


def test_a_change_needs_the_csrf_token_of_its_session_and_a_page_of_ours(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Eve") as eve:
            table = {"title": "usa", "seats": ["me", "open"]}
            for token in ("", "x", "é", "0" * 32, eve.http.cookies["branchline_csrf"]):
                answer = await ann.http.post(
                    "/api/tables", json=table, headers={b"x-csrf-token": token.encode("latin-1")}
                )
                assert (answer.status_code, answer.json()["code"]) == (403, "csrf"), token
            good = ann._headers()
            for origin in ("https://evil.example", "null", "http://["):
                answer = await ann.http.post("/api/tables", json=table, headers={**good, "origin": origin})
                assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
            async with Person(server) as nobody:  # no foreign page signs a browser in either
                body = {"name": "Mallory"}
                for path, sent in (("/api/guest", body), ("/api/confirm", {"token": "x" * 43})):
                    answer = await nobody.http.post(path, json=sent, headers={"origin": "https://evil.example"})
                    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
            answer = await ann.http.post("/api/tables", json=table, headers={**good, "origin": server.url})
            assert answer.status_code == 201

    asyncio.run(story())


def test_a_page_that_lost_its_csrf_cookie_gets_it_back(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann:
            wanted = ann.http.cookies["branchline_csrf"]
            ann.http.cookies.delete("branchline_csrf")
            assert (await ann.get("/api/me")).status_code == 200
            assert ann.http.cookies["branchline_csrf"] == wanted

    asyncio.run(story())


def test_cookies_are_for_the_server_only_and_stay_on_the_site(tmp_path: Path) -> None:
    server = Server(tmp_path, SECURE_COOKIES="1").start()
    try:
        answer = httpx.post(f"{server.url}/api/guest", json={"name": "Ann"})
        session, csrf = sorted(
            answer.headers.get_list("set-cookie"), key=lambda each: each.startswith("branchline_csrf")
        )
        assert session.startswith("branchline=")
        for cookie in (session, csrf):
            assert "samesite=lax" in cookie.lower()
            assert "secure" in cookie.lower()
        assert "httponly" in session.lower()
        assert "httponly" not in csrf.lower()  # the page has to read it
        assert answer.headers["strict-transport-security"]
    finally:
        server.stop()


def test_every_answer_keeps_browsers_safe(server: Server) -> None:
    long = "x" * 100_000
    answers = [
        httpx.get(f"{server.url}/health"),
        httpx.get(f"{server.url}/api/titles"),
        httpx.get(f"{server.url}/nowhere"),
        httpx.delete(f"{server.url}/api/titles"),
        httpx.post(f"{server.url}/api/guest", json={"name": long}),
        httpx.post(f"{server.url}/api/guest", content=b"{"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 404, 405, 413, 422]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "details", "message"}
    assert answers[3].headers["allow"] == "GET"


# --- sizes and rates


def test_a_long_body_is_refused_even_if_it_does_not_say_its_length(server: Server) -> None:
    def pieces() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(1000):
            yield b"x" * 1000

    try:
        answer = httpx.post(f"{server.url}/api/guest", content=pieces(), headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_long")
    except httpx.WriteError:
        pass  # the server hung up while we were still talking
    assert httpx.get(f"{server.url}/health").status_code == 200


@pytest.mark.parametrize("length", ["-1", "1e9", "99999999999999999999", "70000"])
def test_a_false_length_is_refused(server: Server, length: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as wire:
        wire.sendall(f"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n".encode())
        assert wire.recv(4096).split(b" ")[1] in (b"400", b"413")


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its limits on."""
    running = Server(tmp_path_factory.mktemp("strict"), RATE_LIMIT="1", TRUST_PROXY="1").start()
    yield running
    running.stop()


def test_passwords_are_not_guessed_quickly_and_nobody_is_locked_out_by_a_stranger(strict: Server) -> None:
    home, away = from_somewhere(), from_somewhere()
    with httpx.Client(base_url=strict.url) as client:
        name = f"Ann {secrets.token_hex(4)}"
        made = client.post("/api/signup", json={"name": name, "password": PASSWORD}, headers=home)
        assert made.status_code == 200
        client.cookies.clear()
        statuses: list[int] = []
        while 429 not in statuses and len(statuses) < 100:  # on a slow machine some come back before all are spent
            body = {"name": name.upper() if len(statuses) % 2 else name, "password": f"guess {len(statuses)}"}
            statuses.append(client.post("/api/signin", json=body, headers=away).status_code)
        assert statuses[:10] == [401] * 10
        assert statuses[-1] == 429
        blocked = client.post("/api/signin", json={"name": name, "password": PASSWORD}, headers=away)
        assert blocked.json()["code"] == "too_many"
        assert blocked.headers["retry-after"]
        assert client.post("/api/signin", json={"name": name, "password": PASSWORD}, headers=home).status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "most"),
    [
        ("/api/guest", {"name": "Ann"}, 60),
        ("/api/signup", {"name": "x", "password": "x"}, 20),
        ("/health", None, 600),
        ("/api/titles/usa/board", None, 600),
        ("/no/such/page", None, 600),
    ],
)
def test_no_address_does_too_much_of_anything(strict: Server, path: str, body: object, most: int) -> None:
    where = from_somewhere()
    with httpx.Client(base_url=strict.url) as client:
        for n in range(20 * most):  # on a slow machine some come back before all are spent
            answer = client.get(path, headers=where) if body is None else client.post(path, json=body, headers=where)
            client.cookies.clear()
            if answer.status_code == 429:
                assert answer.json()["code"] == "too_many"
                assert n >= most
                return
    raise AssertionError("there is no limit")


def test_one_household_is_one_address_in_ipv6(strict: Server) -> None:
    with httpx.Client(base_url=strict.url) as client:
        statuses = set()
        for n in range(200):
            where = {"x-forwarded-for": f"2001:db8:1:2::{n:x}"}
            statuses.add(client.post("/api/signup", json={"name": "x", "password": "x"}, headers=where).status_code)
        assert 429 in statuses


def test_a_socket_that_floods_is_told_and_one_that_chats_too_much_too(strict: Server) -> None:
    async def story() -> None:
        async with Person(strict) as ann:
            ann.http.headers.update(from_somewhere())
            await ann.come("Ann")
            table = await ann.table("usa", ["me", "open"])
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                for _ in range(16):
                    await tab.tell("say", text="hello")
                assert (await tab.until("problem"))["code"] == "too_many"
                answers: list[dict[str, Any]] = []
                while not answers or answers[-1]["type"] == "pong":
                    await tab.tell("ping")
                    message = await tab.hear_any("pong", "problem")
                    answers.append(message)
                assert answers[-1]["code"] == "too_many"
                assert len(answers) > 150
            assert (await ann.get(f"/api/tables/{table}")).status_code == 200

    asyncio.run(story())


def test_an_address_opens_only_so_many_sockets_in_a_minute(strict: Server) -> None:
    async def story() -> None:
        address, where = strict.url.replace("http", "ws") + "/api/lobby/socket", from_somewhere()
        for _ in range(2000):
            async with websockets.connect(address, additional_headers=where, max_size=None) as ws:
                first = json.loads(await ws.recv())
            if first["type"] == "problem":
                assert first["code"] == "too_many"
                return
        raise AssertionError("there is no limit")

    asyncio.run(story())


# --- what must not be told


def work_of(server: Server) -> int:
    """The processor time that a server has used so far, in ticks of the system's clock."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_as_much_is_computed_for_a_name_that_does_not_exist(own_server: Server) -> None:
    with httpx.Client(base_url=own_server.url, timeout=PATIENCE) as client:
        name = f"Ann {secrets.token_hex(4)}"
        client.post("/api/signup", json={"name": name, "password": PASSWORD})
        client.cookies.clear()

        def work(who: str) -> int:
            before = work_of(own_server)
            assert client.post("/api/signin", json={"name": who, "password": "wrong"}).status_code == 401
            return work_of(own_server) - before

        known, unknown = zip(*((work(name), work("nobody at all")) for _ in range(10)), strict=True)
        assert 0.4 < sum(unknown) / sum(known) < 2.5, (known, unknown)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b'{"name": 7}',
        b'{"name": "\\ud800"}',
        b'{"name": "a\\u0000b"}',
        b"\xff\xfe",
        b'{"name": ' + b"[" * 30_000,
        b'{"name": 1' + b"0" * 5000 + b"}",
        b'{"name": NaN}',
    ],
)
def test_a_malformed_body_gets_a_code_and_a_sentence(server: Server, content: bytes) -> None:
    for path in ("/api/guest", "/api/signin", "/api/signup"):
        for kind in ("application/json", "text/plain", "multipart/form-data"):
            answer = httpx.post(f"{server.url}{path}", content=content, headers={"content-type": kind})
            assert 400 <= answer.status_code < 500, answer.text
            assert set(answer.json()) == {"code", "details", "message"}
            assert "Traceback" not in answer.text


@pytest.mark.parametrize("name", ["%00", "%ff", "a%00b", "..%2f..%2fetc", "%F0%9F%9A%82" * 30, "'--", "%25"])
def test_a_malformed_address_is_not_found(server: Server, name: str) -> None:
    paths = ("tables/{}", "users/{}", "users/{}/games", "leaderboard/{}", "titles/{}/board", "tables/{}/record")
    for path in paths:
        answer = httpx.get(f"{server.url}/api/{path.format(name)}")
        assert answer.status_code == 404, (path, answer.text)
        assert set(answer.json()) == {"code", "details", "message"}


def test_the_logs_hold_no_secrets_and_the_database_no_tokens(own_server: Server) -> None:
    async def story() -> list[str]:
        async with Person(own_server) as ann:
            name = await with_account(ann, "Ann")
            made = (await ann.post("/api/me/tokens", {"label": "robot"})).json()
            await ann.post("/api/signup", {"name": name, "password": "a password in vain"})
            await ann.post("/api/signin", {"name": name, "password": "a wrong password"})
            await ann.post("/api/me/password", {"old": PASSWORD, "new": "a new password"})
            async with ann.game("random") as tab:
                await tab.ws.send("nonsense with a password")
                await tab.until("problem")
            passwords = [PASSWORD, "a password in vain", "a wrong password", "a new password", "nonsense with"]
            return [*passwords, made["token"], *ann.http.cookies.values()]

    known = asyncio.run(story())
    own_server.stop()
    logged = own_server.log.read_text()
    stored = b"".join(file.read_bytes() for file in own_server.folder.glob("test.db*"))
    for secret in known:
        assert secret not in logged
        assert secret.encode() not in stored
    assert "argon2" not in logged
    assert "Traceback" not in logged
