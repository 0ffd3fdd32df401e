"""Structured logs without secrets: one way out for our own lines, the libraries', and whatever nobody caught."""

from __future__ import annotations

import contextlib
import logging
import re
import sys
import threading
import warnings
from collections.abc import MutableMapping
from types import TracebackType
from typing import Any, TextIO

import structlog

from branchline.server.tracebacks import told

SECRET = ("password", "token", "seed", "cookie", "authorization", "key", "smtp")

# The name and password in an address, as in postgresql://name:password@host/.
ADDRESS = re.compile(r"://[^/\s@]+@")
# Tokens, hashes and the like: no word is so long.
LONG = re.compile(r"[A-Za-z0-9_+=$-]{28,}")
MAIL = re.compile(r"[^\s@<>:/]+@[^\s@<>:/]+\.[^\s@<>:/]+")
LONGEST_LINE = 300

# Libraries in whose first lines there are no values.
PLAIN = ("asyncio", "uvicorn", "websockets")

log = structlog.get_logger()


def hide_secrets(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Blank whatever is called or looks like a secret."""
    for name, value in event.items():
        if any(word in name.lower() for word in SECRET):
            event[name] = "…"
        elif isinstance(value, str) and name != "timestamp":
            words = ADDRESS.sub("://…@", value)
            # Names of modules and functions may be as long as a token; an exception's words hold none.
            event[name] = MAIL.sub("…", words if name == "exception" else LONG.sub("…", words))
    return event


def tell_exception(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Put what may be told of an exception into the line, the same in both forms."""
    given = event.pop("exc_info", None)
    problem = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(problem, BaseException):
        event["exception"] = told(problem)
    return event


class Output:
    """Where lines go; a full disk or a reader that has gone must not become somebody's failed request."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def write(self, text: str) -> None:
        """Write, if that is possible."""
        with contextlib.suppress(OSError, ValueError):
            self.file.write(text)

    def flush(self) -> None:
        """Write what is waiting, if that is possible."""
        with contextlib.suppress(OSError, ValueError):
            self.file.flush()


class Libraries(logging.Handler):
    """Takes what libraries log: their words as they stand in the code, without what was filled in."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record of theirs as a line of ours; what may have been filled in already is told by its place."""
        if record.args or record.name.partition(".")[0] in PLAIN:
            words = str(record.msg).strip().partition("\n")[0][:LONGEST_LINE]
        else:
            words = f"said at {record.filename}:{record.lineno}"
        log.log(record.levelno, words, logger=record.name, exc_info=record.exc_info)


def set_up(level: str, as_json: bool) -> None:
    """Log lines to standard error, for people or for programs."""
    for_people = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            tell_exception,
            hide_secrets,
            structlog.processors.JSONRenderer() if as_json else for_people,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(file=Output(sys.stderr)),  # type: ignore[arg-type]
    )
    # Below warnings, libraries tell what goes through them: statements with their values, messages with cards.
    logging.basicConfig(level=logging.WARNING, handlers=[Libraries()], force=True)
    _catch_the_rest()


def _catch_the_rest() -> None:
    """What nobody caught, and warnings: Python would print values with them."""
    sys.excepthook = uncaught
    threading.excepthook = lambda given: uncaught(given.exc_type, given.exc_value, given.exc_traceback)
    sys.unraisablehook = lambda given: uncaught(given.exc_type, given.exc_value, given.exc_traceback)
    warnings.showwarning = _warned


def uncaught(kind: type[BaseException], problem: BaseException | None, _: TracebackType | None) -> None:
    """Log what nobody caught; whoever stops a process knows why it ends."""
    if not issubclass(kind, KeyboardInterrupt | SystemExit):
        log.error("nobody caught this", exc_info=problem or kind())


def _warned(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning by its kind and place; its words may hold anything."""
    log.warning("warned", kind=category.__name__, at=f"{filename}:{lineno}")
