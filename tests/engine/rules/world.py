"""Positions, places and tours of The World (Rails & Sails)."""

from kit import Position, cards

from branchline import titles
from branchline.engine.actions import ClaimLine
from branchline.engine.game import Game, Options

PURPLE_RAIL = "novosibirsk-yakutsk-1"  # 3 spaces
RED_RAIL = "bangkok-mumbai-1"  # 3 spaces
WHITE_SEA = "dar-es-salaam-mumbai-1"  # 4 spaces
RED_SEA = "bangkok-manila-1"  # 2 spaces
RED_SEA_5 = "honolulu-tokyo-1"
GREEN_SEA_3 = "honolulu-port-moresby-1"
PURPLE_SEA_1 = "hong-kong-manila-1"
GRAY_SEA = "petropavlovsk-tokyo-1"  # 2 spaces
PAIR_1 = "casablanca-marseille-1"
PAIR_2 = "dar-es-salaam-luanda-1"
PAIR_3 = "beijing-lahore-1"
HARBOUR_HAND = "2 yellow-harbour-train, 2 yellow-ship"
TO_LIMA = "caracas-lima-1"
WAYPOINT = "waypoint-southern-ocean"

AFRICA = "lagos-luanda-dar-es-salaam-djibouti"  # 9 in order, 6, -15
CAIRO = "casablanca-al-qahira-tehran"  # 9 in order, 6, -15
CANADA = "anchorage-vancouver-winnipeg-cambridge-bay"  # 18 in order, 12, -24
PACIFIC = "manila-honolulu-port-moresby-darwin"  # 13 in order, 9, -19
ARCTIC = "anchorage-cambridge-bay-reykjavik-murmansk-tiksi"  # 34 in order, 23, -40
AFRICA_IN_ORDER = ("lagos-luanda-1", "dar-es-salaam-luanda-1", "dar-es-salaam-djibouti-1")
# Lagos - Casablanca - Al-Qahira - Djibouti - Dar Es Salaam - Luanda
AFRICA_OUT_OF_ORDER = (
    "casablanca-lagos-1",
    "al-qahira-casablanca-1",
    "al-qahira-djibouti-1",
    "dar-es-salaam-djibouti-1",
    "dar-es-salaam-luanda-1",
)


def paid(words: str) -> tuple[str, ...]:
    return tuple(sorted(cards(words)))


def hand(words: str) -> Position:
    return Position("world").hand(0, words)


def claimable(words: str, line: str) -> bool:
    return ClaimLine(line) in hand(words).legal()


def new_game(seats: int = 2) -> Game:
    return Game.new(titles.load("world"), seats, 5, Options(first_seat=0))


def with_fleet(trains: int, ships: int) -> Position:
    """Seat 0 has so many pieces, and the rest of its 25 and 50 in the box."""
    position = Position("world").pieces(0, trains, ships)
    position.public.box[0] = 25 - trains
    position.public.box[1] = 50 - ships
    return position


def empty_seats(seats: int = 2) -> Position:
    """Nobody has tickets, points or lines."""
    position = Position("world", seats)
    for seat in range(seats):
        position.tickets(seat)
    return position
