"""A bot of your own against one of ours: python examples/write_a_bot.py [GAMES].

A bot gets a view, which holds what its seat may know and nothing else, and the legal actions; it chooses one of them.
"""

import sys
from collections.abc import Sequence

from branchline import Game, titles
from branchline.bots import Bot, by_name
from branchline.engine.actions import Action, ClaimLine, KeepTickets, Pay
from branchline.engine.core.dealer import Dealer
from branchline.engine.view import View


class LongLines:
    """Claims the longest line it can, keeps as few tickets as it may, and draws cards meanwhile."""

    def choose(self, view: View, legal: Sequence[Action], chance: Dealer) -> Action:
        """Your ideas go here."""
        keeps = [action for action in legal if isinstance(action, KeepTickets)]
        if keeps:
            return min(keeps, key=lambda action: len(action.tickets))
        payments = [action for action in legal if isinstance(action, Pay)]
        if payments:
            return min(payments, key=lambda action: action.cards.count("locomotive"))
        claims = [action for action in legal if isinstance(action, ClaimLine)]
        longest = max(claims, key=lambda action: view.title.board.line(action.line).length, default=None)
        if longest is not None and view.title.board.line(longest.line).length >= 4:
            return longest
        return legal[chance.below(len(legal))]


def play(bots: Sequence[Bot], seed: int) -> list[int]:
    """The totals of one game."""
    game = Game.new(titles.load("usa"), len(bots), seed)
    chance = Dealer(seed)
    while not game.over:
        seat = game.due[0]
        game.play(seat, bots[seat].choose(game.view(seat), game.legal(seat), chance))
    return [seat.total for seat in game.tally().seats]


def main(games: int = 20) -> None:
    """Play some games, each side first in half of them, and print the mean totals."""
    totals = {"yours": 0, "random": 0}
    for seed in range(games):
        yours = seed % 2
        bots = [LongLines(), by_name("random")]
        result = play(bots if yours == 0 else bots[::-1], seed)
        totals["yours"] += result[yours]
        totals["random"] += result[1 - yours]
    for name, total in totals.items():
        print(f"{name}: {total / games:.1f} points a game")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
