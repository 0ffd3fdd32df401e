"""How fast the page is, in a real browser: panning every board, and a claim on its way to the other screen.

    python benchmarks/client.py

Run it while nothing else runs: the bars are milliseconds. The time of a drawing frame without anything to do is printed
beside them, so that a slow machine can be told from a slow page.
"""

from __future__ import annotations

import gzip
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from branchline import titles

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1]))

from e2e.conftest import PAGES, SCREENS, serve
from e2e.people import BROWSER_ARGUMENTS, Player
from server.kit import Server
from server.services import program
from waiting import PATIENCE

from benchmarks.judge import Judge

LONGEST_TASK = 50  # milliseconds, while panning
ON_THE_OTHER_SCREEN = 100  # milliseconds, on loopback
FIRST_LOAD = 150_000  # bytes of script and style, packed
PANS, CLAIMS = 5, 8
REST = 3000  # milliseconds

SEEN = """(line) => new Promise((seen) => {
  const there = () => document.querySelector(`[data-pieces="${line}"]`);
  new MutationObserver((_, observer) => {
    if (there()) { observer.disconnect(); seen(Date.now()); }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
})"""

CLICKED = """() => {
  const button = document.querySelector('[data-do="pay"]');
  window.__clicked = new Promise((clicked) => {
    button.addEventListener('click', () => clicked(Date.now()), { capture: true });
  });
}"""


@contextmanager
def player_at(browser: Browser, server: Server, name: str) -> Iterator[Player]:
    """Somebody with a desktop's screen."""
    context = browser.new_context(viewport=SCREENS["desktop"], reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(1000 * PATIENCE)
    yield Player(context.new_page(), server.url, name, narrow=False)
    context.close()


def judge_panning(judge: Judge, browser: Browser, server: Server) -> None:
    """The longest task of the page while somebody drags a zoomed board about; beside it, while nobody does."""
    for title in titles.names():
        with player_at(browser, server, "Ann") as ann:
            ann.play_at_once(title)
            ann.wait_for_turn()
            ann.page.wait_for_selector(".board-picture")
            ann.page.click('[aria-label="Zoom in"]')
            # The bots choose their tickets, and the board is drawn at its new size: neither is panning.
            ann.page.mouse.move(500, 350)
            ann.page.wait_for_timeout(REST)
            still = longest_task(browser, ann.page, panning=False)
            longest = max(longest_task(browser, ann.page, panning=True) for _ in range(PANS))
            judge.at_most(f"longest task while panning {title} ({still} ms at rest)", longest, LONGEST_TASK, "ms")


def longest_task(browser: Browser, page: Page, panning: bool) -> int:
    """Drag the board about, as a person would, or do not; the longest task of the recorded trace in milliseconds."""
    page.mouse.move(500, 350)
    page.wait_for_timeout(500)
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    if panning:
        page.mouse.down()
    for n in range(24):
        page.mouse.move(500 + 120 * ((n // 8) % 2 * 2 - 1) * (n % 8) / 8, 350 + 2 * n)
    if panning:
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


def judge_claims(judge: Judge, browser: Browser, server: Server) -> None:
    """From the click that claims a line to its pieces on the other screen."""
    with player_at(browser, server, "Ann") as ann, player_at(browser, server, "Ben") as ben:
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
    judge.at_most(
        f"a claim on the other screen, median of {CLAIMS}", statistics.median(delays), ON_THE_OTHER_SCREEN, "ms"
    )


def delay_of_claim(player: Player, other: Player) -> float:
    """The milliseconds from a click to the pieces."""
    line = player.page.evaluate("document.querySelector('.pay').dataset.line")
    other.page.evaluate(f"() => {{ window.__seen = ({SEEN})({line!r}) }}")
    player.page.evaluate(CLICKED)
    player.activate('[data-do="pay"]')
    clicked: float = player.page.evaluate("window.__clicked")
    arrived: float = other.page.evaluate("window.__seen")
    return arrived - clicked


def judge_first_load(judge: Judge, browser: Browser, server: Server) -> None:
    """The script and style that the first page loads, packed."""
    loaded: list[str] = []
    with player_at(browser, server, "Ann") as ann:
        ann.page.on("response", lambda answer: loaded.append(answer.url))
        ann.home()
    names = {url.rpartition("/")[2] for url in loaded if url.endswith((".js", ".css"))}
    size = sum(len(gzip.compress((PAGES / "assets" / name).read_bytes(), 9)) for name in names)
    judge.at_most("script and style of the first load, packed", size, FIRST_LOAD, "bytes")


def main() -> int:
    """Measure everything in one browser and at one server."""
    judge = Judge("The page in a browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = serve(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=program("chromium"), args=BROWSER_ARGUMENTS)
        judge_first_load(judge, browser, server)
        judge_panning(judge, browser, server)
        judge_claims(judge, browser, server)
        browser.close()
        server.stop()
    return judge.verdict()


if __name__ == "__main__":
    sys.exit(main())
