"""Settings, from the environment. docs/hosting.md lists them."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from branchline.engine.errors import SetupError
from branchline.server import webpush

PREFIX = "BRANCHLINE_"
LEVELS = ("debug", "info", "warning", "error")
MOST_PORT = 65535
_KEPT = ("keep_guests_days", "keep_open_hours", "keep_chat_days")

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}


@dataclass(frozen=True)
class Settings:
    """Everything a host may set; the defaults give a working site."""

    host: str = field(default="127.0.0.1", metadata={"help": "address to listen on"})
    port: int = field(default=8000, metadata={"help": "port to listen on"})
    database: str = field(default="sqlite:///branchline.db", metadata={"help": "sqlite:///FILE or postgresql://…"})
    client: str = field(
        default="", metadata={"help": "folder of the built browser client, if not the one brought along"}
    )
    redis: str = field(default="", metadata={"help": "redis://…, needed for several server processes"})
    origins: tuple[str, ...] = field(default=(), metadata={"help": "further origins that pages may come from"})
    secure_cookies: bool = field(default=False, metadata={"help": "1 where the site is served over HTTPS"})
    trust_proxy: bool = field(default=False, metadata={"help": "1 behind a proxy that sets X-Forwarded-For"})
    bot_workers: int = field(default=1, metadata={"help": "processes in which bots think"})
    bot_seconds: float = field(default=5.0, metadata={"help": "longest time for a bot's move"})
    bot_pause: float = field(default=0.6, metadata={"help": "time between bots' moves, so that people can follow"})
    idle_seconds: float = field(default=600.0, metadata={"help": "after so long without people a table leaves memory"})
    keep_guests_days: int = field(
        default=30, metadata={"help": "guests without games are kept for so long after their last visit; 0: for ever"}
    )
    keep_open_hours: int = field(
        default=48, metadata={"help": "tables that nobody starts are kept for so long; 0: for ever"}
    )
    keep_chat_days: int = field(
        default=365, metadata={"help": "chat is kept for so long after a game's end; 0: for ever"}
    )
    clean_seconds: float = field(default=600.0, metadata={"help": "how often what is kept no longer is cleared away"})
    log_level: str = field(default="info", metadata={"help": "debug, info, warning or error"})
    log_json: bool = field(default=False, metadata={"help": "1 for logs as JSON lines"})
    metrics: bool = field(default=True, metadata={"help": "0 to hide /metrics"})
    push_private_key: str = field(default="", metadata={"help": "VAPID key for Web Push, base64url", "secret": True})
    push_networks: tuple[str, ...] = field(
        default=(), metadata={"help": "networks around the server in which push services may be, as 10.0.0.0/8"}
    )
    push_contact: str = field(default="", metadata={"help": "mailto: address for push services"})
    smtp: str = field(default="", metadata={"help": "smtp://user:password@host:port for turn mails", "secret": True})
    mail_from: str = field(default="", metadata={"help": "sender of turn mails"})
    public_url: str = field(default="", metadata={"help": "the site's address, for links in mails and alerts"})
    rate_limit: float = field(default=1.0, metadata={"help": "factor on all rate limits; 0 switches them off"})
    connections: int = field(default=10_000, metadata={"help": "connections open at once, for each process"})
    connections_of_one: int = field(
        default=200, metadata={"help": "of them from one address, sockets apart; times the factor, not behind a proxy"}
    )

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read BRANCHLINE_… variables; a value of the wrong kind is refused by its name."""
        given = os.environ if environment is None else environment
        values: dict[str, Any] = {}
        for each in fields(cls):
            variable = PREFIX + each.name.upper()
            if given.get(variable):
                values[each.name] = _read(variable, given[variable], each.default)
        return cls(**values)

    def check(self) -> None:
        """Refuse what cannot work, before anything is started."""
        assert self.database_url
        if self.redis and self.redis.partition("://")[0] not in ("redis", "rediss", "unix"):
            raise SetupError(f"{PREFIX}REDIS has to be redis://…")
        if self.client and not (Path(self.client) / "index.html").is_file():
            raise SetupError(f"{PREFIX}CLIENT is {self.client!r}, where there is no index.html")
        if self.log_level.lower() not in LEVELS:
            raise SetupError(f"{PREFIX}LOG_LEVEL is {self.log_level!r}; it has to be {', '.join(LEVELS)}")
        self._check_alerts()
        for name in ("bot_workers", "bot_seconds", "clean_seconds", "connections", "connections_of_one"):
            if getattr(self, name) <= 0:
                raise SetupError(f"{PREFIX}{name.upper()} has to be more than 0")
        for name in ("bot_pause", "idle_seconds", "rate_limit", *_KEPT):
            if getattr(self, name) < 0:
                raise SetupError(f"{PREFIX}{name.upper()} cannot be less than 0")
        if not 0 <= self.port <= MOST_PORT:
            raise SetupError(f"{PREFIX}PORT is {self.port}; it has to be 0 to {MOST_PORT}")

    def _check_alerts(self) -> None:
        if self.smtp and not (self.mail_from and self.public_url):
            raise SetupError(f"{PREFIX}SMTP needs {PREFIX}MAIL_FROM and {PREFIX}PUBLIC_URL, for the links in mails")
        try:
            if self.push_private_key:
                webpush.private_key(self.push_private_key)
        except ValueError:
            raise SetupError(f"{PREFIX}PUSH_PRIVATE_KEY has to be a VAPID key: 32 bytes in base64url") from None
        for network in self.push_networks:
            try:
                ipaddress.ip_network(network)
            except ValueError:
                raise SetupError(f"{PREFIX}PUSH_NETWORKS has {network!r}, which is no network") from None

    @property
    def database_url(self) -> str:
        """The database with the driver that we use for it."""
        scheme, separator, rest = self.database.partition("://")
        if not separator or scheme.partition("+")[0] not in _DRIVERS:
            raise SetupError(f"{PREFIX}DATABASE has to be sqlite:///… or postgresql://…")
        return f"{_DRIVERS.get(scheme, scheme)}://{rest}"


def _read(variable: str, text: str, default: object) -> object:
    try:
        if isinstance(default, bool):
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.lower()]
        if isinstance(default, int):
            return int(text)
        if isinstance(default, float):
            return float(text)
    except (KeyError, ValueError):
        raise SetupError(f"{variable} is {text!r}, which is not of the right kind") from None
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text
