"""Mail addresses: kept when they are given, written to when whoever reads there has said yes."""

from __future__ import annotations

import secrets

from msgspec.structs import replace

from branchline.server import mail
from branchline.server.accounts import hash_token
from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.limits import Limits
from branchline.server.store.accounts import User
from branchline.server.store.alerts import Question
from branchline.server.store.database import Store

CONFIRM_WITHIN = 24 * 3600 * 1000


def mailbox(address: str) -> str:
    """An address as limits count it: ann+1@… and Ann@… are read by the same person."""
    local, _, domain = address.casefold().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


class Addresses:
    """Where people's turn mails go."""

    def __init__(self, store: Store, limits: Limits, post: mail.Post) -> None:
        self.store = store.alerts
        self.limits = limits
        self.post = post

    async def change(self, user: User, email: str | None, sender: str) -> User:
        """Say where turn mails go, or nowhere; whoever reads at a new address is asked first."""
        if email == user.email and (email is None or user.email_confirmed):
            return user
        if email is not None and self.post.ready:
            await self._spend(user, email, sender)
        await self._keep(user, email)
        return replace(user, email=email, email_confirmed=False)

    async def welcome(self, user: User, sender: str) -> None:
        """Ask at the address of a new account. Over the limits nobody is asked: the account is good without."""
        if user.email is None or not self.post.ready:
            return
        try:
            await self._spend(user, user.email, sender)
        except Refused:
            return
        await self._keep(user, user.email)

    async def confirm(self, token: str) -> None:
        """Whoever has read the mail says yes, once."""
        if not await self.store.confirm(hash_token(token), now()):
            raise Refused("dead_link")

    async def _spend(self, user: User, email: str, sender: str) -> None:
        """One question, of the share that a person, a household and an address have."""
        try:
            await self.limits.spend("mail", str(user.id))
            await self.limits.spend("mail_sender", sender)
            await self.limits.spend("confirm_address", mailbox(email))
        except Refused:
            raise Refused("too_many_mails") from None

    async def _keep(self, user: User, email: str | None) -> None:
        if email is None or not self.post.ready:
            await self.store.set_address(user.id, email, now())
            return
        token = secrets.token_urlsafe(32)
        question = Question(hash_token(token), now() + CONFIRM_WITHIN)
        await self.store.set_address(user.id, email, now(), question)
        # After a # it stays in the browser: no server, proxy or log on the way ever sees it.
        self.post.send_soon(email, "confirm", self.post.link(f"/confirm#{token}"))
