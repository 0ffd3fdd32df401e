"""Every word on the pages comes from the catalogue: in the pseudo-language all of them stand in brackets."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from e2e.conftest import DESKTOP, PHONE, MakePlayer, serve
from e2e.people import Player
from server.kit import Server

PSEUDO = "en-XA"

# What no catalogue has: people, the map's own names, the deal's hash, what can be chosen of titles and bots.
NAMES = "bdi, .board-picture text, .hash, option, .wordmark"


def names_of(server: Server, *titles: str) -> list[str]:
    """What the titles call themselves and their cities."""
    boards = [httpx.get(f"{server.url}/api/titles/{title}/board").json() for title in titles]
    named = [title["name"] for title in httpx.get(f"{server.url}/api/titles").json()]
    return named + [city["name"] for board in boards for city in board["cities"]]


def without_brackets(player: Player, *told: str) -> list[str]:
    """Visible texts and labels with letters in them that are neither of the catalogue nor names the server told."""
    found: list[str] = player.page.evaluate(
        """([names, told]) => {
            const outside = [];
            const own = (words) => told.reduce((rest, name) => rest.replaceAll(name, ''), words);
            const letters = { test: (words) => /\\p{L}{2,}/u.test(own(words)) };
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                const around = node.parentElement;
                if (!letters.test(node.data) || around.closest(names) || !around.checkVisibility()) continue;
                const words = around.closest('a, button, p, h1, h2, li, td, th, label, span, small, div').textContent;
                if (!words.includes('⟦')) outside.push(words.trim().slice(0, 80));
            }
            for (const each of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
                if (each.closest('.board-picture') || !each.checkVisibility()) continue;
                for (const name of ['aria-label', 'title', 'placeholder']) {
                    const words = each.getAttribute(name);
                    if (words && letters.test(words) && !words.includes('⟦')) outside.push(`${name}: ${words}`);
                }
            }
            return [...new Set(outside)];
        }""",
        [NAMES, sorted(told, key=len, reverse=True)],
    )
    return found


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
def test_every_word_on_the_pages_comes_from_the_catalogue(server: Server, come: MakePlayer, screen: str) -> None:
    told = names_of(server, "europe")
    ann = come(server, "Ann", screen)
    ann.language = PSEUDO
    ann.home()
    assert without_brackets(ann, *told) == []
    ann.play_at_once("europe")
    ann.wait_for_turn()
    ann.page.wait_for_selector(".board-picture")
    assert without_brackets(ann, *told) == []
    ann.play_out(until=lambda seen: seen["choose"] == "pay")
    assert without_brackets(ann, *told) == []


def test_the_other_pages_speak_the_language_too(tmp_path: Path, shelf: Path, come: MakePlayer) -> None:
    """Waiting room, end, replay and confirmation, with a title that is played in a minute."""
    site = serve(tmp_path, TITLES=str(shelf)).start()
    try:
        ann = come(site, "Ann")
        ann.language = PSEUDO
        ann.make_table("threebridges", "greedy")
        told = names_of(site, "threebridges")
        assert without_brackets(ann, *told) == []
        ann.begin()
        ann.play_out()
        ann.page.wait_for_selector('[data-end="shown"]')
        assert without_brackets(ann, *told) == []
        ann.page.click('a[href$="/replay"]')
        ann.page.wait_for_selector("[data-step]")
        assert without_brackets(ann, *told) == []
        ann.forgiven = True  # the browser notes that the token was refused
        ann.page.goto(f"{site.url}/confirm?language={PSEUDO}#nothing")
        ann.page.wait_for_selector("main")
        assert without_brackets(ann, *told) == []
    finally:
        site.stop()


def test_a_text_outside_the_catalogue_would_be_found(server: Server, come: MakePlayer) -> None:
    ann = come(server, "Ann")
    ann.language = PSEUDO
    ann.home()
    ann.page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<p>Hello</p>')")
    assert without_brackets(ann, *names_of(server)) == ["Hello"]
    ann.language = ""
    ann.home()
    assert without_brackets(ann, *names_of(server)) != []  # English has no brackets
