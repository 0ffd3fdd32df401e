"""The guard at the door: not too many, not too long, no traceback outside, and headers that keep browsers safe."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import structlog
from fastapi.responses import JSONResponse
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.server.errors import Refused
from branchline.server.store.away import is_away
from branchline.server.web.sessions import address_of, services_of

log = structlog.get_logger()

LONGEST_BODY = 64 * 1024
BODY_SECONDS = 20.0
PASSING = {429: 30, 503: 5}  # what may go well after so many seconds
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "geolocation=(), camera=(), microphone=()",
}
OVER_HTTPS = {"strict-transport-security": "max-age=31536000"}


def said(problem: Refused, headers: Mapping[str, str] | None = None, status: int | None = None) -> JSONResponse:
    """A problem as an answer."""
    words = problem.message.encode(errors="replace").decode()
    content = {"code": problem.code, "message": words, "details": problem.details}
    answer = JSONResponse(content, status or problem.status, dict(headers or {}))
    if problem.status in PASSING:
        answer.headers.setdefault("retry-after", str(problem.wait or PASSING[problem.status]))
    return answer


def apology(problem: Exception, what: str, **where: str) -> Refused:
    """What is said when something went wrong that nobody foresaw; what it was stands in the log."""
    if is_away(problem):
        log.warning(what, exc_info=problem, **where)
        return Refused("unavailable")
    log.error(what, exc_info=problem, **where)
    return Refused("server_error")


class Guard:
    """Stands before the application for all requests over HTTP."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def dressed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                _dress(scope, message)
            await send(message)

        try:
            await self._let_through(scope, receive, dressed)
        except Refused as problem:
            await said(problem)(scope, receive, dressed)
        except Exception as problem:
            sorry = apology(problem, "request failed", at=getattr(scope.get("route"), "path", "?"))
            if not begun:
                await said(sorry)(scope, receive, dressed)

    async def _let_through(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        await services_of(connection).limits.spend("request", address_of(connection))
        length = connection.headers.get("content-length", "0")
        if not length.isdigit() or len(length) > 9 or int(length) > LONGEST_BODY:
            raise Refused("too_long")
        body = await _read_body(receive)
        if body is not None:
            await self.app(scope, _again(body, receive), send)


async def _read_body(receive: Receive) -> bytes | None:
    """The whole body, which may come without saying its length; None if the client has gone."""
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                part = message.get("body", b"")
                size += len(part)
                if size > LONGEST_BODY:
                    raise Refused("too_long")
                parts.append(part)
                if not message.get("more_body"):
                    return b"".join(parts)
    except TimeoutError:
        raise Refused("too_slow") from None


def _again(body: bytes, receive: Receive) -> Receive:
    """Hands the body on, then whatever else comes."""
    handed: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]

    async def take() -> Message:
        message: Message = handed.pop() if handed else await receive()
        return message

    return take


def _dress(scope: Scope, message: Message) -> None:
    """Give an answer its security headers."""
    headers = MutableHeaders(raw=message["headers"])
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if services_of(HTTPConnection(scope)).settings.secure_cookies:
        headers.setdefault("strict-transport-security", OVER_HTTPS["strict-transport-security"])
    if scope["path"].startswith("/api"):
        headers.setdefault("cache-control", "no-store")
