"""Waiting in tests: for something to become true, with an end that only a broken program reaches.

No test judges how long anything takes; benchmarks do. BRANCHLINE_PATIENCE=3 waits three times as long, for a slow machine.
"""

from __future__ import annotations

import inspect
import os
import time
from collections.abc import Callable
from typing import TypeVar

import httpx
import websockets

Found = TypeVar("Found")

PATIENCE = 120 * float(os.environ.get("BRANCHLINE_PATIENCE", "1"))  # seconds


def wait_until(found: Callable[[], Found | None], in_vain: Callable[[], str], pause: float = 0.02) -> Found:
    """Ask again and again until the answer counts as true; the answer."""
    end = time.monotonic() + PATIENCE
    while not (answer := found()):
        if time.monotonic() > end:
            raise AssertionError(in_vain())
        time.sleep(pause)
    return answer


def make_clients_patient() -> None:
    """Left alone, httpx gives up after 5 seconds and websockets after 10: a busy machine may need longer."""
    of_httpx = inspect.signature(httpx.get).parameters["timeout"].default
    for what in ("connect", "read", "write", "pool"):
        setattr(of_httpx, what, PATIENCE)
    of_websockets = websockets.connect.__init__.__kwdefaults__
    assert of_websockets is not None
    assert {"open_timeout", "ping_timeout"} <= of_websockets.keys()
    of_websockets.update(open_timeout=PATIENCE, ping_timeout=PATIENCE)
