"""Undo as a lever: taking steps back costs what stands of the game, however often it was done before."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from server.kit import Person, Server, Tab, guest, play_to_the_end
from server.store import log_of

from branchline import titles
from branchline.engine.record import read_record

FEW, MANY, MEASURED = 10, 300, 20


def cpu_ticks(server: Server) -> int:
    """The processor time that a server has used; what else the machine does is not in it."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


async def draw_and_take_back(tab: Tab) -> None:
    """Draw a card, which reveals something, and take it back: bots always agree."""
    while not tab.legal:
        await tab.hear(120)
    draw = next(each for each in tab.legal if each["do"] == "draw_card")
    assert (await tab.act(draw))["type"] == "done"
    await tab.tell("ask_undo")
    while "undo" not in [entry["kind"] for entry in (await tab.until("update", 120))["told"]]:
        pass


async def cost(server: Server, tab: Tab) -> int:
    """The processor time of a few undos."""
    before = cpu_ticks(server)
    for _ in range(MEASURED):
        await draw_and_take_back(tab)
    return cpu_ticks(server) - before


async def game_with_a_bot(ann: Person) -> str:
    """A game in which Ann has the first turn."""
    return await ann.table("usa", ["me", "greedy"], start=True, first_seat=0)


async def to_the_first_turn(tab: Tab) -> None:
    await tab.until("snapshot")
    while not any(each["do"] == "draw_card" for each in tab.legal):
        if tab.legal:
            assert (await tab.act(tab.legal[0]))["type"] == "done"
        else:
            await tab.hear(120)


def test_an_undo_does_not_grow_with_the_undos_before_it(own_server: Server) -> None:
    async def story() -> tuple[int, int]:
        async with guest(own_server, "Ann") as ann, ann.at(await game_with_a_bot(ann)) as tab:
            await to_the_first_turn(tab)
            for _ in range(FEW):
                await draw_and_take_back(tab)
            early = await cost(own_server, tab)
            for _ in range(MANY):
                await draw_and_take_back(tab)
            return early, await cost(own_server, tab)

    early, late = asyncio.run(story())
    assert late <= 3 * early + 20, (early, late)  # it was many times as much


def test_a_game_with_undos_is_the_same_after_a_restart_and_can_be_finished(own_server: Server) -> None:
    async def story() -> None:
        async with guest(own_server, "Ann") as ann:
            table = await game_with_a_bot(ann)
            async with ann.at(table) as tab:
                await to_the_first_turn(tab)
                for _ in range(3):
                    await draw_and_take_back(tab)
                    assert (await tab.act(tab.legal[0]))["type"] == "done"
                    while not tab.legal:
                        await tab.hear(120)
            before = comparable((await ann.get(f"/api/tables/{table}")).json())
            own_server.kill()
            await asyncio.to_thread(own_server.start)
            assert comparable((await ann.get(f"/api/tables/{table}")).json()) == before
            async with ann.at(table, version=1) as back:
                snapshot = await back.until("snapshot", 120)
                assert [entry["version"] for entry in snapshot["missed"]] == list(range(2, snapshot["version"] + 1))
                await draw_and_take_back(back) if any(e["do"] == "draw_card" for e in back.legal) else None
                await play_to_the_end(back)
            assert sum(entry["kind"] == "undo" for entry in log_of(own_server, table)) >= 3
            record = await ann.get(f"/api/tables/{table}/record")
            assert read_record(record.text.splitlines(), titles.load).over

    asyncio.run(story())


def comparable(snapshot: dict[str, Any]) -> dict[str, Any]:
    """What does not change by itself."""
    return {key: snapshot[key] for key in ("version", "table", "own", "choices")}


def test_taking_back_again_and_again_is_refused_after_a_while(tmp_path: Path) -> None:
    server = Server(tmp_path, RATE_LIMIT="1").start()

    async def story() -> None:
        async with guest(server, "Ann") as ann, ann.at(await game_with_a_bot(ann)) as tab:
            await tab.until("snapshot")
            for _ in range(150):
                await tab.tell("ask_undo")
            while (await tab.until("problem", 120))["code"] != "too_many":
                pass

    try:
        asyncio.run(story())
    finally:
        server.stop()
