"""The sockets: a table's, and the lobby's."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import msgspec
from starlette.routing import WebSocketRoute
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from branchline.server import messages
from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.flooding import Flood
from branchline.server.http.guard import apology
from branchline.server.http.who import House, address_of, house_of, origin_allowed, session_of
from branchline.server.limits import too_many
from branchline.server.live import LiveTable
from branchline.server.lobby import checked_id
from branchline.server.stores.people import Session

# A client that does not read is let go when so many messages wait for it.
MOST_WAITING = 500
POLICY, TOO_SLOW = 1008, 1013

LONGEST_ID, MOST_ACTIONS = 100, 100
CLOSE_SECONDS = 2.0
NOT_KNOWN = messages.encoder.encode(messages.Problem("malformed", "the lobby only tells; it answers nothing but pings"))


@dataclass(frozen=True, slots=True)
class Wire:
    """A client's socket, and the two ends of it: what goes through them at a table is too much for detours."""

    socket: WebSocket
    receive: Receive
    send: Send


class TableSocket:
    """One browser tab or program at a table."""

    def __init__(self, wire: Wire, house: House, table: LiveTable, session: Session | None) -> None:
        self.wire = wire
        self.house = house
        self.table = table
        self.session = session
        self.user = session.user if session else None
        self.seat = table.seat_of(self.user)
        self.who = str(self.user.id) if self.user else address_of(wire.socket)
        self._out: deque[bytes] = deque()
        self._reader: asyncio.Task[None] | None = None  # it also writes what comes of what it reads
        self._writer: asyncio.Task[None] | None = None  # while there is something else to write
        self._busy = True  # letting the client in, or with what it asked for
        self._code: int | None = None  # why the client is let go
        self._flood = Flood(house.limits.on)

    def send(self, message: bytes) -> None:
        """Put a message on its way; a client that never reads is dropped."""
        self._out.append(message)
        if self._writer is None and not self._busy:
            self._writer = asyncio.create_task(self._write_apart())
        if len(self._out) > MOST_WAITING:
            self.shut(TOO_SLOW)

    def shut(self, code: int) -> None:
        """Let the client go, but not in the middle of what it asked for."""
        if self._code is None:
            self._code = code
            if not self._busy and self._reader is not None:
                self._reader.cancel()

    async def run(self, seen: int | None) -> None:
        """Serve the client until it goes."""
        try:
            await self.table.join(self, seen)
            await self._send_chat()
            # A task of its own, so that not every message goes through all that stands around this one.
            self._reader = asyncio.create_task(self._read())
            await self._reader
        finally:
            self.table.part(self)
            if self._writer is not None:
                self._writer.cancel()
                await asyncio.gather(self._writer, return_exceptions=True)
        if self._flood.over:
            await _turn_away(self.wire.socket, too_many("messages"))
        elif self._code is not None:
            await _close(self.wire.socket, self._code)

    async def check_session(self) -> None:
        """Notice that another process has shut the session."""
        if self.session is not None and not await self.house.people.still_in(self.session):
            self.shut(POLICY)

    async def _send_chat(self) -> None:
        for line in await self.house.store.play.said(self.table.row.id):
            self.send(messages.encoder.encode(messages.Chat(line.id, line.name, line.at, line.text)))

    async def _write(self) -> None:
        """Write what there is; a client that has gone gets nothing more."""
        try:
            while self._out:
                await self.wire.send({"type": "websocket.send", "text": self._out.popleft().decode()})
        except (OSError, RuntimeError):
            self._out.clear()

    async def _write_apart(self) -> None:
        try:
            await self._write()
        finally:
            self._writer = None

    async def _read(self) -> None:
        """Carry out what comes, one after the other, until the client goes or is let go."""
        self._busy = False
        with contextlib.suppress(OSError, RuntimeError):
            while (message := await self._next()) is not None and message["type"] != "websocket.disconnect":
                self._busy = True
                await self._handle(message.get("text") or message.get("bytes") or b"")
                self._busy = False

    async def _next(self) -> Message | None:
        """Write what came of the last message, and wait for the next; None if the client is let go meanwhile."""
        try:
            if self._code is None and self._writer is None:
                await self._write()
            return await self.wire.receive() if self._code is None else None
        except asyncio.CancelledError:
            if self._code is None or self._reader is None or self._reader.uncancel() > 0:
                raise
            return None

    async def _handle(self, text: str | bytes) -> None:
        """Carry a message out, or say what is wrong with it."""
        identity = None
        try:
            await self.house.limits.spend("message", self.who)
            if len(text) > messages.LONGEST_MESSAGE:
                raise Refused("too_long", "the message is too long", 413)
            message = messages.decoder.decode(text)
            identity = _identity(message)
            await self._obey(message)
            self._flood.was_good()
        except Refused as problem:
            self._problem(problem.code, problem.message, identity)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            self._problem("malformed", f"this is not a message: {problem}", None)
        except OverflowError:
            self._problem("malformed", "there is a number in this message that is far too large", identity)
        except Exception as problem:
            sorry = apology(problem, "message failed", table=self.table.row.id)
            self._problem(sorry.code, sorry.message, identity)

    def _problem(self, code: str, message: str, identity: str | None) -> None:
        """Say what is wrong; who sends one message in vain after the other is let go."""
        if self._flood.was_in_vain(code):
            self.send(messages.encoder.encode(messages.Problem(code, message, identity)))
        if self._flood.over:
            self.shut(POLICY)

    async def _obey(self, message: Any) -> None:
        table = self.table
        match message:
            case messages.Act():
                await self._act(message)
            case messages.Preview():
                legal = await table.preview(self.user, message.actions)
                self.send(messages.encoder.encode(messages.Previewed(message.id, legal)))  # type: ignore[arg-type]
            case messages.Ask():
                problem = await table.why_not(self.user, message.action)
                code, words = (problem.code, str(problem)) if problem else (None, None)
                self.send(messages.encoder.encode(messages.Answer(message.id, code, words)))
            case messages.Say():
                await self._say(message.text)
            case messages.AskUndo():
                await self.house.limits.spend("undo", self.who)
                await table.ask_undo(self.user)
            case messages.AnswerUndo():
                await table.answer_undo(self.user, message.agree)
            case messages.Resign():
                await self._resign()
            case messages.Return():
                await table.come_back(self.user)
            case messages.Ping():
                self.send(messages.encoder.encode(messages.Pong(now())))

    async def _act(self, act: messages.Act) -> None:
        """Play; the update says that it is done, if it was not done before."""
        began = perf_counter()
        version = await self.table.act(self.user, act)
        if version is not None:
            self.send(messages.encoder.encode(messages.Done(act.id, version)))
        self.house.hall.latency.observe(perf_counter() - began)

    async def _resign(self) -> None:
        if self.seat is None:
            raise Refused("not_seated", "you do not sit at this table", 403)
        await self.table.leave(self.seat, "resigned")

    async def _say(self, words: str) -> None:
        words = "".join(letter for letter in words if letter.isprintable() or letter == "\n").strip()
        if self.user is None or self.seat is None:
            raise Refused("not_seated", "only those who sit at the table can talk", 403)
        if not 1 <= len(words) <= messages.LONGEST_CHAT:
            raise Refused("bad_chat", f"say 1 to {messages.LONGEST_CHAT} letters", 422)
        await self.house.limits.spend("chat", self.who)
        at = now()
        line = await self.house.store.play.say(self.table.row.id, self.user.id, at, words)
        packed = messages.encoder.encode(messages.Chat(line, self.table.row.seats[self.seat].name or "", at, words))
        self.table.around.send_all(packed)
        await self.house.hall.changed(self.table, "chat", packed.decode())


def _identity(message: Any) -> str | None:
    """The client's own name for a message; neither it nor the list of actions is without end."""
    identity: str | None = getattr(message, "id", None)
    if identity is not None and not 1 <= len(identity) <= LONGEST_ID:
        raise Refused("malformed", f"a message's id has 1 to {LONGEST_ID} letters", 422)
    if len(getattr(message, "actions", ())) > MOST_ACTIONS:
        raise Refused("malformed", f"up to {MOST_ACTIONS} actions can be sent at once", 422)
    if isinstance(message, messages.Act) and not message.actions:
        raise Refused("malformed", "there is no action in this message", 422)
    return identity


def send_away(house: House, user_id: int, which: Callable[[str], bool]) -> None:
    """Let go of a person's sockets whose sessions have been shut."""
    for table in list(house.hall.live.values()):
        for connection in list(table.around.connections):
            if isinstance(connection, TableSocket) and connection.session is not None:
                if connection.session.user.id == user_id and which(connection.session.token):
                    connection.shut(POLICY)


async def _close(socket: WebSocket, code: int) -> None:
    """Close, whatever state the client has left the socket in."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.close(code)


@contextlib.asynccontextmanager
async def _admitted(socket: WebSocket) -> AsyncIterator[House]:
    """Let a socket in if its page is ours and there are not too many; else say why not, and close."""
    house = house_of(socket)
    try:
        await house.limits.spend("socket", address_of(socket))
        if not origin_allowed(socket):
            raise Refused("foreign_origin", "this page may not connect", 403)
        if house.hall.closing:
            raise Refused("closing", "the server is going down; try again in a moment", 503)
        async with house.limits.hold("address", address_of(socket)):
            yield house
    except Refused as problem:
        await _turn_away(socket, problem)
    except WebSocketDisconnect:
        pass
    except Exception as problem:
        await _turn_away(socket, apology(problem, "socket failed"))


async def _turn_away(socket: WebSocket, problem: Refused) -> None:
    """Say why, then close; a client that does not read is not waited for."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            if socket.application_state == WebSocketState.CONNECTING:
                await socket.accept()
            await socket.send_text(messages.encoder.encode(messages.Problem(problem.code, problem.message)).decode())
    await _close(socket, POLICY)


class TableDoor:
    """Where tables' sockets come in; ``version`` is the last one the client has seen."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a client in, and serve it."""
        socket = WebSocket(scope, receive, send)
        async with _admitted(socket) as house:
            session = await session_of(socket)
            table = await house.hall.table(checked_id(socket.path_params["table_id"]))
            seen = _version(socket.query_params.get("version", ""))
            async with house.limits.hold("person", str(session.user.id)) if session else contextlib.nullcontext():
                await socket.accept()
                await TableSocket(Wire(socket, receive, send), house, table, session).run(seen)


def _version(text: str) -> int | None:
    if text and not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Refused("malformed", "the version has to be a whole number", 422)
    return int(text) if text else None


async def lobby_socket(socket: WebSocket) -> None:
    """The lists of open and running tables, and whenever they change, what is different."""
    async with _admitted(socket) as house:
        await socket.accept()
        await _serve_lobby(socket, house)


async def _serve_lobby(socket: WebSocket, house: House) -> None:
    changed = asyncio.Event()
    changed.set()

    async def listener() -> None:
        changed.set()

    house.hall.lobby_listeners.add(listener)
    tasks = [asyncio.create_task(work) for work in (_write_lobby(socket, house, changed), _read_lobby(socket, house))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        house.hall.lobby_listeners.discard(listener)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


async def _write_lobby(socket: WebSocket, house: House, changed: asyncio.Event) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        seen: int | None = None
        while True:
            await changed.wait()
            changed.clear()
            seen, news = await house.lobby.listing.since(seen)
            if news is not None:
                await socket.send_text(news.decode())


async def _read_lobby(socket: WebSocket, house: House) -> None:
    """The lobby answers pings, and says that it does not understand anything else."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        flood = Flood(house.limits.on)
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            await house.limits.spend("message", address_of(socket))
            answer = _lobby_answer(message.get("text") or message.get("bytes") or b"")
            await socket.send_text(answer.decode())
            if answer is not NOT_KNOWN:
                flood.was_good()
            elif flood.was_in_vain("malformed") and flood.over:
                raise too_many("messages")


def _lobby_answer(text: str | bytes) -> bytes:
    if len(text) <= messages.LONGEST_MESSAGE:
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            if isinstance(messages.decoder.decode(text), messages.Ping):
                return messages.encoder.encode(messages.Pong(now()))
    return NOT_KNOWN


routes = [
    WebSocketRoute("/api/tables/{table_id}/socket", TableDoor()),
    WebSocketRoute("/api/lobby/socket", lobby_socket),
]
