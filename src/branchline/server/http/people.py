"""People over HTTP: guests, accounts, profiles, tokens, alerts."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from branchline import titles
from branchline.server.errors import Refused, not_found
from branchline.server.http.who import ASession, AUser, SomeSession, TheHouse, address_of, let_in, show_out
from branchline.server.people import hash_token
from branchline.server.stores.people import User

router = APIRouter(prefix="/api", tags=["people"])

Name = Annotated[str, Field(min_length=1, max_length=80)]
Password = Annotated[str, Field(max_length=400)]
Email = Annotated[str | None, Field(max_length=200, pattern=r"^[^@\s]+@[^@\s]+$")]


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


class NewToken(BaseModel):
    """A token for a bot, with a label to know it by."""

    label: Annotated[str, Field(min_length=1, max_length=80)]


class Subscription(BaseModel):
    """Where to push turn alerts."""

    endpoint: Annotated[str, Field(max_length=1000, pattern=r"^https://")]
    keys: dict[str, Annotated[str, Field(max_length=200)]]


class Me(BaseModel):
    """Who I am."""

    id: int
    name: str
    kind: str
    email: str | None


def me(user: User) -> Me:
    """A user as they see themselves."""
    return Me(id=user.id, name=user.name, kind=user.kind, email=user.email)


@router.post("/guest")
async def guest(body: Guest, request: Request, response: Response, house: TheHouse) -> Me:
    """Play at once, with a name."""
    house.limits.spend("guest", address_of(request))
    user, token = await house.people.guest(body.name)
    let_in(house, response, token)
    return me(user)


@router.post("/signup")
async def sign_up(body: SignUp, request: Request, response: Response, house: TheHouse, session: SomeSession) -> Me:
    """Make an account; a guest keeps the games."""
    house.limits.spend("signup", address_of(request))
    user, token = await house.people.sign_up(body.name, body.password, body.email, session)
    let_in(house, response, token)
    return me(user)


@router.post("/signin")
async def sign_in(body: SignIn, request: Request, response: Response, house: TheHouse) -> Me:
    """Come back to an account."""
    house.limits.spend("signin", body.name.casefold())
    house.limits.spend("signin", address_of(request))
    user, token = await house.people.sign_in(body.name, body.password)
    let_in(house, response, token)
    return me(user)


@router.post("/signout", status_code=204)
async def sign_out(response: Response, house: TheHouse, session: ASession) -> None:
    """Leave."""
    await house.store.people.close_session(session.token)
    show_out(response)


@router.get("/me")
async def who_am_i(user: AUser) -> Me:
    """Who I am."""
    return me(user)


@router.post("/me/password", status_code=204)
async def change_password(body: NewPassword, house: TheHouse, session: ASession) -> None:
    """Change the password."""
    house.limits.spend("password", str(session.user.id))
    await house.people.change_password(session, body.old, body.new)


@router.post("/me/email")
async def change_email(body: NewEmail, house: TheHouse, user: AUser) -> Me:
    """Say where turn mails go, or nowhere."""
    await house.store.people.set_email(user.id, body.email)
    return Me(id=user.id, name=user.name, kind=user.kind, email=body.email)


@router.post("/me/delete", status_code=204)
async def delete(body: Goodbye, response: Response, house: TheHouse, session: ASession) -> None:
    """Delete the account and what is known about it."""
    house.limits.spend("password", str(session.user.id))
    await house.people.delete(session, body.password)
    show_out(response)


@router.get("/me/export")
async def export(house: TheHouse, user: AUser) -> dict[str, Any]:
    """Everything that is kept about me."""
    return await house.store.people.export(user.id)


@router.get("/me/tokens")
async def tokens(house: TheHouse, user: AUser) -> list[dict[str, Any]]:
    """The tokens I made for bots."""
    return await house.store.people.tokens(user.id)


@router.post("/me/tokens", status_code=201)
async def new_token(body: NewToken, house: TheHouse, session: ASession) -> dict[str, str]:
    """Make a token; it is shown this once."""
    if session.user.kind != "account":
        raise Refused("no_account", "only an account can make tokens", 403)
    token = await house.people.open_session(session.user, "token", body.label)
    return {"token": token, "id": hash_token(token)}


@router.delete("/me/tokens/{token_id}", status_code=204)
async def drop_token(token_id: str, house: TheHouse, user: AUser) -> None:
    """Take a token back."""
    if token_id not in {token["token"] for token in await house.store.people.tokens(user.id)}:
        raise not_found("token")
    await house.store.people.close_session(token_id)


@router.post("/me/push", status_code=204)
async def subscribe(body: Subscription, house: TheHouse, user: AUser) -> None:
    """Push turn alerts to this browser."""
    await house.store.people.subscribe(user.id, body.endpoint, body.keys)


@router.post("/me/push/off", status_code=204)
async def unsubscribe(body: Subscription, house: TheHouse, user: AUser) -> None:
    """Push no more to this browser."""
    await house.store.people.unsubscribe(user.id, body.endpoint)


@router.get("/users/{name}")
async def profile(name: str, house: TheHouse) -> dict[str, Any]:
    """Somebody's profile: ratings and statistics by title."""
    found = await house.store.people.by_account(name)
    if found is None:
        raise not_found("account")
    user = found[0]
    ratings = await house.store.results.ratings_of([user.id])
    return {
        "name": user.name,
        "kind": user.kind,
        "since": user.created,
        "ratings": {
            each.title: {"mu": each.mu, "sigma": each.sigma, "ordinal": each.ordinal, "games": each.games}
            for each in ratings
        },
        "statistics": await house.store.results.statistics(user.id),
    }


@router.get("/leaderboard/{title}")
async def leaderboard(title: str, house: TheHouse) -> list[dict[str, Any]]:
    """The strongest at a title."""
    if title not in titles.names():
        raise not_found("title")
    return await house.store.results.leaderboard(title)
