"""The store: opens the database, brings its schema up to date, and holds the stores of each kind."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import event, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from branchline.engine.errors import SetupError
from branchline.server.store.accounts import AccountStore
from branchline.server.store.alerts import AlertStore
from branchline.server.store.care import CareStore
from branchline.server.store.chat import ChatStore
from branchline.server.store.log import LogStore
from branchline.server.store.log_writer import LogWriter
from branchline.server.store.probe import Probe
from branchline.server.store.results import ResultStore
from branchline.server.store.retention import RetentionStore
from branchline.server.store.tables import TableStore

# A request waits so long for a connection before it is told that the store is away.
WAIT_SECONDS = 10

MIGRATING = 20_408_112  # the lock of those who change the schema: any number that nobody else uses


class Store:
    """Everything that outlives the process."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.alerts = AlertStore(self.engine)
        self.care = CareStore(self.engine)
        self.chat = ChatStore(self.engine)
        self.log = LogStore(self.engine)
        self.log_writer = LogWriter(self.engine)
        self.accounts = AccountStore(self.engine)
        self.tables = TableStore(self.engine)
        self.results = ResultStore(self.engine)
        self._probe = Probe(self.engine)
        self.retention = RetentionStore(self.engine)

    async def open(self) -> None:
        """Bring the schema up to date and begin to write."""
        await self.prepare()
        self.log_writer.start()

    async def prepare(self) -> None:
        """Bring the schema up to date; SetupError if the database cannot be used."""
        try:
            _try_file(self.engine)
            async with self.engine.begin() as connection:
                await connection.run_sync(migrate)
        except (SQLAlchemyError, sqlite3.Error, OSError) as problem:
            reason = getattr(problem, "orig", None) or problem
            raise SetupError(f"the database {self.name} cannot be used: {reason}") from None
        except CommandError:
            raise SetupError(f"the database {self.name} was made by a newer release of Branchline") from None

    @property
    def name(self) -> str:
        """The database as it may be told, without its password."""
        return self.engine.url.render_as_string(hide_password=True)

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        await self.log_writer.stop()
        await self._probe.stop()
        await self.engine.dispose()

    async def ready(self) -> bool:
        """Whether the database can be written to."""
        return await self._probe.writes()


async def prepare(url: str) -> None:
    """Bring a database's schema up to date; SetupError if it cannot be used."""
    store = Store(url)
    try:
        await store.prepare()
    finally:
        await store.engine.dispose()


def take_all(connection: Connection) -> None:
    """Begin to change the schema: SQLite's driver would begin too late, PostgreSQL's would let others in."""
    if connection.dialect.name == "sqlite":
        driver: Any = connection.connection.driver_connection
        if not driver.in_transaction:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the schema to a revision, whole or not at all, one process at a time."""
    take_all(connection)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _engine(url: str) -> AsyncEngine:
    """The way to a database. Its errors hide parameters: these are people's cards, seeds and password hashes."""
    if url.startswith("sqlite"):
        engine = create_async_engine(url, connect_args={"timeout": 30}, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    return create_async_engine(
        url,
        pool_size=10,
        max_overflow=10,
        pool_pre_ping=True,
        pool_timeout=WAIT_SECONDS,
        connect_args={"timeout": WAIT_SECONDS},
        hide_parameters=True,
    )


def _try_file(engine: AsyncEngine) -> None:
    """Open SQLite's file plainly first: where that fails, the driver's thread would outlive the loop and say so."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        sqlite3.connect(engine.url.database).close()


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Readers beside the writer, every commit on the disk before it is told."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
