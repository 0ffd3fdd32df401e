"""Ending tasks for good."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

AGAIN_SECONDS = 0.2


async def end_tasks(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks until all have ended.

    Once is not always enough: whoever waits with a timeout, as the drivers of Redis and PostgreSQL do, may swallow a
    cancellation that comes just as the timeout does. What went wrong in a task is nobody's concern any more.
    """
    all_tasks = list(tasks)
    left = {task for task in all_tasks if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=AGAIN_SECONDS)
    await asyncio.gather(*all_tasks, return_exceptions=True)
