"""The lobby: making tables, sitting down, finding somebody to play with."""

from __future__ import annotations

import contextlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import NamedTuple

from branchline import bots, titles
from branchline.engine.errors import SetupError
from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.listing import Listing
from branchline.server.store.accounts import User
from branchline.server.store.rows import Clock, SeatRow, Status, TableOptions, TableRow
from branchline.server.store.shares import Share
from branchline.server.table import seats
from branchline.server.table.table import Table
from branchline.server.tables import Tables
from branchline.titles.site import all_sites

NO_CLOCK, NO_OPTIONS = Clock(), TableOptions()
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 10
LONGEST_TURN, LONGEST_BANK = 14 * 24 * 3600, 24 * 3600
SHORTEST_DAYS = 3600  # a turn of which people are told by mail
MOST_TABLES = 10_000  # more than anybody sits at
DEPARTURES = 10  # so often somebody who goes is beaten by moves of another process
STALE = 30 * 60 * 1000  # an open table that nobody has started for so long is not offered to who wants to play now


class Visitor(NamedTuple):
    """Somebody, and the address they come from."""

    user: User
    address: str


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

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store.tables
        self._origin_key: str | None = None
        self.listing = Listing(self.store)
        tables.lobby_listeners.add(self.listing.changed)

    # --- making tables, sitting down

    async def create(self, who: Visitor, wish: Wish) -> TableRow:
        """A new table; the host may sit at it."""
        self._check(wish)
        share = await self._share(who)
        user = who.user
        places = [self._place(seat, each, share, wish) for seat, each in enumerate(wish.seats)]
        row = TableRow(
            id="".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH)),
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
        await self.store.create(row, share)
        await self.tables.lobby_changed()
        return await self.store.get(row.id) or row

    async def _share(self, who: Visitor) -> Share:
        """Somebody who wants a table or a seat. Addresses are not kept, only what tells them apart."""
        if self._origin_key is None:
            self._origin_key = await self.tables.store.accounts.key("origin")
        origin = hmac.digest(self._origin_key.encode(), who.address.encode(errors="replace"), "sha256").hex()
        return Share(who.user, origin, self.tables.settings.rate_limit, now())

    def _place(self, seat: int, who: str, share: Share, wish: Wish) -> SeatRow:
        """A seat as the wish has it."""
        bank, user = wish.clock.bank * 1000, share.user
        if who == "me":
            return SeatRow(seat, user.id, user.name, user.kind, None, None, False, bank, share.at)
        return SeatRow(seat, None, None, None, who if who in bots.names() else None, None, False, bank)

    def _check(self, wish: Wish) -> None:
        try:
            title = titles.load(wish.title)
        except SetupError:
            raise Refused("no_such_title", title=wish.title) from None
        if not title.fewest_seats <= len(wish.seats) <= title.most_seats:
            few, most = title.fewest_seats, title.most_seats
            raise Refused("wrong_seats", fewest=few, most=most)
        for who in wish.seats:
            if who not in ("me", "open", *bots.names()):
                raise Refused("no_such_bot", bot=who)
        if wish.seats.count("me") > 1:
            raise Refused("two_seats")
        if wish.options.first_seat is not None and wish.options.first_seat not in range(len(wish.seats)):
            raise Refused("no_such_first_seat")
        self._check_clock(wish.clock)

    def _check_clock(self, clock: Clock) -> None:
        if clock.kind != "none" and not 5 <= clock.turn <= LONGEST_TURN:
            raise Refused("clock_turn")
        if clock.kind == "days" and clock.turn < SHORTEST_DAYS:
            raise Refused("clock_days")
        if not 0 <= clock.bank <= LONGEST_BANK:
            raise Refused("clock_bank")

    async def join(self, table: Table, who: Visitor, seat: int | None) -> int:
        """Sit down, in a certain place or any."""
        return await seats.sit_down(table, await self._share(who), seat)

    # --- playing again, and at once

    async def rematch(self, table: Table, who: Visitor) -> TableRow:
        """A new table for the same people; the first who asks makes it, the others join it."""
        user = who.user
        row = await self.store.get(table.row.id) or table.row
        if row.status != "ended":
            raise Refused("not_over")
        if row.seat_of(user.id) is None:
            raise Refused("not_seated")
        again = await self._rematch_of(row)
        if again is not None and (await self._status(again)) != "closed":
            return await self._join_rematch(again, who)
        made = await self.create(who, _again(row, user))
        if not await self.store.set_rematch(row.id, made.id, instead_of=row.rematch):  # somebody was quicker
            await self.store.close(made.id)
            return await self.rematch(table, who)
        await seats.set_rematch(table, made.id)
        return made

    async def _status(self, table: Table) -> Status:
        async with table.held():
            return (await seats.refresh(table)).status

    async def _rematch_of(self, row: TableRow) -> Table | None:
        """The table where the same people play again; one that was shut may have been cleared away since."""
        if row.rematch is None or await self.store.get(row.rematch) is None:
            return None
        return await self.tables.find(row.rematch)

    async def _join_rematch(self, again: Table, who: Visitor) -> TableRow:
        """Sit down where the others play again, or played again: then the question is put there."""
        if again.row.status == "ended":
            return await self.rematch(again, who)
        await self.join(again, who, None)
        return again.row

    async def play_now(self, who: Visitor, title: str | None, clock: Clock | None) -> TableRow:
        """A fitting open table of somebody else, or a new one with bots that begins at once."""
        user = who.user
        for row in await self.store.listing("open"):
            if _fits(row, user, title, clock):
                with contextlib.suppress(Refused):  # somebody else was quicker
                    table = await self.tables.find(row.id)
                    await self.join(table, who, None)
                    return table.row
        chosen = titles.load(title) if title else all_sites()[0].title
        others = ("greedy",) * (chosen.fewest_seats if chosen.most_seats > chosen.fewest_seats else 1)
        made = await self.create(who, Wish(chosen.id, ("me", *others), public=False, clock=clock or NO_CLOCK))
        table = await self.tables.find(made.id)
        await seats.start(table, user)
        return table.row

    # --- people who go, or change

    async def depart(self, user: User) -> None:
        """Somebody leaves all tables for good: stands up where nothing has begun, and a bot plays on elsewhere."""
        for row in await self.store.of_user(user.id, limit=MOST_TABLES):
            table = await self.tables.find(row.id)
            with contextlib.suppress(Refused):  # it ended, or is shut, or cannot go on
                await self._depart_from(table, user)

    async def _depart_from(self, table: Table, user: User) -> None:
        if table.row.status == "open":
            await seats.stand_up(table, user)
            return
        seat = table.seat_of(user)
        for attempt in range(DEPARTURES):
            try:
                if seat is not None:
                    await seats.leave(table, seat, "left")
                return
            except Refused as problem:
                if problem.code != "stale" or attempt == DEPARTURES - 1:
                    raise

    async def forgotten(self, user: User) -> None:
        """Take the name of somebody whose data has been deleted out of the tables in memory."""
        for table in list(self.tables.live.values()):
            if table.seat_of(user) is not None:
                await seats.forget_names(table)
        await self.tables.lobby_changed()

    async def known_as(self, user: User) -> None:
        """Show somebody's new name at all tables; somebody else there may get a number by it, or lose one."""
        tables = await self.store.of_user(user.id, limit=MOST_TABLES)
        ended = [table.row.id for table in self.tables.live.values() if table.seat_of(user) is not None]
        for table_id in {*ended, *(row.id for row in tables)}:
            if (table := self.tables.live.get(table_id)) is not None:
                await seats.name_again(table)
            await self.tables.publish("people", table_id)
        if tables:
            await self.tables.lobby_changed()


def checked_id(table_id: str) -> str:
    """A table's id, if it can be one; what cannot be is not even looked for."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,16}", table_id):
        raise Refused("not_found", what="table")
    return table_id


def _again(row: TableRow, user: User) -> Wish:
    """The same table once more. It is found by link only, so that the seats stay for the same people."""
    places = []
    for each in row.seats:
        gone = seats.SUBSTITUTE if each.kind == "gone" else "open"
        places.append("me" if each.user_id == user.id else each.bot or gone)
    options = TableOptions(first_seat=None, advice=row.options.advice)
    return Wish(row.title, tuple(places), public=False, clock=row.clock, options=options)


def _fits(row: TableRow, user: User, title: str | None, clock: Clock | None) -> bool:
    """Whether somebody who wants to play now would like an open table."""
    fresh = row.created > now() - STALE
    same_clock = row.clock.kind != "days" if clock is None else row.clock == clock
    somebody_elses = row.host_id != user.id and row.seat_of(user.id) is None
    return fresh and same_clock and somebody_elses and title in (None, row.title) and any(s.free for s in row.seats)
