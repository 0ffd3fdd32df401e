"""A table's sockets: what clients send is carried out, what happens is sent to them."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import assert_never

import msgspec
from starlette.routing import WebSocketRoute
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from branchline.engine.errors import IllegalAction
from branchline.server import protocol
from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.limits import too_many
from branchline.server.lobby import checked_id
from branchline.server.services import Services
from branchline.server.store.accounts import Session
from branchline.server.table import moves, seats, undo
from branchline.server.table.table import Table
from branchline.server.web.admission import POLICY, TOO_SLOW, admitted, close, turn_away
from branchline.server.web.flooding import Flood
from branchline.server.web.guard import apology
from branchline.server.web.sessions import address_of, session_of

# A client that does not read is let go when so many messages wait for it.
MOST_WAITING = 500
LONGEST_ID, MOST_ACTIONS = 100, 100


@dataclass(frozen=True, slots=True)
class Wire:
    """A client's socket, and the two ends of it: what goes through them at a table is too much for detours."""

    socket: WebSocket
    receive: Receive
    send: Send


class TableSocket:
    """One browser tab or program at a table."""

    def __init__(self, wire: Wire, services: Services, table: Table, session: Session | None) -> None:
        self.wire = wire
        self.services = services
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
        self._flood = Flood(services.limits.on)

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
            await turn_away(self.wire.socket, too_many("message"))
        elif self._code is not None:
            await close(self.wire.socket, self._code)

    async def check_session(self) -> None:
        """Notice that another process has shut the session."""
        if self.session is not None and not await self.services.accounts.still_in(self.session):
            self.shut(POLICY)

    async def _send_chat(self) -> None:
        for line in await self.services.store.chat.last(self.table.row.id):
            self.send(protocol.encoder.encode(protocol.Chat(line.id, line.name, line.at, line.text)))

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
            await self.services.limits.spend("message", self.who)
            if len(text) > protocol.LONGEST_MESSAGE:
                raise Refused("too_long")
            message: protocol.FromClient = protocol.decoder.decode(text)
            identity = _identity(message)
            await self._obey(message)
            self._flood.was_good()
        except Refused as problem:
            self._refuse(problem, identity)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            self._refuse(Refused("malformed", problem=f"this is not a message: {problem}"), None)
        except OverflowError:
            self._refuse(
                Refused("malformed", problem="there is a number in this message that is far too large"), identity
            )
        except Exception as problem:
            self._refuse(apology(problem, "message failed", table=self.table.row.id), identity)

    def _refuse(self, problem: Refused, identity: str | None) -> None:
        """Say what is wrong; who sends one message in vain after the other is let go."""
        if self._flood.was_in_vain(problem.code):
            self._answer(protocol.Problem.of(problem, identity))
        if self._flood.over:
            self.shut(POLICY)

    async def _obey(self, message: protocol.FromClient) -> None:
        match message:
            case protocol.Act():
                await self._act(message)
            case protocol.Preview():
                legal = await moves.preview(self.table, self.user, message.actions)
                self._answer(protocol.Previewed(message.id, legal or (), legal is None))  # type: ignore[arg-type]
            case protocol.Ask():
                problem = await moves.why_not(self.table, self.user, message.action)
                self._answer(_why_not(message.id, problem))
            case protocol.Say():
                await self._say(message.text)
            case protocol.AskUndo():
                await self.services.limits.spend("undo", self.who)
                await undo.ask(self.table, self.user)
            case protocol.AnswerUndo():
                await undo.answer(self.table, self.user, message.agree)
            case protocol.Resign():
                await seats.leave(self.table, self.table.players_seat(self.user), "resigned")
            case protocol.Return():
                await seats.come_back(self.table, self.user)
            case protocol.Ping():
                self._answer(protocol.Pong(now()))
            case _:
                assert_never(message)

    def _answer(self, message: protocol.ToClient) -> None:
        self.send(protocol.encoder.encode(message))

    async def _act(self, act: protocol.Act) -> None:
        """Play; the update says that it is done, if it was not done before."""
        began = perf_counter()
        version = await moves.act(self.table, self.user, act)
        if version is not None:
            self._answer(protocol.Done(act.id, version))
        self.services.tables.latency.observe(perf_counter() - began)

    async def _say(self, words: str) -> None:
        words = "".join(letter for letter in words if letter.isprintable() or letter == "\n").strip()
        if self.user is None or self.seat is None:
            raise Refused("not_seated")
        if not 1 <= len(words) <= protocol.LONGEST_CHAT:
            raise Refused("bad_chat", most=protocol.LONGEST_CHAT)
        await self.services.limits.spend("chat", self.who)
        at = now()
        line = await self.services.store.chat.add(self.table.row.id, self.user.id, at, words)
        name = self.table.row.seats[self.seat].name or ""
        await self.services.tables.say(self.table, protocol.Chat(line, name, at, words))


def _why_not(identity: str, problem: IllegalAction | None) -> protocol.Answer:
    if problem is None:
        return protocol.Answer(identity, None, None, {})
    return protocol.Answer(identity, problem.code, str(problem), problem.details)


def _identity(message: protocol.FromClient) -> str | None:
    """The client's own name for a message; neither it nor the list of actions is without end."""
    identity: str | None = getattr(message, "id", None)
    if identity is not None and not 1 <= len(identity) <= LONGEST_ID:
        raise Refused("malformed", problem=f"a message's id has 1 to {LONGEST_ID} letters")
    if len(getattr(message, "actions", ())) > MOST_ACTIONS:
        raise Refused("malformed", problem=f"up to {MOST_ACTIONS} actions can be sent at once")
    if isinstance(message, protocol.Act) and not message.actions:
        raise Refused("malformed", problem="there is no action in this message")
    return identity


def send_away(services: Services, user_id: int, which: Callable[[str], bool]) -> None:
    """Let go of a person's sockets whose sessions have been shut."""
    for table in list(services.tables.live.values()):
        for connection in list(table.audience.connections):
            if isinstance(connection, TableSocket) and connection.session is not None:
                if connection.session.user.id == user_id and which(connection.session.token):
                    connection.shut(POLICY)


class TableDoor:
    """Where tables' sockets come in; ``version`` is the last one the client has seen."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a client in, and serve it."""
        socket = WebSocket(scope, receive, send)
        async with admitted(socket) as services:
            session = await session_of(socket)
            table = await services.tables.find(checked_id(socket.path_params["table_id"]))
            seen = _version(socket.query_params.get("version", ""))
            async with services.limits.hold("person", str(session.user.id)) if session else contextlib.nullcontext():
                await socket.accept()
                await TableSocket(Wire(socket, receive, send), services, table, session).run(seen)


def _version(text: str) -> int | None:
    if text and not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Refused("malformed", problem="the version has to be a whole number")
    return int(text) if text else None


route = WebSocketRoute("/api/tables/{table_id}/socket", TableDoor())
