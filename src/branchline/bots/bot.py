"""The whole interface of a bot: a view, the legal actions and a source of chance in, an action out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from branchline.bots.greedy import GreedyBot
from branchline.bots.random_bot import RandomBot
from branchline.engine.actions import Action
from branchline.engine.core.dealer import Dealer
from branchline.engine.errors import SetupError
from branchline.engine.view import View


class Bot(Protocol):
    """Somebody to play against."""

    def choose(self, view: View, legal: Sequence[Action], chance: Dealer) -> Action:
        """One of the legal actions, from nothing but what the seat may know."""
        ...


_BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(_BOTS)


def by_name(name: str) -> Bot:
    """A new bot of this name."""
    if name not in _BOTS:
        raise SetupError(f"there is no bot {name!r}; there are {', '.join(_BOTS)}")
    return _BOTS[name]()
