"""Which stored tables can be played here."""

from __future__ import annotations

from functools import cache

from sqlalchemy import ColumnElement, and_, or_

from branchline import titles
from branchline.server.store.schema import tables


@cache
def playable() -> ColumnElement[bool]:
    """Tables of the titles, and the versions of their rules, that we can play."""
    current = [(name, titles.load(name).version) for name in titles.names()]
    return or_(*(and_(tables.c.title == title, tables.c.rules == rules) for title, rules in current))
