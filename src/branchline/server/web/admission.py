"""How sockets come in and are let go."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from branchline.server import protocol
from branchline.server.errors import Refused
from branchline.server.services import Services
from branchline.server.web.guard import apology
from branchline.server.web.sessions import address_of, origin_allowed, services_of

POLICY, TOO_SLOW = 1008, 1013
CLOSE_SECONDS = 2.0


async def close(socket: WebSocket, code: int) -> None:
    """Close, whatever state the client has left the socket in."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.close(code)


@contextlib.asynccontextmanager
async def admitted(socket: WebSocket) -> AsyncIterator[Services]:
    """Let a socket in if its page is ours and there are not too many; else say why not, and close."""
    services = services_of(socket)
    try:
        await services.limits.spend("socket", address_of(socket))
        if not origin_allowed(socket):
            raise Refused("foreign_origin")
        if services.tables.closing:
            raise Refused("closing")
        async with services.limits.hold("address", address_of(socket)):
            yield services
    except Refused as problem:
        await turn_away(socket, problem)
    except WebSocketDisconnect:
        pass
    except Exception as problem:
        await turn_away(socket, apology(problem, "socket failed"))


async def turn_away(socket: WebSocket, problem: Refused) -> None:
    """Say why, then close; a client that does not read is not waited for."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            if socket.application_state == WebSocketState.CONNECTING:
                await socket.accept()
            await socket.send_text(protocol.encoder.encode(protocol.Problem.of(problem)).decode())
    await close(socket, POLICY)
