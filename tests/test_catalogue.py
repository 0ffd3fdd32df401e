"""The catalogue of words: Python says what the pages say, in the same forms."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from branchline.catalogue import ENGLISH, room, say
from branchline.engine.actions import AnyAction
from branchline.engine.errors import RefusalCode
from branchline.engine.events import AnyEvent
from branchline.engine.facts import DecisionKind
from branchline.engine.tally import DecidedBy, TallyReason
from branchline.engine.words.narrate import ENDINGS
from branchline.server.errors import ServerCode

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src/branchline"
ROOMS = sorted(file.stem for file in (SOURCES / "catalogue" / ENGLISH).glob("*.json"))


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


@pytest.mark.parametrize(("name", "key", "values", "words"), json.loads((TESTS / "plurals.json").read_text()))
def test_a_message_has_the_form_that_fits_its_number_as_on_the_page(
    name: str, key: str, values: dict[str, str | int], words: str
) -> None:
    """The page says the same, from the same file: client/tests/words.test.ts."""
    assert say(name, key, ENGLISH, **values) == words


def test_a_value_stands_in_its_gap_as_it_is() -> None:
    assert say("mail", "turn.text", link="https://example.org/{x}").startswith(
        "It is your turn:\nhttps://example.org/{x}"
    )


def test_whatever_is_refused_has_words_on_the_pages() -> None:
    """Codes that only the page itself knows: it is offline."""
    keys = {key.removeprefix("refusal.") for name in ("common", "table") for key in room(name) if "refusal." in key}
    assert keys == {*get_args(RefusalCode), *get_args(ServerCode), "offline"}


def test_the_page_around_the_client_has_no_words_of_its_own() -> None:
    page = (TESTS.parent / "client/index.html").read_text(encoding="utf-8")
    shown = re.findall(r">\s*([^<>\s][^<>]*)<", page) + re.findall(r'name="description" content="(.*?)"', page)
    assert sorted(shown) == sorted(f"{{{key}}}" for key in room("page"))


def test_every_reason_of_the_tally_has_words() -> None:
    assert {key.removeprefix("tally.") for key in room("table") if key.startswith("tally.")} == {*get_args(TallyReason)}


def test_the_commands_say_what_is_in_their_room_and_all_of_it() -> None:
    text = "".join(file.read_text() for file in (SOURCES / "cli").rglob("*.py"))
    assert set(re.findall(r'words\(\s*"([\w.-]+)"', text)) <= set(room("cli"))
    composed = ("act.", "decision.", "ending.", "event.", "simulate.", "table.", "titles.", "won.")
    assert [
        key for key in room("cli") if not key.startswith(composed) and not re.search(f"[\"']{key}[\"']", text)
    ] == []


def test_every_event_action_decision_and_way_to_win_has_words_in_the_terminal() -> None:
    told = {key.split(".")[1] for key in room("cli") if key.startswith("event.")}
    assert told == {kind.__struct_config__.tag for kind in get_args(AnyEvent)}
    done = {key.split(".")[1] for key in room("cli") if key.startswith("act.")}
    assert done == {kind.__struct_config__.tag for kind in get_args(AnyAction)}
    assert {key.removeprefix("decision.") for key in room("cli") if key.startswith("decision.")} == {
        *get_args(DecisionKind)
    }
    assert {key.removeprefix("won.") for key in room("cli") if key.startswith("won.")} == {*get_args(DecidedBy)}
    assert {key.removeprefix("ending.").replace("_", " ") for key in room("cli") if "ending." in key} == {*ENDINGS}
