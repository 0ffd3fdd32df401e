"""People: guests and accounts, their passwords, and their ways in."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec.structs import replace

from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.names import check_account_name, clean_name
from branchline.server.store.accounts import NameTaken, Session, User
from branchline.server.store.database import Store

YEAR = 365 * 24 * 3600 * 1000
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOST_TOKENS = 20

# Each hash takes 64 MB while it is made, so only so many are made at a time.
HASHES_AT_ONCE = 4

_hasher = PasswordHasher()


@cache
def _nobodys_hash() -> str:
    """Checked when there is no such account, so that an answer takes as long either way."""
    return _hasher.hash(secrets.token_hex(16))


def _verify(hashed: str | None, password: str) -> None:
    """Raise if this is not the password; the work is the same whether or not there is one."""
    instead = _nobodys_hash()
    _hasher.verify(instead if hashed is None else hashed, password)


def hash_token(token: str) -> str:
    """How a token is stored."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def csrf_token(token: str) -> str:
    """What a page of this session has to send along with every change."""
    return hmac.digest(token.encode(errors="replace"), b"branchline csrf", "sha256").hex()[:32]


def check_password(password: str) -> None:
    """Refuse passwords that are too short to protect, or too long to hash."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused("bad_password", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)


def _wrong() -> Refused:
    return Refused("wrong_password")


class Accounts:
    """What people do with their accounts."""

    def __init__(self, store: Store) -> None:
        self.store = store.accounts
        # Threads of their own: whatever else is slow in a thread must not keep people from signing in.
        self._hashing = ThreadPoolExecutor(HASHES_AT_ONCE, thread_name_prefix="hashing")

    # --- coming

    async def guest(self, name: str, session: Session | None) -> tuple[User, str | None]:
        """A guest, and the token that keeps them the same; who is a guest already takes the new name."""
        if session is not None and session.user.kind != "guest":
            raise Refused("signed_in", name=session.user.name)
        if session is not None and session.user.name == name:
            return session.user, None  # whatever is thought of such names today
        cleaned = clean_name(name)
        if await self.store.by_account(cleaned) is not None:
            raise Refused("name_taken")
        await self._check_looks(cleaned)
        if session is not None:
            return await self.store.rename(session.user, cleaned), None
        user = await self.store.add(cleaned, "guest", None, None, now())
        return user, await self.open_session(user)

    async def sign_up(self, name: str, password: str, email: str | None, session: Session | None) -> tuple[User, str]:
        """A new account; a guest becomes one and keeps the games."""
        cleaned = clean_name(name)
        check_account_name(cleaned)
        check_password(password)
        if await self.store.by_account(cleaned) is None:
            await self._check_looks(cleaned)
        hashed = await self._hash(password)
        try:
            if session is not None and session.user.kind == "guest":
                await self.store.promote(session.user.id, cleaned, hashed, email)
                await self.store.close_sessions(session.user.id)
                user = User(session.user.id, cleaned, "account", email, session.user.created)
            else:
                user = await self.store.add(cleaned, "account", hashed, email, now())
        except NameTaken:
            raise Refused("name_taken") from None
        return user, await self.open_session(user)

    async def _check_looks(self, name: str) -> None:
        """Refuse a name that could be taken for an account's."""
        other = await self.store.by_looks(name)
        if other is not None:
            raise Refused("name_too_similar", name=other)

    async def sign_in(self, name: str, password: str) -> tuple[User, str]:
        """An account by its name and password."""
        user = await self._verified(name, password)
        return user, await self.open_session(user)

    async def _hash(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._hashing, _hasher.hash, password)

    async def _verified(self, name: str, password: str) -> User:
        found = await self.store.by_account(name)
        hashed = None if found is None else found[1]
        try:
            await asyncio.get_running_loop().run_in_executor(self._hashing, _verify, hashed, password)
        except (VerificationError, InvalidHashError):
            raise _wrong() from None
        if found is None or found[1] is None:
            raise _wrong()
        return found[0]

    # --- accounts

    async def change_password(self, session: Session, old: str, new: str) -> None:
        """A new password; all other ways in are shut."""
        if not session.user.has_account:
            raise Refused("no_account")
        check_password(new)
        await self._verified(session.user.name, old)
        await self.store.set_password(session.user.id, await self._hash(new))
        await self.store.close_sessions(session.user.id, but=session.token)

    async def check_farewell(self, session: Session, password: str | None) -> None:
        """Refuse to delete an account without its password."""
        if session.user.has_account:
            await self._verified(session.user.name, password or "")

    async def become_bot(self, session: Session) -> User:
        """Say that a program plays under this account; only before its first game."""
        if session.user.kind != "account":
            raise Refused("no_account")
        if not await self.store.make_bot(session.user.id):
            raise Refused("has_played")
        return replace(session.user, kind="bot")

    # --- ways in

    async def new_token(self, user: User, label: str) -> str:
        """A token with which a program plays for an account."""
        if not user.has_account:
            raise Refused("no_account")
        if len(await self.store.tokens(user.id)) >= MOST_TOKENS:
            raise Refused("too_many_tokens", most=MOST_TOKENS)
        return await self.open_session(user, "token", label)

    async def open_session(self, user: User, kind: str = "browser", label: str = "") -> str:
        """A new way in."""
        token = secrets.token_urlsafe(32)
        await self.store.open_session(user.id, hash_token(token), kind, label, now(), now() + YEAR)
        return token

    async def session(self, token: str | None) -> Session | None:
        """Whose token this is."""
        return await self.store.session(hash_token(token), now()) if token else None

    async def still_in(self, session: Session) -> bool:
        """Whether a session has not been shut meanwhile."""
        return await self.store.session(session.token, now()) is not None
