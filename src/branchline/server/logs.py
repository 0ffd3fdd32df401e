"""Structured logs without secrets."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET = ("password", "token", "seed", "cookie", "authorization", "key", "smtp")

# The name and password in an address, as in postgresql://name:password@host/.
ADDRESS = re.compile(r"://[^/\s@]+@")


def hide_secrets(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Blank whatever is called like a secret."""
    for name, value in event.items():
        if any(word in name.lower() for word in SECRET):
            event[name] = "…"
        elif isinstance(value, str) and "://" in value:
            event[name] = ADDRESS.sub("://…@", value)
    return event


def set_up(level: str, as_json: bool) -> None:
    """Log lines to standard error, for people or for programs."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info if as_json else structlog.dev.set_exc_info,
            hide_secrets,
            structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
    )
