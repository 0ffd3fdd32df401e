"""The title of docs/adding-a-title.md, in the browser: from the first page to the tally, and after it has gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.conftest import DESKTOP, PHONE, MakePlayer, serve
from e2e.pictures import Album
from server.kit import Server
from three_bridges import NAME, rename


@pytest.fixture
def site(tmp_path: Path, shelf: Path) -> Iterator[Server]:
    """A server with them."""
    running = serve(tmp_path, TITLES=str(shelf)).start()
    yield running
    running.stop()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
def test_an_added_title_is_played_from_the_first_page_to_the_tally(
    site: Server, come: MakePlayer, artifacts: Path, screen: str
) -> None:
    ann = come(site, "Ann", screen)
    ann.home()
    card = ann.page.locator(f'[data-title="{NAME}"]')
    assert card.locator(".title-line").inner_text() == "Four towns, three bridges, and a game in five minutes."
    assert card.locator(".scene-line").count() == 6
    album = Album(ann.page, artifacts, f"{NAME}-{screen}")
    ann.play_at_once(NAME)
    ann.wait_for_turn()
    album.take("1-start")
    ann.play_out()
    ann.page.wait_for_selector('[data-end="shown"]')
    album.take("2-end")


def test_a_table_whose_title_has_gone_says_that_it_has_stopped(site: Server, shelf: Path, come: MakePlayer) -> None:
    ann = come(site, "Ann")
    ann.play_at_once(NAME)
    ann.wait_for_turn()
    address = ann.page.url
    ann.forgiven = True  # the server is away for a moment
    site.stop()
    rename(shelf, "bridges")
    site.start()
    ann.page.goto(address)
    ann.page.wait_for_selector("text=This game has stopped")
    ann.page.click("main a")
    ann.page.wait_for_selector(f".table-list:has-text('{NAME}')")  # it is still among the own tables
