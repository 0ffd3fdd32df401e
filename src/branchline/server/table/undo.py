"""Taking a step back: at once where nothing was shown, else when the others agree."""

from __future__ import annotations

from collections.abc import Iterable

from branchline.server import protocol
from branchline.server.errors import Refused
from branchline.server.store.accounts import User
from branchline.server.store.log_writer import Conflict
from branchline.server.table.changes import Changes
from branchline.server.table.game import play_again
from branchline.server.table.table import NO_UNDO, Table


async def ask(table: Table, user: User | None) -> None:
    """Take the last step back at once, or ask the others."""
    async with table.held():
        seat = table.players_seat(user)
        game = table.running_game()
        if game.can_undo_freely(seat):
            await _take_back(table, seat)
            return
        if game.last_step_of(seat) is None:
            raise Refused("nothing_to_undo")
        table.undo = protocol.UndoAsked(seat, ())
        await _take_back_if_agreed(table)


async def answer(table: Table, user: User | None, agree: bool) -> None:
    """One of the others agrees, or not."""
    async with table.held():
        seat = table.players_seat(user)
        asking, agreed = table.undo.seat, table.undo.agreed
        if asking is None or seat == asking:
            raise Refused("no_undo_asked")
        table.undo = protocol.UndoAsked(asking, tuple(sorted({*agreed, seat}))) if agree else NO_UNDO
        await _take_back_if_agreed(table)


async def _take_back_if_agreed(table: Table) -> None:
    """Do it when all other people have agreed; bots always do."""
    asking = table.undo.seat
    others = {each.seat for each in table.row.seats if each.driver is None and each.seat != asking}
    if asking is not None and others <= set(table.undo.agreed):
        await _take_back(table, asking)
    question = protocol.encoder.encode(table.undo)
    table.audience.send_all(question)
    await table.process.publish("undo", table.row.id, question.decode())


async def _take_back(table: Table, seat: int) -> None:
    """Go back to where the seat's last step began, by the steps before it as the log has them."""
    game = table.running_game()
    before = game.due
    to = game.last_step_of(seat)
    assert to is not None
    stands = game.standing[: to + 1]  # the start, and so many steps
    entries = await table.process.store.log.entries(table.row.id, stands)
    table.doubts.change_begins()
    table.game = play_again(table.row, game.names, entries)
    changes = Changes(table.row)
    # Whoever loads the game need not read what was taken back.
    table.note(changes, "undo", seat, {"to": to, "stands": ranges(stands)}, before=before)
    try:
        await table.save(changes)
    except Conflict:
        raise Refused("stale") from None


def ranges(versions: Iterable[int]) -> list[list[int]]:
    """Versions in a row as their first and last."""
    found: list[list[int]] = []
    for version in versions:
        if found and found[-1][1] == version - 1:
            found[-1][1] = version
        else:
            found.append([version, version])
    return found
