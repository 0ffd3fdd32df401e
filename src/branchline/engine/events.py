"""What happened, with full information; ``seen_by`` gives the face that a seat may see."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened at the table; every kind of it says whether it shows something hidden to somebody."""

    reveals: ClassVar[bool]

    def seen_by(self, seat: int | None) -> Event:
        """The event as this seat sees it; None is a spectator."""
        return self


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    """A starting hand."""

    reveals: ClassVar[bool] = True

    seat: int
    cards: tuple[str, ...] | None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else HandDealt(self.seat, None)


class RowFilled(Event, frozen=True, tag="row_filled"):
    """A card was turned into the row."""

    reveals: ClassVar[bool] = True

    slot: int
    card: str
    deck: str
    row: tuple[str | None, ...]


class RowRenewed(Event, frozen=True, tag="row_renewed"):
    """The row showed too many locomotives and went to the discards."""

    reveals: ClassVar[bool] = True

    discarded: tuple[str, ...]


class DeckReshuffled(Event, frozen=True, tag="deck_reshuffled"):
    """The discards became the new deck."""

    reveals: ClassVar[bool] = True

    deck: str
    cards: int


class TicketsOffered(Event, frozen=True, tag="tickets_offered"):
    """Tickets were put before a seat to choose from."""

    reveals: ClassVar[bool] = True

    seat: int
    count: int
    tickets: tuple[str, ...] | None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else TicketsOffered(self.seat, self.count, None)


class OpeningTicketsChosen(Event, frozen=True, tag="opening_tickets_chosen"):
    """A seat has chosen its starting tickets; how many is shown when all have chosen."""

    reveals: ClassVar[bool] = False

    seat: int
    tickets: tuple[str, ...] | None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else OpeningTicketsChosen(self.seat, None)


class FleetChosen(Event, frozen=True, tag="fleet_chosen"):
    """A seat has chosen its fleet; which is shown when all have chosen."""

    reveals: ClassVar[bool] = False

    seat: int
    trains: int | None
    ships: int | None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else FleetChosen(self.seat, None, None)


class TicketsKept(Event, frozen=True, tag="tickets_kept"):
    """A seat keeps some of its offer; the others go under the deck or out of the game."""

    reveals: ClassVar[bool] = True

    seat: int
    kept: int
    rejected: int
    tickets: tuple[str, ...] | None
    rejected_tickets: tuple[str, ...] | None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else TicketsKept(self.seat, self.kept, self.rejected, None, None)


class FleetRevealed(Event, frozen=True, tag="fleet_revealed"):
    """The pieces a seat begins with."""

    reveals: ClassVar[bool] = True

    seat: int
    trains: int
    ships: int


class TurnsBegan(Event, frozen=True, tag="turns_began"):
    """The opening is over; this seat has the first turn."""

    reveals: ClassVar[bool] = True

    first: int


class CardTaken(Event, frozen=True, tag="card_taken"):
    """A seat took a card of the row."""

    reveals: ClassVar[bool] = False

    seat: int
    slot: int
    card: str
    row: tuple[str | None, ...]


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """A seat drew the top card of a deck."""

    reveals: ClassVar[bool] = True

    seat: int
    deck: str
    card: str | None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else CardDrawn(self.seat, self.deck, None)


class PaymentLaid(Event, frozen=True, tag="payment_laid"):
    """A seat laid down the whole price of a line, station or harbour."""

    reveals: ClassVar[bool] = False

    seat: int
    cards: tuple[str, ...]
    line: str | None = None
    city: str | None = None


class TunnelCardTurned(Event, frozen=True, tag="tunnel_card_turned"):
    """A card was turned to see what a tunnel costs."""

    reveals: ClassVar[bool] = True

    seat: int
    card: str


class TunnelPriced(Event, frozen=True, tag="tunnel_priced"):
    """So many extra cards are owed for the tunnel."""

    reveals: ClassVar[bool] = False

    seat: int
    line: str
    owed: int


class ExtraPaid(Event, frozen=True, tag="extra_paid"):
    """A seat paid the extra cards of a tunnel."""

    reveals: ClassVar[bool] = False

    seat: int
    cards: tuple[str, ...]


class CardsTakenBack(Event, frozen=True, tag="cards_taken_back"):
    """A seat left a tunnel unbuilt and took its cards back."""

    reveals: ClassVar[bool] = False

    seat: int
    line: str


class LineClaimed(Event, frozen=True, tag="line_claimed"):
    """A line has an owner."""

    reveals: ClassVar[bool] = False

    seat: int
    line: str
    points: int


class StationBuilt(Event, frozen=True, tag="station_built"):
    """A city has a station."""

    reveals: ClassVar[bool] = False

    seat: int
    city: str


class HarbourBuilt(Event, frozen=True, tag="harbour_built"):
    """A city has a harbour."""

    reveals: ClassVar[bool] = False

    seat: int
    city: str


class PiecesExchanged(Event, frozen=True, tag="pieces_exchanged"):
    """A seat gave trains for ships or ships for trains, at a point each."""

    reveals: ClassVar[bool] = False

    seat: int
    gave: str
    count: int


class Passed(Event, frozen=True, tag="passed"):
    """A seat could do nothing."""

    reveals: ClassVar[bool] = False

    seat: int


class LastTurnsBegan(Event, frozen=True, tag="last_turns_began"):
    """A seat has few pieces left: so many turns are still to come."""

    reveals: ClassVar[bool] = False

    seat: int
    turns: int


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The last turn is over, or nobody could move."""

    reveals: ClassVar[bool] = True

    reason: str


AnyEvent = (
    HandDealt
    | RowFilled
    | RowRenewed
    | DeckReshuffled
    | TicketsOffered
    | OpeningTicketsChosen
    | FleetChosen
    | TicketsKept
    | FleetRevealed
    | TurnsBegan
    | CardTaken
    | CardDrawn
    | PaymentLaid
    | TunnelCardTurned
    | TunnelPriced
    | ExtraPaid
    | CardsTakenBack
    | LineClaimed
    | StationBuilt
    | HarbourBuilt
    | PiecesExchanged
    | Passed
    | LastTurnsBegan
    | GameEnded
)


def event_to_data(event: Event) -> dict[str, Any]:
    """The event as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    return data


def event_from_data(data: Any) -> Event:
    """The event that plain data describes."""
    event: Event = msgspec.convert(data, AnyEvent, strict=True)
    return event
