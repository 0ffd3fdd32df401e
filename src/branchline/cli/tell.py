"""Events in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from branchline.cli.words import known, listed, shown, words
from branchline.engine import events
from branchline.engine.events import Event
from branchline.engine.game import Game


class Teller:
    """Tells the events of one game."""

    def __init__(self, game: Game) -> None:
        self.names = [shown(name) for name in game.names]
        self.lexicon = game.lexicon

    def tell(self, event: Event) -> str:
        """An event as a sentence; where something of it is hidden, there may be another one."""
        values = _VALUES[type(event)](self, event) if type(event) in _VALUES else {}
        seat = getattr(event, "seat", None)
        if seat is not None:
            values["name"] = self.names[seat]
        key = f"event.{event.__struct_config__.tag}"
        hidden = f"{key}.hidden"
        return words(hidden if None in values.values() and known(hidden) else key, **values)

    def cards(self, cards: tuple[str, ...] | None) -> str | None:
        return None if cards is None else self.lexicon.count_cards(cards)

    def tickets(self, tickets: tuple[str, ...] | None, count: int) -> str:
        if tickets is None:
            return words("tickets.count", count=count)
        return listed(self.lexicon.ticket(ticket) for ticket in tickets) or words("tickets.none")

    def paid_for(self, event: events.PaymentLaid) -> str:
        return self.lexicon.between(event.line) if event.line else self.lexicon.city(event.city or "")


# What stands in the gaps of the sentences; whoever did something is always there.
_VALUES: dict[type, Callable[[Teller, Any], dict[str, Any]]] = {
    events.HandDealt: lambda t, e: {"cards": t.cards(e.cards)},
    events.RowFilled: lambda t, e: {"card": e.card, "slot": e.slot, "deck": e.deck},
    events.RowRenewed: lambda t, e: {"cards": t.cards(e.discarded)},
    events.DeckReshuffled: lambda t, e: {"count": e.cards, "deck": e.deck},
    events.TicketsOffered: lambda t, e: {"tickets": t.tickets(e.tickets, e.count)},
    events.TicketsKept: lambda t, e: {"tickets": t.tickets(e.tickets, e.kept), "rejected": e.rejected},
    events.FleetRevealed: lambda t, e: {"trains": e.trains, "ships": e.ships},
    events.TurnsBegan: lambda t, e: {"name": t.names[e.first]},
    events.CardTaken: lambda t, e: {"card": e.card},
    events.CardDrawn: lambda t, e: {"card": e.card, "deck": e.deck},
    events.PaymentLaid: lambda t, e: {"cards": t.cards(e.cards), "thing": t.paid_for(e)},
    events.TunnelCardTurned: lambda t, e: {"card": e.card},
    events.TunnelPriced: lambda t, e: {"line": t.lexicon.between(e.line), "owed": e.owed},
    events.ExtraPaid: lambda t, e: {"cards": t.cards(e.cards)},
    events.CardsTakenBack: lambda t, e: {"line": t.lexicon.between(e.line)},
    events.LineClaimed: lambda t, e: {"line": t.lexicon.between(e.line), "points": e.points},
    events.StationBuilt: lambda t, e: {"city": t.lexicon.city(e.city)},
    events.HarbourBuilt: lambda t, e: {"city": t.lexicon.city(e.city)},
    events.PiecesExchanged: lambda t, e: {"count": e.count, "pieces": e.gave},
    events.LastTurnsBegan: lambda t, e: {"turns": e.turns},
    events.GameEnded: lambda t, e: {"reason": words(f"ending.{e.reason.replace(' ', '_')}")},
}
