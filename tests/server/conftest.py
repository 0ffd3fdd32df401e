"""Servers for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.kit import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the tests of one file share."""
    running = Server(tmp_path_factory.mktemp("server")).start()
    yield running
    assert running.stop() in (0, -15)  # it went in good order, by its own will or by the signal


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may be killed."""
    running = Server(tmp_path).start()
    yield running
    running.stop()
