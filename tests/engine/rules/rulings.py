"""Positions for the rulings."""

from kit import Position

from branchline.engine.actions import DrawCard
from branchline.engine.events import Event, RowRenewed

BLIND = DrawCard("cards")
TUNNEL = "angora-constantinople-1"  # gray, 2 spaces


def due(position: Position) -> tuple[int, str]:
    decision = position.game.decision
    assert decision is not None
    return decision.seat, decision.kind


def renewals(events: list[Event]) -> int:
    return sum(isinstance(event, RowRenewed) for event in events)
