"""The application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from branchline.server.addresses import Addresses
from branchline.server.alerts import Alerts
from branchline.server.bot_pool import BotPool
from branchline.server.bus import LocalBus, RedisBus
from branchline.server.errors import Refused
from branchline.server.hall import Hall
from branchline.server.http import ops, people, tables
from branchline.server.http.guard import Guard, said
from branchline.server.http.pages import Pages, client_folder, pages_router
from branchline.server.http.shapes import PROBLEMS
from branchline.server.http.who import House, checked
from branchline.server.limits import Limits
from branchline.server.lobby import Lobby
from branchline.server.mail import Post
from branchline.server.people import People
from branchline.server.push import Pusher
from branchline.server.retention import Retention
from branchline.server.settings import Settings
from branchline.server.shared_limits import SharedLimits
from branchline.server.sockets import routes as sockets
from branchline.server.stores.store import Store

log = structlog.get_logger()

_HTTP = {
    400: ("malformed", "this request cannot be read"),
    404: ("not_found", "there is no such page"),
    405: ("wrong_method", "this address does not do that"),
}


def make_app(settings: Settings) -> FastAPI:
    """The server for these settings."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = await open_house(settings)
        app.state.house = house
        log.info("open", database=settings.database_url.partition("://")[0], redis=bool(settings.redis))
        yield
        await house.retention.stop()
        await house.hall.stop()
        await house.limits.stop()
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
    app.include_router(people.router, dependencies=[Depends(checked)], responses=PROBLEMS)
    app.include_router(tables.router, dependencies=[Depends(checked)], responses=PROBLEMS)
    app.include_router(ops.router, responses={429: PROBLEMS[429]})
    app.router.routes.extend(sockets)
    app.include_router(pages_router(Pages(client_folder(settings))))
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_middleware(Guard)
    return app


async def open_house(settings: Settings) -> House:
    """Open the store, and everything that stands on it."""
    store = Store(settings.database_url)
    await store.open()
    bus = RedisBus(settings.redis) if settings.redis else LocalBus()
    pool = BotPool(settings.bot_workers, settings.bot_seconds)
    limits = Limits(settings.rate_limit, SharedLimits(settings.redis) if settings.redis else None)
    limits.start()
    post = Post(settings)
    hall = Hall(settings, store, bus, pool, Alerts(store, limits, post, Pusher(settings)))
    await hall.start()
    retention = Retention(settings, store, hall, bus)
    retention.start()
    addresses = Addresses(store, limits, post)
    return House(settings, store, hall, People(store), Lobby(hall), limits, retention, addresses)


async def _refused(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, Refused)
    return said(problem)


async def _invalid(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])[:100] or "the request"
    return said(Refused("invalid", f"{where}: {first['msg']}", 422))


async def _http(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, HTTPException)
    code, message = _HTTP.get(problem.status_code, ("http", str(problem.detail)))
    return said(Refused(code, message, problem.status_code), problem.headers)
