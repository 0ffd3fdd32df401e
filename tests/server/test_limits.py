"""Limits: counted by all processes together, without locking anybody out, and flooders are let go."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
import websockets
from server.kit import Person, Server, from_somewhere
from server.services import Postgres, Redis

PASSWORD = "correct horse battery"


@pytest.fixture
def pair(tmp_path: Path, postgres: Postgres, own_redis: Redis) -> Iterator[tuple[Server, Server]]:
    """Two processes of one service, with limits."""
    settings = {"DATABASE": postgres.new_database(), "REDIS": own_redis.url, "RATE_LIMIT": "1", "TRUST_PROXY": "1"}
    servers = (Server(tmp_path, **settings).start(), Server(tmp_path, **settings).start())
    yield servers
    for server in servers:
        server.stop()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with its limits on."""
    running = Server(tmp_path_factory.mktemp("strict"), RATE_LIMIT="1", TRUST_PROXY="1").start()
    yield running
    running.stop()


@contextlib.asynccontextmanager
async def somebody(server: Server) -> AsyncIterator[Person]:
    """A guest from an address of their own."""
    async with Person(server) as person:
        person.http.headers.update(from_somewhere())
        yield await person.come("Ann")


# --- across processes


def sign_up_in_vain(servers: tuple[Server, ...], tries: int) -> list[int]:
    """Tries from one address, at the processes in turn: nothing of it costs a hash."""
    where, body = from_somewhere(), {"name": "x", "password": "x"}
    with httpx.Client(timeout=60) as client:
        return [
            client.post(f"{servers[n % len(servers)].url}/api/signup", json=body, headers=where).status_code
            for n in range(tries)
        ]


def test_a_limit_is_one_for_all_processes(pair: tuple[Server, Server]) -> None:
    statuses = sign_up_in_vain(pair, 44)
    assert statuses.count(422) <= 21  # 20, and one that has come back meanwhile
    assert statuses.count(422) >= 19  # what one process has taken, the other cannot spend
    assert set(statuses) == {422, 429}


def test_without_redis_each_process_counts_for_itself_and_together_again_later(
    pair: tuple[Server, Server], own_redis: Redis
) -> None:
    own_redis.stop()
    statuses = sign_up_in_vain(pair, 60)
    assert 40 <= statuses.count(422) <= 43
    own_redis.start()
    for _ in range(100):
        if sign_up_in_vain(pair, 44).count(422) <= 21:
            return
    raise AssertionError("the processes do not count together again")


def test_the_sockets_of_one_person_are_counted_in_all_processes(
    tmp_path: Path, postgres: Postgres, own_redis: Redis
) -> None:
    # A hundredth of all limits: 2 sockets for a person.
    settings = {"DATABASE": postgres.new_database(), "REDIS": own_redis.url, "TRUST_PROXY": "1", "RATE_LIMIT": "0.01"}
    servers = (Server(tmp_path, **settings).start(), Server(tmp_path, **settings).start())

    async def opened(stack: contextlib.AsyncExitStack, n: int, path: str, headers: dict[str, str]) -> str:
        address = f"{servers[n % 2].url.replace('http', 'ws')}{path}"
        ws = await stack.enter_async_context(websockets.connect(address, additional_headers=headers, max_size=None))
        message = json.loads(await asyncio.wait_for(ws.recv(), 60))
        return str(message.get("code", message["type"]))

    async def story() -> None:
        async with Person(servers[0]) as ann:
            ann.http.headers.update(from_somewhere())
            await ann.come("Ann")
            ann.http.headers.update(from_somewhere())
            table = await ann.table("usa", ["me", "random"])
            path = f"/api/tables/{table}/socket"
            for _ in range(2):  # and once more when all have gone
                async with contextlib.AsyncExitStack() as stack:
                    # Each from another address, but all of one person.
                    found = [await opened(stack, n, path, {"cookie": ann.cookie, **from_somewhere()}) for n in range(3)]
                    assert found == ["snapshot", "snapshot", "too_many_connections"]
                await gone(own_redis)

    async def gone(store: Redis) -> None:
        """Wait until nobody holds anything any more."""
        import redis.asyncio

        async with asyncio.timeout(60), redis.asyncio.from_url(store.url) as client:
            while [key async for key in client.scan_iter("branchline:limit:open:person:*")]:
                await asyncio.sleep(0.05)

    try:
        asyncio.run(story())
    finally:
        for server in servers:
            server.stop()


# --- signing in


@pytest.fixture
def stricter(tmp_path: Path) -> Iterator[Server]:
    """A server on which a name is guessed at 60 times in an hour, from an address 3 times and then once."""
    running = Server(tmp_path, RATE_LIMIT="0.3", TRUST_PROXY="1").start()
    yield running
    running.stop()


def test_guesses_from_many_addresses_do_not_lock_the_owner_out(stricter: Server) -> None:
    name = f"Ann {secrets.token_hex(4)}"
    with httpx.Client(base_url=stricter.url, timeout=60) as client:

        def sign_in(password: str, where: dict[str, str]) -> int:
            answer = client.post("/api/signin", json={"name": name, "password": password}, headers=where)
            client.cookies.clear()
            return answer.status_code

        made = client.post("/api/signup", json={"name": name, "password": PASSWORD}, headers=from_somewhere())
        assert made.status_code == 200
        client.cookies.clear()
        # Until an address that has never come gets fewer tries than it would have otherwise.
        for _ in range(60):
            guesser = from_somewhere()
            tries = [sign_in("a wrong guess", guesser) for _ in range(3)]
            if 429 in tries:
                break
        assert 429 in tries, "guessing never slows"
        assert sign_in(PASSWORD, guesser) == 429
        for _ in range(3):
            assert sign_in(PASSWORD, from_somewhere()) == 200


# --- flooding


def flood_words(kind: str) -> str:
    return {"ping": '{"type":"ping"}', "malformed": "nonsense", "too long": " " * 70_000}[kind]


@pytest.mark.parametrize("kind", ["ping", "malformed", "too long"])
@pytest.mark.parametrize("where", ["table", "lobby"])
def test_who_floods_is_told_and_let_go(strict: Server, where: str, kind: str) -> None:
    async def story() -> None:
        async with somebody(strict) as ann:
            table = await ann.table("usa", ["me", "open"])
            path = f"/api/tables/{table}/socket" if where == "table" else "/api/lobby/socket"
            headers = {"cookie": ann.cookie, **from_somewhere()}
            address = strict.url.replace("http", "ws") + path
            heard: list[dict[str, str]] = []
            async with websockets.connect(address, additional_headers=headers, max_size=None) as ws:

                async def send() -> None:
                    with contextlib.suppress(websockets.ConnectionClosed):
                        for _ in range(100_000):
                            await ws.send(flood_words(kind))

                sending = asyncio.create_task(send())
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        heard.append(json.loads(await asyncio.wait_for(ws.recv(), 60)))
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)
                assert ws.close_code == 1008
            assert heard[-1]["code"] == "too_many"
            assert len(heard) < 1000
            assert (await ann.get(f"/api/tables/{table}")).status_code == 200

    asyncio.run(story())


def test_the_word_says_what_there_is_too_much_of_and_how_long_to_wait(strict: Server) -> None:
    where, body = from_somewhere(), {"name": "x", "password": "x"}
    with httpx.Client(base_url=strict.url, timeout=60) as client:
        for _ in range(30):
            answer = client.post("/api/signup", json=body, headers=where)
        wait = int(answer.headers["retry-after"])
        assert 120 < wait <= 180
        assert answer.json() == {
            "code": "too_many",
            "message": f"That was a lot at once. Please wait {wait} seconds.",
            "details": {"what": "signup", "seconds": wait},
        }
