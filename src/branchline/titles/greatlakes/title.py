"""Great Lakes: the other side of the World's board, with its own figures (G1, G2)."""

from dataclasses import replace

from branchline.engine.parts import HarbourPoints, LinePoints, TicketPoints
from branchline.engine.title import Pieces
from branchline.titles import load, read_board

WORLD = load("world")
TRAINS, SHIPS = WORLD.decks

TITLE = replace(
    WORLD,
    id="greatlakes",
    name="Great Lakes",
    version=1,
    board=read_board(__file__),
    decks=(replace(TRAINS, to_hand=2), replace(SHIPS, to_hand=2)),
    pieces=Pieces(trains=33, ships=32, fleet=50, advised_trains=27),
    scorers=(LinePoints(), TicketPoints(), HarbourPoints(10, 20, 30, 4)),
)
