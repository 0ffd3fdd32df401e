"""The page itself: for everybody, small, quick, and clear about what it does."""

from __future__ import annotations

import gzip
import json
import statistics
import time
from pathlib import Path

import pytest
from e2e.conftest import DESKTOP, PAGES, PHONE, ROOT, MakePlayer
from e2e.people import Player, take_turns
from playwright.sync_api import Page
from server.kit import Server

from branchline import titles

AXE = ROOT / "client/node_modules/axe-core/axe.min.js"
FIRST_LOAD = 150_000  # bytes of script and style, packed
BOARD_DATA = 40_000  # bytes of one board's drawing, packed
LONGEST_TASK = 50  # milliseconds, while panning
REST = 3000  # milliseconds
ON_THE_OTHER_SCREEN = 100  # milliseconds, on loopback
TRIES = 5
CLAIMS = 8


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
    ann.page.wait_for_selector('[data-end="shown"]', timeout=60_000)
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
    until = time.monotonic() + 30
    while "turn" not in ann.seen:
        take_turns(ann, ben)
        assert time.monotonic() < until, "Ann has no turn"


def whose_turn(one: Player, two: Player) -> tuple[Player, Player]:
    """Who has the turn, and who waits."""
    for _ in range(500):
        if one.look()["prompt"] == "turn":
            return one, two
        if two.look()["prompt"] == "turn":
            return two, one
    raise AssertionError("nobody has the turn")


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


@pytest.mark.quiet
@pytest.mark.parametrize("title", titles.names())
def test_panning_never_holds_the_page_up(server: Server, come: MakePlayer, title: str) -> None:
    ann = come(server, "Ann")
    ann.play_at_once(title)
    ann.wait_for_turn()
    ann.page.wait_for_selector(".board-picture")
    ann.page.click('[aria-label="Zoom in"]')
    come_to_rest(ann.page)
    longest = [longest_task_while_panning(ann.page) for _ in range(TRIES)]
    print(f"{title}: longest tasks while panning {longest} ms")
    assert max(longest) <= LONGEST_TASK


def come_to_rest(page: Page) -> None:
    """Wait until the bots have chosen their tickets and the board is drawn at its new size: neither is panning."""
    page.mouse.move(500, 350)
    page.wait_for_timeout(REST)


def longest_task_while_panning(page: Page) -> int:
    """Drag the board about, as a person would, and look into the recorded trace; in milliseconds."""
    browser = page.context.browser
    assert browser is not None
    page.mouse.move(500, 350)
    page.wait_for_timeout(500)
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    page.mouse.down()
    for n in range(24):
        page.mouse.move(500 + 120 * ((n // 8) % 2 * 2 - 1) * (n % 8) / 8, 350 + 2 * n)
    page.mouse.up()
    page.wait_for_timeout(100)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    names = {(each["pid"], each["tid"]): each["args"].get("name") for each in events if each["name"] == "thread_name"}
    tasks: list[int] = [
        each.get("dur", 0) // 1000
        for each in events
        if each["name"].endswith("RunTask") and names.get((each["pid"], each["tid"])) == "CrRendererMain"
    ]
    assert len(tasks) > 20, "the trace shows nothing"
    return max(tasks)


SEEN = """(line) => new Promise((seen) => {
  const there = () => document.querySelector(`[data-pieces="${line}"]`);
  new MutationObserver((_, observer) => {
    if (there()) { observer.disconnect(); seen(Date.now()); }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
})"""


@pytest.mark.quiet
def test_a_claimed_line_is_on_the_other_screen_at_once(server: Server, come: MakePlayer) -> None:
    ann, ben = come(server, "Ann"), come(server, "Ben")
    ben.sit_down(ann.make_table("usa", "open"))
    ann.begin()
    delays: list[float] = []
    while len(delays) < CLAIMS:
        for player, other in ((ann, ben), (ben, ann)):
            seen = player.look()
            if seen["choose"] == "pay":
                delays.append(delay_of_claim(player, other))
            elif seen["choose"] or seen["prompt"] not in (None, "wait"):
                player.decide(seen)
    print(f"claims on the other screen after {sorted(delays)} ms")
    assert statistics.median(delays) <= ON_THE_OTHER_SCREEN


def delay_of_claim(player: Player, other: Player) -> float:
    """The milliseconds from the click that claims a line to its pieces on the other screen."""
    line = player.page.evaluate("document.querySelector('.pay').dataset.line")
    other.page.evaluate(f"() => {{ window.__seen = ({SEEN})({line!r}) }}")
    player.page.evaluate(
        """() => { window.__clicked = new Promise((clicked) =>
            document.querySelector('[data-do="pay"]').addEventListener('click', () => clicked(Date.now()), { capture: true })) }"""
    )
    player.activate('[data-do="pay"]')
    clicked: float = player.page.evaluate("window.__clicked")
    arrived: float = other.page.evaluate("window.__seen")
    return arrived - clicked
