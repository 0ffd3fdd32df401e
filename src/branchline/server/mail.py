"""Mails: letters of fixed texts, and how they are posted."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime, make_msgid
from urllib.parse import unquote, urlsplit

import aiosmtplib
import structlog

from branchline.server.settings import Settings

log = structlog.get_logger()

AT_ONCE = 4
SECONDS = 15


@dataclass(frozen=True)
class Text:
    """What a letter says around its link. Nothing in it is of anybody's choosing: no name, no title of a table."""

    subject: str
    words: str


CONFIRM = Text(
    "Branchline: is this your address?",
    "Somebody, probably you, wants to get mails from Branchline at this address when it is their turn.\n\n"
    "If it was you, open this page and confirm it, within a day:\n{link}\n\n"
    "If not, do nothing: no other mail will come.\n",
)
TURN = Text(
    "Branchline: it is your turn",
    # A link that stops these mails has its place at the end, and in a List-Unsubscribe header.
    "It is your turn:\n{link}\n\nThere will be no other mail about this table until you have been there.\n",
)


def letter(sender: str, address: str, text: Text, link: str) -> EmailMessage:
    """A letter; a line break in an address is a ValueError, not another header."""
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["To"] = address
    message["Subject"] = text.subject
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip("> ") or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text.words.format(link=link))
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

    def send_soon(self, address: str, text: Text, link: str) -> None:
        """Post a letter while nobody waits for it."""
        task = asyncio.create_task(self.send(address, text, link))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def send(self, address: str, text: Text, link: str) -> None:
        """Post a letter; a mail server that fails is noted and stops nothing."""
        message = letter(self.settings.mail_from, address, text, link)
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
