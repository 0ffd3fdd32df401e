"""The catalogue of words: Python says what the pages say, in the same forms."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from branchline.catalogue import ENGLISH, room, say
from branchline.engine.errors import RefusalCode
from branchline.engine.tally import TallyReason
from branchline.server.errors import ServerCode

ROOMS = sorted(file.stem for file in (Path(__file__).parents[1] / "src/branchline/catalogue" / ENGLISH).glob("*.json"))


@pytest.mark.parametrize("name", ROOMS)
def test_every_message_is_text_or_has_a_form_for_other_numbers(name: str) -> None:
    for key, message in room(name).items():
        assert isinstance(message, str) or set(message) <= {"zero", "one", "other"}, key
        assert isinstance(message, str) or "other" in message, key


@pytest.mark.parametrize("name", ROOMS)
def test_the_forms_of_a_message_have_the_same_gaps(name: str) -> None:
    for key, message in room(name).items():
        if not isinstance(message, str):
            gaps = {form: set(re.findall(r"\{(\w+)\}", words)) - {"count"} for form, words in message.items()}
            assert gaps.get("one", gaps["other"]) == gaps["other"], key


def test_no_key_is_in_two_rooms_of_the_pages() -> None:
    keys = [key for name in ("common", "home", "table") for key in room(name)]
    assert len(keys) == len(set(keys))


def test_a_message_has_the_form_that_fits_its_number() -> None:
    assert say("common", "seat.trains", count=1) == "1 train left"
    assert say("common", "seat.trains", count=2) == "2 trains left"
    assert say("table", "tickets.keep", count=0) == "Choose tickets to keep"


def test_a_value_stands_in_its_gap_as_it_is() -> None:
    assert say("mail", "turn.text", link="https://example.org/{x}").startswith(
        "It is your turn:\nhttps://example.org/{x}"
    )


def test_whatever_is_refused_has_words_on_the_pages() -> None:
    """Codes that only the page itself knows: it is offline."""
    keys = {key.removeprefix("refusal.") for name in ("common", "table") for key in room(name) if "refusal." in key}
    assert keys == {*get_args(RefusalCode), *get_args(ServerCode), "offline"}


def test_every_reason_of_the_tally_has_words_on_the_page_and_in_the_terminal() -> None:
    reasons = set(get_args(TallyReason))
    assert {key.removeprefix("tally.") for key in room("cli") if key.startswith("tally.")} == reasons
    assert {f"tally.{reason}" for reason in reasons - {"tour_in_order"}} <= set(room("table"))  # a tour is a ticket there
