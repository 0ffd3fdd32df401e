"""People over HTTP: guests, accounts, profiles, tokens, alerts."""

from __future__ import annotations

import contextlib
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from branchline import titles
from branchline.server import webpush
from branchline.server.errors import Refused, not_found
from branchline.server.http.shapes import Leader, MadeToken, Me, PlayedGame, Profile, RatingRow, TokenRow
from branchline.server.http.who import (
    AUser,
    House,
    OwnSession,
    SomeSession,
    TheHouse,
    address_of,
    let_in,
    remind,
    show_out,
)
from branchline.server.names import account_of
from branchline.server.people import hash_token
from branchline.server.push import BadEndpoint
from branchline.server.push import Endpoint as PushEndpoint
from branchline.server.sockets import send_away
from branchline.server.stores.people import User

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
async def guest(body: Guest, request: Request, response: Response, house: TheHouse, session: SomeSession) -> Me:
    """Play at once, with a name; a guest who comes again stays the same and may change the name."""
    await house.limits.spend("guest", address_of(request))
    user, token = await house.people.guest(body.name, session)
    if token is not None:
        let_in(house, response, token)
    await house.lobby.known_as(user)
    return me(user)


@router.post("/signup")
async def sign_up(body: SignUp, request: Request, response: Response, house: TheHouse, session: SomeSession) -> Me:
    """Make an account; a guest keeps the games."""
    await house.limits.spend("signup", address_of(request))
    user, token = await house.people.sign_up(body.name, body.password, body.email, session)
    await house.addresses.welcome(user, address_of(request))
    let_in(house, response, token)
    await house.lobby.known_as(user)
    return me(user)


@router.post("/signin")
async def sign_in(body: SignIn, request: Request, response: Response, house: TheHouse) -> Me:
    """Come back to an account."""
    name, address = account_of(body.name), address_of(request)
    await house.limits.spend("signin_address", address)
    await house.limits.spend("signin", f"{address} {name}")
    # Many wrong guesses at a name slow each address down, but lock nobody out who knows the password.
    if await house.limits.empty("signin_name", name):
        await house.limits.spend("signin_careful", f"{address} {name}")
    try:
        user, token = await house.people.sign_in(body.name, body.password)
    except Refused:
        with contextlib.suppress(Refused):
            await house.limits.spend("signin_name", name)
        raise
    let_in(house, response, token)
    return me(user)


@router.post("/signout", status_code=204)
async def sign_out(response: Response, house: TheHouse, session: OwnSession) -> None:
    """Leave."""
    await house.store.people.close_session(session.token)
    send_away(house, session.user.id, lambda token: token == session.token)
    show_out(response)


# --- me


@router.get("/me")
async def who_am_i(request: Request, response: Response, house: TheHouse, user: AUser) -> Me:
    """Who I am."""
    remind(house, request, response)
    return me(user)


@router.get("/me/profile")
async def my_profile(house: TheHouse, user: AUser) -> Profile:
    """My profile, with my games at private tables too; guests have one as well."""
    return await _profile(house, user, public=False)


@router.post("/me/password", status_code=204)
async def change_password(body: NewPassword, house: TheHouse, session: OwnSession) -> None:
    """Change the password; all other browsers and tokens are signed out."""
    await house.limits.spend("password", str(session.user.id))
    await house.people.change_password(session, body.old, body.new)
    send_away(house, session.user.id, lambda token: token != session.token)


@router.post("/me/email")
async def change_email(body: NewEmail, request: Request, house: TheHouse, session: OwnSession) -> Me:
    """Say where turn mails go, or nowhere; a mail asks at a new address first, and again if it is said again."""
    await house.limits.spend("password", str(session.user.id))
    return me(await house.addresses.change(session.user, body.email, address_of(request)))


@router.post("/confirm", status_code=204)
async def confirm_email(body: Confirmation, house: TheHouse) -> None:
    """Confirm a mail address with the token that was sent there; whoever has it needs no session."""
    await house.addresses.confirm(body.token)


@router.post("/me/bot")
async def become_bot(house: TheHouse, session: OwnSession) -> Me:
    """Say that a program plays under this account; only before its first game."""
    return me(await house.people.become_bot(session))


@router.post("/me/delete", status_code=204)
async def delete(body: Goodbye, response: Response, house: TheHouse, session: OwnSession) -> None:
    """Delete the account and what is known about it; bots play its running games on."""
    await house.limits.spend("password", str(session.user.id))
    await house.people.check_farewell(session, body.password)
    await house.lobby.depart(session.user)
    await house.store.people.forget(session.user.id)
    send_away(house, session.user.id, lambda _: True)
    await house.lobby.forgotten(session.user)
    show_out(response)


@router.get("/me/export")
async def export(house: TheHouse, session: OwnSession) -> dict[str, Any]:
    """Everything that is kept about me."""
    await house.limits.spend("export", str(session.user.id))
    return await house.store.people.export(session.user.id)


@router.get("/me/tokens")
async def tokens(house: TheHouse, session: OwnSession) -> list[TokenRow]:
    """The tokens I made for bots."""
    return [TokenRow(**row) for row in await house.store.people.tokens(session.user.id)]


@router.post("/me/tokens", status_code=201)
async def new_token(body: NewToken, house: TheHouse, session: OwnSession) -> MadeToken:
    """Make a token; it is shown this once."""
    token = await house.people.new_token(session.user, body.label)
    return MadeToken(id=hash_token(token), token=token)


@router.delete("/me/tokens/{token_id}", status_code=204)
async def drop_token(token_id: str, house: TheHouse, session: OwnSession) -> None:
    """Take a token back."""
    if token_id not in {token["id"] for token in await house.store.people.tokens(session.user.id)}:
        raise not_found("token")
    await house.store.people.close_session(token_id)
    send_away(house, session.user.id, lambda token: token == token_id)


@router.post("/me/push", status_code=204)
async def subscribe(body: Subscription, house: TheHouse, user: AUser) -> None:
    """Push turn alerts to this browser."""
    keys = body.keys.model_dump()
    _check_push(house, body.endpoint, keys)
    if not await house.store.people.subscribe(user.id, body.endpoint, keys):
        raise Refused("too_many_browsers", "alerts go to too many browsers already; switch one off first")


def _check_push(house: House, endpoint: str, keys: dict[str, str]) -> None:
    """Refuse what no browser sends; where a name leads to is looked up and checked at every push."""
    try:
        house.hall.alerts.pusher.gate.check_words(PushEndpoint.read(endpoint))
        webpush.browser_keys(keys)
    except BadEndpoint:
        raise Refused("bad_endpoint", "this is not the address of a push service", 422) from None
    except ValueError:
        raise Refused("bad_keys", "these are not a browser's keys", 422) from None


@router.post("/me/push/off", status_code=204)
async def unsubscribe(body: Unsubscription, house: TheHouse, user: AUser) -> None:
    """Push no more to this browser."""
    await house.store.people.unsubscribe(user.id, body.endpoint)


# --- others


@router.get("/users/{name}")
async def profile(name: str, house: TheHouse) -> Profile:
    """Somebody's profile: ratings and statistics by title, and the last games at public tables."""
    found = await house.store.people.by_account(name)
    if found is None:
        raise not_found("account")
    return await _profile(house, found[0], public=True)


async def _profile(house: House, user: User, public: bool) -> Profile:
    # The games first: one that ends meanwhile is in the figures then, not the other way round.
    games = await house.store.results.games(user.id, public)
    ratings = await house.store.results.ratings_of(user.id)
    return Profile(
        name=user.name,
        kind=user.kind,
        since=user.created,
        ratings={
            each.title: RatingRow(mu=each.mu, sigma=each.sigma, ordinal=each.ordinal, games=each.games)
            for each in ratings
        },
        statistics=await house.store.results.statistics(user.id),  # type: ignore[arg-type]
        games=games,  # type: ignore[arg-type]
    )


@router.get("/users/{name}/games")
async def games_of(
    name: str,
    house: TheHouse,
    before: Annotated[int, Query(ge=0, le=2**53)] = 2**53,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> list[PlayedGame]:
    """Somebody's finished games at public tables, the newest first."""
    found = await house.store.people.by_account(name)
    if found is None:
        raise not_found("account")
    return [PlayedGame(**row) for row in await house.store.results.games(found[0].id, True, limit, before)]


@router.get("/leaderboard/{title}")
async def leaderboard(title: str, house: TheHouse) -> list[Leader]:
    """The strongest at a title."""
    if title not in titles.names():
        raise not_found("title")
    return [Leader(**row) for row in await house.store.results.leaderboard(title)]
