"""Backups: the whole store as JSON lines, the same for SQLite and PostgreSQL.

The first line says which schema the rows belong to, the last how many there are.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, cast

from sqlalchemy import Connection, MetaData, Table, func, insert, inspect, select, text

from branchline.engine.errors import SetupError
from branchline.server.clock import now
from branchline.server.store.database import Store, migrate, take_all
from branchline.server.store.schema import metadata

FORMAT = "branchline backup 1"
AT_ONCE = 500


class BadBackup(SetupError):
    """A file that is no backup, or not a whole one."""


async def save(url: str, file: Path) -> int:
    """Write everything to a file, as of one moment, while the server runs; the number of rows."""
    store = Store(url)
    try:
        await store.prepare()
        async with store.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execution_options(isolation_level="REPEATABLE READ")
            with _writing(file) as out:
                return await connection.run_sync(_write, out)
    finally:
        await store.engine.dispose()


def _write(connection: Connection, out: TextIO) -> int:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    print(json.dumps({"format": FORMAT, "schema": revision, "made": now()}), file=out)
    count = 0
    for table in metadata.sorted_tables:
        rows = connection.execute(
            select(table).order_by(*table.primary_key.columns), execution_options={"yield_per": 500}
        )
        for row in rows.mappings():
            print(json.dumps({"table": table.name, "row": dict(row)}, ensure_ascii=False), file=out)
            count += 1
    print(json.dumps({"rows": count}), file=out)
    return count


@contextmanager
def _writing(file: Path) -> Iterator[TextIO]:
    """A file that is there whole or not at all, and that only its owner can read."""
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(0o600)
    with _opened(part, file.suffix == ".gz", "wt") as out:
        yield out
    handle = os.open(part, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)
    os.replace(part, file)


def _opened(file: Path, packed: bool, mode: str) -> TextIO:
    opened = gzip.open(file, mode, encoding="utf-8") if packed else open(file, mode, encoding="utf-8")  # noqa: SIM115
    return cast(TextIO, opened)


async def restore(url: str, file: Path) -> int:
    """Read everything from a file into an empty database, all or nothing; the number of rows."""
    store = Store(url)
    try:
        await store.prepare()
        async with store.engine.begin() as connection:
            return await connection.run_sync(_read, file)
    finally:
        await store.engine.dispose()


def _read(connection: Connection, file: Path) -> int:
    with _reading(file) as lines:
        head = _line(next(lines, ""))
        if head.get("format") != FORMAT:
            raise BadBackup(f"{file} is not a backup of Branchline")
        take_all(connection)
        _make_schema(connection, str(head["schema"]))
        count = _insert(connection, file, lines)
    _count_on(connection)
    migrate(connection)
    return count


@contextmanager
def _reading(file: Path) -> Iterator[Iterator[str]]:
    try:
        with _opened(file, file.suffix == ".gz", "rt") as lines:
            yield iter(lines)
    except (UnicodeDecodeError, gzip.BadGzipFile, EOFError):
        raise BadBackup(f"{file} is not a whole backup") from None


def _line(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _make_schema(connection: Connection, revision: str) -> None:
    """Empty tables of the backup's own schema; a database with something in it is left alone."""
    for table in metadata.sorted_tables:
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise SetupError("the database is not empty; restore into a new one")
    for table in reversed(metadata.sorted_tables):
        table.drop(connection)
    connection.execute(text("DELETE FROM alembic_version"))
    migrate(connection, revision)


def _insert(connection: Connection, file: Path, lines: Iterator[str]) -> int:
    """Put the rows in, many at once; the last line says whether all are there."""
    found = MetaData()
    found.reflect(connection)
    waiting: list[dict[str, Any]] = []
    where, count = "", 0
    for each in lines:
        line = _line(each)
        if "rows" in line and line["rows"] == count:
            _flush(connection, found.tables.get(where), waiting)
            return count
        if line.get("table") not in found.tables:
            break
        if line["table"] != where or len(waiting) >= AT_ONCE:
            _flush(connection, found.tables.get(where), waiting)
        where = line["table"]
        waiting.append(line["row"])
        count += 1
    raise BadBackup(f"{file} is not a whole backup: it breaks off after {count} rows")


def _flush(connection: Connection, table: Table | None, waiting: list[dict[str, Any]]) -> None:
    if table is not None and waiting:
        connection.execute(insert(table), waiting)
    waiting.clear()


def _count_on(connection: Connection) -> None:
    """PostgreSQL's counters go on after the highest id."""
    if connection.dialect.name != "postgresql":
        return
    for table in inspect(connection).get_table_names():
        counter = None
        if any(column["name"] == "id" for column in inspect(connection).get_columns(table)):
            counter = connection.execute(text(f"SELECT pg_get_serial_sequence('{table}', 'id')")).scalar()
        if counter is not None:
            connection.execute(
                text(f"SELECT setval('{counter}', (SELECT coalesce(max(id), 0) + 1 FROM {table}), false)")
            )
