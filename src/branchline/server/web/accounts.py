"""People over HTTP: guests, accounts, profiles, tokens, alerts."""

from __future__ import annotations

import contextlib
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from branchline import titles
from branchline.server import webpush
from branchline.server.accounts import hash_token
from branchline.server.errors import Refused
from branchline.server.names import account_of
from branchline.server.push import BadEndpoint
from branchline.server.push import Endpoint as PushEndpoint
from branchline.server.services import Services
from branchline.server.store.accounts import User
from branchline.server.web.schemas import (
    LATEST,
    Before,
    Leader,
    Limit,
    MadeToken,
    Me,
    PastGame,
    Profile,
    RatingRow,
    TokenRow,
)
from branchline.server.web.sessions import (
    MaybeSessionDep,
    OwnSessionDep,
    ServicesDep,
    UserDep,
    address_of,
    let_in,
    remind,
    show_out,
)
from branchline.server.web.table_socket import send_away

router = APIRouter(prefix="/api", tags=["people"])

Name = Annotated[str, Field(min_length=1, max_length=80)]
Password = Annotated[str, Field(max_length=400)]
# As browsers check it: one plain address, so that nothing in it can mean a second one or another header.
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
EMAIL = rf"^[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]+@{LABEL}(?:\.{LABEL})*$"
Email = Annotated[str | None, Field(max_length=200, pattern=EMAIL)]
Endpoint = Annotated[str, Field(max_length=1000, pattern=r"^https?://[!-~]+$")]
PushKey = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[A-Za-z0-9_=-]+$")]


class Guest(BaseModel):
    """Somebody who wants to play at once."""

    name: Name


class SignUp(BaseModel):
    """A new account."""

    name: Name
    password: Password
    email: Email = None


class SignIn(BaseModel):
    """A name and its password."""

    name: Name
    password: Password


class NewPassword(BaseModel):
    """The old password and the new one."""

    old: Password
    new: Password


class Goodbye(BaseModel):
    """Delete the account; it has to give its password."""

    password: Password | None = None


class NewEmail(BaseModel):
    """Where turn mails go."""

    email: Email = None


class Confirmation(BaseModel):
    """What stands in the link of a confirmation mail."""

    token: Annotated[str, Field(min_length=1, max_length=100)]


class NewToken(BaseModel):
    """A token for a bot, with a label to know it by."""

    label: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f]+$")]


class PushKeys(BaseModel):
    """What a browser gives to encrypt its alerts with."""

    p256dh: PushKey
    auth: PushKey


class Subscription(BaseModel):
    """Where to push turn alerts."""

    endpoint: Endpoint
    keys: PushKeys


class Unsubscription(BaseModel):
    """Where to push no more."""

    endpoint: Endpoint


def me(user: User) -> Me:
    """A user as they see themselves."""
    return Me(id=user.id, name=user.name, kind=user.kind, email=user.email, email_confirmed=user.email_confirmed)


# --- coming and going


@router.post("/guest")
async def guest(
    body: Guest, request: Request, response: Response, services: ServicesDep, session: MaybeSessionDep
) -> Me:
    """Play at once, with a name; a guest who comes again stays the same and may change the name."""
    await services.limits.spend("guest", address_of(request))
    user, token = await services.accounts.guest(body.name, session)
    if token is not None:
        let_in(services, response, token)
    await services.lobby.known_as(user)
    return me(user)


@router.post("/signup")
async def sign_up(
    body: SignUp, request: Request, response: Response, services: ServicesDep, session: MaybeSessionDep
) -> Me:
    """Make an account; a guest keeps the games."""
    await services.limits.spend("signup", address_of(request))
    user, token = await services.accounts.sign_up(body.name, body.password, body.email, session)
    await services.addresses.welcome(user, address_of(request))
    let_in(services, response, token)
    await services.lobby.known_as(user)
    return me(user)


@router.post("/signin")
async def sign_in(body: SignIn, request: Request, response: Response, services: ServicesDep) -> Me:
    """Come back to an account."""
    name, address = account_of(body.name), address_of(request)
    await services.limits.spend("signin_address", address)
    await services.limits.spend("signin", f"{address} {name}")
    # Many wrong guesses at a name slow each address down, but lock nobody out who knows the password.
    if await services.limits.empty("signin_name", name):
        await services.limits.spend("signin_careful", f"{address} {name}")
    try:
        user, token = await services.accounts.sign_in(body.name, body.password)
    except Refused:
        with contextlib.suppress(Refused):
            await services.limits.spend("signin_name", name)
        raise
    let_in(services, response, token)
    return me(user)


@router.post("/signout", status_code=204)
async def sign_out(response: Response, services: ServicesDep, session: OwnSessionDep) -> None:
    """Leave."""
    await services.store.accounts.close_session(session.token)
    send_away(services, session.user.id, lambda token: token == session.token)
    show_out(response)


# --- me


@router.get("/me")
async def who_am_i(request: Request, response: Response, services: ServicesDep, user: UserDep) -> Me:
    """Who I am."""
    remind(services, request, response)
    return me(user)


@router.get("/me/profile")
async def my_profile(services: ServicesDep, user: UserDep) -> Profile:
    """My profile, with my games at private tables too; guests have one as well."""
    return await _profile(services, user, public=False)


@router.post("/me/password", status_code=204)
async def change_password(body: NewPassword, services: ServicesDep, session: OwnSessionDep) -> None:
    """Change the password; all other browsers and tokens are signed out."""
    await services.limits.spend("password", str(session.user.id))
    await services.accounts.change_password(session, body.old, body.new)
    send_away(services, session.user.id, lambda token: token != session.token)


@router.post("/me/email")
async def change_email(body: NewEmail, request: Request, services: ServicesDep, session: OwnSessionDep) -> Me:
    """Say where turn mails go, or nowhere; a mail asks at a new address first, and again if it is said again."""
    await services.limits.spend("password", str(session.user.id))
    return me(await services.addresses.change(session.user, body.email, address_of(request)))


@router.post("/confirm", status_code=204)
async def confirm_email(body: Confirmation, services: ServicesDep) -> None:
    """Confirm a mail address with the token that was sent there; whoever has it needs no session."""
    await services.addresses.confirm(body.token)


@router.post("/me/bot")
async def become_bot(services: ServicesDep, session: OwnSessionDep) -> Me:
    """Say that a program plays under this account; only before its first game."""
    return me(await services.accounts.become_bot(session))


@router.post("/me/delete", status_code=204)
async def delete(body: Goodbye, response: Response, services: ServicesDep, session: OwnSessionDep) -> None:
    """Delete the account and what is known about it; bots play its running games on."""
    await services.limits.spend("password", str(session.user.id))
    await services.accounts.check_farewell(session, body.password)
    await services.lobby.depart(session.user)
    await services.store.accounts.forget(session.user.id)
    send_away(services, session.user.id, lambda _: True)
    await services.lobby.forgotten(session.user)
    show_out(response)


@router.get("/me/export")
async def export(services: ServicesDep, session: OwnSessionDep) -> dict[str, Any]:
    """Everything that is kept about me."""
    await services.limits.spend("export", str(session.user.id))
    return await services.store.accounts.export(session.user.id)


@router.get("/me/tokens")
async def tokens(services: ServicesDep, session: OwnSessionDep) -> list[TokenRow]:
    """The tokens I made for bots."""
    return [TokenRow(**row) for row in await services.store.accounts.tokens(session.user.id)]


@router.post("/me/tokens", status_code=201)
async def new_token(body: NewToken, services: ServicesDep, session: OwnSessionDep) -> MadeToken:
    """Make a token; it is shown this once."""
    token = await services.accounts.new_token(session.user, body.label)
    return MadeToken(id=hash_token(token), token=token)


@router.delete("/me/tokens/{token_id}", status_code=204)
async def drop_token(token_id: str, services: ServicesDep, session: OwnSessionDep) -> None:
    """Take a token back."""
    if token_id not in {token["id"] for token in await services.store.accounts.tokens(session.user.id)}:
        raise Refused("not_found", what="token")
    await services.store.accounts.close_session(token_id)
    send_away(services, session.user.id, lambda token: token == token_id)


@router.post("/me/push", status_code=204)
async def subscribe(body: Subscription, services: ServicesDep, user: UserDep) -> None:
    """Push turn alerts to this browser."""
    keys = body.keys.model_dump()
    _check_push(services, body.endpoint, keys)
    if not await services.store.accounts.subscribe(user.id, body.endpoint, keys):
        raise Refused("too_many_browsers")


def _check_push(services: Services, endpoint: str, keys: dict[str, str]) -> None:
    """Refuse what no browser sends; where a name leads to is looked up and checked at every push."""
    try:
        services.tables.alerts.pusher.gate.check_words(PushEndpoint.read(endpoint))
        webpush.browser_keys(keys)
    except BadEndpoint:
        raise Refused("bad_endpoint") from None
    except ValueError:
        raise Refused("bad_keys") from None


@router.post("/me/push/off", status_code=204)
async def unsubscribe(body: Unsubscription, services: ServicesDep, user: UserDep) -> None:
    """Push no more to this browser."""
    await services.store.accounts.unsubscribe(user.id, body.endpoint)


# --- others


@router.get("/users/{name}")
async def profile(name: str, services: ServicesDep) -> Profile:
    """Somebody's profile: ratings and statistics by title, and the last games at public tables."""
    found = await services.store.accounts.by_account(name)
    if found is None:
        raise Refused("not_found", what="account")
    return await _profile(services, found[0], public=True)


async def _profile(services: Services, user: User, public: bool) -> Profile:
    # The games first: one that ends meanwhile is in the figures then, not the other way round.
    games = await services.store.results.games(user.id, public)
    ratings = await services.store.results.ratings_of(user.id)
    return Profile(
        name=user.name,
        kind=user.kind,
        since=user.created,
        ratings={
            each.title: RatingRow(mu=each.mu, sigma=each.sigma, ordinal=each.ordinal, games=each.games)
            for each in ratings
        },
        statistics=await services.store.results.statistics(user.id),  # type: ignore[arg-type]
        games=games,  # type: ignore[arg-type]
    )


@router.get("/users/{name}/games")
async def games_of(
    name: str,
    services: ServicesDep,
    before: Before = LATEST,
    limit: Limit = 20,
) -> list[PastGame]:
    """Somebody's finished games at public tables, the newest first."""
    found = await services.store.accounts.by_account(name)
    if found is None:
        raise Refused("not_found", what="account")
    return [PastGame(**row) for row in await services.store.results.games(found[0].id, True, limit, before)]


@router.get("/leaderboard/{title}")
async def leaderboard(title: str, services: ServicesDep) -> list[Leader]:
    """The strongest at a title."""
    if title not in titles.names():
        raise Refused("not_found", what="title")
    return [Leader(**row) for row in await services.store.results.leaderboard(title)]
