"""Tables that nobody looks at are cared for, however many there are: bots move, and time that is up is up."""

from __future__ import annotations

import asyncio
from pathlib import Path

import websockets
from server.kit import Person, Server, Tab, guest
from server.store import rows
from waiting import wait_until

TABLES = 205  # more than were looked at in one go
LATE = 10
COMING = 12


async def tables_of_bots(ann: Person, count: int) -> None:
    """So many running tables where bots play each other, a few made at a time."""
    some = asyncio.Semaphore(8)

    async def one() -> None:
        async with some:
            await ann.table("usa", ["random", "random"], start=True, public=False)

    await asyncio.gather(*(one() for _ in range(count)))


def versions(server: Server) -> dict[str, int]:
    """How far each running table of bots has come."""
    found = rows(
        server,
        "SELECT log.table_id, max(log.version) FROM log JOIN tables ON tables.id = log.table_id "
        "WHERE tables.status = 'running' GROUP BY log.table_id",
    )
    return {row[0]: row[1] for row in found}


def test_all_bots_move_and_all_deadlines_are_kept_at_hundreds_of_tables_also_after_a_restart(tmp_path: Path) -> None:
    # Bots that rest between their moves, so that no game ends and makes room for another.
    server = Server(tmp_path, BOT_PAUSE="8").start()

    async def story() -> None:
        async with guest(server, "Ann") as ann, guest(server, "Ben") as ben:
            await tables_of_bots(ann, TABLES)
            clock = {"kind": "live", "turn": 5, "bank": 0}
            late = [await ann.begin_with(ben, clock=clock, public=False) for _ in range(LATE)]
            server.kill()
            before = versions(server)
            assert len(before) == TABLES + LATE
            await asyncio.to_thread(server.start)
            await asyncio.to_thread(
                wait_until, lambda: all_moved(before), lambda: "some bots have not moved since the restart"
            )
            names = ", ".join(f"'{each}'" for each in late)
            substitutes = f"SELECT seat FROM seats WHERE stand_in IS NOT NULL AND table_id IN ({names})"
            await asyncio.to_thread(
                wait_until, lambda: len(rows(server, substitutes)) == 2 * LATE, lambda: "some deadlines were not kept"
            )

    def all_moved(before: dict[str, int]) -> bool:
        now = versions(server)
        return all(now.get(table, version + 1) > version for table, version in before.items())

    try:
        asyncio.run(story())
    finally:
        server.stop()


def test_tables_loaded_while_loading_fails_are_one_table(own_server: Server) -> None:
    """Whoever comes while a table cannot be read, and just after, sits at the same table in the end."""

    async def story() -> None:
        async with guest(own_server, "Ann") as ann, guest(own_server, "Ben") as ben:
            for _ in range(3):
                table = await ann.begin_with(ben, public=False)
                own_server.kill()
                await asyncio.to_thread(rows, own_server, "ALTER TABLE log RENAME TO log_away")
                await asyncio.to_thread(own_server.start)
                coming = [asyncio.create_task(come(ben, table)) for _ in range(COMING)]
                await asyncio.to_thread(rows, own_server, "ALTER TABLE log_away RENAME TO log")
                watching = await asyncio.gather(*coming)
                async with ann.at(table) as tab:
                    await tab.until("snapshot")
                    assert (await tab.act(tab.legal[0]))["type"] == "done"
                    for each in watching:
                        assert (await each.until("update"))["version"] == tab.version
                for each in watching:
                    each.ws.transport.abort()

    asyncio.run(story())


async def come(person: Person, table: str) -> Tab:
    """Come to a table, again and again until one gets in; whoever comes stays."""
    address = person.server.url.replace("http", "ws") + f"/api/tables/{table}/socket"
    while True:
        ws = await websockets.connect(address, additional_headers={"cookie": person.cookie}, max_size=None)
        tab = Tab(ws, table)
        if (await tab.hear_any("snapshot", "problem"))["type"] == "snapshot":
            return tab
        ws.transport.abort()
