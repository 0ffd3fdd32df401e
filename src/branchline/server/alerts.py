"""Turn alerts for correspondence games: Web Push and mail, where the host has configured them."""

from __future__ import annotations

import asyncio
import json
from email.message import EmailMessage
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import aiosmtplib
import structlog
from pywebpush import WebPushException, webpush

from branchline.server.settings import Settings
from branchline.server.stores.people import User
from branchline.server.stores.store import Store

if TYPE_CHECKING:
    from branchline.server.live import LiveTable

log = structlog.get_logger()

GONE = (404, 410)


class Alerts:
    """Tells people who are away that it is their turn."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store

    async def turn(self, table: LiveTable, seats: list[int]) -> None:
        """Alert those who have become due and are not at the table, in whatever process."""
        here = table.around.everywhere().users
        for place in (table.row.seats[seat] for seat in seats):
            if place.driver is None and place.user_id is not None and place.user_id not in here:
                user = await self.store.people.by_id(place.user_id)
                if user is not None:
                    await self.alert(user, table.row.id)

    async def alert(self, user: User, table_id: str) -> None:
        """Push and mail, as far as both sides want it."""
        link = f"{self.settings.public_url.rstrip('/')}/t/{table_id}"
        if self.settings.push_private_key:
            for endpoint, keys in await self.store.people.push_targets(user.id):
                await self._push(user.id, endpoint, keys, table_id)
        if self.settings.smtp and user.email:
            await self._mail(user, link)

    async def _push(self, user_id: int, endpoint: str, keys: dict[str, str], table_id: str) -> None:
        message = json.dumps({"type": "your_turn", "table": table_id})
        try:
            await asyncio.to_thread(
                webpush,
                subscription_info={"endpoint": endpoint, "keys": keys},
                data=message,
                vapid_private_key=self.settings.push_private_key,
                vapid_claims={"sub": self.settings.push_contact},
                timeout=10,
            )
        except WebPushException as problem:
            status = problem.response.status_code if problem.response is not None else None
            log.info("push failed", status=status)
            if status in GONE:
                await self.store.people.unsubscribe(user_id, endpoint)

    async def _mail(self, user: User, link: str) -> None:
        message = EmailMessage()
        message["From"] = self.settings.mail_from
        message["To"] = user.email
        message["Subject"] = "Branchline: it is your turn"
        message.set_content(f"Hello {user.name},\n\nit is your turn:\n{link}\n")
        parts = urlsplit(self.settings.smtp)
        try:
            await aiosmtplib.send(
                message,
                hostname=parts.hostname,
                port=parts.port or 587,
                username=unquote(parts.username) if parts.username else None,
                password=unquote(parts.password) if parts.password else None,
                use_tls=parts.scheme == "smtps",
                timeout=15,
            )
        except (aiosmtplib.SMTPException, OSError) as problem:
            log.warning("mail failed", problem=type(problem).__name__)
