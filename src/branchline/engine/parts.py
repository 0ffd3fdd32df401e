"""The rule parts that a title may be composed of."""

from branchline.engine.core.cards import DOUBLE, MARKED, SHIP, TRAIN
from branchline.engine.core.moves.build_harbour import BuildHarbour
from branchline.engine.core.moves.build_station import BuildStation
from branchline.engine.core.moves.claim_line import ClaimLine
from branchline.engine.core.moves.draw_cards import DrawCards
from branchline.engine.core.moves.draw_tickets import DrawTickets
from branchline.engine.core.moves.exchange_pieces import ExchangePieces
from branchline.engine.core.scorers.bonuses import LongestPathBonus, MostTicketsBonus, UnusedStationsBonus
from branchline.engine.core.scorers.harbours import HarbourPoints
from branchline.engine.core.scorers.lines import LinePoints
from branchline.engine.core.scorers.tickets import TicketPoints, TicketPointsWithStations
from branchline.engine.core.scorers.tie_breaks import (
    FewerStations,
    LongerPath,
    LongestPathHolder,
    MoreHarbourPoints,
    MoreTickets,
)

__all__ = [
    "DOUBLE",
    "MARKED",
    "SHIP",
    "TRAIN",
    "BuildHarbour",
    "BuildStation",
    "ClaimLine",
    "DrawCards",
    "DrawTickets",
    "ExchangePieces",
    "FewerStations",
    "HarbourPoints",
    "LinePoints",
    "LongerPath",
    "LongestPathBonus",
    "LongestPathHolder",
    "MoreHarbourPoints",
    "MoreTickets",
    "MostTicketsBonus",
    "TicketPoints",
    "TicketPointsWithStations",
    "UnusedStationsBonus",
]
