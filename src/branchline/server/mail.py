"""Mails: letters of fixed texts, and how they are posted."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid
from typing import Literal
from urllib.parse import unquote, urlsplit

import aiosmtplib
import structlog

from branchline.catalogue import say
from branchline.server.settings import Settings

log = structlog.get_logger()

AT_ONCE = 4
SECONDS = 15


# What letters say around their links. Nothing in them is of anybody's choosing: no name, no title of a table.
# A link that stops turn mails has its place at their end, and in a List-Unsubscribe header.
Letter = Literal["confirm", "turn"]


def letter(sender: str, address: str, about: Letter, link: str) -> EmailMessage:
    """A letter; a line break in an address is a ValueError, not another header."""
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["To"] = address
    message["Subject"] = say("mail", f"{about}.subject")
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip("> ") or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(say("mail", f"{about}.text", link=link))
    return message


class Post:
    """Posts letters, a few at a time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._places = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def ready(self) -> bool:
        """Whether the host has set up mail."""
        return bool(self.settings.smtp)

    def link(self, path: str) -> str:
        """A page of this site, as a mail names it."""
        return f"{self.settings.public_url.rstrip('/')}{path}"

    def send_soon(self, address: str, about: Letter, link: str) -> None:
        """Post a letter while nobody waits for it."""
        task = asyncio.create_task(self.send(address, about, link))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def send(self, address: str, about: Letter, link: str) -> None:
        """Post a letter; a mail server that fails is noted and stops nothing."""
        message = letter(self.settings.mail_from, address, about, link)
        parts = urlsplit(self.settings.smtp)
        async with self._places:
            try:
                await aiosmtplib.send(
                    message,
                    recipients=[address],
                    hostname=parts.hostname,
                    port=parts.port or 587,
                    username=unquote(parts.username) if parts.username else None,
                    password=unquote(parts.password) if parts.password else None,
                    use_tls=parts.scheme == "smtps",
                    timeout=SECONDS,
                )
            except (aiosmtplib.SMTPException, OSError) as problem:
                log.warning("mail failed", problem=type(problem).__name__)
