"""What people and bots do in a game: play, look ahead, ask why not."""

from __future__ import annotations

from branchline.engine.actions import Action, BuildHarbour, BuildStation, ClaimLine, LayCards, UseStandIns
from branchline.engine.errors import IllegalAction
from branchline.engine.game import Game
from branchline.server import protocol
from branchline.server.errors import Refused, RefusedByRules
from branchline.server.store.accounts import User
from branchline.server.store.log_writer import Conflict
from branchline.server.table.table import Table

# So often another process may be first before a move is given up.
MOST_CONFLICTS = 10

# Actions that reveal nothing, so that what follows them can be shown before they are played.
PREVIEWED = (ClaimLine, BuildStation, BuildHarbour, UseStandIns, LayCards)


async def act(table: Table, user: User | None, act: protocol.Act) -> int | None:
    """Play a person's actions and tell it; if they had been played before, only the version at which they were."""
    async with table.lock:  # as ``held`` does, in the one place where its cost counts
        await table.be_sure()
        for _ in range(MOST_CONFLICTS):
            seat = table.players_seat(user)
            done = table.recent.done_before(seat, act.id)
            if done is not None:
                return done
            _check_turn(table, seat, act.version)
            try:
                await table.play(seat, act.actions, act.id)
            except Conflict:
                continue  # Another process was first, its entries have been read: perhaps this still fits.
            return None
    raise Refused("not_saved")


def _check_turn(table: Table, seat: int, version: int) -> None:
    """A seat's choice has to be its own, and the one that was seen."""
    table.running_game()
    if table.row.seats[seat].substitute is not None:
        raise Refused("substituted")
    if table.recent.has_moved_on(seat, version):
        raise Refused("stale")


async def preview(table: Table, user: User | None, actions: tuple[Action, ...]) -> tuple[Action, ...] | None:
    """What a person could choose after actions that reveal nothing; None if the payment is whole with them."""
    async with table.held():
        seat = table.players_seat(user)
        if not all(isinstance(action, PREVIEWED) for action in actions):
            raise Refused("not_previewed")
        trial = table.running_game().game.copy()
    try:
        for action in actions:
            if _completes(trial, action):
                return None
            trial.play(seat, action)
    except IllegalAction as problem:
        raise RefusedByRules(problem) from None
    return trial.legal(seat)


def _completes(trial: Game, action: Action) -> bool:
    """Whether an action would end the decision for good: then there is nothing to look at beforehand."""
    if trial.decision is None:
        return True
    return isinstance(action, LayCards) and action.count >= trial.decision.cards_to_lay > 0


async def why_not(table: Table, user: User | None, action: Action) -> IllegalAction | None:
    """The reason against a person's action."""
    async with table.held():
        seat = table.players_seat(user)
        return table.running_game().game.why_not(seat, action)
