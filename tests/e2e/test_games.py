"""Whole games through the real page."""

from __future__ import annotations

from pathlib import Path

import pytest
from e2e.conftest import DESKTOP, PHONE, MakePlayer
from server.kit import Server

TITLES = ("usa", "europe", "nordic", "world", "greatlakes")


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
@pytest.mark.parametrize("title", TITLES)
def test_a_person_plays_a_whole_game_against_a_bot(
    server: Server, come: MakePlayer, artifacts: Path, title: str, screen: str
) -> None:
    ann = come(server, "Ann", screen)
    ann.make_table(title, "greedy")
    ann.begin()
    ann.wait_for_turn()
    ann.page.wait_for_selector(".board-pane svg")
    ann.page.wait_for_timeout(300)
    ann.page.screenshot(path=artifacts / f"{title}-{screen}-1-start.png")
    ann.play_out(until=lambda seen: seen["version"] > 60 and seen["prompt"] == "turn")
    ann.page.screenshot(path=artifacts / f"{title}-{screen}-2-middle.png")
    ann.play_out()
    ann.page.wait_for_selector('[data-end="shown"]')
    ann.page.wait_for_timeout(300)
    ann.page.screenshot(path=artifacts / f"{title}-{screen}-3-end.png")
    assert {"tickets", "turn", "pay"} <= ann.seen
