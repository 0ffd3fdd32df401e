"""Work that is finished once it has begun, even if whoever asked for it goes away."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_under_way: set[asyncio.Task[Any]] = set()


def whole(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a cancelled caller go, but not the work: half a change would leave memory and log apart."""

    @functools.wraps(work)
    async def shielded(*args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.create_task(work(*args, **kwargs))
        _under_way.add(task)
        task.add_done_callback(_done)
        return await asyncio.shield(task)

    return shielded


def _done(task: asyncio.Task[Any]) -> None:
    """Forget it; what went wrong is the caller's to say, if there is one still."""
    _under_way.discard(task)
    if not task.cancelled():
        task.exception()


async def all_done() -> None:
    """Wait for what is under way."""
    while _under_way:
        await asyncio.wait(set(_under_way))
