"""The rule parts that a title may be composed of; a module of scorers or tie-breaks names its own."""

from branchline.engine.core.cards import DOUBLE as DOUBLE
from branchline.engine.core.cards import MARKED as MARKED
from branchline.engine.core.cards import SHIP as SHIP
from branchline.engine.core.cards import TRAIN as TRAIN
from branchline.engine.core.moves.build_harbour import BuildHarbour as BuildHarbour
from branchline.engine.core.moves.build_station import BuildStation as BuildStation
from branchline.engine.core.moves.claim_line import ClaimLine as ClaimLine
from branchline.engine.core.moves.draw_cards import DrawCards as DrawCards
from branchline.engine.core.moves.draw_tickets import DrawTickets as DrawTickets
from branchline.engine.core.moves.exchange_pieces import ExchangePieces as ExchangePieces
from branchline.engine.core.scorers.bonuses import *
from branchline.engine.core.scorers.harbours import *
from branchline.engine.core.scorers.lines import *
from branchline.engine.core.scorers.tickets import *
from branchline.engine.core.scorers.tie_breaks import *
