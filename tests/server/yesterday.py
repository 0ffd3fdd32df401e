"""Yesterday's databases and backups, as they were kept, moved to today."""

from __future__ import annotations

import gzip
import json
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import websockets
from server.kit import Person, Server, Tab

KEPT = Path(__file__).parent.parent / "fixtures" / "yesterday"
RELEASES = sorted(folder.name for folder in KEPT.iterdir() if folder.is_dir())
HOUR = 3600 * 1000
YEAR = 365 * 24 * HOUR

# The columns that hold times. They are moved, so that sessions live and nothing is old enough to be cleared away.
TIMES = ("created", "started", "ended", "deadline", "at", "expires")


class Yesterday:
    """What was kept of a release."""

    def __init__(self, release: str) -> None:
        self.folder = KEPT / release
        cast = json.loads((self.folder / "cast.json").read_text(encoding="utf-8"))
        self.made: int = cast["made"]
        self.people: dict[str, dict[str, Any]] = cast["people"]
        self.tables: list[dict[str, Any]] = cast["tables"]
        self.said: dict[str, dict[str, Any]] = cast["said"]

    def told(self, **wanted: str) -> list[dict[str, Any]]:
        """The tables of this status or with this story."""
        return [table for table in self.tables if all(table[key] == value for key, value in wanted.items())]

    def _moved(self, ago: int) -> int:
        """By how much times are moved for a day that ended so long ago."""
        return time.time_ns() // 1_000_000 - ago - self.made

    def database(self, file: Path, ago: int = HOUR) -> None:
        """The SQLite file, as if it had been left so long ago."""
        file.write_bytes(gzip.decompress((self.folder / "branchline.db.gz").read_bytes()))
        with closing(sqlite3.connect(file)) as connection:
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for name in names:
                columns = {row[1] for row in connection.execute(f"PRAGMA table_info({name})")}
                for column in columns.intersection(TIMES):
                    connection.execute(f"UPDATE {name} SET {column} = {column} + {self._moved(ago)}")
            connection.commit()

    def backup(self, file: Path, ago: int = HOUR) -> None:
        """The backup, as if it had been made so long ago."""
        with gzip.open(self.folder / "backup.jsonl.gz", "rt", encoding="utf-8") as kept, file.open("w") as out:
            for text in kept:
                line = json.loads(text)
                row = line.get("row", {})
                row |= {key: row[key] + self._moved(ago) for key in TIMES if row.get(key) is not None}
                print(json.dumps(line), file=out)

    @asynccontextmanager
    async def person(self, server: Server, key: str) -> AsyncIterator[Person]:
        """Somebody with yesterday's cookies; a program with its token."""
        async with Person(server) as person:
            kept = self.people[key]
            if "token" in kept:
                person.http.headers["authorization"] = f"Bearer {kept['token']}"
            else:
                person.http.cookies.update(kept["cookies"])
            yield person

    @asynccontextmanager
    async def at(self, server: Server, key: str, table: str) -> AsyncIterator[Tab]:
        """Somebody's tab at a table."""
        async with self.person(server, key) as person:
            address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket"
            headers = {"cookie": person.cookie, **dict(person.http.headers)}
            kept = {name: value for name, value in headers.items() if name in ("cookie", "authorization") and value}
            async with websockets.connect(address, additional_headers=kept, max_size=None) as ws:
                tab = Tab(ws, table)
                await tab.until("snapshot", 90)
                yield tab
