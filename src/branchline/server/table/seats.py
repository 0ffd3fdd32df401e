"""Who sits where: sitting down, standing up, bots, leaving a game and coming back, and the start."""

from __future__ import annotations

from msgspec.structs import replace

from branchline import bots
from branchline.server import protocol
from branchline.server.clock import now
from branchline.server.errors import Refused
from branchline.server.store.accounts import User
from branchline.server.store.log_writer import Conflict
from branchline.server.store.rows import TableRow, bot_name
from branchline.server.store.shares import Share
from branchline.server.table.changes import Changes
from branchline.server.table.game import PlayedGame, start_data
from branchline.server.table.table import Table

SUBSTITUTE = "greedy"  # the bot that plays for those who have left

# --- before the game


async def sit_down(table: Table, share: Share, seat: int | None) -> int:
    """Sit down, in a certain place or any; where somebody sits already, they stay."""
    user = share.user
    async with table.held():
        row = await refresh(table)
        taken = row.seat_of(user.id)
        if taken is not None:
            return taken
        check_open(row)
        if await table.process.store.tables.was_removed(row.id, user.id):
            raise Refused("removed")
        await _take_free(table, share, seat)
        place = (await refresh(table)).seat_of(user.id)
    await _tell(table)
    if place is None:
        raise Refused("no_seat" if seat is None else "seat_taken")
    return place


async def _take_free(table: Table, share: Share, seat: int | None) -> None:
    """Try the free places; where somebody sits in the end, the store knows: another process may have been first."""
    for each in table.row.seats:
        if each.free and seat in (None, each.seat):
            if await table.process.store.tables.sit(table.row.id, each.seat, share):
                return


async def stand_up(table: Table, user: User) -> None:
    """Stand up from a table that has not begun; one that its host leaves is shut."""
    async with table.held():
        row = await refresh(table)
        if row.host_id != user.id and row.seat_of(user.id) is None:
            raise Refused("not_seated")
        check_open(row)
        rows = table.process.store.tables
        left = await (rows.close(row.id) if row.host_id == user.id else rows.stand_up(row.id, user.id))
        row = await refresh(table)
        if not left:  # it was started meanwhile, in another process
            check_open(row)
    await _tell(table)


async def set_bot(table: Table, user: User, seat: int, bot: str | None) -> None:
    """The host fills a free seat with a bot, or opens it again."""
    async with table.held():
        row = await _hosts_row(table, user)
        if bot is not None and bot not in bots.names():
            raise Refused("no_such_bot", bot=bot)
        if not await table.process.store.tables.seat_bot(row.id, seat, bot):
            raise Refused("seat_taken")
        await refresh(table)
    await _tell(table)


async def remove(table: Table, user: User, seat: int) -> None:
    """The host makes somebody stand up, for good."""
    async with table.held():
        row = await _hosts_row(table, user)
        whom = row.seats[seat].user_id if seat < len(row.seats) else None
        if whom is None:
            raise Refused("seat_empty")
        if whom == user.id:
            raise Refused("own_seat")
        if not await table.process.store.tables.remove(row.id, whom):
            raise Refused("seat_empty")
        await refresh(table)
    await _tell(table)
    tell_removed(table, whom)
    await table.process.publish("removed", table.row.id, str(whom))


def tell_removed(table: Table, user_id: int) -> None:
    """Tell somebody that the host has removed them; they go on as a watcher."""
    table.audience.send_to(user_id, protocol.encoder.encode(protocol.Problem.of(Refused("removed"))))


def check_open(row: TableRow) -> None:
    """Refuse what can only be done before the game."""
    if row.status == "closed":
        raise Refused("closed")
    if row.status != "open":
        raise Refused("begun")


async def _hosts_row(table: Table, user: User) -> TableRow:
    """The row of an open table, for its host."""
    row = await refresh(table)
    if row.host_id != user.id:
        raise Refused("not_host")
    check_open(row)
    return row


async def refresh(table: Table) -> TableRow:
    """The row as it is stored now, as long as the table is open: until then others write it too. Under the lock."""
    if table.row.status == "open":
        table.row = await table.process.store.tables.get(table.row.id) or table.row
    return table.row


async def _tell(table: Table) -> None:
    """Tell those at the table and in the lobby that something changed."""
    table.seat_again()
    table.tell_people()
    await table.process.publish("people", table.row.id)
    await table.process.lobby_changed()


# --- the start


async def start(table: Table, user: User | None) -> None:
    """Deal, when every seat is taken."""
    async with table.held():
        row = await refresh(table)
        if row.status != "open":
            raise Refused("begun")
        if user is None or user.id != row.host_id:
            raise Refused("not_host")
        table.check_rules()
        if any(each.free for each in row.seats):
            raise _seats_free()
        await _deal(table)


async def _deal(table: Table) -> None:
    names = [each.name or bot_name(each.bot or "", each.seat) for each in table.row.seats]
    table.doubts.change_begins()
    table.game = PlayedGame(table.row, tuple(names))
    events = table.game.game.opening
    changes = Changes(table.row, starts=True)
    changes.begin(now())
    table.note(changes, "start", None, start_data(table.row, names, events), events, before=())
    try:
        await table.save(changes)
    except Conflict:
        # Another process has started it, or somebody stood up there just now.
        if table.row.status == "open":
            raise _seats_free() from None
    await table.process.lobby_changed()


def _seats_free() -> Refused:
    return Refused("seats_free")


# --- leaving a game, and coming back


async def leave(table: Table, seat: int, why: str) -> None:
    """A bot takes the seat of somebody who resigned or ran out of time."""
    async with table.held():
        table.running_game()
        if table.row.seats[seat].driver is None:
            changes = Changes(table.row)
            table.note(changes, "leave", seat, {"bot": SUBSTITUTE, "why": why})
            await _swap(table, changes, seat, SUBSTITUTE)


async def come_back(table: Table, user: User | None) -> None:
    """Somebody takes the own seat back from the bot."""
    async with table.held():
        seat = table.players_seat(user)
        table.running_game()
        if table.row.seats[seat].substitute is None:
            raise Refused("not_away")
        changes = Changes(table.row)
        table.note(changes, "back", seat, {})
        await _swap(table, changes, seat, None)


async def _swap(table: Table, changes: Changes, seat: int, bot: str | None) -> None:
    """Put a bot into a seat, or take it away."""
    changes.swap(seat, bot, table.due, now())
    try:
        await table.save(changes)
    except Conflict:
        raise Refused("stale") from None


# --- names


async def name_again(table: Table) -> None:
    """Take the names of the people at a table from the store."""
    async with table.lock:
        stored = await table.process.store.tables.get(table.row.id)
        if stored is not None:
            named = {each.seat: each for each in stored.seats if each.name is not None}
            sitting = [each for each in table.row.seats if each.user_id is not None and each.seat in named]
            shown = [replace(each, name=named[each.seat].name, kind=named[each.seat].kind) for each in sitting]
            table.row = table.row.with_seats({each.seat: each for each in shown})
    table.tell_people()


async def forget_names(table: Table) -> None:
    """Read the table again after somebody's data has been deleted, and tell it."""
    async with table.lock:
        await table.rebuild()
    table.tell_people()
    await table.process.publish("people", table.row.id)


async def set_rematch(table: Table, rematch: str) -> None:
    """Show everybody the table where the same people play again."""
    async with table.lock:
        table.row = replace(table.row, rematch=rematch)
    table.tell_people()
    await table.process.publish("people", table.row.id)
