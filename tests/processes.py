"""Processes that come and go while one looks at them: whatever has gone meanwhile is not there."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path


def children(pid: int) -> set[int]:
    """The processes that any thread of a process has started."""
    found: set[int] = set()
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found |= set(map(int, file.read_text().split()))
    return found


def bot_workers(pid: int) -> set[int]:
    """The processes in which the bots of a server think."""
    return {child for child in children(pid) if b"bots.worker" in command_of(child)}


def command_of(pid: int) -> bytes:
    """The command of a process; nothing, if it has gone."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def send_signal(number: int, to: Iterable[int]) -> int:
    """Send a signal to some processes; how many were still there."""
    reached = 0
    for pid in to:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
            reached += 1
    return reached
