"""The processes in which bots think: each within its time, replaced when slow or dead."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys

import msgspec
import structlog

from branchline.server.bots.worker import READY, Thought

log = structlog.get_logger()

# A process has to come up in so long; that is not a bot's thinking time.
START_SECONDS = 30.0


class BotFailed(Exception):
    """No answer came in time, or none at all."""


class Worker:
    """One process."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None

    async def come_up(self) -> None:
        """Start the process if there is none, and wait until it is ready."""
        if self.process is not None and self.process.returncode is None:
            return
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "branchline.server.bots.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert self.process.stdout is not None
        await self.process.stdout.readexactly(len(READY))

    async def ask(self, question: Thought) -> int:
        """The number of the chosen action."""
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        packed = msgspec.msgpack.encode(question)
        self.process.stdin.write(len(packed).to_bytes(4, "big") + packed)
        await self.process.stdin.drain()
        return int.from_bytes(await self.process.stdout.readexactly(4), "big")

    def kill(self) -> None:
        """End the process, whatever it is doing."""
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def end(self) -> None:
        """End the process and wait until it is gone."""
        self.kill()
        if self.process is not None:
            await self.process.wait()
        self.process = None


class BotPool:
    """A few workers that take questions in turn."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.seconds = seconds
        self.replaced = 0
        self._all = [Worker() for _ in range(workers)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._all:
            self._free.put_nowait(worker)

    async def choose(self, bot: str, title: str, seats: int, sight: list[int]) -> int:
        """The number of the action that a bot chooses; BotFailed if it does not."""
        worker = await self._free.get()
        try:
            question = Thought(bot, title, seats, secrets.randbits(62), sight)
            await asyncio.wait_for(worker.come_up(), START_SECONDS)
            return await asyncio.wait_for(worker.ask(question), self.seconds)
        except (TimeoutError, asyncio.IncompleteReadError, OSError) as problem:
            self.replaced += 1
            log.warning("bot worker replaced", bot=bot, problem=type(problem).__name__)
            await worker.end()
            raise BotFailed(bot) from None
        except BaseException:
            # Its answer would be taken for that to the next question.
            worker.kill()
            raise
        finally:
            self._free.put_nowait(worker)

    async def stop(self) -> None:
        """End all workers."""
        await asyncio.gather(*(worker.end() for worker in self._all))
