"""What those at a table get to see: messages made from the table's row, its history and the views of its seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from branchline.engine.core.dealer import sealed_commitment
from branchline.engine.core.sight import sight_of
from branchline.engine.words.describe import own_facts, table_facts
from branchline.server import messages
from branchline.server.clock import now
from branchline.server.stores.play import ChatLine, SeatRow

if TYPE_CHECKING:
    from branchline.server.live import LiveTable


def info(table: LiveTable) -> messages.TableInfo:
    """The table and its people."""
    row = table.row
    here = table.around.everywhere()
    return messages.TableInfo(
        id=row.id,
        title=row.title,
        status=row.status,
        public=row.public,
        clock=row.clock,
        advice=row.options.advice,
        host=next((each.name for each in row.seats if each.user_id == row.host_id), None),
        people=tuple(_person(each, here.users, row.clock.kind == "live") for each in row.seats),
        deadline=row.deadline,
        commitment=sealed_commitment(bytes.fromhex(row.seed)),
        rematch=row.rematch,
        watching=here.watching,
        can_go_on=table.history.problem is None,
    )


def _person(each: SeatRow, here: frozenset[int], live: bool) -> messages.Person:
    at_table = each.user_id is not None and each.user_id in here
    bank = each.bank if live else None
    return messages.Person(each.seat, each.name, each.kind, each.bot, each.stand_in, at_table, bank)


def snapshot(
    table: LiveTable,
    seat: int | None,
    missed: tuple[messages.Told, ...] = (),
    said: tuple[ChatLine, ...] = (),
) -> messages.Snapshot:
    """All that a seat may know, and what it missed."""
    return messages.Snapshot(
        version=table.version,
        now=now(),
        you=seat,
        info=info(table),
        table=public_facts(table),
        own=private_facts(table, seat),
        choices=choices(table, seat),
        missed=missed,
        chat=tuple(messages.Chat(line.id, line.name, line.at, line.text) for line in said),
        undo=table.undo,
        ending=ending(table),
    )


class Telling:
    """Tells what has happened since a version; what all seats may know is packed once for all of them."""

    def __init__(self, table: LiveTable, before: int, info_changed: bool) -> None:
        self.table = table
        self.before = before
        self._info = info(table) if info_changed else None
        self._facts = msgspec.Raw(messages.encoder.encode(public_facts(table)))
        self._ending = ending(table)
        self._made: dict[int | None, bytes] = {}

    def to(self, seat: int | None) -> bytes:
        """The message for a seat, or for a spectator."""
        if seat not in self._made:
            self._made[seat] = messages.encoder.encode(self._update(seat))
        return self._made[seat]

    def _update(self, seat: int | None) -> messages.Update:
        history = self.table.history
        return messages.Update(
            version=history.version,
            now=now(),
            told=history.told_since(self.before, seat),
            info=self._info,
            table=self._facts,  # type: ignore[arg-type]  # packed already
            own=private_facts(self.table, seat),
            choices=choices(self.table, seat),
            ending=self._ending,
        )


def public_facts(table: LiveTable) -> Any:
    """What everybody may know of the game."""
    if table.played is None:
        return None
    game = table.played.game
    return table_facts(game.state.public, game.lexicon)


def private_facts(table: LiveTable, seat: int | None) -> Any:
    """What only a seat may know of the game."""
    if table.played is None:
        return None
    game = table.played.game
    return own_facts(sight_of(game.state, -1 if seat is None else seat), game.lexicon)


def choices(table: LiveTable, seat: int | None) -> messages.Choices | None:
    """What a seat may choose now."""
    if seat is None or table.played is None or table.row.status != "running":
        return None
    chooses = seat in table.due and table.row.seats[seat].driver is None
    legal = table.played.game.legal(seat) if chooses else ()
    return messages.Choices(legal, table.played.can_undo_freely(seat))  # type: ignore[arg-type]


def ending(table: LiveTable) -> messages.Ending | None:
    """Everything revealed, once the game is over."""
    if table.played is None or not table.played.game.over:
        return None
    game = table.played.game
    views = [game.view(seat) for seat in range(len(game.names))]
    return messages.Ending(
        tally=game.tally(),
        seed=table.row.seed,
        hands=tuple(view.hand for view in views),
        tickets=tuple(view.tickets for view in views),
    )
