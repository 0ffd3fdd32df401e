"""Points for harbours on completed tickets, and against those not built (W8, G2)."""

from typing import Final, Literal

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.core.bits import BIT, PLACES
from branchline.engine.core.ledger import CITY, Ledger
from branchline.engine.core.parts import Scorer
from branchline.engine.core.state import TICKET_WORDS, State

__all__ = ["HarbourPoints"]

HarbourReason = Literal["harbour", "unbuilt_harbours"]

HARBOUR: Final[HarbourReason] = "harbour"
UNBUILT_HARBOURS: Final[HarbourReason] = "unbuilt_harbours"

# What an entry is about, for docs/records.md.
DETAILS: Final[dict[str, str]] = {
    HARBOUR: "`subject`: the city of the harbour",
    UNBUILT_HARBOURS: "`count`: harbours left",
}


class HarbourPoints(Scorer):
    """By the number of completed tickets that name the harbour's city: one, two, or three and more."""

    def __init__(self, one: i64, two: i64, three: i64, unbuilt: i64) -> None:
        self.scale: vec[i64] = vec[i64]([0, one, two, three])
        self.unbuilt: i64 = unbuilt

    def score(self, s: State, ledger: Ledger) -> None:
        rules = s.public.rules
        for seat in range(rules.seats):
            for city in range(rules.cities):
                if s.public.built[seat] & BIT[city]:
                    named = self.times_named(s, ledger, seat, city)
                    points = self.scale[named if named < 3 else 3]
                    ledger.harbour_points[seat] += points
                    ledger.enter(seat, HARBOUR, points, city, CITY)
            left = s.public.markers[seat]
            if left > 0:
                ledger.enter(seat, UNBUILT_HARBOURS, -self.unbuilt * left, left)

    def times_named(self, s: State, ledger: Ledger, seat: i64, city: i64) -> i64:
        """How many of the seat's completed tickets name the city."""
        rules = s.public.rules
        times: i64 = 0
        for ticket in range(rules.ticket_total):
            if ledger.done[seat * TICKET_WORDS + ticket // PLACES] & BIT[ticket % PLACES]:
                if rules.ticket_named[ticket] & BIT[city]:
                    times += 1
        return times
