"""The application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import structlog
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from branchline.server.errors import Refused
from branchline.server.services import open_services
from branchline.server.settings import Settings
from branchline.server.web import accounts, lobby_socket, ops, table_socket, tables, titles
from branchline.server.web.guard import Guard, said
from branchline.server.web.pages import Pages, client_folder, pages_router
from branchline.server.web.schemas import PROBLEMS
from branchline.server.web.sessions import checked
from branchline.titles.site import all_sites

log = structlog.get_logger()

_HTTP: dict[int, Callable[[], Refused]] = {
    400: lambda: Refused("malformed", problem="this request cannot be read"),
    404: lambda: Refused("not_found", what="page"),
    405: lambda: Refused("wrong_method"),
}


def make_app(settings: Settings) -> FastAPI:
    """The server for these settings; a title that makes no sense is refused before anything begins."""
    all_sites()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = await open_services(settings)
        app.state.services = services
        log.info("open", database=settings.database_url.partition("://")[0], redis=bool(settings.redis))
        yield
        await services.close()
        log.info("closed")

    app = FastAPI(
        title="Branchline",
        version="1",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(accounts.router, dependencies=[Depends(checked)], responses=PROBLEMS)
    app.include_router(titles.router, dependencies=[Depends(checked)], responses=PROBLEMS)
    app.include_router(tables.router, dependencies=[Depends(checked)], responses=PROBLEMS)
    app.include_router(ops.router, responses={429: PROBLEMS[429]})
    app.router.routes.extend((table_socket.route, lobby_socket.route))
    app.state.pages = Pages(client_folder(settings))
    app.include_router(pages_router(app.state.pages))
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_middleware(Guard)
    return app


async def _refused(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, Refused)
    return said(problem)


async def _invalid(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])[:100] or "the request"
    return said(Refused("invalid", where=where, problem=first["msg"]))


async def _http(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, HTTPException)
    refused = _HTTP.get(problem.status_code)
    return said(
        refused() if refused else Refused("malformed", problem=str(problem.detail)),
        problem.headers,
        problem.status_code,
    )
