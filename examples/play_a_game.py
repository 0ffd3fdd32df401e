"""Plays a game by chance and tells what happens: python examples/play_a_game.py [TITLE] [SEED]."""

import random
import sys

from branchline import Game, titles
from branchline.engine.events import LineClaimed


def main(title_id: str = "usa", seed: int = 7) -> None:
    """Deal, play to the end, and print the score line by line."""
    title = titles.load(title_id)
    game = Game.new(title, ["Ann", "Ben"], seed)
    chance = random.Random(seed)
    while not game.over:
        seat = chance.choice(game.due)  # in the opening everybody chooses at the same time
        for event in game.play(seat, chance.choice(game.legal(seat))):
            if isinstance(event, LineClaimed):
                print(f"{game.names[event.seat]} claims {event.line}")
    tally = game.tally()
    for seat_tally in tally.seats:
        print(f"{game.names[seat_tally.seat]}: {seat_tally.total} points")
        for line in seat_tally.lines:
            print(f"  {line.points:4} {line.reason} {line.subject}".rstrip())
    winners = " and ".join(game.names[seat] for seat in tally.winners)
    print(f"{winners} won, decided by {tally.decided_by}")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
