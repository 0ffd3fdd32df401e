"""People at a table who play by a seeded whim, each in a tab of their own."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from server.kit import Tab

Legal = list[dict[str, Any]]
Wanted = Callable[[Legal], bool]

PATIENCE = 90.0

# What completes a decision comes before what begins one.
COMPLETING = ("pay", "lay_cards", "use_stand_ins", "keep_tickets", "choose_fleet", "take_cards_back")
PREVIEWED = ("claim_line", "build_harbour", "build_station")


def kinds(legal: Legal) -> set[str]:
    """The kinds of some actions."""
    return {action["do"] for action in legal}


class Party:
    """The people at a table, by their names; who hoards takes cards rather than claiming lines."""

    def __init__(self, tabs: dict[str, Tab], seed: int, hoards: bool = False) -> None:
        self.tabs = tabs
        self.hoards = hoards
        self.acts = 0
        self.last: dict[str, Any] = {}  # the last act: whose it was, its id, the version it made
        self._chance = Random(seed)

    @property
    def over(self) -> bool:
        return any(tab.over for tab in self.tabs.values())

    @property
    def chooser(self) -> Tab | None:
        """Somebody who may choose now."""
        return next((tab for tab in self.tabs.values() if tab.legal), None)

    @property
    def first(self) -> Tab:
        """The tab of whoever was named first."""
        return next(iter(self.tabs.values()))

    async def settle(self) -> None:
        """Hear until everybody knows the same, and somebody has to choose or the game is over."""
        while True:
            newest = max(tab.version for tab in self.tabs.values())
            behind = [tab for tab in self.tabs.values() if tab.version < newest]
            if not behind and (self.over or self.chooser):
                return
            for tab in behind or [self.first]:
                await tab.hear(PATIENCE)

    # --- choosing

    async def act(self, tab: Tab, action: dict[str, Any]) -> None:
        """Somebody does something, and everybody hears of it."""
        self.acts += 1
        name = next(name for name, each in self.tabs.items() if each is tab)
        self.last = {"name": name, "id": f"{tab.table}-{self._chance.random()}"}
        answer = await tab.act(action, identity=self.last["id"])
        assert answer["type"] == "done", answer
        self.last["version"] = answer["version"]
        await self.settle()

    def whim(self, legal: Legal) -> dict[str, Any]:
        """What somebody chooses: claims rather than cards, so that games are short."""
        for kind in COMPLETING:
            if some := [action for action in legal if action["do"] == kind]:
                return self._chance.choice(some)
        claims = [action for action in legal if action["do"] in PREVIEWED]
        cards = [action for action in legal if action["do"] in ("draw_card", "take_card")]
        if claims and not (cards and (self.hoards or self._chance.random() < 0.2)):
            return self._chance.choice(claims)
        return self._chance.choice(cards or legal)

    async def move(self) -> None:
        """Somebody makes a choice."""
        tab = self.chooser
        assert tab is not None
        await self.act(tab, self.whim(tab.legal))

    async def play(self, moves: int) -> None:
        """Make so many choices."""
        await self.settle()
        for _ in range(moves):
            assert not self.over
            await self.move()

    async def play_out(self) -> None:
        """Play to the end."""
        await self.settle()
        while not self.over:
            await self.move()

    async def into(self, begins: str, wanted: Wanted) -> Tab:
        """Play on until an action of this kind leads to a decision like that, and stop in it."""
        await self.settle()
        while not self.over:
            tab = self.chooser
            assert tab is not None
            action = await self._leading_to(tab, begins, wanted)
            await self.act(tab, action or self.whim(tab.legal))
            if action and wanted(tab.legal):
                return tab
        raise AssertionError(f"the game ended before there was such a decision after {begins}")

    async def _leading_to(self, tab: Tab, begins: str, wanted: Wanted) -> dict[str, Any] | None:
        """An action of this kind that leads there, or at least may."""
        for action in [each for each in tab.legal if each["do"] == begins]:
            if begins not in PREVIEWED:
                return action
            await tab.tell("preview", id="look", actions=[action])
            if wanted((await tab.until("previewed"))["legal"]):
                return action
        return None

    # --- undoing

    async def undo(self, tab: Tab) -> None:
        """Somebody takes the last own step back, and everybody else agrees if asked."""
        before = tab.version
        await tab.tell("ask_undo")
        while tab.version == before:
            message = await tab.hear(PATIENCE)
            assert message["type"] != "problem", message
            if message["type"] == "undo_asked" and message["seat"] is not None and not message["agreed"]:
                await self._agree(tab)
        await self.settle()

    async def _agree(self, asking: Tab) -> None:
        for other in self.tabs.values():
            if other is not asking:
                await other.until("undo_asked", PATIENCE)
                await other.tell("answer_undo", agree=True)
