"""What people and bots do in a game: play, look ahead, ask why not."""

from __future__ import annotations

from branchline.engine.actions import Action, BuildHarbour, BuildStation, ClaimLine, LayCards, UseStandIns
from branchline.engine.errors import IllegalAction
from branchline.engine.game import Game
from branchline.server import protocol
from branchline.server.errors import Refused
from branchline.server.store.accounts import User
from branchline.server.store.log_writer import Conflict
from branchline.server.table.table import Table

# So often another process may be first before a move is given up.
MOST_CONFLICTS = 10

# Actions that reveal nothing, so that what follows them can be shown before they are played.
PREVIEWED = (ClaimLine, BuildStation, BuildHarbour, UseStandIns, LayCards)


async def act(table: Table, user: User | None, act: protocol.Act) -> int | None:
    """Play a person's actions and tell it; if they had been played before, only the version at which they were."""
    async with table.held():
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
    raise Refused("not_saved", "the server could not save your move; please try again", 503)


def _check_turn(table: Table, seat: int, version: int) -> None:
    """A seat's choice has to be its own, and the one that was seen."""
    table.running_game()
    if table.row.seats[seat].stand_in is not None:
        raise Refused("stand_in", "a bot plays for you; take your seat back first")
    if table.recent.has_moved_on(seat, version):
        raise Refused("stale", "the game has gone on since; look again")


async def preview(table: Table, user: User | None, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """What a person could choose after actions that reveal nothing."""
    async with table.held():
        seat = table.players_seat(user)
        if not all(isinstance(action, PREVIEWED) for action in actions):
            raise Refused("no_preview", "only payments can be looked at beforehand")
        trial = table.running_game().game.copy()
    try:
        for action in actions:
            if _completes(trial, action):
                raise Refused("no_preview", "that would complete the payment")
            trial.play(seat, action)
    except IllegalAction as problem:
        raise Refused(problem.code, str(problem)) from None
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
