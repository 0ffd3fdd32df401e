"""Stores people: users, their sessions and push subscriptions."""

from __future__ import annotations

import contextlib
import json
import secrets
from dataclasses import asdict, dataclass
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.names import account_of, apart, looks_of
from branchline.server.store.base import BaseStore
from branchline.server.store.rows import PersonKind
from branchline.server.store.schema import (
    alerts,
    chat,
    confirmations,
    keys,
    log,
    ratings,
    removed,
    results,
    seats,
    sessions,
    subscriptions,
    tables,
    users,
)

MOST_SUBSCRIPTIONS = 20
SOMEBODY = "somebody"
DAY = 24 * 3600 * 1000


class User(msgspec.Struct, frozen=True):
    """Somebody: a guest, an account, a bot account, or somebody gone."""

    id: int
    name: str
    kind: PersonKind
    email: str | None
    created: int
    email_confirmed: bool = False

    @property
    def has_account(self) -> bool:
        """Whether there is a name and a password to come back with."""
        return self.kind in ("account", "bot")


@dataclass(frozen=True)
class Session:
    """A way in, and whose it is."""

    token: str
    kind: str
    label: str
    created: int
    user: User


class NameTaken(Exception):
    """An account of this name exists."""


_USER = (users.c.id, users.c.name, users.c.kind, users.c.email, users.c.created, users.c.email_confirmed)


class AccountStore(BaseStore):
    """Users and sessions."""

    async def add(self, name: str, kind: PersonKind, password: str | None, email: str | None, now: int) -> User:
        """A new user; accounts and bots have unique names."""
        row = {"name": name, "kind": kind, "password": password, "email": email, "created": now, "seen": now}
        if kind != "guest":
            row |= _told_apart_by(name)
        try:
            async with self._engine.begin() as connection:
                found = await connection.execute(insert(users).values(**row).returning(users.c.id))
                return User(found.scalar_one(), name, kind, email, now)
        except IntegrityError:
            raise NameTaken(name) from None

    async def promote(self, user_id: int, name: str, password: str, email: str | None) -> None:
        """Make a guest an account, with all its games."""
        account = {"name": name, "kind": "account", "password": password, **_told_apart_by(name)}
        try:
            await self._change(user_id, **account, email=email, email_confirmed=False)
        except IntegrityError:
            raise NameTaken(name) from None

    async def rename(self, user: User, name: str) -> User:
        """A guest's new name."""
        await self._change(user.id, name=name)
        return replace(user, name=name)

    async def make_bot(self, user_id: int) -> bool:
        """Make an account a bot's, if it has never sat at a table."""
        never = ~select(seats.c.seat).where(seats.c.user_id == user_id).exists()
        here = (users.c.id == user_id, users.c.kind == "account", never)
        return await self._write(update(users).where(*here).values(kind="bot")) == 1

    async def _change(self, user_id: int, **changes: Any) -> None:
        await self._write(update(users).where(users.c.id == user_id).values(**changes))

    async def set_password(self, user_id: int, password: str) -> None:
        """A new password, as its hash."""
        await self._change(user_id, password=password)

    async def by_id(self, user_id: int) -> User | None:
        """The user with this id."""
        row = await self._first(select(*_USER).where(users.c.id == user_id))
        return None if row is None else User(*row)

    async def by_account(self, name: str) -> tuple[User, str | None] | None:
        """The account of this name, with its password's hash."""
        if "\0" in name:  # PostgreSQL cannot even be asked
            return None
        row = await self._first(select(*_USER, users.c.password).where(users.c.account == account_of(name)))
        return None if row is None else (User(*row[:-1]), row[-1])

    async def by_looks(self, name: str) -> str | None:
        """The name of an account that could be taken for this one."""
        looks = looks_of(name)
        here = or_(users.c.skeleton == looks.skeleton, users.c.as_written == looks.as_written)
        row = await self._first(select(users.c.name).where(here).limit(1))
        return None if row is None else row.name

    async def forget(self, user_id: int) -> None:
        """Delete a person's data; their games stay, played by somebody gone."""
        private = ("account", "skeleton", "as_written", "password", "email", "origin", "seen")
        gone = {"name": SOMEBODY, "kind": "gone", "email_confirmed": False, **dict.fromkeys(private)}
        async with self._engine.begin() as connection:
            await connection.execute(update(users).where(users.c.id == user_id).values(gone))
            for table in (sessions, subscriptions, confirmations, alerts, ratings, chat, removed):
                await connection.execute(delete(table).where(table.c.user_id == user_id))
            hosted = (tables.c.host_id == user_id, tables.c.status == "open")
            await connection.execute(update(tables).where(*hosted).values(status="closed"))
            await self._forget_name(connection, user_id)

    async def _forget_name(self, connection: AsyncConnection, user_id: int) -> None:
        """Take the name out of the games that began with it."""
        statement = (
            select(log.c.table_id, log.c.version, log.c.data, seats.c.seat)
            .join(seats, seats.c.table_id == log.c.table_id)
            .where(seats.c.user_id == user_id, log.c.kind == "start")
        )
        for table_id, version, text, seat in (await connection.execute(statement)).all():
            data = json.loads(text)
            others = [name for place, name in enumerate(data["names"]) if place != seat]
            data["names"][seat] = apart([SOMEBODY], others)[0]
            here = (log.c.table_id == table_id, log.c.version == version)
            await connection.execute(update(log).where(*here).values(data=json.dumps(data)))

    async def export(self, user_id: int) -> dict[str, Any]:
        """Everything kept about a person."""
        async with self._engine.connect() as connection:
            about = select(*_USER, users.c.seen, users.c.origin).where(users.c.id == user_id)
            user = (await connection.execute(about)).mappings().one()
            parts = {}
            for name, statement in _kept_about(user_id).items():
                parts[name] = [dict(row) for row in (await connection.execute(statement)).mappings()]
            for row in parts["actions"]:
                row["actions"] = json.loads(row.pop("data"))["actions"]  # the events beside them are not theirs alone
        return {"user": dict(user), **parts}

    # --- sessions

    async def open_session(self, user_id: int, token: str, kind: str, label: str, now: int, expires: int) -> None:
        """A way in for a user; the token is stored as its hash."""
        row = {"token": token, "user_id": user_id, "kind": kind, "label": label, "created": now, "expires": expires}
        async with self._engine.begin() as connection:
            over = (sessions.c.user_id == user_id, sessions.c.expires <= now)
            await connection.execute(delete(sessions).where(*over))
            await connection.execute(insert(sessions).values(**row))

    async def session(self, token: str, now: int) -> Session | None:
        """The session with this token's hash, if it has not expired; once a day the visit is noted."""
        statement = (
            select(users.c.seen, sessions.c.token, sessions.c.kind, sessions.c.label, sessions.c.created, *_USER)
            .join(users, users.c.id == sessions.c.user_id)
            .where(sessions.c.token == token, sessions.c.expires > now)
        )
        row = await self._first(statement)
        if row is None:
            return None
        seen, token, kind, label, created, *user = row
        found = Session(token, kind, label, created, User(*user))
        if seen is None or seen < now - DAY:
            with contextlib.suppress(SQLAlchemyError):  # they are let in all the same
                await self._change(found.user.id, seen=now)
        return found

    async def close_session(self, token: str) -> None:
        """Shut one way in."""
        await self._write(delete(sessions).where(sessions.c.token == token))

    async def close_sessions(self, user_id: int, but: str | None = None) -> None:
        """Shut all ways in of a user, but perhaps one."""
        await self._write(delete(sessions).where(sessions.c.user_id == user_id, sessions.c.token != (but or "")))

    async def tokens(self, user_id: int) -> list[dict[str, Any]]:
        """The tokens that a user has made for bots; their ids are hashes and open nothing."""
        statement = select(sessions.c.token.label("id"), sessions.c.label, sessions.c.created).where(
            sessions.c.user_id == user_id, sessions.c.kind == "token"
        )
        return await self._dicts(statement)

    # --- push subscriptions

    async def subscribe(self, user_id: int, endpoint: str, keys: dict[str, str]) -> bool:
        """Remember where to push turn alerts; False if there are too many places."""
        mine = subscriptions.c.user_id == user_id
        async with self._engine.begin() as connection:
            await connection.execute(delete(subscriptions).where(mine, subscriptions.c.endpoint == endpoint))
            held = await connection.execute(select(func.count()).select_from(subscriptions).where(mine))
            if held.scalar_one() >= MOST_SUBSCRIPTIONS:
                return False
            row = {"user_id": user_id, "endpoint": endpoint, "push_keys": json.dumps(keys)}
            await connection.execute(insert(subscriptions).values(**row))
        return True

    async def unsubscribe(self, user_id: int, endpoint: str) -> None:
        """Forget where to push."""
        here = (subscriptions.c.user_id == user_id, subscriptions.c.endpoint == endpoint)
        await self._write(delete(subscriptions).where(*here))

    async def push_targets(self, user_id: int) -> list[tuple[str, dict[str, str]]]:
        """Where to push a user's alerts."""
        places = await self._all(select(subscriptions).where(subscriptions.c.user_id == user_id))
        return [(place.endpoint, json.loads(place.push_keys)) for place in places]

    # --- keys

    async def key(self, name: str) -> str:
        """A secret of the server's own, made when it is first asked for; all processes have the same."""
        for _ in range(2):
            row = await self._first(select(keys.c.value).where(keys.c.name == name))
            if row is not None:
                return str(row.value)
            with contextlib.suppress(IntegrityError):  # another process was quicker
                await self._write(insert(keys).values(name=name, value=secrets.token_hex(32)))
        raise LookupError(name)


def _told_apart_by(name: str) -> dict[str, str]:
    """What no two accounts have in common."""
    return {"account": account_of(name), **asdict(looks_of(name))}


def _kept_about(user_id: int) -> dict[str, Any]:
    """What to look up for an export, table by table."""
    mine = seats.c.user_id == user_id
    found: dict[str, Any] = {
        "games": select(tables.c.id, tables.c.title, tables.c.status, seats.c.seat, tables.c.created, tables.c.ended)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(mine),
        "actions": select(log.c.table_id, log.c.version, log.c.at, log.c.data)
        .join(seats, (seats.c.table_id == log.c.table_id) & (seats.c.seat == log.c.seat))
        .where(mine, log.c.kind == "play")
        .order_by(log.c.table_id, log.c.version),
        "sessions": select(sessions.c.kind, sessions.c.label, sessions.c.created).where(sessions.c.user_id == user_id),
    }
    asked = confirmations.c.user_id == user_id
    found["confirmations"] = select(confirmations.c.email, confirmations.c.expires).where(asked)
    for table in (chat, results, ratings, removed, subscriptions, alerts):
        found[table.name] = select(table).where(table.c.user_id == user_id)
    return found
