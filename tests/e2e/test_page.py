"""The page itself: for everybody, small, quick, and clear about what it does."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from e2e.conftest import DESKTOP, PAGES, PHONE, ROOT, MakePlayer
from e2e.people import Player, take_turns
from server.kit import Server
from waiting import wait_until

AXE = ROOT / "client/node_modules/axe-core/axe.min.js"
FIRST_LOAD = 150_000  # bytes of script and style, packed
BOARD_DATA = 40_000  # bytes of one board's drawing, packed


def serious_issues(player: Player) -> list[str]:
    """What axe-core finds that is serious or critical, and what the keys cannot scroll."""
    player.page.evaluate(AXE.read_text())
    found: list[str] = player.page.evaluate(
        """async () => (await axe.run(document)).violations
            .filter((each) => ['serious', 'critical'].includes(each.impact))
            .map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(' | ')}`)"""
    )
    return found + out_of_reach(player)


def out_of_reach(player: Player) -> list[str]:
    """What may scroll and cannot be reached with the keys; axe sees it only while there is too much to show."""
    found: list[str] = player.page.evaluate(
        """() => [...document.querySelectorAll('body *')]
            .filter((each) => each.checkVisibility())
            .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflow))
            .filter((each) => each.tabIndex < 0)
            .filter((each) => ![...each.querySelectorAll('*')].some((inner) => inner.tabIndex >= 0))
            .map((each) => `out of reach: ${each.outerHTML.slice(0, 160)}`)"""
    )
    return found


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
def test_axe_finds_nothing_serious_on_any_page(server: Server, come: MakePlayer, artifacts: Path, screen: str) -> None:
    ann = come(server, "Ann", screen)
    ann.home()
    ann.page.screenshot(path=artifacts / f"home-{screen}.png", full_page=True)
    assert serious_issues(ann) == []
    ann.make_table("world", "open", "greedy")
    ann.page.screenshot(path=artifacts / f"waiting-{screen}.png")
    assert serious_issues(ann) == []
    ann.play_at_once("europe")
    ann.wait_for_turn()
    ann.page.wait_for_selector(".board-picture")
    assert serious_issues(ann) == []
    ann.play_out(until=lambda seen: seen["choose"] == "pay")
    ann.page.screenshot(path=artifacts / f"payment-{screen}.png")
    assert serious_issues(ann) == []
    for tab in ("tickets", "log", "chat"):
        ann.activate('[data-do="cancel"]') if ann.look()["choose"] == "pay" else None
        ann.open_tab(tab)
        ann.page.screenshot(path=artifacts / f"{tab}-{screen}.png")
        assert serious_issues(ann) == []


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
def test_the_end_and_the_replay_are_for_everybody(
    server: Server, come: MakePlayer, artifacts: Path, screen: str
) -> None:
    ann = come(server, "Ann", screen)
    ann.make_table("nordic", "random")
    ann.begin()
    ann.page.click('[aria-label="Menu"]')
    assert serious_issues(ann) == []
    ann.play_out(until=lambda seen: seen["prompt"] == "turn")
    resign(ann)
    ann.page.wait_for_selector('[data-end="shown"]')
    assert serious_issues(ann) == []
    table = ann.page.url
    ann.page.click("text=Replay")
    ann.page.wait_for_selector(".replay .board-picture")
    ann.page.locator('.replay input[type="range"]').fill("40")
    ann.page.wait_for_selector('[data-step="40"]')
    ann.page.screenshot(path=artifacts / f"replay-{screen}.png")
    assert serious_issues(ann) == []
    ann.page.goto(table)
    with ann.page.expect_download() as saved:
        ann.page.click("text=Record")
    assert Path(saved.value.path()).read_text().startswith('{"record":')
    ann.page.click('[data-do="rematch"]')
    ann.page.wait_for_selector(".wait")


def resign(player: Player) -> None:
    """Let a bot play on, so that the end comes soon."""
    if player.page.locator(".menu-items").count() == 0:
        player.page.click('[aria-label="Menu"]')
    player.page.click("text=Resign")
    player.page.click("text=Really resign?")


def test_a_bot_that_plays_for_somebody_gives_the_seat_back(server: Server, come: MakePlayer) -> None:
    ann, ben = come(server, "Ann"), come(server, "Ben", PHONE)
    ben.sit_down(ann.make_table("usa", "open"))
    ann.begin()
    resign(ann)
    ann.page.click("text=Take my seat back")
    ann.page.wait_for_selector("text=Take my seat back", state="detached")

    def ann_had_a_turn() -> bool:
        take_turns(ann, ben)
        return "turn" in ann.seen

    wait_until(ann_had_a_turn, lambda: "Ann has no turn")


def whose_turn(one: Player, two: Player) -> tuple[Player, Player]:
    """Who has the turn, and who waits."""

    def who() -> tuple[Player, Player] | None:
        order = (one, two) if one.look()["prompt"] == "turn" else (two, one)
        return order if order[0].look()["prompt"] == "turn" else None

    return wait_until(who, lambda: "nobody has the turn")


def test_a_step_is_taken_back_when_the_others_agree(server: Server, come: MakePlayer) -> None:
    ann, ben = come(server, "Ann"), come(server, "Ben")
    ben.sit_down(ann.make_table("usa", "open"))
    ann.begin()
    for player in (ann, ben):
        player.decide(player.wait_for_turn())
    first, other = whose_turn(ann, ben)
    cards = first.page.locator("[data-pile]").count()
    first.activate('[data-deck="cards"]')
    first.page.wait_for_selector('.prompt[data-task="second_card"]')
    first.page.click('[aria-label="Menu"]')
    first.page.click("text=Take my last step back")
    other.page.click("text=Agree")
    first.page.wait_for_selector('.prompt[data-task="turn"]')
    assert first.page.locator("[data-pile]").count() == cards


def test_a_line_that_cannot_be_claimed_says_why(server: Server, come: MakePlayer) -> None:
    ann = come(server, "Ann")
    ann.make_table("usa", "greedy")
    ann.begin()
    ann.play_out(until=lambda seen: seen["prompt"] == "turn")
    ann.page.locator('[data-line="houston-new-orleans-1"]').dispatch_event("click")
    ann.page.locator('[data-line="los-angeles-el-paso-1"], [data-line="el-paso-los-angeles-1"]').first.dispatch_event(
        "click"
    )
    ann.page.wait_for_selector(".prompt .why")
    assert "El Paso" in ann.page.inner_text(".prompt .why")


def test_the_first_load_is_small(server: Server, come: MakePlayer) -> None:
    ann = come(server, "Ann")
    loaded: list[str] = []
    ann.page.on("response", lambda answer: loaded.append(answer.url))
    ann.home()
    names = {url.rpartition("/")[2] for url in loaded if url.endswith((".js", ".css"))}
    assert any(name.endswith(".js") for name in names)
    assert sum(packed(PAGES / "assets" / name) for name in names) <= FIRST_LOAD
    everything = [path for path in (PAGES / "assets").iterdir() if path.suffix in (".js", ".css")]
    assert sum(map(packed, everything)) <= FIRST_LOAD
    for board in (PAGES / "assets").glob("*.json"):
        assert packed(board) <= BOARD_DATA, board.name


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))
