"""Everything there is in a game as one comparable value.

The fields are found by looking at the objects, so that a field added later is compared as well.
"""

from __future__ import annotations

from branchline.engine.core.dealer import Dealer
from branchline.engine.core.rules import Rules
from branchline.engine.core.state import Public, State
from branchline.engine.game import Game

Fingerprint = tuple[tuple[str, object], ...]


def _plain(value: object) -> object:
    """A value that stays as it is when the table changes."""
    if isinstance(value, (int, bytes)):
        return value
    if isinstance(value, Public):
        return fields(value)
    if isinstance(value, Rules):
        return id(value)
    return tuple(value)  # type: ignore[arg-type]  # a vector of numbers


def fields(thing: object, without: tuple[str, ...] = ()) -> Fingerprint:
    """All fields of an object of the core, compiled or not."""
    names = [name for name in dir(thing) if not name.startswith("_") and name not in without]
    values = [(name, getattr(thing, name)) for name in names]
    return tuple((name, _plain(value)) for name, value in values if not callable(value))


def fingerprint(state: State) -> Fingerprint:
    """All fields of a state and of what is public in it."""
    return fields(state)


def dealer_fingerprint(dealer: Dealer) -> Fingerprint:
    """All that decides what a dealer will deal; not the notes of the past."""
    return fields(dealer, without=("notes", "noting"))


def game_fingerprint(game: Game) -> tuple[Fingerprint, Fingerprint, int]:
    """State, dealer, and how much has been played."""
    return fingerprint(game.state), dealer_fingerprint(game.dealer), len(game.steps)
