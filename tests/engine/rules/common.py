"""Positions for the rules that all titles share."""

from kit import Position

from branchline.engine.actions import DrawCard

BLIND = DrawCard("cards")
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")


def seat_to_move(position: Position) -> int:
    decision = position.game.decision
    assert decision is not None
    return decision.seat


def what_is_due(position: Position) -> str:
    decision = position.game.decision
    assert decision is not None
    return decision.kind


def draw_two(position: Position) -> int:
    """Let whoever is to move draw two cards blind, and say who it was."""
    seat = seat_to_move(position)
    position.play(BLIND, BLIND)
    return seat
