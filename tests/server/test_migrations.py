"""The schema: migrated up from the first, it is what the code says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from server.kit import Server, guest, play_to_the_end
from sqlalchemy import Connection, inspect, text

from branchline.engine.errors import SetupError
from branchline.server import store
from branchline.server.settings import Settings
from branchline.server.store.database import Store, migrate
from branchline.server.store.schema import metadata

FIRST = "0001"


@pytest.fixture
def database(tmp_path: Path, services: Callable[[], dict[str, str]]) -> str:
    """An empty database."""
    return services().get("DATABASE", f"sqlite:///{tmp_path / 'test.db'}")


def within(database: str, work: Callable[[Connection], Any]) -> Any:
    """Do something in a transaction."""

    async def run() -> Any:
        opened = Store(Settings(database=database).database_url)
        try:
            async with opened.engine.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await opened.engine.dispose()

    return asyncio.run(run())


def test_the_migrated_schema_is_what_the_code_says(database: str) -> None:
    def differences(connection: Connection) -> list[Any]:
        migrate(connection)
        found: list[Any] = compare_metadata(
            MigrationContext.configure(connection, opts={"compare_type": True}), metadata
        )
        return found

    assert within(database, differences) == []


def test_the_migrations_are_one_line_from_the_first_schema() -> None:
    scripts = ScriptDirectory(str(Path(store.__file__).parent / "migrations"))
    assert len(scripts.get_heads()) == 1
    assert [script.revision for script in scripts.walk_revisions()][-1] == FIRST


def test_a_database_of_the_first_schema_comes_up_with_everything_in_it(tmp_path: Path, database: str) -> None:
    def fill(connection: Connection) -> None:
        migrate(connection, FIRST)
        ann = "(7, 'Old Ann', 'guest', 'ann@example.org', 5)"
        connection.execute(text(f"INSERT INTO users (id, name, kind, email, created) VALUES {ann}"))
        for old in ("kept", "unkept"):
            connection.execute(
                text(
                    "INSERT INTO tables (id, title, rules, status, public, clock, options, host_id, seed, created)"
                    f" VALUES ('{old}', 'usa', 0, 'ended', true, '{{}}', '{{}}', 7, '', 5)"
                )
            )
        connection.execute(
            text(
                "INSERT INTO results (table_id, seat, user_id, title, seats, total, won, tickets_made, tickets_missed,"
                " longest_path, lines, ended) VALUES ('kept', 0, 7, 'usa', 2, 99, true, 1, 1, true, '[]', 6)"
            )
        )

    within(database, fill)
    server = Server(tmp_path, DATABASE=database).start()

    async def story() -> None:
        async with guest(server, "Ben") as ben, ben.game("random") as tab:
            await play_to_the_end(tab)

    try:
        if database.startswith("postgres"):
            within(database, lambda c: c.execute(text("SELECT setval('users_id_seq', 7)")))
        asyncio.run(story())
    finally:
        server.stop()
    assert within(database, lambda c: c.execute(text("SELECT name FROM users WHERE id = 7")).scalar()) == "Old Ann"
    addresses = text("SELECT email FROM users WHERE id = 7 AND NOT email_confirmed")
    assert within(database, lambda c: c.execute(addresses).scalar()) == "ann@example.org"
    kept = text("SELECT id FROM tables WHERE settled AND host_id = 7")
    assert within(database, lambda c: c.execute(kept).scalars().all()) == ["kept"]
    played = text("SELECT settled FROM tables WHERE host_id <> 7")
    assert within(database, lambda c: c.execute(played).scalars().all()) == [True]


def test_accounts_of_yesterday_that_look_alike_keep_their_names_and_nobody_joins_them(database: str) -> None:
    def fill(connection: Connection) -> None:
        migrate(connection, "0002")
        for number, name in enumerate(("Ian Bob", "lan Bob", "ian b0b", "admin", "Åsa")):
            row = f"({number + 1}, '{name}', '{name.lower()}', 'account', 5)"
            connection.execute(text(f"INSERT INTO users (id, name, account, kind, created) VALUES {row}"))

    within(database, fill)
    within(database, migrate)
    found = within(database, lambda c: c.execute(text("SELECT name, skeleton FROM users ORDER BY id")).all())
    assert [row[0] for row in found] == ["Ian Bob", "lan Bob", "ian b0b", "admin", "Åsa"]
    assert [row[0] for row in found if row[1] is None] == ["ian b0b"]  # the oldest has the look


def test_a_migration_that_fails_leaves_nothing_behind(database: str) -> None:
    def half(connection: Connection) -> None:
        migrate(connection)
        raise RuntimeError("the light went out")

    with pytest.raises(RuntimeError):
        within(database, half)
    assert within(database, lambda connection: inspect(connection).get_table_names()) == []


def test_two_processes_that_start_at_once_migrate_once(tmp_path: Path, database: str) -> None:
    servers = [Server(tmp_path, DATABASE=database) for _ in range(2)]
    for each in servers:
        each.start(wait=False)
    for each in servers:
        each.wait()
    assert [each.stop() in (0, -15) for each in servers] == [True, True]


def test_a_database_of_a_newer_release_is_refused_in_a_sentence(database: str) -> None:
    def newer(connection: Connection) -> None:
        migrate(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    within(database, newer)

    async def open_it() -> None:
        opened = Store(Settings(database=database).database_url)
        try:
            await opened.open()
        finally:
            await opened.engine.dispose()

    with pytest.raises(SetupError, match="newer release"):
        asyncio.run(open_it())


def test_each_migration_file_says_what_it_does() -> None:
    for file in (Path(store.__file__).parent / "migrations" / "versions").glob("*.py"):
        with closing(file.open(encoding="utf-8")) as opened:
            assert opened.readline().startswith('"""')
