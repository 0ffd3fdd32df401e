"""A real server with the built client, and a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from e2e.people import BROWSER_ARGUMENTS, Player
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from server.kit import Server
from server.launching import forked
from server.services import program
from waiting import PATIENCE

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "src/branchline/server/pages"
ARTIFACTS = ROOT / "artifacts"

DESKTOP, PHONE = "desktop", "phone"
SCREENS = {DESKTOP: {"width": 1280, "height": 800}, PHONE: {"width": 390, "height": 844}}

Server.launch = staticmethod(forked)

MakePlayer = Callable[..., Player]


def serve(folder: Path, **settings: str) -> Server:
    """A server that brings the built client along."""
    assert (PAGES / "index.html").exists(), "the client is not built: run make client"
    return Server(folder, CLIENT=str(PAGES), **settings)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    with sync_playwright() as playwright:
        path = program("chromium")
        running = playwright.chromium.launch(executable_path=path, args=BROWSER_ARGUMENTS, timeout=1000 * PATIENCE)
        yield running
        running.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the tests of one file share."""
    running = serve(tmp_path_factory.mktemp("server")).start()
    yield running
    running.stop()


@pytest.fixture
def come(browser: Browser) -> Iterator[MakePlayer]:
    """Brings people with a browser of their own; whatever goes wrong on their pages fails the test."""
    contexts: list[BrowserContext] = []
    players: list[Player] = []

    def make(server: Server, name: str, screen: str = DESKTOP) -> Player:
        narrow = screen == PHONE
        context = browser.new_context(
            viewport=SCREENS[screen],  # type: ignore[arg-type]
            has_touch=narrow,
            is_mobile=narrow,
            reduced_motion="reduce",
        )
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        players.append(Player(context.new_page(), server.url, name, narrow))
        return players[-1]

    yield make
    troubles = [trouble for player in players for trouble in player.troubles]
    for context in contexts:
        context.close()
    assert not troubles


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """Where pictures are kept."""
    ARTIFACTS.mkdir(exist_ok=True)
    return ARTIFACTS
