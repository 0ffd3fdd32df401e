"""People at the real page: they look, click, tap or press keys, and play whole games."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import ConsoleMessage, Page
from waiting import wait_until

BROWSER_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# What a person sees at a glance.
LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const enabled = (selector, name) => all(selector).filter((each) => !each.disabled).map((each) => each.dataset[name]);
  return {
    version: Number(document.querySelector('[data-version]')?.dataset.version ?? 0),
    prompt: document.querySelector('.prompt')?.dataset.task ?? null,
    choose: document.querySelector('[data-choose]')?.dataset.choose ?? null,
    end: document.querySelector('[data-end]')?.dataset.end ?? null,
    slots: enabled('[data-slot]', 'slot'),
    decks: enabled('[data-deck]', 'deck'),
    dos: enabled('[data-do]', 'do'),
    lit: Number((document.querySelector('.can-claim')?.textContent ?? '').match(/\\d+/)?.[0] ?? 0),
  };
}"""

# The first line of the list is the longest.
LONGEST = """() => {
  const first = document.querySelector('[data-claim]');
  return [first.dataset.claim, Number(first.querySelector('.spaces span').textContent)];
}"""

# Where to press on something: it has to be there, enabled, in view, and nothing may lie over it.
WHERE = """(selector) => {
  const thing = document.querySelector(selector);
  if (!thing || thing.disabled) return null;
  thing.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = thing.getBoundingClientRect();
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const hit = document.elementFromPoint(at.x, at.y);
  return hit && (thing === hit || thing.contains(hit)) ? at : null;
}"""


class Player:
    """Somebody with a page of their own."""

    def __init__(self, page: Page, url: str, name: str, narrow: bool) -> None:
        self.page = page
        self.url = url
        self.name = name
        self.narrow = narrow
        self.keyboard_only = False
        self.language = ""  # that of the browser
        self.chance = random.Random(name)
        self.troubles: list[str] = []
        self.forgiven = False
        self.seen: set[str] = set()  # the kinds of decisions that this person has made
        page.on("pageerror", lambda error: self.troubles.append(f"{name}: {error}"))
        page.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        """A page of ours writes nothing to the console; a browser does while the server is away."""
        if message.type in ("error", "warning") and not self.forgiven:
            self.troubles.append(f"{self.name}: {message.text}")

    # --- coming to a table

    def home(self) -> None:
        """Open the first page and say the own name."""
        self.page.goto(f"{self.url}/?language={self.language}" if self.language else self.url)
        self.page.wait_for_selector("[data-title]")
        self.page.fill(".name-field input", self.name)

    def play_at_once(self, title: str) -> None:
        """One click from the first page to a game against bots."""
        self.home()
        self.activate(f'[data-title="{title}"]')
        self.page.wait_for_selector(".game")

    def make_table(self, title: str, *others: str) -> str:
        """Make a table with these seats beside the own one; its address."""
        self.home()
        form = self.page.locator(".make form")
        form.locator("select").nth(0).select_option(title)
        form.locator("select").nth(1).select_option(str(len(others) + 1))
        for n, who in enumerate(others):
            form.locator("select").nth(2 + n).select_option(who)
        form.locator("button[type=submit]").click()
        self.page.wait_for_selector(".wait")
        return self.page.url

    def sit_down(self, address: str) -> None:
        """Open a table's link, say the own name and take a seat."""
        self.page.goto(address)
        self.page.fill(".wait .field input:not([readonly])", self.name)
        self.page.click(".seats .button.strong")
        self.page.wait_for_selector(".seats .tag")

    def begin(self) -> None:
        """Begin the game, as its host."""
        self.page.click(".wait .button.strong:not(:disabled)")
        self.page.wait_for_selector(".game")

    # --- looking and doing

    def look(self) -> dict[str, Any]:
        """What the page shows now."""
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def activate(self, selector: str) -> None:
        """Click, tap, or go there with the keyboard and press Enter."""
        if self.keyboard_only:
            self.tab_to(selector)
            self.page.keyboard.press("Enter")
            return
        at = self._find(selector)
        if self.narrow:
            self.page.touchscreen.tap(at["x"], at["y"])
        else:
            self.page.mouse.click(at["x"], at["y"])

    def _find(self, selector: str) -> dict[str, float]:
        """Where something can be pressed, as soon as it can be."""

        def place() -> dict[str, float] | None:
            at: dict[str, float] | None = self.page.evaluate(WHERE, selector)
            return at

        return wait_until(place, lambda: f"{self.name} cannot press {selector}; there is {self.look()}")

    def tab_to(self, selector: str, most: int = 400) -> None:
        """Press Tab until the focus is there."""
        self.page.wait_for_selector(selector)
        for _ in range(most):
            if self.page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not get to {selector}")

    def open_tab(self, name: str) -> None:
        """Open one of the tabs, if it is not open."""
        tab = f'[data-tab="{name}"]'
        if self.page.locator(tab).count() and self.page.get_attribute(tab, "aria-selected") != "true":
            self.activate(tab)

    def say(self, words: str) -> None:
        """Say something at the table."""
        self.open_tab("chat")
        self.page.fill(".chat input", words)
        self.page.press(".chat input", "Enter")

    def wait_for_turn(self) -> dict[str, Any]:
        """Wait until there is something to choose, or the game is over."""

        def choice() -> dict[str, Any] | None:
            seen = self.look()
            return seen if seen["end"] or seen["choose"] or seen["prompt"] not in (None, "wait") else None

        return wait_until(choice, lambda: f"{self.name} waits in vain: {self.look()}")

    # --- playing

    def play_out(self, most: int = 600, until: Callable[[dict[str, Any]], bool] | None = None) -> None:
        """Play until the game is over, or until something is seen."""
        for _ in range(most):
            seen = self.wait_for_turn()
            if seen["end"] or (until is not None and until(seen)):
                return
            self.decide(seen)
        raise AssertionError("the game goes on and on")

    def decide(self, seen: dict[str, Any]) -> None:
        """Make one decision, and wait until the page knows of it."""
        kind = seen["choose"] or seen["prompt"]
        self.seen.add(kind)
        getattr(self, f"_{kind}")(seen)
        self._wait_for_change(seen)

    def _wait_for_change(self, before: dict[str, Any]) -> None:
        def changed() -> bool:
            seen = self.look()
            return any(seen[key] != before[key] for key in ("version", "choose", "end")) and seen["dos"] is not None

        wait_until(changed, lambda: f"nothing happened after {before}; now {self.look()}", pause=0.01)

    def _tickets(self, seen: dict[str, Any]) -> None:
        for n in range(self.page.locator('[data-choose="tickets"] .ticket').count()):
            self.activate(f'[data-choose="tickets"] li:nth-child({n + 1}) .ticket')
        self.activate('[data-do="keep"]')

    def _fleet(self, seen: dict[str, Any]) -> None:
        self.activate('[data-do="fleet"]')

    def _pay(self, seen: dict[str, Any]) -> None:
        self.activate('[data-do="pay"]')

    def _tunnel(self, seen: dict[str, Any]) -> None:
        self.activate(f'[data-do="{"pay" if "pay" in seen["dos"] else "back"}"]')

    def _refill(self, seen: dict[str, Any]) -> None:
        self.activate("[data-refill]")

    def _turn(self, seen: dict[str, Any]) -> None:
        """Claim a long line; draw where there is none; now and then do something else that can be done."""
        if "pass" in seen["dos"]:
            self.activate('[data-do="pass"]')
        elif {"station", "harbour"} & set(seen["dos"]) and self.chance.random() < 0.3:
            self._build(seen)
        elif seen["lit"] and self._claim():
            pass
        else:
            self._draw(seen)

    def _place(self, seen: dict[str, Any]) -> None:
        choice = self.page.locator('[data-do="city"]')
        choice.select_option(index=1 + self.chance.randrange(choice.locator("option").count() - 1))

    def _second_card(self, seen: dict[str, Any]) -> None:
        self._draw(seen)

    def _build(self, seen: dict[str, Any]) -> None:
        self.activate(f'[data-do="{"station" if "station" in seen["dos"] else "harbour"}"]')

    def _claim(self) -> bool:
        """Choose the longest line on the list, unless a longer one is worth waiting for."""
        self.open_tab("lines")
        line, length = self.page.evaluate(LONGEST)
        if length < 3 and self.chance.random() < 0.6:
            return False
        self.activate(f'[data-claim="{line}"]')
        return True

    def _draw(self, seen: dict[str, Any]) -> None:
        self.open_tab("row")
        decks = [deck for deck in seen["decks"] if deck != "tickets"]
        if self.narrow:
            seen = self.look()
            decks = [deck for deck in seen["decks"] if deck != "tickets"]
        if seen["slots"] and (not decks or self.chance.random() < 0.5):
            self.activate(f'[data-slot="{self.chance.choice(seen["slots"])}"]')
        elif decks:
            self.activate(f'[data-deck="{self.chance.choice(decks)}"]')
        else:
            self.activate('[data-deck="tickets"]')


def take_turns(*players: Player) -> bool:
    """Whoever has something to choose chooses; true at the end of the game."""
    for player in players:
        seen = player.look()
        if seen["end"]:
            return True
        if seen["choose"] or seen["prompt"] not in (None, "wait"):
            player.decide(seen)
    return False
