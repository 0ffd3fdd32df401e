"""Rows of the store as the server handles them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

# A table is open until its game is dealt; one that nobody started is closed.
Status = Literal["open", "running", "ended", "closed"]
# An entry of a table's log: the deal, somebody's step, a step taken back, a bot for a person, the person again.
EntryKind = Literal["start", "play", "undo", "leave", "back"]
ClockKind = Literal["none", "live", "days"]
# A guest has a name only; an account of a person or of a program has a password; who is gone has no name any more.
PersonKind = Literal["guest", "account", "bot", "gone"]


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time people have: none, live seconds a turn and a bank, or days a turn."""

    kind: ClockKind = "none"
    turn: int = 0  # seconds
    bank: int = 0  # seconds


class TableOptions(msgspec.Struct, frozen=True):
    """What a table settles beside its title."""

    first_seat: int | None = None
    advice: bool = False  # hints for newcomers


class SeatRow(msgspec.Struct, frozen=True):
    """A place at a table, and who sits there."""

    seat: int
    user_id: int | None
    name: str | None
    kind: PersonKind | None
    bot: str | None
    substitute: str | None
    due: bool
    bank: int
    sat: int | None = None  # since when
    has_left: bool = False  # a bot has played for whoever sits here, now or before

    @property
    def driver(self) -> str | None:
        """The bot that moves for this seat now, if any."""
        return self.bot or self.substitute

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.user_id is None and self.bot is None


class TableRow(msgspec.Struct, frozen=True):
    """A table as it is stored."""

    id: str
    title: str
    rules: int
    status: Status
    public: bool
    clock: Clock
    options: TableOptions
    host_id: int
    seed: str
    created: int
    started: int | None
    ended: int | None
    deadline: int | None
    rematch: str | None
    seats: tuple[SeatRow, ...] = ()

    def with_seats(self, changed: Mapping[int, SeatRow]) -> TableRow:
        """The same table with some seats changed."""
        return replace(self, seats=tuple([changed.get(each.seat, each) for each in self.seats]))

    @property
    def host_name(self) -> str | None:
        """Who has made the table, if they sit at it."""
        return next((each.name for each in self.seats if each.user_id == self.host_id), None)

    def seat_of(self, user_id: int | None) -> int | None:
        """Where a user sits."""
        for each in self.seats:
            if user_id is not None and each.user_id == user_id:
                return each.seat
        return None


class Entry(msgspec.Struct, frozen=True):
    """One entry of a table's log."""

    version: int
    at: int
    kind: EntryKind
    seat: int | None
    data: dict[str, Any]


@dataclass(frozen=True)
class StoredGame:
    """What a table's log says: the entries that make the game, and its last ones, whether they stand or not."""

    standing: list[Entry]
    tail: list[Entry]


@dataclass(frozen=True)
class ChatLine:
    """Something said at a table."""

    id: int
    user_id: int
    name: str
    at: int
    text: str


def bot_name(bot: str, seat: int) -> str:
    """What a bot is called at a table."""
    return f"{bot} {seat + 1}"
