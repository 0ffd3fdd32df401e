"""Turn alerts for correspondence games: Web Push and mail, where the host has configured them."""

from __future__ import annotations

import asyncio
import json

import structlog

from branchline.server import mail
from branchline.server.clock import now
from branchline.server.email_addresses import mailbox
from branchline.server.errors import Refused
from branchline.server.limits import Limits
from branchline.server.push import BadEndpoint, Pusher, PushFailed
from branchline.server.store.accounts import User
from branchline.server.store.database import Store
from branchline.server.table.table import Table

log = structlog.get_logger()

GONE = (404, 410)


class Alerts:
    """Tells people who are away that it is their turn, once until they have been at the table."""

    def __init__(self, store: Store, limits: Limits, post: mail.Post, pusher: Pusher) -> None:
        self.store = store
        self.limits = limits
        self.post = post
        self.pusher = pusher
        self.dropped = 0  # over the limits

    async def turn(self, table: Table, seats: list[int]) -> None:
        """Alert those who have become due and are not at the table, in whatever process."""
        if not (self.post.ready or self.pusher.ready):
            return
        here = table.audience.everywhere().users
        places = [table.row.seats[seat] for seat in seats]
        away = [place.user_id for place in places if place.driver is None and place.user_id not in here]
        await asyncio.gather(*(self._tell(user_id, table.row.id) for user_id in away if user_id is not None))

    async def seen(self, user: User, table_id: str) -> None:
        """Somebody has come to a table: its next turn is worth an alert again."""
        await self.store.alerts.seen(user.id, table_id)

    async def _tell(self, user_id: int, table_id: str) -> None:
        user = await self.store.accounts.by_id(user_id)
        if user is not None and await self.store.alerts.tell(user_id, table_id, now()):
            await asyncio.gather(self._push(user, table_id), self._mail(user, table_id))

    async def _mail(self, user: User, table_id: str) -> None:
        if not (self.post.ready and user.email and user.email_confirmed):
            return
        if await self._may("mail", str(user.id)) and await self._may("mail_address", mailbox(user.email)):
            await self.post.send(user.email, "turn", self.post.link(f"/t/{table_id}"))

    async def _push(self, user: User, table_id: str) -> None:
        """One browser after the other, so that nobody's slow push services take all places."""
        if not self.pusher.ready:
            return
        message = json.dumps({"type": "your_turn", "table": table_id}).encode()
        for endpoint, keys in await self.store.accounts.push_targets(user.id):
            if await self._may("push", str(user.id)) and await self._is_gone(endpoint, keys, message):
                await self.store.accounts.unsubscribe(user.id, endpoint)

    async def _is_gone(self, endpoint: str, keys: dict[str, str], message: bytes) -> bool:
        """Push to a browser; whether it can never be reached again."""
        try:
            status = await self.pusher.push(endpoint, keys, message)
        except ValueError:  # keys of an older release that no browser has given
            return True
        except (BadEndpoint, PushFailed) as problem:
            log.info("push failed", problem=str(problem))
            return False
        if status >= 300:
            log.info("push failed", status=status)
        return status in GONE

    async def _may(self, what: str, who: str) -> bool:
        """Whether one more is within somebody's share; what is not is dropped and counted."""
        try:
            await self.limits.spend(what, who)
        except Refused:
            self.dropped += 1
            return False
        return True
