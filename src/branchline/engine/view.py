"""What one seat may know, in readable form; made from a sight alone."""

from __future__ import annotations

from functools import cached_property

from branchline.engine.core.dealer import Dealer
from branchline.engine.core.sight import Sight
from branchline.engine.core.state import WORDS, State
from branchline.engine.facts import Decision, Facts, OwnFacts, SeatView, TableFacts
from branchline.engine.title import Title
from branchline.engine.words.describe import own_facts, table_facts
from branchline.engine.words.lexicon import lexicon_of


class View:
    """All that one seat may know, and nothing else."""

    def __init__(self, title: Title, sight: Sight) -> None:
        self.title = title
        self.sight = sight

    @cached_property
    def table(self) -> TableFacts:
        """What everybody may know."""
        return table_facts(self.sight.public, lexicon_of(self.title))

    @cached_property
    def own(self) -> OwnFacts:
        """What only this seat may know."""
        return own_facts(self.sight, lexicon_of(self.title))

    @property
    def facts(self) -> Facts:
        """Everything, ready for JSON."""
        return Facts(self.table, self.own)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.facts == other.facts

    def __hash__(self) -> int:
        return id(self)

    @property
    def seat(self) -> int | None:
        """Whose view it is; None for a spectator."""
        return self.own.seat

    @property
    def decision(self) -> Decision | None:
        """The decision that is due."""
        return self.table.decision

    @property
    def row(self) -> tuple[str | None, ...]:
        """The face-up cards."""
        return self.table.row

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """What everybody may know of each seat."""
        return self.table.seats

    @property
    def hand(self) -> dict[str, int]:
        """The seat's own cards."""
        return self.own.hand

    @property
    def tickets(self) -> tuple[str, ...]:
        """The seat's own tickets."""
        return self.own.tickets

    @property
    def offer(self) -> tuple[str, ...]:
        """The tickets before the seat, to choose from."""
        return self.own.offer

    @cached_property
    def open_lines(self) -> frozenset[str]:
        """The lines that the seat could still claim, cards and pieces aside."""
        public = self.sight.public
        lexicon = lexicon_of(self.title)
        barred = lexicon.lines_in(public.barred, self.sight.seat * WORDS) if self.sight.seat >= 0 else ()
        return frozenset(lexicon.lines_in(public.open, 0)) - frozenset(barred)

    def imagine(self, dealer: Dealer) -> State:
        """A full state that agrees with this view; all that is hidden is dealt anew."""
        return self.sight.imagine(dealer)
