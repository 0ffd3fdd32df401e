"""Positions and tunnels of Europe."""

from kit import Position, cards

from branchline.engine.actions import Action, ClaimLine, DrawCard, Pay

BLIND = DrawCard("cards")
TUNNEL = "angora-constantinople-1"  # gray, 2 spaces
BLUE_TUNNEL = "munchen-venezia-1"  # blue, 2 spaces


def pays(*payments: str) -> set[Action]:
    return {Pay(cards(words)) for words in payments}


def owed(position: Position) -> int:
    decision = position.game.decision
    assert decision is not None
    assert decision.kind == "tunnel"
    return decision.owed


def tunnel(hand: str, turned: str, line: str = TUNNEL) -> Position:
    """A position in which exactly these cards are turned at the next tunnel."""
    position = Position("europe").hand(0, hand).deck(turned).discards("")
    position.play(ClaimLine(line))
    return position
