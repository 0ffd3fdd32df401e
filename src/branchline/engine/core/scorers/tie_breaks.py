"""What decides between players with equal points (the titles' lists, R7, R8)."""

from mypy_extensions import i64

from branchline.engine.core.ledger import Ledger
from branchline.engine.core.parts import TieBreak
from branchline.engine.core.state import State

__all__ = ["FewerStations", "LongerPath", "LongestPathHolder", "MoreHarbourPoints", "MoreTickets"]


class MoreTickets(TieBreak):
    """More completed tickets."""

    def value(self, s: State, ledger: Ledger, seat: i64) -> i64:
        return ledger.completed[seat]


class FewerStations(TieBreak):
    """Fewer stations built."""

    def value(self, s: State, ledger: Ledger, seat: i64) -> i64:
        return s.public.markers[seat]


class LongestPathHolder(TieBreak):
    """Holding the bonus for the longest path."""

    def value(self, s: State, ledger: Ledger, seat: i64) -> i64:
        return ledger.holds_longest[seat]


class LongerPath(TieBreak):
    """The longer longest path (R8)."""

    def value(self, s: State, ledger: Ledger, seat: i64) -> i64:
        return ledger.longest_of(s, seat)


class MoreHarbourPoints(TieBreak):
    """More points for harbours, without the losses for those not built (R17)."""

    def value(self, s: State, ledger: Ledger, seat: i64) -> i64:
        return ledger.harbour_points[seat]
