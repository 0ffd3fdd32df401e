"""The dealer's notes told as events."""

from collections.abc import Callable

from branchline.engine import events
from branchline.engine.core import dealer as notes
from branchline.engine.core.dealer import NOTE, Dealer
from branchline.engine.core.state import Public
from branchline.engine.events import Event
from branchline.engine.words.lexicon import Lexicon
from branchline.engine.words.translate import PIECES

_Note = tuple[int, int, int, int, int, int]

ENDINGS = ("last turns played", "nobody could move")


class Narrator:
    """Tells what happened during one action: it knows the row and the thing paid for before it."""

    def __init__(self, lexicon: Lexicon, public: Public) -> None:
        self.lexicon = lexicon
        self.row = list(lexicon.row(public.row, public.rules.row_size))
        self.line = public.line
        self.city = public.city

    def tell(self, dealer: Dealer) -> tuple[Event, ...]:
        """All events in the dealer's notes."""
        found: list[Event] = []
        numbers = dealer.notes
        for at in range(0, len(numbers), NOTE):
            note = (numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4], numbers[at + 5])
            found.append(_TELLERS[note[0]](self, note))
        return tuple(found)

    def put(self, slot: int, card: str | None) -> tuple[str | None, ...]:
        """The row after a change of one slot."""
        self.row[slot] = card
        return tuple(self.row)

    def dealt(self, note: _Note) -> Event:
        return events.HandDealt(note[1], self.lexicon.cards(list(note[2:])))

    def filled(self, note: _Note) -> Event:
        _, slot, card, deck, *_ = note
        name = self.lexicon.card_name[card]
        return events.RowFilled(slot, name, self.lexicon.decks[deck], self.put(slot, name))

    def renewed(self, note: _Note) -> Event:
        discarded = tuple(card for card in self.row if card is not None)
        self.row = [None] * len(self.row)
        return events.RowRenewed(discarded)

    def reshuffled(self, note: _Note) -> Event:
        return events.DeckReshuffled(self.lexicon.decks[note[1]], note[2])

    def offered(self, note: _Note) -> Event:
        tickets = self.lexicon.tickets_in(note[2], note[3])
        return events.TicketsOffered(note[1], len(tickets), tickets)

    def opening_choice(self, note: _Note) -> Event:
        if note[2] == 0:
            return events.OpeningTicketsChosen(note[1], self.lexicon.tickets_in(note[3], note[4]))
        return events.FleetChosen(note[1], note[3], self.lexicon.title.pieces.fleet - note[3])

    def kept(self, note: _Note) -> Event:
        kept = self.lexicon.tickets_in(note[2], note[3])
        rejected = self.lexicon.tickets_in(note[4], note[5])
        return events.TicketsKept(note[1], len(kept), len(rejected), kept, rejected)

    def taken(self, note: _Note) -> Event:
        _, seat, slot, card, *_ = note
        return events.CardTaken(seat, slot, self.lexicon.card_name[card], self.put(slot, None))

    def drawn(self, note: _Note) -> Event:
        return events.CardDrawn(note[1], self.lexicon.decks[note[2]], self.lexicon.card_name[note[3]])

    def laid(self, note: _Note) -> Event:
        cards = self.lexicon.cards(list(note[2:]))
        line = self.lexicon.lines[self.line] if self.line >= 0 else None
        city = self.lexicon.cities[self.city] if self.city >= 0 else None
        return events.PaymentLaid(note[1], cards, line, city)

    def turned(self, note: _Note) -> Event:
        return events.TunnelCardTurned(note[1], self.lexicon.card_name[note[2]])

    def owed(self, note: _Note) -> Event:
        return events.TunnelPriced(note[1], self.lexicon.lines[self.line], note[2])

    def extra(self, note: _Note) -> Event:
        return events.ExtraPaid(note[1], self.lexicon.cards([note[2], note[3]]))

    def taken_back(self, note: _Note) -> Event:
        return events.CardsTakenBack(note[1], self.lexicon.lines[note[2]])

    def claimed(self, note: _Note) -> Event:
        return events.LineClaimed(note[1], self.lexicon.lines[note[2]], note[3])

    def station(self, note: _Note) -> Event:
        return events.StationBuilt(note[1], self.lexicon.cities[note[2]])

    def harbour(self, note: _Note) -> Event:
        return events.HarbourBuilt(note[1], self.lexicon.cities[note[2]])


_TELLERS: dict[int, Callable[[Narrator, _Note], Event]] = {
    notes.DEALT: Narrator.dealt,
    notes.OFFERED: Narrator.offered,
    notes.OPENING_CHOICE: Narrator.opening_choice,
    notes.FLEET: lambda _, note: events.FleetRevealed(note[1], note[2], note[3]),
    notes.KEPT: Narrator.kept,
    notes.STARTED: lambda _, note: events.TurnsBegan(note[1]),
    notes.TAKEN: Narrator.taken,
    notes.DRAWN: Narrator.drawn,
    notes.FILLED: Narrator.filled,
    notes.RENEWED: Narrator.renewed,
    notes.RESHUFFLED: Narrator.reshuffled,
    notes.LAID: Narrator.laid,
    notes.TURNED: Narrator.turned,
    notes.OWED: Narrator.owed,
    notes.EXTRA: Narrator.extra,
    notes.TAKEN_BACK: Narrator.taken_back,
    notes.CLAIMED: Narrator.claimed,
    notes.STATION: Narrator.station,
    notes.HARBOUR: Narrator.harbour,
    notes.EXCHANGED: lambda _, note: events.PiecesExchanged(note[1], PIECES[note[2]], note[3]),
    notes.PASSED: lambda _, note: events.Passed(note[1]),
    notes.LAST_TURNS: lambda _, note: events.LastTurnsBegan(note[1], note[2]),
    notes.ENDED: lambda _, note: events.GameEnded(ENDINGS[note[2]]),
}
