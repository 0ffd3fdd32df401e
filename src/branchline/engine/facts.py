"""What a seat may know, as plain values."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

DecisionKind = Literal[
    "opening_tickets",
    "opening_fleet",
    "turn",
    "second_card",
    "keep_tickets",
    "pay_line",
    "lay_cards",
    "tunnel",
    "pay_station",
    "pay_harbour",
]


class Decision(msgspec.Struct, frozen=True):
    """Who must choose now, and what kind of choice it is."""

    seat: int
    kind: DecisionKind
    line: str | None = None
    city: str | None = None
    owed: int = 0
    cards_to_lay: int = 0


class SeatView(msgspec.Struct, frozen=True):
    """What everybody may know of a seat."""

    seat: int
    points: int
    pieces: dict[str, int]
    box: dict[str, int]
    markers: int
    built: tuple[str, ...]
    lines: tuple[str, ...]
    hand_size: dict[str, int]
    known_cards: dict[str, int]
    tickets: int
    ready: bool


class TableFacts(msgspec.Struct, frozen=True):
    """What everybody may know."""

    title: str
    decision: Decision | None
    first_seat: int
    turns_played: int
    turns_left: int | None
    row: tuple[str | None, ...]
    decks: dict[str, int]
    discards: dict[str, int]
    laid: dict[str, int]
    turned: dict[str, int]
    seats: tuple[SeatView, ...]
    ticket_deck: int


class OwnFacts(msgspec.Struct, frozen=True):
    """What only one seat may know; a spectator knows nothing of the kind."""

    seat: int | None
    hand: dict[str, int]
    tickets: tuple[str, ...]
    offer: tuple[str, ...]
    tickets_out: tuple[str, ...]
    tickets_below: tuple[str | None, ...]
    opening_tickets: tuple[str, ...]
    opening_fleet: dict[str, int]


class Facts(msgspec.Struct, frozen=True):
    """All that one seat may know, as plain data."""

    table: TableFacts
    own: OwnFacts


def facts_to_data(facts: Facts) -> dict[str, Any]:
    """The facts as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(facts)
    return data


def facts_from_data(data: Any) -> Facts:
    """The facts that plain data describes."""
    return msgspec.convert(data, Facts, strict=True)
