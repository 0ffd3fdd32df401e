"""Waiting in tests: for something to become true, with an end that only a broken program reaches.

No test judges how long anything takes; benchmarks do. BRANCHLINE_PATIENCE=3 waits three times as long, for a slow machine.
"""

from __future__ import annotations

import inspect
import os
import time
from collections.abc import Callable
from typing import Any, TypeVar

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


def prepare_clients() -> None:
    """Let clients wait as long as a busy machine needs, and not read certificates: nothing here is encrypted."""
    of_httpx = inspect.signature(httpx.get).parameters["timeout"].default  # left alone, 5 seconds
    for what in ("connect", "read", "write", "pool"):
        setattr(of_httpx, what, PATIENCE)
    for made in (httpx.request, httpx.get, httpx.post, httpx.Client.__init__, httpx.AsyncClient.__init__):
        _defaults(made).update(verify=False)  # all the world's authorities: 20 ms of work for each client
    _defaults(websockets.connect.__init__).update(
        open_timeout=PATIENCE, ping_timeout=PATIENCE
    )  # left alone, 10 seconds


def _defaults(function: Any) -> dict[str, Any]:
    """What a function takes for arguments that are not given; changes count."""
    found: dict[str, Any] = function.__kwdefaults__
    assert found.keys() & {"verify", "open_timeout"}, f"{function} has changed"
    return found
