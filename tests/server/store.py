"""Looks into the database of a server from outside."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg
from server.kit import Server
from waiting import PATIENCE


def rows(server: Server, sql: str) -> list[tuple[Any, ...]]:
    """What a query finds."""
    database = server.settings["DATABASE"]
    if database.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"), timeout=PATIENCE)) as connection:
            found = connection.execute(sql).fetchall()
            connection.commit()
            return found
    return _in_a_loop(database, sql)


def _in_a_loop(database: str, sql: str) -> list[tuple[Any, ...]]:
    """In a thread: the caller may be inside a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _rows(database, sql)).result()


async def _rows(database: str, sql: str) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(database)
    try:
        return [tuple(row) for row in await connection.fetch(sql)]
    finally:
        await connection.close()


def change(server: Server, sql: str) -> None:
    """Change something behind the server's back."""
    rows(server, sql)


def log_of(server: Server, table: str) -> list[dict[str, Any]]:
    """A table's log."""
    found = rows(server, f"SELECT version, kind, seat, data FROM log WHERE table_id = '{table}' ORDER BY version")
    return [{"version": row[0], "kind": row[1], "seat": row[2], "data": json.loads(row[3])} for row in found]
