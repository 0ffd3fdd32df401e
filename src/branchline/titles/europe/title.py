"""Europe: the plain game with ferries, tunnels, stations and long tickets."""

from branchline.engine.parts import (
    TRAIN,
    BuildStation,
    ClaimLine,
    DrawCards,
    DrawTickets,
    FewerStations,
    LinePoints,
    LongestPathBonus,
    LongestPathHolder,
    MoreTickets,
    TicketPointsWithStations,
    UnusedStationsBonus,
)
from branchline.engine.title import OUT_OF_THE_GAME, Deck, Ending, Pieces, Row, Suit, TicketRules, Title
from branchline.titles import read_board

TITLE = Title(
    id="europe",
    name="Europe",
    version=1,
    board=read_board(__file__),
    fewest_seats=2,
    most_seats=5,
    colours=("red", "blue", "green", "yellow", "black", "white", "orange", "pink"),
    decks=(Deck("cards", (Suit(TRAIN, each=12),), locomotives=14, to_hand=4, to_row=5),),
    row=Row(locomotive_is_whole_draw=True, renewed_at=3),
    tickets=TicketRules(
        dealt=(("long", 1), ("regular", 3)),
        keep_dealt=2,
        drawn=3,
        rejected_dealt=OUT_OF_THE_GAME,
    ),
    pieces=Pieces(trains=45),
    marker="station",
    markers=3,
    locomotives_on=frozenset({"rail", "ferry", "tunnel"}),
    doubles_open_from=4,
    moves=(DrawCards(), ClaimLine(), DrawTickets(), BuildStation()),
    ending=Ending(pieces_left=2, last_turns=1),
    scorers=(LinePoints(), TicketPointsWithStations(), UnusedStationsBonus(4), LongestPathBonus(10)),
    tie_breaks=(MoreTickets(), FewerStations(), LongestPathHolder()),
)
