"""Connections over a bare wire: half requests, slow ones, too many, and newcomers who are served all the same."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import websockets
from server.kit import Server, guest

MOST, OF_ONE = 60, 20
FILES, MANY = 200, 300  # so many files the server may have open, and so many connections are held
HALF = b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: "
WHOLE = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
SLOW_BODY = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little room, and with limits so wide that only connections count."""
    settings = {"CONNECTIONS": str(MOST), "CONNECTIONS_OF_ONE": "1", "RATE_LIMIT": str(OF_ONE)}
    running = Server(tmp_path_factory.mktemp("small"), **settings).start()
    assert running.process is not None
    resource.prlimit(running.process.pid, resource.RLIMIT_NOFILE, (FILES, FILES))
    yield running
    running.stop()


def connect(server: Server, source: str = "127.0.0.1") -> socket.socket:
    """A wire from an address of this machine; on Linux all of 127.* are."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=60, source_address=(source, 0))


@contextlib.contextmanager
def holding(server: Server, count: int, content: bytes, *sources: str) -> Iterator[list[socket.socket]]:
    """From each address so many connections on which something is begun and not finished."""
    with contextlib.ExitStack() as open_wires:
        wires = []
        for source in sources * count:
            wires.append(open_wires.enter_context(connect(server, source)))
            with contextlib.suppress(OSError):
                wires[-1].sendall(content)
        yield wires


def served(server: Server, source: str) -> bool:
    """Whether somebody who comes from there is served."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=60) as client:
        return client.get(f"{server.url}/health").status_code == 200


def heard(wire: socket.socket) -> bytes:
    """Everything that comes until the other side closes."""
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := wire.recv(4096):
            parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("content", [b"", b"\r\n", HALF], ids=["nothing", "an empty line", "half a request"])
def test_one_address_cannot_shut_others_out_and_not_even_itself(small: Server, content: bytes) -> None:
    with holding(small, MANY, content, "127.0.0.2"):
        assert served(small, "127.0.0.3")
        assert served(small, "127.0.0.2")


def test_many_addresses_together_cannot_shut_a_newcomer_out(small: Server) -> None:
    with holding(small, OF_ONE - 1, HALF, *(f"127.0.0.{last}" for last in range(10, 26))) as wires:
        assert len(wires) > FILES > MOST
        assert served(small, "127.0.0.3")


def test_who_holds_all_places_with_slow_bodies_is_told_and_others_are_served(small: Server) -> None:
    with holding(small, OF_ONE, SLOW_BODY, "127.0.0.2"), connect(small, "127.0.0.2") as one_more:
        one_more.sendall(WHOLE)
        answer = heard(one_more)
        assert b" 429 " in answer.split(b"\r\n")[0]
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "too_many_connections"
        assert served(small, "127.0.0.3")


@pytest.mark.long
def test_requests_that_do_not_come_are_given_up(small: Server) -> None:
    with connect(small) as first, connect(small) as second, connect(small) as third:
        second.sendall(HALF)
        third.sendall(SLOW_BODY)
        for wire in (first, second, third):
            assert b" 408 " in heard(wire).split(b"\r\n")[0]


@pytest.mark.long
def test_dripping_does_not_hold_a_connection_open(small: Server) -> None:
    until = time.monotonic() + 120
    with connect(small) as headers, connect(small) as body, connect(small) as more_headers:
        for wire, begun in ((headers, HALF), (body, SLOW_BODY), (more_headers, WHOLE + HALF)):
            wire.sendall(begun)
            wire.settimeout(0.2)
        held = {headers, body, more_headers}
        while held and time.monotonic() < until:
            held -= {wire for wire in held if dropped(wire)}
        assert not held


def dropped(wire: socket.socket) -> bool:
    """Send one letter more, and see whether the other side has had enough."""
    try:
        wire.sendall(b"a")
        return not wire.recv(4096)
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_headers_without_end_are_refused(small: Server) -> None:
    with connect(small) as wire, contextlib.suppress(ConnectionError):
        wire.sendall(b"GET / HTTP/1.1\r\n")
        for n in range(100_000):
            wire.sendall(b"X-%d: %s\r\n" % (n, b"a" * 1000))
        raise AssertionError("there is no end to headers")
    assert served(small, "127.0.0.3")


def test_requests_on_one_connection_go_on_as_long_as_it_is_used(small: Server) -> None:
    with connect(small) as wire, wire.makefile("rb") as lines:
        for _ in range(200):
            wire.sendall(WHOLE)
            assert b" 200 " in lines.readline()
            length = 0
            for line in itertools.takewhile(lambda line: line != b"\r\n", lines):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            assert json.loads(lines.read(length)) == {"status": "ok"}


def test_requests_may_follow_each_other_without_waiting(small: Server) -> None:
    with connect(small) as wire:
        wire.sendall(WHOLE * 5 + WHOLE.replace(b"Host", b"Connection: close\r\nHost"))
        assert heard(wire).count(b'{"status":"ok"}') == 6


def test_sockets_are_opened_and_stay_while_half_requests_are_sent_away(small: Server) -> None:
    async def story() -> None:
        async with guest(small, "Ann") as ann, ann.game("random") as tab:
            with holding(small, MANY, HALF, "127.0.0.1"):
                while not tab.legal:
                    await tab.hear()
                assert (await tab.act(tab.legal[0]))["type"] == "done"
                address = small.url.replace("http", "ws") + "/api/lobby/socket"
                async with websockets.connect(address, max_size=None) as lobby:
                    assert json.loads(await lobby.recv())["type"] == "lobby"

    asyncio.run(story())


def test_behind_a_proxy_the_proxy_has_all_the_room(tmp_path: Path) -> None:
    server = Server(tmp_path, CONNECTIONS="100", CONNECTIONS_OF_ONE="1", RATE_LIMIT="1", TRUST_PROXY="1").start()
    try:
        with holding(server, 30, SLOW_BODY, "127.0.0.1"), connect(server) as half:
            assert served(server, "127.0.0.1")
            half.sendall(HALF)
            assert b" 408 " in heard(half).split(b"\r\n")[0]
    finally:
        server.stop()
