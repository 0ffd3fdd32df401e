"""The lobby's socket: the lists of tables, and what changes in them."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.server import protocol
from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.limits import too_many
from branchline.server.services import Services
from branchline.server.tasks import end_tasks
from branchline.server.web.admission import admitted
from branchline.server.web.flooding import Flood
from branchline.server.web.sessions import address_of

NOT_KNOWN = protocol.encoder.encode(
    protocol.Problem.of(Refused("malformed", problem="the lobby only tells; it answers nothing but pings"))
)


async def lobby_socket(socket: WebSocket) -> None:
    """The lists of open and running tables, and whenever they change, what is different."""
    async with admitted(socket) as services:
        await socket.accept()
        await _serve_lobby(socket, services)


async def _serve_lobby(socket: WebSocket, services: Services) -> None:
    changed = asyncio.Event()
    changed.set()

    async def listener() -> None:
        changed.set()

    services.tables.lobby_listeners.add(listener)
    tasks = [
        asyncio.create_task(work) for work in (_write_lobby(socket, services, changed), _read_lobby(socket, services))
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        services.tables.lobby_listeners.discard(listener)
        await end_tasks(tasks)
    for task in done:
        task.result()


async def _write_lobby(socket: WebSocket, services: Services, changed: asyncio.Event) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        seen: int | None = None
        while True:
            await changed.wait()
            changed.clear()
            seen, news = await services.lobby.listing.since(seen)
            if news is not None:
                await socket.send_text(news.decode())


async def _read_lobby(socket: WebSocket, services: Services) -> None:
    """The lobby answers pings, and says that it does not understand anything else."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        flood = Flood(services.limits.on)
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            await services.limits.spend("message", address_of(socket))
            answer = _lobby_answer(message.get("text") or message.get("bytes") or b"")
            await socket.send_text(answer.decode())
            if answer is not NOT_KNOWN:
                flood.was_good()
            elif flood.was_in_vain("malformed") and flood.over:
                raise too_many("message")


def _lobby_answer(text: str | bytes) -> bytes:
    if len(text) <= protocol.LONGEST_MESSAGE:
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            if isinstance(protocol.decoder.decode(text), protocol.Ping):
                return protocol.encoder.encode(protocol.Pong(now()))
    return NOT_KNOWN


route = WebSocketRoute("/api/lobby/socket", lobby_socket)
