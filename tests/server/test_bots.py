"""Bots think in processes of their own: a slow or dead one is replaced, and the game goes on."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from processes import bot_workers, send_signal
from server.kit import Server, Tab, guest, play_to_the_end
from waiting import wait_until

from branchline import bots


def workers(server: Server) -> set[int]:
    """The bots' processes of a server."""
    assert server.process is not None
    return bot_workers(server.process.pid)


async def wait_for_turn(tab: Tab) -> None:
    while not tab.legal:
        await tab.hear()


@pytest.mark.parametrize("bot", bots.names())
def test_every_bot_plays_a_whole_game(server: Server, bot: str) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, ann.game(bot) as tab:
            await play_to_the_end(tab)

    asyncio.run(story())


def test_a_killed_worker_is_replaced_and_the_game_goes_on(own_server: Server) -> None:
    async def story() -> None:
        async with guest(own_server, "Ann") as ann:
            table = await ann.table("usa", ["me", "greedy", "greedy"], start=True)
            seen: set[int] = set()
            async with ann.at(table) as tab:
                await tab.until("snapshot")
                for _ in range(5):
                    await wait_for_turn(tab)
                    killed = workers(own_server)
                    seen |= killed
                    send_signal(signal.SIGKILL, killed)
                    assert (await tab.act(tab.legal[0]))["type"] == "done"
                await play_to_the_end(tab)
            assert len(seen) > 1

    asyncio.run(story())


def test_a_worker_that_hangs_is_replaced_when_its_time_is_up(
    tmp_path: Path, services: Callable[[], dict[str, str]]
) -> None:
    server = Server(tmp_path, BOT_SECONDS="1.5", **services()).start()

    async def story() -> None:
        async with guest(server, "Ann") as ann:
            async with ann.game("greedy") as tab:
                await tab.act(tab.legal[0])
                await wait_for_turn(tab)
                (hanging,) = workers(server)
                assert send_signal(signal.SIGSTOP, [hanging]) == 1
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
        async with guest(server, "Ann") as ann, ann.game("greedy") as tab:
            for _ in range(3):
                await wait_for_turn(tab)
                assert (await tab.act(tab.legal[0]))["type"] == "done"

    asyncio.run(story())
    server.stop()


def test_workers_end_with_a_server_that_is_killed(own_server: Server) -> None:
    async def story() -> None:
        async with guest(own_server, "Ann") as ann, ann.game("greedy") as tab:
            await tab.act(tab.legal[0])
            await wait_for_turn(tab)

    asyncio.run(story())
    left = workers(own_server)
    assert left
    own_server.kill()
    wait_until(
        lambda: not any(Path(f"/proc/{worker}").exists() for worker in left), lambda: "a worker outlived its server"
    )


async def draw_twice(tab: Tab) -> dict[str, Any]:
    """Spend a turn on two cards of the deck; the update that tells of the second."""
    draw = {"do": "draw_card", "deck": "cards"}
    for _ in range(2):
        await wait_for_turn(tab)
        assert (await tab.act(draw))["type"] == "done"
    return tab.heard[-1]


def test_bots_that_neither_think_nor_wait_move_in_the_same_breath(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, ann.game("random", "random", first_seat=0) as tab:
            await tab.act(tab.legal[0])
            update = await draw_twice(tab)
            own, *others = update["told"]
            assert own["seat"] == 0
            assert [entry["seat"] for entry in others] == sorted(entry["seat"] for entry in others)
            assert {entry["seat"] for entry in others} == {1, 2}
            assert all(entry["id"] is None for entry in others)
            assert [entry["version"] for entry in update["told"]] == list(range(own["version"], update["version"] + 1))
            assert tab.legal

    asyncio.run(story())


def test_bots_that_wait_move_one_by_one(tmp_path: Path) -> None:
    server = Server(tmp_path, BOT_PAUSE="0.05").start()

    async def story() -> None:
        async with guest(server, "Ann") as ann, ann.game("random", "random", first_seat=0) as tab:
            await tab.act(tab.legal[0])
            await draw_twice(tab)
            await wait_for_turn(tab)
            assert all(len(message["told"]) == 1 for message in tab.heard if message["type"] == "update")

    asyncio.run(story())
    server.stop()


def test_an_act_is_known_again_after_many_moves_of_bots(server: Server) -> None:
    async def story() -> None:
        async with guest(server, "Ann") as ann, ann.game("random", "random", "random", "random") as tab:
            first = await tab.act(tab.legal[0], identity="the first")
            while tab.version < 80:
                await draw_twice(tab)
            assert await tab.act({"do": "pass"}, identity="the first") == first

    asyncio.run(story())
