"""Bots think in processes of their own: a slow or dead one is replaced, and the game goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from server.kit import Person, Server, Tab, play_to_the_end

from branchline import bots


def workers(server: Server) -> list[int]:
    """The bots' processes of a server."""
    assert server.process is not None
    pid = server.process.pid
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    children = [
        int(each) for task in Path(f"/proc/{pid}/task").iterdir() for each in (task / "children").read_text().split()
    ]
    assert set(map(int, found.split())) <= set(children)
    return [child for child in children if b"bot_worker" in Path(f"/proc/{child}/cmdline").read_bytes()]


async def wait_for_turn(tab: Tab) -> None:
    while not tab.legal:
        await tab.hear(60)


@pytest.mark.parametrize("bot", bots.names())
def test_every_bot_plays_a_whole_game(server: Server, bot: str) -> None:
    async def story() -> None:
        async with Person(server) as ann:
            await ann.come("Ann")
            table = await ann.table("usa", ["me", bot], start=True)
            async with ann.at(table) as tab:
                await play_to_the_end(tab)

    asyncio.run(story())


def test_a_killed_worker_is_replaced_and_the_game_goes_on(own_server: Server) -> None:
    async def story() -> None:
        async with Person(own_server) as ann:
            await ann.come("Ann")
            table = await ann.table("usa", ["me", "greedy", "greedy"], start=True)
            seen = set()
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                for _ in range(5):
                    await wait_for_turn(tab)
                    for worker in workers(own_server):
                        seen.add(worker)
                        os.kill(worker, signal.SIGKILL)
                    assert (await tab.act(tab.legal[0]))["type"] == "done"
                await play_to_the_end(tab)
            assert len(seen) > 1

    asyncio.run(story())


def test_a_worker_that_hangs_is_replaced_when_its_time_is_up(
    tmp_path: Path, services: Callable[[], dict[str, str]]
) -> None:
    server = Server(tmp_path, BOT_SECONDS="1.5", **services()).start()

    async def story() -> None:
        async with Person(server) as ann:
            await ann.come("Ann")
            table = await ann.table("usa", ["me", "greedy"], start=True)
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                await tab.act(tab.legal[0])
                await wait_for_turn(tab)
                (hanging,) = workers(server)
                os.kill(hanging, signal.SIGSTOP)
                while hanging in workers(server):
                    if tab.legal:
                        await tab.act(tab.legal[0])
                    else:
                        await tab.hear()
                await play_to_the_end(tab)
            metrics = (await ann.get("/metrics")).text
            assert "branchline_bot_workers_replaced_total 1.0" in metrics

    asyncio.run(story())
    server.stop()


def test_bots_that_are_never_in_time_still_move(tmp_path: Path, services: Callable[[], dict[str, str]]) -> None:
    server = Server(tmp_path, BOT_SECONDS="0.0001", **services()).start()

    async def story() -> None:
        async with Person(server) as ann:
            await ann.come("Ann")
            table = await ann.table("usa", ["me", "greedy"], start=True)
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                for _ in range(3):
                    await wait_for_turn(tab)
                    assert (await tab.act(tab.legal[0]))["type"] == "done"

    asyncio.run(story())
    server.stop()


def test_workers_end_with_a_server_that_is_killed(own_server: Server) -> None:
    async def story() -> None:
        async with Person(own_server) as ann:
            await ann.come("Ann")
            table = await ann.table("usa", ["me", "greedy"], start=True)
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                await tab.act(tab.legal[0])
                await wait_for_turn(tab)

    asyncio.run(story())
    left = workers(own_server)
    assert left
    own_server.kill()
    until = time.monotonic() + 10
    while any(Path(f"/proc/{worker}").exists() for worker in left):
        assert time.monotonic() < until, "a worker outlived its server"
        time.sleep(0.05)
