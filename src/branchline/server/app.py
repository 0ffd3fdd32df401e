"""The application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.base import RequestResponseEndpoint
from starlette.responses import Response

from branchline.server.alerts import Alerts
from branchline.server.bot_pool import BotPool
from branchline.server.bus import LocalBus, RedisBus
from branchline.server.errors import Refused
from branchline.server.hall import Hall
from branchline.server.http import ops, people, tables
from branchline.server.http.who import House, checked
from branchline.server.limits import Limits
from branchline.server.lobby import Lobby
from branchline.server.people import People
from branchline.server.settings import Settings
from branchline.server.sockets import router as sockets
from branchline.server.stores.store import Store

log = structlog.get_logger()

LONGEST_BODY = 64 * 1024
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "geolocation=(), camera=(), microphone=()",
}


def make_app(settings: Settings) -> FastAPI:
    """The server for these settings."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = await open_house(settings)
        app.state.house = house
        log.info("open", database=settings.database_url.partition("://")[0], redis=bool(settings.redis))
        yield
        await house.hall.stop()
        await house.store.close()
        log.info("closed")

    app = FastAPI(
        title="Branchline",
        version="1",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(people.router, dependencies=[Depends(checked)])
    app.include_router(tables.router, dependencies=[Depends(checked)])
    app.include_router(ops.router)
    app.include_router(sockets)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.middleware("http")(guard)
    return app


async def open_house(settings: Settings) -> House:
    """Open the store, and everything that stands on it."""
    store = Store(settings.database_url)
    await store.open()
    bus = RedisBus(settings.redis) if settings.redis else LocalBus()
    pool = BotPool(settings.bot_workers, settings.bot_seconds)
    hall = Hall(settings, store, bus, pool, Alerts(settings, store))
    await hall.start()
    return House(settings, store, hall, People(store), Lobby(hall), Limits(settings.rate_limit))


async def guard(request: Request, call_next: RequestResponseEndpoint) -> Response:
    """Refuse oversized bodies, and give every answer its security headers."""
    if int(request.headers.get("content-length") or 0) > LONGEST_BODY:
        response: Response = _said("too_long", "the request is too long", 413)
    else:
        try:
            response = await call_next(request)
        except Exception:
            log.exception("request failed", path=request.url.path)
            response = _said("server_error", "something went wrong on the server; please try again", 500)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.url.path.startswith("/api"):
        response.headers.setdefault("cache-control", "no-store")
    return response


def _said(code: str, message: str, status: int) -> JSONResponse:
    return JSONResponse({"code": code, "message": message}, status)


async def _refused(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, Refused)
    return _said(problem.code, problem.message, problem.status)


async def _invalid(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "the request"
    return _said("invalid", f"{where}: {first['msg']}", 422)


async def _http(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, HTTPException)
    return _said("http", str(problem.detail), problem.status_code)
