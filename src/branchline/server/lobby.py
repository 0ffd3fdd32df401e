"""The lobby: making tables, sitting down, finding somebody to play with."""

from __future__ import annotations

import contextlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from branchline import bots, titles
from branchline.engine.errors import SetupError
from branchline.server.clock import now
from branchline.server.errors import Refused, not_found
from branchline.server.hall import Hall
from branchline.server.listing import Listing
from branchline.server.live import STAND_IN, LiveTable
from branchline.server.stores.people import User
from branchline.server.stores.play import Clock, SeatRow, TableOptions, TableRow
from branchline.server.stores.shares import Share

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

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = hall.store.play
        self._origin_key: str | None = None
        self.listing = Listing(self.store)
        hall.lobby_listeners.add(self.listing.changed)

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
        await self.hall.lobby_changed()
        return await self.store.get(row.id) or row

    async def _share(self, who: Visitor) -> Share:
        """Somebody who wants a table or a seat. Addresses are not kept, only what tells them apart."""
        if self._origin_key is None:
            self._origin_key = await self.hall.store.people.key("origin")
        origin = hmac.digest(self._origin_key.encode(), who.address.encode(errors="replace"), "sha256").hex()
        return Share(who.user, origin, self.hall.settings.rate_limit, now())

    def _place(self, seat: int, who: str, share: Share, wish: Wish) -> SeatRow:
        """A seat as the wish has it."""
        bank, user = wish.clock.bank * 1000, share.user
        if who == "me":
            return SeatRow(seat, user.id, user.name, user.kind, None, None, False, bank, share.at)
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
        if clock.kind == "days" and clock.turn < SHORTEST_DAYS:
            raise Refused("wrong_clock", "in a game of days a turn lasts at least an hour", 422)
        if not 0 <= clock.bank <= LONGEST_BANK:
            raise Refused("wrong_clock", "a bank holds up to a day", 422)

    async def join(self, table: LiveTable, who: Visitor, seat: int | None) -> int:
        """Sit down, in a certain place or any."""
        share = await self._share(who)
        async with table.lock:
            row = await self._fresh(table)
            taken = row.seat_of(who.user.id)
            if taken is not None:
                return taken
            self._check_open(row)
            if await self.store.was_removed(row.id, who.user.id):
                raise Refused("removed", "the host has removed you from this table; you can watch it", 403)
            await self._sit(row, share, seat)
            place = (await self._fresh(table)).seat_of(who.user.id)
        await self._told(table)
        if place is None:
            raise Refused("no_seat", "there is no free seat" if seat is None else "that seat is not free")
        return place

    async def _sit(self, row: TableRow, share: Share, seat: int | None) -> None:
        """Try the free places; where somebody sits in the end, the store knows: another process may have been first."""
        for each in row.seats:
            if each.free and seat in (None, each.seat) and await self.store.sit(row.id, each.seat, share):
                return

    def _check_open(self, row: TableRow, instead: str = "you can watch it") -> None:
        if row.status == "closed":
            raise Refused("closed", "the table was shut before the game began")
        if row.status != "open":
            raise Refused("begun", f"the game has begun; {instead}")

    async def leave(self, table: LiveTable, user: User) -> None:
        """Stand up from a table that has not begun; one that its host leaves is shut."""
        async with table.lock:
            row = await self._fresh(table)
            if row.host_id != user.id and row.seat_of(user.id) is None:
                raise Refused("not_seated", "you do not sit at this table", 403)
            self._check_open(row, "you can resign instead")
            if row.host_id == user.id:
                left = await self.store.close(row.id)
            else:
                left = await self.store.stand_up(row.id, user.id)
            row = await self._fresh(table)
            if not left:  # it was started meanwhile, in another process
                self._check_open(row, "you can resign instead")
        await self._told(table)

    async def set_bot(self, table: LiveTable, user: User, seat: int, bot: str | None) -> None:
        """The host fills a free seat with a bot, or opens it again."""
        async with table.lock:
            row = await self._fresh(table)
            if row.host_id != user.id:
                raise Refused("not_host", "only the host can do that", 403)
            self._check_open(row, "its seats stay as they are")
            if bot is not None and bot not in bots.names():
                raise Refused("no_such_bot", f"there is no bot {bot!r}; there are {', '.join(bots.names())}", 422)
            if not await self.store.seat_bot(row.id, seat, bot):
                raise Refused("no_seat", "that seat is not free")
            await self._fresh(table)
        await self._told(table)

    async def remove(self, table: LiveTable, user: User, seat: int) -> None:
        """The host makes somebody stand up, for good."""
        async with table.lock:
            row = await self._fresh(table)
            if row.host_id != user.id:
                raise Refused("not_host", "only the host can do that", 403)
            self._check_open(row, "its seats stay as they are")
            whom = row.seats[seat].user_id if seat < len(row.seats) else None
            if whom is None:
                raise Refused("no_seat", "nobody sits in that seat")
            if whom == user.id:
                raise Refused("own_seat", "this is your own seat; leave the table instead")
            if not await self.store.remove(row.id, whom):
                raise Refused("no_seat", "they have just left, or the game has begun")
            await self._fresh(table)
        await self._told(table)
        table.around.tell_removed(whom)
        await self.hall.changed(table, "removed", str(whom))

    # --- playing again, and at once

    async def rematch(self, table: LiveTable, who: Visitor) -> TableRow:
        """A new table for the same people; the first who asks makes it, the others join it."""
        user = who.user
        row = await self.store.get(table.row.id) or table.row
        if row.status != "ended":
            raise Refused("not_over", "the game is not over")
        if row.seat_of(user.id) is None:
            raise Refused("not_seated", "you did not sit at this table", 403)
        again = await self._rematch_of(row)
        if again is not None and (await self._fresh(again)).status != "closed":
            return await self._join_rematch(again, who)
        made = await self.create(who, _again(row, user))
        if not await self.store.set_rematch(row.id, made.id, instead_of=row.rematch):  # somebody was quicker
            await self.store.close(made.id)
            return await self.rematch(table, who)
        table.row = replace(table.row, rematch=made.id)
        table.around.tell_people()
        await self.hall.changed(table, "people")
        return made

    async def _rematch_of(self, row: TableRow) -> LiveTable | None:
        """The table where the same people play again; one that was shut may have been cleared away since."""
        if row.rematch is None or await self.store.get(row.rematch) is None:
            return None
        return await self.hall.table(row.rematch)

    async def _join_rematch(self, again: LiveTable, who: Visitor) -> TableRow:
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
                    table = await self.hall.table(row.id)
                    await self.join(table, who, None)
                    return table.row
        chosen = titles.load(title or "usa")
        seats = ("me",) + ("greedy",) * (chosen.fewest_seats if chosen.most_seats > chosen.fewest_seats else 1)
        made = await self.create(who, Wish(chosen.id, seats, public=False, clock=clock or NO_CLOCK))
        table = await self.hall.table(made.id)
        await table.start(user)
        return table.row

    # --- people who go, or change

    async def depart(self, user: User) -> None:
        """Somebody leaves all tables for good: stands up where nothing has begun, and a bot plays on elsewhere."""
        for row in await self.store.of_user(user.id, limit=MOST_TABLES):
            table = await self.hall.table(row.id)
            with contextlib.suppress(Refused):  # it ended, or is shut, or cannot go on
                await self._depart_from(table, user)

    async def _depart_from(self, table: LiveTable, user: User) -> None:
        if table.row.status == "open":
            await self.leave(table, user)
            return
        seat = table.seat_of(user)
        for attempt in range(DEPARTURES):
            try:
                if seat is not None:
                    await table.leave(seat, "left")
                return
            except Refused as problem:
                if problem.code != "stale" or attempt == DEPARTURES - 1:
                    raise

    async def forgotten(self, user: User) -> None:
        """Take the name of somebody whose data has been deleted out of the tables in memory."""
        for table in list(self.hall.live.values()):
            if table.seat_of(user) is not None:
                async with table.lock:
                    await table.rebuild()
                table.around.tell_people()
                await self.hall.changed(table, "people")
        await self.hall.lobby_changed()

    async def known_as(self, user: User) -> None:
        """Show somebody's new name at all tables; somebody else there may get a number by it, or lose one."""
        tables = await self.store.of_user(user.id, limit=MOST_TABLES)
        ended = [table.row.id for table in self.hall.live.values() if table.seat_of(user) is not None]
        for table_id in {*ended, *(row.id for row in tables)}:
            if (table := self.hall.live.get(table_id)) is not None:
                await self._name_again(table)
            await self.hall.tell_others("people", table_id)
        if tables:
            await self.hall.lobby_changed()

    async def _name_again(self, table: LiveTable) -> None:
        """Take the names at a table from the store."""
        async with table.lock:
            stored = await self.store.get(table.row.id)
            if stored is not None:
                named = {each.seat: (each.name, each.kind) for each in stored.seats if each.name is not None}
                places = [each for each in table.row.seats if each.seat in named and each.user_id is not None]
                shown = {
                    each.seat: replace(each, name=named[each.seat][0], kind=named[each.seat][1]) for each in places
                }
                table.row = table.row.with_seats(shown)
        table.around.tell_people()

    async def _fresh(self, table: LiveTable) -> TableRow:
        """The table's row as it is stored now. Called under the lock."""
        if table.row.status == "open":
            table.row = await self.store.get(table.row.id) or table.row
        return table.row

    async def _told(self, table: LiveTable) -> None:
        """Tell those at the table and in the lobby that something changed."""
        table.around.seat_again()
        table.around.tell_people()
        await self.hall.changed(table, "people")
        await self.hall.lobby_changed()


def checked_id(table_id: str) -> str:
    """A table's id, if it can be one; what cannot be is not even looked for."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,16}", table_id):
        raise not_found("table")
    return table_id


def _again(row: TableRow, user: User) -> Wish:
    """The same table once more. It is found by link only, so that the seats stay for the same people."""
    seats = []
    for each in row.seats:
        gone = STAND_IN if each.kind == "gone" else "open"
        seats.append("me" if each.user_id == user.id else each.bot or gone)
    options = TableOptions(first_seat=None, advice=row.options.advice)
    return Wish(row.title, tuple(seats), public=False, clock=row.clock, options=options)


def _fits(row: TableRow, user: User, title: str | None, clock: Clock | None) -> bool:
    """Whether somebody who wants to play now would like an open table."""
    fresh = row.created > now() - STALE
    same_clock = row.clock.kind != "days" if clock is None else row.clock == clock
    somebody_elses = row.host_id != user.id and row.seat_of(user.id) is None
    return fresh and same_clock and somebody_elses and title in (None, row.title) and any(s.free for s in row.seats)
