"""USA: the plain game. Its parts serve as a base for other titles."""

from branchline.engine.parts import (
    TRAIN,
    ClaimLine,
    DrawCards,
    DrawTickets,
    LinePoints,
    LongestPathBonus,
    LongestPathHolder,
    MoreTickets,
    TicketPoints,
)
from branchline.engine.title import Deck, Ending, Pieces, Row, Suit, TicketRules, Title
from branchline.titles import read_board

TITLE = Title(
    id="usa",
    name="USA",
    version=1,
    board=read_board(__file__),
    fewest_seats=2,
    most_seats=5,
    colours=("red", "blue", "green", "yellow", "black", "white", "orange", "pink"),
    decks=(Deck("cards", (Suit(TRAIN, each=12),), locomotives=14, to_hand=4, to_row=5),),
    row=Row(locomotive_is_whole_draw=True, renewed_at=3),
    tickets=TicketRules(dealt=(("regular", 3),), keep_dealt=2, drawn=3),
    pieces=Pieces(trains=45),
    locomotives_on=frozenset({"rail"}),
    doubles_open_from=4,
    moves=(DrawCards(), ClaimLine(), DrawTickets()),
    ending=Ending(pieces_left=2, last_turns=1),
    scorers=(LinePoints(), TicketPoints(), LongestPathBonus(10)),
    tie_breaks=(MoreTickets(), LongestPathHolder()),
)
