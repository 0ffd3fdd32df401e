"""Tasks that are ended for good, whatever they do with a cancellation."""

from __future__ import annotations

import asyncio
import contextlib

from branchline.server import care
from branchline.server.tasks import end_tasks


async def deaf(times: int) -> None:
    """Go on for ever, and through so many cancellations."""
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            times -= 1
            if times < 0:
                raise


def test_a_task_that_swallows_a_cancellation_is_ended_all_the_same() -> None:
    async def story() -> None:
        tasks = [asyncio.create_task(deaf(times)) for times in (0, 1, 3)]
        await asyncio.sleep(0)
        await end_tasks(tasks)
        assert all(task.cancelled() for task in tasks)

    asyncio.run(story())


def test_what_has_ended_or_failed_before_is_no_trouble() -> None:
    async def fail() -> None:
        raise OSError("away")

    async def story() -> None:
        task = asyncio.create_task(fail())
        with contextlib.suppress(OSError):
            await task
        await end_tasks([task])
        await end_tasks([])

    asyncio.run(story())


def test_care_that_swallows_a_cancellation_does_not_hold_up_the_end() -> None:
    swallowed: list[bool] = []

    async def work() -> None:
        """As a driver does whose timeout comes together with the cancellation."""
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if swallowed:
                raise
            swallowed.append(True)

    async def story() -> None:
        task = asyncio.create_task(care._again_and_again(work, 0.0, 0.0))
        for _ in range(5):
            await asyncio.sleep(0)
        await end_tasks([task])
        assert swallowed, "the cancellation came while it worked"
        assert task.cancelled()

    asyncio.run(story())
