"""Every kind of decision on the real page: games are brought to the point where it comes, and decided there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from e2e.conftest import DESKTOP, PHONE, MakePlayer
from e2e.people import Player
from e2e.scenes import PERSON, Scene, find, lay_out, legal_of
from server.kit import Server

from branchline.engine.actions import BuildHarbour, BuildStation, ClaimLine, ExchangePieces, Pay
from branchline.engine.board import Line
from branchline.engine.game import Game

SCREENS = (DESKTOP, PHONE)


class Table:
    """A person at a table that has come to a certain point."""

    def __init__(self, player: Player, scene: Scene) -> None:
        self.player = player
        self.scene = scene
        self.before = len(scene.game.steps) + 1
        player.page.goto(f"{player.url}/t/{scene.table}")
        player.page.wait_for_selector(".game")
        player.wait_for_turn()

    def facts(self) -> dict[str, Any]:
        """What the server says of the person's seat, once something has been played."""
        self.player.page.wait_for_function(
            "(before) => Number(document.querySelector('[data-version]').dataset.version) > before", arg=self.before
        )
        seen: dict[str, Any] = self.player.page.evaluate(
            "(id) => fetch(`/api/tables/${id}`).then((answer) => answer.json())", self.scene.table
        )
        seat: dict[str, Any] = seen["table"]["seats"][PERSON]
        return seat

    def paid(self) -> int:
        """How many cards the payment chooser shows."""
        laid: list[str] = self.player.page.evaluate(
            "[...document.querySelectorAll('[data-pay]')].map((e) => e.dataset.laid)"
        )
        return sum(map(int, laid))

    def claim(self, line: str) -> None:
        """Choose a line in the list, so that its payment is asked for."""
        self.player.open_tab("lines")
        self.player.activate(f'[data-claim="{line}"]')
        self.player.page.wait_for_selector('[data-choose="pay"]')

    def build(self, what: str, city: str) -> None:
        """Choose where to build, so that its payment is asked for."""
        self.player.activate(f'[data-do="{what}"]')
        self.player.page.select_option('[data-do="city"]', city)
        self.player.page.wait_for_selector('[data-choose="pay"]')


@pytest.fixture
def sit(server: Server, come: MakePlayer) -> Callable[[str, Game], Table]:
    """Brings a person to a table."""

    def sit_down(screen: str, game: Game) -> Table:
        player = come(server, "Ann", screen)
        player.play_at_once("usa")
        user_id: int = player.page.evaluate("fetch('/api/me').then((answer) => answer.json()).then((me) => me.id)")
        return Table(player, lay_out(server, user_id, game))

    return sit_down


Sit = Callable[[str, Game], Table]


def line_for(game: Game, fits: Callable[[Line], bool]) -> str | None:
    """A line that the person can claim now."""
    lines = [
        game.title.board.line(action.line) for action in legal_of(game, ClaimLine) if isinstance(action, ClaimLine)
    ]
    return next((line.id for line in lines if fits(line)), None)


@pytest.mark.parametrize("screen", SCREENS)
def test_E3_what_a_tunnel_costs_more_is_paid_or_the_cards_come_back(sit: Sit, artifacts: Path, screen: str) -> None:
    game = find("europe", lambda game: game.decision.kind == "tunnel" and bool(legal_of(game, Pay)))  # type: ignore[union-attr]
    assert game.decision is not None
    line = game.decision.line
    table = sit(screen, game)
    table.player.page.wait_for_selector('[data-choose="tunnel"]')
    table.player.page.screenshot(path=artifacts / f"tunnel-{screen}.png")
    if screen == DESKTOP:
        table.player.activate('[data-do="pay"]')
        assert line in table.facts()["lines"]
        table.player.page.wait_for_selector(f'[data-pieces="{line}"]', state="attached")
    else:
        table.player.activate('[data-do="back"]')
        assert line not in table.facts()["lines"]


def test_E6_a_station_is_built_and_paid_with_the_card_of_choice(sit: Sit, artifacts: Path) -> None:
    game = find("europe", lambda game: bool(legal_of(game, BuildStation)) and len(game.view(PERSON).hand) > 2)
    table = sit(DESKTOP, game)
    (station, *_) = legal_of(game, BuildStation)
    assert isinstance(station, BuildStation)
    table.build("station", station.city)
    page = table.player.page
    other = page.evaluate("document.querySelector('[data-pay][data-laid=\"0\"]').dataset.pay")
    page.click(f'[data-pay="{other}"] .stepper-buttons button:last-child')
    page.wait_for_selector(f'[data-pay="{other}"][data-laid="1"]')
    page.screenshot(path=artifacts / "station.png")
    assert table.paid() == 1
    held = game.view(PERSON).hand[other]
    table.player.activate('[data-do="pay"]')
    assert table.facts()["built"] == [station.city]
    own = page.evaluate(
        "(id) => fetch(`/api/tables/${id}`).then((answer) => answer.json()).then((seen) => seen.own.hand)",
        table.scene.table,
    )
    assert own.get(other, 0) == held - 1


@pytest.mark.parametrize("screen", SCREENS)
def test_N3_any_cards_stand_in_for_a_locomotive_on_a_ferry(sit: Sit, artifacts: Path, screen: str) -> None:
    def ferry(game: Game) -> str | None:
        return line_for(game, lambda line: line.locomotives > 0)

    game = find("nordic", lambda game: ferry(game) is not None and sum(game.view(PERSON).hand.values()) > 9)
    line = ferry(game)
    assert line is not None
    table = sit(screen, game)
    table.claim(line)
    page = table.player.page
    ways = page.locator('[data-choose="pay"] select option').evaluate_all("(all) => all.map((each) => each.value)")
    page.select_option('[data-choose="pay"] select', ways[-1])
    length, stand_ins = game.title.board.line(line).length, int(ways[-1])
    page.wait_for_function(
        "(cards) => [...document.querySelectorAll('[data-pay]')].reduce((sum, e) => sum + Number(e.dataset.laid), 0) === cards",
        arg=length + 2 * stand_ins,  # three cards for one
    )
    page.screenshot(path=artifacts / f"stand-ins-{screen}.png")
    table.player.activate('[data-do="pay"]')
    assert line in table.facts()["lines"]


def test_W6_a_line_of_pairs_is_paid_kind_by_kind(sit: Sit, artifacts: Path) -> None:
    def pairs(game: Game) -> str | None:
        return line_for(game, lambda line: line.pairs and line.length > 1)

    game = find("world", lambda game: pairs(game) is not None)
    line = pairs(game)
    assert line is not None
    table = sit(DESKTOP, game)
    table.claim(line)
    table.player.page.screenshot(path=artifacts / "pairs.png")
    assert table.paid() == 2 * game.title.board.line(line).length
    table.player.activate('[data-do="pay"]')
    assert line in table.facts()["lines"]


@pytest.mark.parametrize(("title", "screen"), [("world", DESKTOP), ("greatlakes", PHONE)])
def test_W8_a_harbour_is_built(sit: Sit, artifacts: Path, title: str, screen: str) -> None:
    game = find(title, lambda game: bool(legal_of(game, BuildHarbour)))
    table = sit(screen, game)
    (harbour, *_) = legal_of(game, BuildHarbour)
    assert isinstance(harbour, BuildHarbour)
    table.build("harbour", harbour.city)
    table.player.page.screenshot(path=artifacts / f"harbour-{screen}.png")
    assert table.paid() == 4
    table.player.activate('[data-do="pay"]')
    assert table.facts()["built"] == [harbour.city]
    table.player.page.wait_for_selector(f'[data-marker="{harbour.city}"]', state="attached")


def test_W9_trains_are_exchanged_for_ships(sit: Sit) -> None:
    game = find("world", lambda game: bool(legal_of(game, ExchangePieces)))
    before = game.view(PERSON).seats[PERSON].pieces
    table = sit(DESKTOP, game)
    table.player.activate('[data-do="exchange"]')
    table.player.page.wait_for_selector('[data-choose="exchange"]')
    table.player.activate('[data-do="confirm"]')
    after = table.facts()["pieces"]
    assert sum(after.values()) == sum(before.values())
    assert after != before


def test_a_newcomer_gets_a_tip(sit: Sit) -> None:
    game = find("usa", lambda game: line_for(game, lambda line: line.length > 1) is not None)
    tip = sit(DESKTOP, game).player.page.text_content("[data-tip]")
    assert tip is not None
    board = game.title.board
    named = [city for ticket in game.view(PERSON).tickets for city in board.ticket(ticket).cities]
    assert any(board.city(city).name in tip for city in named)


def test_a_half_made_action_can_be_cancelled(sit: Sit) -> None:
    game = find("usa", lambda game: line_for(game, lambda line: line.length > 1) is not None)
    line = line_for(game, lambda line: line.length > 1)
    assert line is not None
    table = sit(DESKTOP, game)
    table.claim(line)
    table.player.activate('[data-do="cancel"]')
    table.player.page.wait_for_selector('[data-choose="pay"]', state="detached")
    assert table.player.look()["version"] == table.before
    assert table.player.look()["lit"] > 0
