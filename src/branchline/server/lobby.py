"""The lobby: making tables, sitting down, finding somebody to play with."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any

from branchline import bots, titles
from branchline.engine.errors import SetupError
from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.hall import Hall
from branchline.server.live import LiveTable
from branchline.server.stores.people import User
from branchline.server.stores.play import Clock, SeatRow, TableOptions, TableRow

NO_CLOCK, NO_OPTIONS = Clock(), TableOptions()
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
LONGEST_TURN, LONGEST_BANK = 14 * 24 * 3600, 24 * 3600


@dataclass(frozen=True)
class Wish:
    """What a table is to be. A seat is "me", "open" or a bot's name."""

    title: str
    seats: tuple[str, ...]
    public: bool = True
    clock: Clock = NO_CLOCK
    options: TableOptions = NO_OPTIONS


class Lobby:
    """Tables that have not begun."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = hall.store.play

    async def create(self, user: User, wish: Wish) -> TableRow:
        """A new table; the host may sit at it."""
        self._check(wish)
        places = [self._place(seat, who, user, wish) for seat, who in enumerate(wish.seats)]
        row = TableRow(
            id="".join(secrets.choice(LETTERS) for _ in range(10)),
            title=wish.title,
            rules=titles.load(wish.title).version,
            status="open",
            public=wish.public,
            clock=wish.clock,
            options=wish.options,
            host_id=user.id,
            seed=secrets.token_bytes(32).hex(),
            created=now(),
            started=None,
            ended=None,
            deadline=None,
            rematch=None,
            seats=tuple(places),
        )
        await self.store.create(row)
        await self.hall.lobby_changed()
        return row

    def _place(self, seat: int, who: str, user: User, wish: Wish) -> SeatRow:
        """A seat as the wish has it."""
        bank = wish.clock.bank * 1000
        if who == "me":
            return SeatRow(seat, user.id, user.name, user.kind, None, None, False, bank)
        return SeatRow(seat, None, None, None, who if who in bots.names() else None, None, False, bank)

    def _check(self, wish: Wish) -> None:
        try:
            title = titles.load(wish.title)
        except SetupError as problem:
            raise Refused("no_such_title", str(problem), 422) from None
        if not title.fewest_seats <= len(wish.seats) <= title.most_seats:
            few, most = title.fewest_seats, title.most_seats
            raise Refused("wrong_seats", f"{title.name} is for {few} to {most} players", 422)
        for who in wish.seats:
            if who not in ("me", "open", *bots.names()):
                raise Refused("no_such_bot", f"there is no bot {who!r}; there are {', '.join(bots.names())}", 422)
        if wish.seats.count("me") > 1:
            raise Refused("wrong_seats", "you can sit in one seat only", 422)
        if wish.options.first_seat is not None and wish.options.first_seat not in range(len(wish.seats)):
            raise Refused("wrong_seats", "there is no such first seat", 422)
        self._check_clock(wish.clock)

    def _check_clock(self, clock: Clock) -> None:
        if clock.kind not in ("none", "live", "days"):
            raise Refused("wrong_clock", "a clock is none, live or days", 422)
        if clock.kind != "none" and not 5 <= clock.turn <= LONGEST_TURN:
            raise Refused("wrong_clock", "a turn lasts 5 seconds to 14 days", 422)
        if not 0 <= clock.bank <= LONGEST_BANK:
            raise Refused("wrong_clock", "a bank holds up to a day", 422)

    async def join(self, table: LiveTable, user: User, seat: int | None) -> int:
        """Sit down, in a certain place or any."""
        row = await self._fresh(table)
        taken = row.seat_of(user.id)
        if taken is not None:
            return taken
        if row.status != "open":
            raise Refused("begun", "the game has begun; you can watch it")
        free = [each.seat for each in row.seats if each.free and seat in (None, each.seat)]
        for place in free:
            if await self.store.sit(row.id, place, user.id):
                await self._told(table)
                return place
        raise Refused("no_seat", "there is no free seat")

    async def leave(self, table: LiveTable, user: User) -> None:
        """Stand up from a table that has not begun; one that its host leaves is shut."""
        row = await self._fresh(table)
        if row.status != "open":
            raise Refused("begun", "the game has begun; you can resign instead")
        if row.host_id == user.id:
            await self.store.close(row.id)
        elif not await self.store.stand_up(row.id, user.id):
            raise Refused("not_seated", "you do not sit at this table")
        await self._told(table)

    async def set_bot(self, table: LiveTable, user: User, seat: int, bot: str | None) -> None:
        """The host fills a free seat with a bot, or opens it again."""
        row = await self._fresh(table)
        if row.host_id != user.id:
            raise Refused("not_host", "only the host can do that", 403)
        if bot is not None and bot not in bots.names():
            raise Refused("no_such_bot", f"there is no bot {bot!r}; there are {', '.join(bots.names())}", 422)
        if not await self.store.seat_bot(row.id, seat, bot):
            raise Refused("no_seat", "that seat is not free")
        await self._told(table)

    async def rematch(self, table: LiveTable, user: User) -> TableRow:
        """A new table for the same people; the first who asks makes it, the others join it."""
        row = await self._fresh(table)
        if row.status != "ended":
            raise Refused("not_over", "the game is not over")
        if row.seat_of(user.id) is None:
            raise Refused("not_seated", "you did not sit at this table", 403)
        if row.rematch is not None:
            again = await self.store.get(row.rematch)
            if again is not None and again.status in ("open", "running"):
                await self.join(await self.hall.table(again.id), user, None)
                return await self.store.get(again.id) or again
        seats = tuple("me" if each.user_id == user.id else each.bot or "open" for each in row.seats)
        options = TableOptions(first_seat=None, advice=row.options.advice)
        made = await self.create(user, Wish(row.title, seats, row.public, row.clock, options))
        if not await self.store.set_rematch(row.id, made.id):
            await self.store.close(made.id)
            return await self.rematch(table, user)
        table.row = replace(table.row, rematch=made.id)
        table.tell_people()
        await self.hall.changed(table, "people")
        return made

    async def play_now(self, user: User, title: str | None, clock: Clock) -> TableRow:
        """A fitting open table of somebody else, or a new one with bots that begins at once."""
        for row in await self.store.listing("open"):
            fits = title in (None, row.title) and row.clock.kind != "days"
            if fits and row.host_id != user.id and any(each.free for each in row.seats):
                table = await self.hall.table(row.id)
                try:
                    await self.join(table, user, None)
                except Refused:
                    continue
                return await self.store.get(row.id) or row
        chosen = titles.load(title or "usa")
        seats = ("me",) + ("greedy",) * (chosen.fewest_seats if chosen.most_seats > chosen.fewest_seats else 1)
        made = await self.create(user, Wish(chosen.id, seats, public=False, clock=clock))
        table = await self.hall.table(made.id)
        await table.start(user)
        return table.row

    async def _fresh(self, table: LiveTable) -> TableRow:
        """The table's row as it is stored now."""
        if table.row.status == "open":
            table.row = await self.store.get(table.row.id) or table.row
        return table.row

    async def _told(self, table: LiveTable) -> None:
        """Tell those at the table and in the lobby that something changed."""
        await self._fresh(table)
        for connection in table.connections:
            connection.seat = table.seat_of(connection.user)
        table.tell_people()
        await self.hall.changed(table, "people")
        await self.hall.lobby_changed()

    async def listing(self) -> dict[str, list[dict[str, Any]]]:
        """The public tables that are open or running."""
        return {status: [summary(row) for row in await self.store.listing(status)] for status in ("open", "running")}


def summary(row: TableRow) -> dict[str, Any]:
    """A table in a list."""
    return {
        "id": row.id,
        "title": row.title,
        "status": row.status,
        "public": row.public,
        "clock": {"kind": row.clock.kind, "turn": row.clock.turn, "bank": row.clock.bank},
        "created": row.created,
        "ended": row.ended,
        "deadline": row.deadline,
        "seats": [
            {"seat": each.seat, "name": each.name, "kind": each.kind, "bot": each.bot, "due": each.due}
            for each in row.seats
        ],
    }
