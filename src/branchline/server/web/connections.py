"""Connections: a time for headers, and room for newcomers whatever somebody else holds open."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from branchline.server.errors import Refused
from branchline.server.settings import Settings
from branchline.server.web.guard import said
from branchline.server.web.sessions import household

# From a connection's opening, or from a request's first byte, to the end of its headers.
HEADER_SECONDS = 10.0
LONGEST_HEADERS = 64 * 1024
# A client that does not take its answer, or goes on with a request that has been answered.
WRITE_SECONDS = 30.0
LINGER_SECONDS = 5.0

# Files that are not connections: the database, Redis, workers, logs.
FILES_KEPT = 128

Line = OrderedDict["Connection", None]


def _answer(status: str, problem: Refused) -> bytes:
    body = bytes(said(problem).body)
    head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\nretry-after: 10"
    return f"{head}\r\nconnection: close\r\n\r\n".encode() + body


TOO_SLOW = _answer("408 Request Timeout", Refused("too_slow"))
TOO_LONG = _answer("431 Request Header Fields Too Large", Refused("too_long"))
TOO_MANY = _answer("429 Too Many Requests", Refused("too_many_connections"))
FULL = _answer("503 Service Unavailable", Refused("server_full"))


@dataclass
class Room:
    """Who is connected. ``waiting`` are those who have asked nothing yet, or nothing more: the longest wait first."""

    most: int
    most_of_one: int | None  # None where all come through one proxy, or limits are off
    waiting: Line = field(default_factory=OrderedDict)
    of_one: dict[str, tuple[set[Connection], Line]] = field(default_factory=dict)

    @classmethod
    def from_settings(cls, settings: Settings, files: int) -> Room:
        """As much room as the host allows and the system has files for."""
        share = settings.connections_of_one * settings.rate_limit
        counted = share > 0 and not settings.trust_proxy
        return cls(max(1, min(settings.connections, files - FILES_KEPT)), max(1, int(share)) if counted else None)

    def come(self, who: Connection) -> None:
        """A connection is made; it has asked nothing."""
        self.of_one.setdefault(who.address, (set(), OrderedDict()))[0].add(who)
        self.wait(who)

    def go(self, who: Connection) -> None:
        """A connection is gone, or has become a socket."""
        self.ask(who)
        everybody, _ = self.of_one.get(who.address, (set(), None))
        everybody.discard(who)
        if not everybody:
            self.of_one.pop(who.address, None)

    def wait(self, who: Connection) -> None:
        """Whoever waits can be sent away for somebody else."""
        for line in (self.waiting, self.of_one[who.address][1]):
            line[who] = None
            line.move_to_end(who)

    def ask(self, who: Connection) -> None:
        """A request is whole, and is dealt with."""
        self.waiting.pop(who, None)
        if who.address in self.of_one:
            self.of_one[who.address][1].pop(who, None)

    def make(self, address: str, connected: int) -> bytes | None:
        """Make room for one more by sending away who has waited longest; an answer if there is nobody to send."""
        everybody, waiting = self.of_one.get(address, ((), OrderedDict()))
        if self.most_of_one is not None and len(everybody) >= self.most_of_one:
            if not waiting:
                return TOO_MANY
            next(iter(waiting)).send_away()
        elif connected >= self.most:
            if not self.waiting:
                return FULL
            next(iter(self.waiting)).send_away()
        return None


class Connection(HttpToolsProtocol):
    """A client's connection until it becomes a socket."""

    room: Room

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes: there is room, or somebody who says nothing has to go."""
        super().connection_made(transport)
        self.address = household(self.client[0] if self.client else "?")
        self._timer: asyncio.TimerHandle | None = None
        self._last: asyncio.TimerHandle | None = None  # the end, if nothing moves before
        self._size = 0  # of headers that are not whole
        self._whole = True  # nothing of a request is missing
        no_room = self.room.make(self.address, len(self.connections) - 1)
        self.room.come(self)
        if no_room is None:
            self._time_headers()
        else:
            self._end(no_room)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something comes; a request's headers have to be whole soon, and not too long."""
        if self.transport.is_closing():
            return
        if self._timer is None and self._whole:
            self._time_headers()
        if self._timer is not None:
            self._size += len(data)
        super().data_received(data)
        if self._timer is not None and self._size > LONGEST_HEADERS:
            self._end(TOO_LONG)

    def on_message_begin(self) -> None:
        """A request begins."""
        self._whole = False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The headers are whole: now it is our turn."""
        self._stop_timer()
        self.room.ask(self)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole; one that was answered before that is the last."""
        self._whole = True
        super().on_message_complete()
        if getattr(self.cycle, "response_complete", False):  # a socket's request has no cycle
            self._end(b"")

    def on_response_complete(self) -> None:
        """The answer is sent; a request that was answered before it was whole is listened to for a moment only."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._end_after(WRITE_SECONDS)
        elif not self._whole:
            self._end_after(LINGER_SECONDS)
        elif self.cycle.response_complete:
            self.room.wait(self)

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more is asked."""
        self._end(b"")

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket, which is counted elsewhere."""
        self._leave()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """The client does not read; it is given a while."""
        super().pause_writing()
        self._end_after(WRITE_SECONDS)

    def resume_writing(self) -> None:
        """The client reads on."""
        super().resume_writing()
        self._go_on()

    def send_away(self) -> None:
        """Make room for somebody else: whoever is in the middle of a request hears why."""
        self._end(TOO_SLOW if self._size else b"")

    def _time_headers(self) -> None:
        self._size = 0
        self._timer = self.loop.call_later(HEADER_SECONDS, self._end, TOO_SLOW)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._size = 0

    def _leave(self) -> None:
        self._stop_timer()
        self._go_on()
        self.room.go(self)

    def _end_after(self, seconds: float) -> None:
        if self._last is None:
            self._last = self.loop.call_later(seconds, self._end, b"")

    def _go_on(self) -> None:
        if self._last is not None:
            self._last.cancel()
            self._last = None

    def _end(self, answer: bytes) -> None:
        """Say why, and close; the place is free at once, also if the client does not read."""
        self._leave()
        self.connections.discard(self)
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        elif not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()


def connection_for(room: Room) -> type[Connection]:
    """The kind of connection that shares this room."""
    made: Any = type("RoomConnection", (Connection,), {"room": room})
    kind: type[Connection] = made
    return kind
