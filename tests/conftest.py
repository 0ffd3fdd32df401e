"""What holds for all tests: patient clients, and the order."""

from __future__ import annotations

import pytest
from waiting import prepare_clients

prepare_clients()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest: one that is still running when all others are done keeps everybody waiting."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
