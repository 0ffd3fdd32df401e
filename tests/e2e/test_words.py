"""Every word on the pages comes from the catalogue: in the pseudo-language all of them stand in brackets."""

from __future__ import annotations

import pytest
from e2e.conftest import DESKTOP, PHONE, MakePlayer
from e2e.people import Player
from server.kit import Server

PSEUDO = "en-XA"

# What the server tells and no catalogue has: people, titles, bots, cities, the deal's hash.
NAMES = "bdi, .title-name, .board-picture text, .hash, option, h1.wordmark, .wordmark"


def without_brackets(player: Player) -> list[str]:
    """Visible texts and labels with letters in them that are not of the catalogue."""
    found: list[str] = player.page.evaluate(
        """(names) => {
            const outside = [];
            const letters = /\\p{L}{2,}/u;
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
        NAMES,
    )
    return found


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
def test_every_word_on_the_pages_comes_from_the_catalogue(server: Server, come: MakePlayer, screen: str) -> None:
    ann = come(server, "Ann", screen)
    ann.language = PSEUDO
    ann.home()
    assert without_brackets(ann) == []
    ann.play_at_once("europe")
    ann.wait_for_turn()
    ann.page.wait_for_selector(".board-picture")
    assert without_brackets(ann) == []
    ann.play_out(until=lambda seen: seen["choose"] == "pay")
    assert without_brackets(ann) == []


def test_a_text_outside_the_catalogue_would_be_found(server: Server, come: MakePlayer) -> None:
    ann = come(server, "Ann")
    ann.language = PSEUDO
    ann.home()
    ann.page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<p>Hello</p>')")
    assert without_brackets(ann) == ["Hello"]
    ann.language = ""
    ann.home()
    assert "Hello" not in (found := without_brackets(ann))
    assert found  # English has no brackets
