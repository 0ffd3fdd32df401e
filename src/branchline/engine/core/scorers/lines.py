"""Points already on the track: lines claimed and pieces exchanged (C6, W9)."""

from typing import Final, Literal

from branchline.engine.core.ledger import Ledger
from branchline.engine.core.network import lines_of
from branchline.engine.core.parts import Scorer
from branchline.engine.core.state import State

__all__ = ["LinePoints"]

LineReason = Literal["lines", "exchanges"]

LINES: Final[LineReason] = "lines"
EXCHANGES: Final[LineReason] = "exchanges"

# What an entry is about, for docs/records.md.
DETAILS: Final[dict[str, str]] = {
    LINES: "`count`: lines claimed",
    EXCHANGES: "`count`: pieces exchanged, a point against the seat for each",
}


class LinePoints(Scorer):
    """What the lines scored when they were claimed, and what exchanges cost."""

    def score(self, s: State, ledger: Ledger) -> None:
        public = s.public
        for seat in range(public.rules.seats):
            exchanged = public.exchanged[seat]
            ledger.enter(seat, LINES, public.points[seat] + exchanged, len(lines_of(public, seat)))
            if exchanged > 0:
                ledger.enter(seat, EXCHANGES, -exchanged, exchanged)
