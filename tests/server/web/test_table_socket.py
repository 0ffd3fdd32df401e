"""A table's socket by itself: clients that do not read, on a wire that the test holds in its hands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Message
from waiting import PATIENCE

from branchline.server.store.accounts import User
from branchline.server.table import undo
from branchline.server.web.admission import TOO_SLOW
from branchline.server.web.table_socket import MOST_WAITING, TableSocket, Wire


class DeafClient:
    """Says what it is given to say, and never reads."""

    def __init__(self, *says: str) -> None:
        self.says = list(says)
        self.closed: int | None = None

    async def receive(self) -> Message:
        if self.says:
            return {"type": "websocket.receive", "text": self.says.pop(0)}
        await asyncio.Event().wait()
        raise AssertionError

    async def send(self, _: Any) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        self.closed = code


class QuietTable:
    """A table at which nothing happens but what the test wants."""

    def __init__(self, on_undo: Callable[[], None] = lambda: None) -> None:
        self.row = SimpleNamespace(id="t")
        self.on_undo = on_undo
        self.here = False

    def seat_of(self, _: object) -> int:
        return 0

    async def join(self, *_: object) -> None:
        self.here = True

    def part(self, _: object) -> None:
        self.here = False


async def no_limit(*_: object) -> None:
    pass


async def no_chat(_: str) -> list[object]:
    return []


def seated(client: DeafClient, table: QuietTable) -> TableSocket:
    limits = SimpleNamespace(spend=no_limit, on=False)
    services = SimpleNamespace(limits=limits, store=SimpleNamespace(chat=SimpleNamespace(last=no_chat)))
    session = SimpleNamespace(user=User(1, "Ann", "guest", None, 0), token="")
    return TableSocket(Wire(client, client.receive, client.send), services, table, session)  # type: ignore[arg-type]


def flood(socket: TableSocket) -> None:
    for _ in range(MOST_WAITING + 2):
        socket.send(b"{}")


@pytest.mark.parametrize("while_served", [False, True])
def test_a_client_that_never_reads_is_let_go(while_served: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(table: QuietTable, _: object) -> None:
        table.on_undo()

    monkeypatch.setattr(undo, "ask", ask)

    async def story() -> None:
        client = DeafClient(*(['{"type":"ask_undo"}'] if while_served else []))
        table = QuietTable(lambda: flood(socket))
        socket = seated(client, table)
        running = asyncio.create_task(socket.run(None))
        if not while_served:
            while not table.here:
                await asyncio.sleep(0)
            flood(socket)
        done, _ = await asyncio.wait([running], timeout=PATIENCE)
        assert done
        assert client.closed == TOO_SLOW
        assert not table.here

    asyncio.run(story())
