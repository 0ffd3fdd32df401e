"""What holds for all tests: patient clients, a host's folder of titles, and the order."""

from __future__ import annotations

from pathlib import Path

import pytest
from three_bridges import build
from waiting import prepare_clients

prepare_clients()


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A host's folder of titles, with one that nobody else has."""
    made = tmp_path / "titles"
    made.mkdir()
    build(made)
    return made


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest: one that is still running when all others are done keeps everybody waiting."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
