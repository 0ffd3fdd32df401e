"""Events in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from branchline.engine import events
from branchline.engine.events import Event
from branchline.engine.game import Game


def shown(text: str) -> str:
    """Text for a terminal: a record is somebody else's, and may hold letters that move the cursor or end a line."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


class Teller:
    """Tells the events of one game."""

    def __init__(self, game: Game) -> None:
        self.names = [shown(name) for name in game.names]
        self.lexicon = game.lexicon

    def tell(self, event: Event) -> str:
        """An event as a sentence."""
        return _SENTENCES[type(event)](self, event)

    def who(self, event: Any) -> str:
        seat: int = event.seat
        return self.names[seat]

    def cards(self, cards: tuple[str, ...]) -> str:
        return self.lexicon.count_cards(cards)

    def tickets(self, tickets: tuple[str, ...] | None, count: int) -> str:
        if tickets is None:
            return f"{count} tickets"
        return ", ".join(self.lexicon.ticket(ticket) for ticket in tickets) or "none"

    def price(self, event: events.PaymentLaid) -> str:
        thing = self.lexicon.between(event.line) if event.line else self.lexicon.city(event.city or "")
        return f"{self.who(event)} lays down {self.cards(event.cards)} for {thing}"


_SENTENCES: dict[type, Callable[[Teller, Any], str]] = {
    events.HandDealt: lambda t, e: f"{t.who(e)} is dealt {t.cards(e.cards) if e.cards is not None else 'a hand'}",
    events.RowFilled: lambda t, e: f"{e.card} is turned into place {e.slot} of the row, from the {e.deck}",
    events.RowRenewed: lambda t, e: f"too many locomotives: the row ({t.cards(e.discarded)}) is discarded",
    events.DeckReshuffled: lambda t, e: f"the discards are shuffled into a new deck of {e.cards} {e.deck}",
    events.TicketsOffered: lambda t, e: f"{t.who(e)} is offered {t.tickets(e.tickets, e.count)}",
    events.OpeningTicketsChosen: lambda t, e: f"{t.who(e)} has chosen starting tickets",
    events.FleetChosen: lambda t, e: f"{t.who(e)} has chosen a fleet",
    events.TicketsKept: lambda t, e: f"{t.who(e)} keeps {t.tickets(e.tickets, e.kept)}, rejects {e.rejected}",
    events.FleetRevealed: lambda t, e: f"{t.who(e)} has {e.trains} trains and {e.ships} ships",
    events.TurnsBegan: lambda t, e: f"{t.names[e.first]} has the first turn",
    events.CardTaken: lambda t, e: f"{t.who(e)} takes {e.card} from the row",
    events.CardDrawn: lambda t, e: f"{t.who(e)} draws {e.card or 'a card'} from the {e.deck}",
    events.PaymentLaid: Teller.price,
    events.TunnelCardTurned: lambda t, e: f"{e.card} is turned for the tunnel",
    events.TunnelPriced: lambda t, e: f"the tunnel {t.lexicon.between(e.line)} costs {e.owed} more",
    events.ExtraPaid: lambda t, e: f"{t.who(e)} pays {t.cards(e.cards)} more",
    events.CardsTakenBack: lambda t, e: (
        f"{t.who(e)} leaves the tunnel {t.lexicon.between(e.line)} and takes the cards back"
    ),
    events.LineClaimed: lambda t, e: f"{t.who(e)} claims {t.lexicon.between(e.line)} for {e.points}",
    events.StationBuilt: lambda t, e: f"{t.who(e)} builds a station in {t.lexicon.city(e.city)}",
    events.HarbourBuilt: lambda t, e: f"{t.who(e)} builds a harbour in {t.lexicon.city(e.city)}",
    events.PiecesExchanged: lambda t, e: f"{t.who(e)} exchanges {e.count} {e.gave}",
    events.Passed: lambda t, e: f"{t.who(e)} has to pass",
    events.LastTurnsBegan: lambda t, e: f"{t.who(e)} has few pieces left: {e.turns} more turns",
    events.GameEnded: lambda t, e: f"the game is over: {e.reason}",
}
