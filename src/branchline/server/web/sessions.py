"""Who is asking: sessions from cookies or tokens, and the checks on every request."""

from __future__ import annotations

import hmac
import ipaddress
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from branchline.server.accounts import YEAR, csrf_token
from branchline.server.errors import Refused
from branchline.server.services import Services
from branchline.server.store.accounts import Session, User

SESSION_COOKIE = "branchline"
CSRF_COOKIE = "branchline_csrf"
CSRF_HEADER = "x-csrf-token"
SAFE = ("GET", "HEAD", "OPTIONS")


def services_of(connection: HTTPConnection) -> Services:
    """The services of the server that a request came to."""
    services: Services = connection.app.state.services
    return services


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from."""
    if services_of(connection).settings.trust_proxy:
        forwarded = connection.headers.get("x-forwarded-for", "")
        if forwarded:
            return household(forwarded.rpartition(",")[2].strip())
    return household(connection.client.host if connection.client else "?")


def household(address: str) -> str:
    """An address as limits count it: whoever has one IPv6 address has 2**64 of them."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address[:100]
    return str(ipaddress.ip_network((known, 64), strict=False)) if known.version == 6 else str(known)


def origin_allowed(connection: HTTPConnection) -> bool:
    """Whether the page behind a request is ours; programs send no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in services_of(connection).settings.origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == connection.headers.get("host")


def bearer_of(connection: HTTPConnection) -> str | None:
    """A bot's token."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None


async def session_of(connection: HTTPConnection) -> Session | None:
    """Whose request it is, if anybody's."""
    token = bearer_of(connection) or connection.cookies.get(SESSION_COOKIE)
    return await services_of(connection).accounts.session(token)


async def checked(request: Request) -> None:
    """What holds for every request: no change from a foreign page."""
    if request.method in SAFE or bearer_of(request):
        return
    if not origin_allowed(request):
        raise Refused("foreign_origin")
    token = request.cookies.get(SESSION_COOKIE)
    if token and not _same(request.headers.get(CSRF_HEADER, ""), csrf_token(token)):
        raise Refused("csrf")


def _same(given: str, wanted: str) -> bool:
    """Compare in a time that tells nothing."""
    return hmac.compare_digest(given.encode(errors="replace"), wanted.encode())


async def some_session(request: Request) -> Session | None:
    """The session, if there is one."""
    return await session_of(request)


async def a_session(request: Request) -> Session:
    """The session; an error if there is none."""
    session = await session_of(request)
    if session is None:
        raise Refused("not_signed_in")
    return session


async def a_user(session: Annotated[Session, Depends(a_session)]) -> User:
    """Whoever asks."""
    return session.user


async def an_own_session(session: Annotated[Session, Depends(a_session)]) -> Session:
    """The session of a person; a bot's token plays, but does not touch the account."""
    if session.kind != "browser":
        raise Refused("token")
    return session


ServicesDep = Annotated[Services, Depends(services_of)]
MaybeSessionDep = Annotated[Session | None, Depends(some_session)]
OwnSessionDep = Annotated[Session, Depends(an_own_session)]
UserDep = Annotated[User, Depends(a_user)]


def let_in(services: Services, response: Response, token: str) -> None:
    """Set the cookies of a new session."""
    secure = services.settings.secure_cookies
    age = YEAR // 1000
    response.set_cookie(SESSION_COOKIE, token, max_age=age, httponly=True, samesite="lax", secure=secure, path="/")
    response.set_cookie(CSRF_COOKIE, csrf_token(token), max_age=age, samesite="lax", secure=secure, path="/")


def remind(services: Services, request: Request, response: Response) -> None:
    """Give a page that has lost its CSRF cookie a new one."""
    token = request.cookies.get(SESSION_COOKIE)
    if token and request.cookies.get(CSRF_COOKIE) != csrf_token(token):
        let_in(services, response, token)


def show_out(response: Response) -> None:
    """Take the cookies away."""
    response.delete_cookie(SESSION_COOKIE, path="/")
    response.delete_cookie(CSRF_COOKIE, path="/")
