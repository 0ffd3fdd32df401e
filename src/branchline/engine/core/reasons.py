"""Why an action is not legal, as numbers. ``engine/explain.py`` has the words."""

from typing import Final

OK: Final = 0
GAME_OVER: Final = 1
WRONG_KIND: Final = 2  # this is not what has to be chosen now
NOT_IN_THIS_TITLE: Final = 3
NO_SUCH_SLOT: Final = 4
EMPTY_SLOT: Final = 5
NO_SUCH_DECK: Final = 6
EMPTY_DECK: Final = 7
LOCOMOTIVE_SECOND: Final = 8
NO_TICKETS_LEFT: Final = 9
KEEP_MORE: Final = 10
NOT_OFFERED: Final = 11
NO_SUCH_LINE: Final = 12
LINE_TAKEN: Final = 13
LINE_CLOSED: Final = 14
OWNS_TWIN: Final = 15
TOO_FEW_PIECES: Final = 16
CANNOT_AFFORD: Final = 17
NOT_HELD: Final = 18
WRONG_COLOUR: Final = 19
WRONG_COUNT: Final = 20
NO_LOCOMOTIVES_HERE: Final = 21
TOO_FEW_LOCOMOTIVES: Final = 22
CARD_WITHOUT_A_JOB: Final = 23
NO_STAND_INS_HERE: Final = 24
TOO_MANY_STAND_INS: Final = 25
DOES_NOT_FIT: Final = 26
NO_SUCH_CITY: Final = 27
CITY_BUILT: Final = 28
NO_MARKERS_LEFT: Final = 29
NOT_A_PORT: Final = 30
NO_LINE_THERE: Final = 31
NOT_IN_THE_BOX: Final = 32
NOTHING_TO_EXCHANGE: Final = 33
FLEET_OUT_OF_RANGE: Final = 34
MUST_NOT_PASS: Final = 35
OUT_OF_ORDER: Final = 36
