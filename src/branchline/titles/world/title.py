"""The World: trains and ships, two decks, fleets, harbours and tours."""

from branchline.engine.parts import (
    DOUBLE,
    MARKED,
    SHIP,
    TRAIN,
    BuildHarbour,
    ClaimLine,
    DrawCards,
    DrawTickets,
    ExchangePieces,
    HarbourPoints,
    LinePoints,
    MoreHarbourPoints,
    MoreTickets,
    TicketPoints,
)
from branchline.engine.title import (
    Deck,
    Ending,
    Pieces,
    Row,
    Suit,
    TicketRules,
    Title,
)
from branchline.titles import read_board

TITLE = Title(
    id="world",
    name="The World",
    version=1,
    board=read_board(__file__),
    fewest_seats=2,
    most_seats=5,
    colours=("purple", "yellow", "green", "red", "black", "white"),
    decks=(
        Deck(
            "trains",
            (Suit(TRAIN, each=7, name="{}-train"), Suit(MARKED, each=4, name="{}-harbour-train")),
            locomotives=14,
            to_hand=3,
            to_row=3,
        ),
        Deck(
            "ships",
            (Suit(SHIP, each=4, name="{}-ship"), Suit(DOUBLE, each=6, name="{}-double-ship")),
            to_hand=7,
            to_row=3,
        ),
    ),
    row=Row(locomotive_is_whole_draw=True, renewed_at=3),
    tickets=TicketRules(dealt=(("regular", 5),), keep_dealt=3, drawn=4),
    pieces=Pieces(trains=25, ships=50, fleet=60, advised_trains=20),
    marker="harbour",
    markers=3,
    locomotives_on=frozenset({"rail", "sea"}),
    doubles_open_from=4,
    moves=(DrawCards(), ClaimLine(), DrawTickets(), BuildHarbour(), ExchangePieces()),
    ending=Ending(pieces_left=6, last_turns=2),
    scorers=(LinePoints(), TicketPoints(), HarbourPoints(20, 30, 40, 4)),
    tie_breaks=(MoreTickets(), MoreHarbourPoints()),
)
