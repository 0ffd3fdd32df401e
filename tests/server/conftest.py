"""Servers for the tests of this folder, on SQLite alone and on PostgreSQL with Redis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from server.alerting import Postman, PushService
from server.kit import Server
from server.launching import forked
from server.services import Postgres, Redis

FORMS = ("sqlite", "postgres")

Server.launch = staticmethod(forked)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests."""
    running = Postgres().start()
    yield running
    running.remove()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis for all tests."""
    running = Redis().start()
    yield running
    running.stop()


@pytest.fixture(scope="module", params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    """How the server is set up: alone on SQLite, or with PostgreSQL and Redis."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def services(form: str, request: pytest.FixtureRequest) -> Callable[[], dict[str, str]]:
    """Makes the settings of a server with a database of its own, in this form."""

    def fresh() -> dict[str, str]:
        if form == "sqlite":
            return {}
        database: Postgres = request.getfixturevalue("postgres")
        bus: Redis = request.getfixturevalue("redis")
        return {"DATABASE": database.new_database(), "REDIS": bus.new_database()}

    return fresh


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, services: Callable[[], dict[str, str]]) -> Iterator[Server]:
    """A server that the tests of one file share."""
    running = Server(tmp_path_factory.mktemp("server"), **services()).start()
    yield running
    assert running.stop() in (0, -15)  # it went in good order, by its own will or by the signal


@pytest.fixture
def own_server(tmp_path: Path, services: Callable[[], dict[str, str]]) -> Iterator[Server]:
    """A server for one test, which may be killed."""
    running = Server(tmp_path, **services()).start()
    yield running
    running.stop()


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    """A Redis that a test may stop."""
    running = Redis().start()
    yield running
    running.stop()


@pytest.fixture
def postman() -> Iterator[Postman]:
    """A mail server."""
    running = Postman()
    yield running
    running.stop()


@pytest.fixture
def push() -> Iterator[PushService]:
    """A push service."""
    running = PushService()
    yield running
    running.stop()
