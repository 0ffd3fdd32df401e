"""Whether the store is away, seen from what was raised: it does not answer, cannot write, or lets nobody in."""

from __future__ import annotations

import asyncpg
from sqlalchemy import exc

# PostgreSQL: the connection, its means (disk, memory, connections), an operator's doing, the system below it.
CLASSES = ("08", "53", "57", "58", "XX")
# The driver says the last of these where a connection was cut in the middle of its own exchange.
DRIVER = (asyncpg.InterfaceError, asyncpg.PostgresConnectionError, asyncpg.InternalClientError)

# Of SQLAlchemy's kinds these are about the store; the others are about what it was asked.
KINDS = (exc.OperationalError, exc.InterfaceError, exc.InternalError, exc.TimeoutError, OSError)
OURS = (exc.IntegrityError, exc.ProgrammingError, exc.DataError, exc.NotSupportedError)


def is_away(problem: BaseException) -> bool:
    """Whether it is the store's fault, and may go well in a moment."""
    if isinstance(problem, OURS):
        return False
    if isinstance(problem, KINDS):
        return True
    if isinstance(problem, exc.DBAPIError):
        return problem.connection_invalidated or _is_away(problem.orig)
    return _is_away(problem)


def _is_away(problem: BaseException | None) -> bool:
    """The same of the driver's exceptions, which SQLAlchemy's adapter gives the state of the server's."""
    if isinstance(problem, DRIVER):
        return True
    state = getattr(problem, "sqlstate", None)
    return isinstance(state, str) and state.startswith(CLASSES)
