"""The sockets: a table's, and the lobby's."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from branchline.server import messages
from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.http.who import House, address_of, house_of, origin_allowed, session_of
from branchline.server.live import LiveTable
from branchline.server.stores.people import User

router = APIRouter()
log = structlog.get_logger()

# A client that does not read is let go when so many messages wait for it.
MOST_WAITING = 500
POLICY, GOING_AWAY, TOO_SLOW = 1008, 1001, 1013


class TableSocket:
    """One browser tab or program at a table."""

    def __init__(self, socket: WebSocket, house: House, table: LiveTable, user: User | None) -> None:
        self.socket = socket
        self.house = house
        self.table = table
        self.user = user
        self.seat = table.seat_of(user)
        self.who = str(user.id) if user else address_of(socket)
        self._out: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._slow = False

    def send(self, message: bytes) -> None:
        """Put a message on its way; a client that never reads is dropped."""
        try:
            self._out.put_nowait(message)
        except asyncio.QueueFull:
            self._slow = True

    async def run(self, seen: int | None) -> None:
        """Serve the client until it goes."""
        self.table.join(self, seen)
        await self._send_chat()
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.table.part(self)
            for task in (writer, reader):
                task.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)

    async def _send_chat(self) -> None:
        for line in await self.house.store.play.said(self.table.row.id):
            self.send(messages.encoder.encode(messages.Chat(line.id, line.name, line.at, line.text)))

    async def _write(self) -> None:
        while not self._slow:
            await self.socket.send_text((await self._out.get()).decode())
        await self.socket.close(TOO_SLOW)

    async def _read(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._handle(message.get("text") or message.get("bytes") or b"")

    async def _handle(self, text: str | bytes) -> None:
        """Carry a message out, or say what is wrong with it."""
        identity = None
        try:
            self.house.limits.spend("message", self.who)
            if len(text) > messages.LONGEST_MESSAGE:
                raise Refused("too_long", "the message is too long", 413)
            message = messages.decoder.decode(text)
            identity = getattr(message, "id", None)
            await self._obey(message)
        except Refused as problem:
            self._problem(problem.code, problem.message, identity)
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError) as problem:
            self._problem("malformed", f"this is not a message: {problem}", None)
        except Exception:
            log.exception("message failed", table=self.table.row.id)
            self._problem("server_error", "something went wrong on the server; please try again", identity)

    def _problem(self, code: str, message: str, identity: str | None) -> None:
        self.send(messages.encoder.encode(messages.Problem(code, message, identity)))

    async def _obey(self, message: Any) -> None:
        table = self.table
        match message:
            case messages.Act():
                version = await table.act(self.user, message)
                self.send(messages.encoder.encode(messages.Done(message.id, version)))
            case messages.Preview():
                legal = table.preview(self.user, message.actions)
                self.send(messages.encoder.encode(messages.Previewed(message.id, legal)))  # type: ignore[arg-type]
            case messages.Ask():
                problem = table.why_not(self.user, message.action)
                code, words = (problem.code, str(problem)) if problem else (None, None)
                self.send(messages.encoder.encode(messages.Answer(message.id, code, words)))
            case messages.Say():
                await self._say(message.text)
            case messages.AskUndo():
                await table.ask_undo(self.user)
            case messages.AnswerUndo():
                await table.answer_undo(self.user, message.agree)
            case messages.Resign():
                await self._resign()
            case messages.Return():
                await table.come_back(self.user)
            case messages.Ping():
                self.send(messages.encoder.encode(messages.Pong(now())))

    async def _resign(self) -> None:
        if self.seat is None:
            raise Refused("not_seated", "you do not sit at this table", 403)
        await self.table.leave(self.seat, "resigned")

    async def _say(self, words: str) -> None:
        words = words.strip()
        if self.user is None or self.seat is None:
            raise Refused("not_seated", "only those who sit at the table can talk", 403)
        if not 1 <= len(words) <= messages.LONGEST_CHAT:
            raise Refused("bad_chat", f"say 1 to {messages.LONGEST_CHAT} letters", 422)
        self.house.limits.spend("chat", self.who)
        at = now()
        line = await self.house.store.play.say(self.table.row.id, self.user.id, at, words)
        packed = messages.encoder.encode(messages.Chat(line, self.user.name, at, words))
        for connection in self.table.connections:
            connection.send(packed)
        await self.house.hall.changed(self.table, "chat", packed.decode())


@router.websocket("/api/tables/{table_id}/socket")
async def table_socket(socket: WebSocket, table_id: str, version: int | None = None) -> None:
    """A table's socket; ``version`` is the last one the client has seen."""
    house = house_of(socket)
    try:
        _admit(socket, house)
        session = await session_of(socket)
        table = await house.hall.table(table_id)
    except Refused as problem:
        await _turn_away(socket, problem)
        return
    await socket.accept()
    await TableSocket(socket, house, table, session.user if session else None).run(version)


def _admit(socket: WebSocket, house: House) -> None:
    house.limits.spend("socket", address_of(socket))
    if not origin_allowed(socket):
        raise Refused("foreign_origin", "this page may not connect", 403)
    if house.hall.closing:
        raise Refused("closing", "the server is going down; try again in a moment", 503)


async def _turn_away(socket: WebSocket, problem: Refused) -> None:
    """Say why, then close."""
    await socket.accept()
    await socket.send_text(messages.encoder.encode(messages.Problem(problem.code, problem.message)).decode())
    await socket.close(POLICY)


@router.websocket("/api/lobby/socket")
async def lobby_socket(socket: WebSocket) -> None:
    """The lists of open and running tables, whenever they change."""
    house = house_of(socket)
    try:
        _admit(socket, house)
    except Refused as problem:
        await _turn_away(socket, problem)
        return
    await socket.accept()
    changed = asyncio.Event()
    changed.set()

    async def listener() -> None:
        changed.set()

    house.hall.lobby_listeners.add(listener)
    writer = asyncio.create_task(_write_lobby(socket, house, changed))
    try:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while (await socket.receive())["type"] != "websocket.disconnect":
                house.limits.spend("message", address_of(socket))
    except Refused as problem:
        log.info("lobby socket closed", code=problem.code)
    finally:
        house.hall.lobby_listeners.discard(listener)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


async def _write_lobby(socket: WebSocket, house: House, changed: asyncio.Event) -> None:
    while True:
        await changed.wait()
        changed.clear()
        await socket.send_json({"type": "lobby", **await house.lobby.listing()})
        await asyncio.sleep(0.2)
