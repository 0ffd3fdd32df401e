"""Nordic Countries: locomotives for ferries and tunnels only, and a bonus for the most tickets."""

from branchline.engine.parts import (
    TRAIN,
    ClaimLine,
    DrawCards,
    DrawTickets,
    LinePoints,
    LongerPath,
    MoreTickets,
    MostTicketsBonus,
    TicketPoints,
)
from branchline.engine.title import OUT_OF_THE_GAME, Deck, Ending, Pieces, Row, Suit, TicketRules, Title
from branchline.titles import read_board

TITLE = Title(
    id="nordic",
    name="Nordic Countries",
    version=1,
    board=read_board(__file__),
    fewest_seats=2,
    most_seats=3,
    colours=("red", "blue", "green", "yellow", "black", "white", "orange", "pink"),
    decks=(Deck("cards", (Suit(TRAIN, each=12),), locomotives=14, to_hand=4, to_row=5),),
    row=Row(locomotive_is_whole_draw=False, renewed_at=0),
    tickets=TicketRules(
        dealt=(("regular", 5),),
        keep_dealt=2,
        drawn=3,
        rejected_dealt=OUT_OF_THE_GAME,
        rejected_drawn=OUT_OF_THE_GAME,
    ),
    pieces=Pieces(trains=40),
    locomotives_on=frozenset({"ferry", "tunnel"}),
    doubles_open_from=3,
    moves=(DrawCards(), ClaimLine(), DrawTickets()),
    ending=Ending(pieces_left=2, last_turns=1),
    scorers=(LinePoints(), TicketPoints(), MostTicketsBonus(10)),
    tie_breaks=(MoreTickets(), LongerPath()),
)
