"""The store: opens the database, brings its schema up to date, and holds the drawers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import event, text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from branchline.server.stores.appender import Appender
from branchline.server.stores.people import PeopleDrawer
from branchline.server.stores.play import PlayDrawer
from branchline.server.stores.results import ResultsDrawer


class Store:
    """Everything that outlives the process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = _engine(url)
        self.appender = Appender(self.engine)
        self.people = PeopleDrawer(self.engine)
        self.play = PlayDrawer(self.engine)
        self.results = ResultsDrawer(self.engine)

    async def open(self) -> None:
        """Bring the schema up to date and begin to write."""
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)
        self.appender.start()

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        await self.appender.stop()
        await self.engine.dispose()

    async def ready(self) -> bool:
        """Whether the database answers."""
        async with self.engine.connect() as connection:
            return (await connection.execute(text("SELECT 1"))).scalar() == 1


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the schema to a revision."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _engine(url: str) -> AsyncEngine:
    if url.startswith("sqlite"):
        engine = create_async_engine(url, connect_args={"timeout": 30})
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    return create_async_engine(url, pool_size=10, max_overflow=10, pool_pre_ping=True)


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Readers beside the writer, every commit on the disk before it is told."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
