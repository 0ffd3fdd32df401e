"""Whole games through the real page: every title, people and bots, two browsers, keys only, a server that dies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from e2e.conftest import DESKTOP, PHONE, MakePlayer, serve
from e2e.people import Player, take_turns
from e2e.pictures import Album
from server.kit import Server

MIDDLE = 60  # entries of the log


def in_the_middle(seen: dict[str, Any]) -> bool:
    return bool(seen["version"] > MIDDLE and seen["prompt"] == "turn" and not seen["choose"])


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may be killed."""
    running = serve(tmp_path).start()
    yield running
    running.stop()


def play_with_pictures(player: Player, album: Album) -> None:
    """A whole game, with pictures of its start, its middle and its end."""
    player.wait_for_turn()
    album.take("1-start")
    player.play_out(until=in_the_middle)
    album.take("2-middle")
    player.play_out()
    player.page.wait_for_selector('[data-end="shown"]')
    album.take("3-end")


def test_two_people_in_two_browsers_and_a_bot_play_usa(server: Server, come: MakePlayer, artifacts: Path) -> None:
    ann, ben = come(server, "Ann", DESKTOP), come(server, "Ben", PHONE)
    address = ann.make_table("usa", "open", "greedy")
    ben.sit_down(address)
    ann.begin()
    ben.page.wait_for_selector(".game")
    ann.say("Good luck!")
    ben.open_tab("chat")
    ben.page.wait_for_selector(".chat li:has-text('Good luck!')")
    album = Album(ann.page, artifacts, "usa")
    ann.wait_for_turn()
    album.take("1-start")
    taken = False
    while not take_turns(ann, ben):
        if not taken and in_the_middle(ann.look()):
            album.take("2-middle")
            taken = True
    for player in (ann, ben):
        player.page.wait_for_selector('[data-end="shown"]')
    album.take("3-end")
    assert totals(ann) == totals(ben)
    assert taken
    ann.activate('[data-do="check"]')
    ann.page.wait_for_selector('[data-check="end.check.good"]')


def totals(player: Player) -> list[str]:
    found: list[str] = player.page.evaluate("[...document.querySelectorAll('[data-total]')].map((e) => e.textContent)")
    assert found
    return found


def test_europe_is_played_with_the_keyboard_alone(server: Server, come: MakePlayer, artifacts: Path) -> None:
    ann = come(server, "Ann")
    ann.make_table("europe", "greedy")
    ann.begin()
    ann.keyboard_only = True
    play_with_pictures(ann, Album(ann.page, artifacts, "europe"))
    assert {"tickets", "turn", "second_card", "pay"} <= ann.seen


def test_nordic_is_played_on_a_phone(server: Server, come: MakePlayer, artifacts: Path) -> None:
    ann = come(server, "Ann", PHONE)
    ann.play_at_once("nordic")
    play_with_pictures(ann, Album(ann.page, artifacts, "nordic"))


def test_world_goes_on_when_the_server_is_killed_and_started_again(
    own_server: Server, come: MakePlayer, artifacts: Path
) -> None:
    ann = come(own_server, "Ann")
    ann.make_table("world", "greedy")
    ann.begin()
    album = Album(ann.page, artifacts, "world")
    ann.wait_for_turn()
    album.take("1-start")
    ann.play_out(until=in_the_middle)
    album.take("2-middle")
    before = ann.look()["version"]
    ann.forgiven = True  # the browser says on the console that nobody answers
    own_server.kill()
    ann.page.wait_for_selector('[data-banner="lost"]')
    ann.page.screenshot(path=artifacts / "lost-connection.png")
    ann.activate("[data-deck]:not(:disabled)")  # a move made in the dark: it waits, and is made once
    own_server.start()
    ann.page.wait_for_selector('[data-banner="lost"]', state="detached")
    ann.page.wait_for_function(
        "(before) => Number(document.querySelector('[data-version]').dataset.version) > before", arg=before
    )
    ann.forgiven = False
    ann.play_out()
    ann.page.wait_for_selector('[data-end="shown"]')
    album.take("3-end")


def test_great_lakes_is_played_with_the_mouse(server: Server, come: MakePlayer, artifacts: Path) -> None:
    ann = come(server, "Ann")
    ann.make_table("greatlakes", "greedy")
    ann.begin()
    play_with_pictures(ann, Album(ann.page, artifacts, "greatlakes"))
    assert {"fleet", "refill"} <= ann.seen
