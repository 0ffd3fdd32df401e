"""The lists of public tables: whoever watches them gets them once, and then only what changes."""

from __future__ import annotations

import asyncio

from branchline.server import protocol
from branchline.server.store.rows import SeatRow, Status, TableRow
from branchline.server.store.tables import TableStore

# The lists are looked up no more often, however much happens.
LOOK_SECONDS = 0.2


class Listing:
    """The public tables that are open or running, and what changed in them last."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._stale = True
        self._looked = -LOOK_SECONDS
        self._shown = protocol.LobbyLists((), ())
        self._number = 0  # how often the lists have changed
        self._whole = b""
        self._difference = b""

    async def changed(self) -> None:
        """Something has changed; the lists are looked up again when somebody asks."""
        self._stale = True

    async def whole(self) -> protocol.LobbyLists:
        """The lists as they are now."""
        async with self._lock:
            if self._stale:
                await self._look()
            return self._shown

    async def since(self, seen: int | None) -> tuple[int, bytes | None]:
        """What to tell somebody who has seen the lists after so many changes, and how many there are now."""
        await self.whole()
        if seen == self._number:
            return seen, None
        return self._number, self._difference if seen == self._number - 1 else self._whole

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._looked + LOOK_SECONDS - loop.time())
        self._looked = loop.time()
        self._stale = False
        try:
            found = protocol.LobbyLists(await self._list("open"), await self._list("running"))
        except BaseException:
            self._stale = True
            raise
        if found != self._shown or not self._number:
            self._difference = protocol.encoder.encode(difference(self._shown, found))
            self._whole = protocol.encoder.encode(found)
            self._shown = found
            self._number += 1

    async def _list(self, status: Status) -> tuple[protocol.Listed, ...]:
        return tuple(listed(row) for row in await self._store.listing(status))


def difference(before: protocol.LobbyLists, after: protocol.LobbyLists) -> protocol.LobbyChanged:
    """What is new or different in the lists, and what is no longer in them."""
    old = {each.id: each for each in (*before.open, *before.running)}
    new = {each.id: each for each in (*after.open, *after.running)}
    changed = tuple(each for name, each in new.items() if old.get(name) != each)
    return protocol.LobbyChanged(changed, tuple(name for name in old if name not in new))


def listed(row: TableRow) -> protocol.Listed:
    """A table in a list."""
    return protocol.Listed(
        id=row.id,
        title=row.title,
        rules=row.rules,
        status=row.status,
        public=row.public,
        clock=row.clock,
        advice=row.options.advice,
        first_seat=row.options.first_seat,
        host=row.host_name,
        created=row.created,
        started=row.started,
        ended=row.ended,
        deadline=row.deadline,
        rematch=row.rematch,
        seats=tuple(_listed_seat(each) for each in row.seats),
    )


def _listed_seat(each: SeatRow) -> protocol.ListedSeat:
    return protocol.ListedSeat(each.seat, each.name, each.kind, each.bot, each.substitute, each.due)
