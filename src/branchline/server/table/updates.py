"""What those at a table get to see: messages as functions of its row, its game, its last entries and its audience."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from branchline.engine.core.dealer import sealed_commitment
from branchline.engine.core.sight import sight_of
from branchline.engine.words.describe import own_facts, table_facts
from branchline.server import protocol
from branchline.server.clock import now
from branchline.server.store.rows import ChatLine, SeatRow, TableRow
from branchline.server.table.audience import Audience
from branchline.server.table.game import PlayedGame
from branchline.server.table.recent import Recent


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as messages are made of it."""

    row: TableRow
    game: PlayedGame | None
    recent: Recent
    audience: Audience
    undo: protocol.UndoAsked
    can_go_on: bool


def info(scene: Scene) -> protocol.TableInfo:
    """The table and its people."""
    row, here = scene.row, scene.audience.everywhere()
    return protocol.TableInfo(
        id=row.id,
        title=row.title,
        status=row.status,
        public=row.public,
        clock=row.clock,
        advice=row.options.advice,
        host=row.host_name,
        people=tuple(_person(each, here.users, row.clock.kind == "live") for each in row.seats),
        deadline=row.deadline,
        commitment=sealed_commitment(bytes.fromhex(row.seed)),
        rematch=row.rematch,
        watching=here.watching,
        can_go_on=scene.can_go_on,
    )


def _person(each: SeatRow, here: frozenset[int], live: bool) -> protocol.Person:
    at_table = each.user_id is not None and each.user_id in here
    bank = each.bank if live else None
    return protocol.Person(each.seat, each.name, each.kind, each.bot, each.substitute, at_table, bank)


def snapshot(
    scene: Scene, seat: int | None, missed: tuple[protocol.Told, ...] = (), said: tuple[ChatLine, ...] = ()
) -> protocol.Snapshot:
    """All that a seat may know, and what it missed."""
    return protocol.Snapshot(
        version=scene.recent.version,
        now=now(),
        you=seat,
        info=info(scene),
        table=_public_facts(scene.game),
        own=_own_facts(scene.game, seat),
        choices=_choices(scene, seat),
        missed=missed,
        chat=tuple(protocol.Chat(line.id, line.name, line.at, line.text) for line in said),
        undo=scene.undo,
        ending=_ending(scene),
    )


class Updates:
    """What has happened since a version, for each seat; what all seats may know is packed once for all of them."""

    def __init__(self, scene: Scene, before: int, info_changed: bool) -> None:
        self._scene = scene
        self._before = before
        self._info = info(scene) if info_changed else None
        self._facts = msgspec.Raw(protocol.encoder.encode(_public_facts(scene.game)))
        self._ending = _ending(scene)
        self._made: dict[int | None, bytes] = {}

    def made_for(self, seat: int | None) -> bytes:
        """The message for a seat, or for a spectator."""
        if seat not in self._made:
            self._made[seat] = protocol.encoder.encode(self._update(seat))
        return self._made[seat]

    def _update(self, seat: int | None) -> protocol.Update:
        recent = self._scene.recent
        return protocol.Update(
            version=recent.version,
            now=now(),
            told=recent.told_since(self._before, seat),
            info=self._info,
            table=self._facts,  # type: ignore[arg-type]  # packed already
            own=_own_facts(self._scene.game, seat),
            choices=_choices(self._scene, seat),
            ending=self._ending,
        )


def _public_facts(played: PlayedGame | None) -> Any:
    """What everybody may know of the game."""
    return None if played is None else table_facts(played.game.state.public, played.game.lexicon)


def _own_facts(played: PlayedGame | None, seat: int | None) -> Any:
    """What only a seat may know of the game."""
    if played is None:
        return None
    return own_facts(sight_of(played.game.state, -1 if seat is None else seat), played.game.lexicon)


def _choices(scene: Scene, seat: int | None) -> protocol.Choices | None:
    """What a seat may choose now."""
    game = scene.game
    if seat is None or game is None or scene.row.status != "running":
        return None
    chooses = seat in game.due and scene.row.seats[seat].driver is None
    legal = game.game.legal(seat) if chooses else ()
    return protocol.Choices(legal, game.can_undo_freely(seat))  # type: ignore[arg-type]


def _ending(scene: Scene) -> protocol.Ending | None:
    """Everything revealed, once the game is over."""
    if scene.game is None or not scene.game.over:
        return None
    game = scene.game.game
    views = [game.view(seat) for seat in range(len(game.names))]
    return protocol.Ending(
        tally=game.tally(),
        seed=scene.row.seed,
        hands=tuple(view.hand for view in views),
        tickets=tuple(view.tickets for view in views),
    )
