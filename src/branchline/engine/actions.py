"""What a seat sends: readable frozen values, equal when they mean the same."""

from __future__ import annotations

from typing import Any

import msgspec

from branchline.engine.errors import IllegalAction


class Action(msgspec.Struct, frozen=True, tag_field="do"):
    """Something a seat does."""


class TakeCard(Action, frozen=True, tag="take_card"):
    """Take a card of the row; with two decks, name the one that fills the gap."""

    slot: int
    refill: str | None = None


class DrawCard(Action, frozen=True, tag="draw_card"):
    """Draw the top card of a deck."""

    deck: str


class DrawTickets(Action, frozen=True, tag="draw_tickets"):
    """Ask for tickets to choose from."""


class KeepTickets(Action, frozen=True, tag="keep_tickets"):
    """Keep these of the offered tickets."""

    tickets: tuple[str, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "tickets", tuple(sorted(self.tickets)))


class ChooseFleet(Action, frozen=True, tag="choose_fleet"):
    """Choose the pieces to play with."""

    trains: int
    ships: int


class ClaimLine(Action, frozen=True, tag="claim_line"):
    """Choose a line to claim; the payment is the next choice."""

    line: str


class BuildStation(Action, frozen=True, tag="build_station"):
    """Choose a city for a station; the payment is the next choice."""

    city: str


class BuildHarbour(Action, frozen=True, tag="build_harbour"):
    """Choose a city for a harbour; the payment is the next choice."""

    city: str


class Pay(Action, frozen=True, tag="pay"):
    """Lay down a whole payment, or the extra cards of a tunnel."""

    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "cards", tuple(sorted(self.cards)))


class UseStandIns(Action, frozen=True, tag="use_stand_ins"):
    """Pay with so many stand-ins; the cards are then laid down kind by kind."""

    count: int


class LayCards(Action, frozen=True, tag="lay_cards"):
    """Lay down the next cards of a payment that is made kind by kind."""

    card: str
    count: int


class TakeCardsBack(Action, frozen=True, tag="take_cards_back"):
    """Leave a tunnel unbuilt."""


class ExchangePieces(Action, frozen=True, tag="exchange_pieces"):
    """Give so many trains for ships, or ships for trains."""

    give: str
    count: int


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing, when nothing can be done."""


AnyAction = (
    TakeCard
    | DrawCard
    | DrawTickets
    | KeepTickets
    | ChooseFleet
    | ClaimLine
    | BuildStation
    | BuildHarbour
    | Pay
    | UseStandIns
    | LayCards
    | TakeCardsBack
    | ExchangePieces
    | Pass
)


def action_from_data(data: Any) -> Action:
    """The action that plain data (as from JSON) describes."""
    try:
        action: Action = msgspec.convert(data, AnyAction, strict=True)
    except msgspec.ValidationError as problem:
        raise IllegalAction("malformed", f"this is not an action: {problem}") from None
    return action


def action_to_data(action: Action) -> dict[str, Any]:
    """The action as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(action)
    return data
