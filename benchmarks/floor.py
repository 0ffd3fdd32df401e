"""The floor for the server's speed: the same stack, one durable append for each message, and an echo.

    python benchmarks/floor.py DATABASE PORT [single]

Messages that come at the same time share a commit, as the server's own log does; with ``single`` each has its own.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from sqlalchemy import insert
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.server.clock import now
from branchline.server.lobby import NO_CLOCK, NO_OPTIONS
from branchline.server.store.database import Store
from branchline.server.store.log_writer import Append
from branchline.server.store.rows import SeatRow, TableRow
from branchline.server.store.schema import log
from branchline.server.store.shares import Share


def make_floor(database: str, single: bool) -> Starlette:
    """The echo server."""
    store = Store(database)

    async def append(entry: dict[str, Any]) -> None:
        if not single:
            await store.log_writer.append(Append([entry]))
            return
        async with store.engine.begin() as connection:
            await connection.execute(insert(log), entry)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await store.open()
        user = await store.accounts.add("echo", "guest", None, None, now())
        seats = (SeatRow(0, user.id, None, None, None, None, False, 0),)
        for n in range(2000):
            row = TableRow(
                f"t{n}", "usa", 1, "running", False, NO_CLOCK, NO_OPTIONS, user.id, "", 0, None, None, None, None, seats
            )
            await store.tables.create(row, Share(user, "", 0, now()))
        yield
        await store.close()

    async def ready(_: Request) -> JSONResponse:
        return JSONResponse({})

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        table, version = socket.path_params["table"], 0
        try:
            while True:
                text = await socket.receive_text()
                version += 1
                entry = {"table_id": table, "version": version, "at": now(), "kind": "play", "seat": 0, "data": text}
                await append(entry)
                await socket.send_text(text)
        except WebSocketDisconnect:
            return

    return Starlette(routes=[Route("/ready", ready), WebSocketRoute("/{table}", echo)], lifespan=lifespan)


if __name__ == "__main__":
    uvicorn.run(
        make_floor(sys.argv[1], single=sys.argv[3:] == ["single"]),
        port=int(sys.argv[2]),
        log_level="warning",
        access_log=False,
        ws_per_message_deflate=False,
    )
