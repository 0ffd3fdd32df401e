"""How a title shows itself: known fields within bounds, and the words of the nearest language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from branchline.engine.errors import BoardError
from branchline.titles.look import Look, Words, read_look, read_words, words_in


def test_a_title_without_a_look_comes_last_in_the_colour_of_the_house(tmp_path: Path) -> None:
    assert read_look(tmp_path) == Look(1000, "#c9a45c", None)
    assert read_words(tmp_path) == {}
    assert words_in({}, "en") == Words()


@pytest.mark.parametrize(
    "look",
    [
        {"colour": "red"},
        {"colour": "#fff;background:url(x)"},
        {"order": -1},
        {"style": "x"},
        {"picture": {"land": "<g/>", "lines": [], "cities": []}},
        {"picture": {"land": "", "lines": [["M0 0", "red blue"]], "cities": []}},
        {"picture": {"land": "", "lines": [], "cities": [[1, 2]] * 81}},
    ],
)
def test_a_look_out_of_bounds_is_refused(tmp_path: Path, look: object) -> None:
    (tmp_path / "look.json").write_text(json.dumps(look))
    with pytest.raises(BoardError, match=rf"{tmp_path.name}/look\.json: "):
        read_look(tmp_path)


def test_words_that_are_none_are_refused_with_their_language(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words/da.json").write_text('{"about": "x", "greeting": "Hej"}')
    with pytest.raises(BoardError, match=r"words/da\.json: .*`greeting`"):
        read_words(tmp_path)


def test_words_come_in_the_nearest_language(tmp_path: Path) -> None:
    words = {"en": Words("Trains"), "nb": Words("Tog", "Broer")}
    assert words_in(words, "nb-NO").about == "Tog"
    assert words_in(words, "nb").name == "Broer"
    assert words_in(words, "fi").about == "Trains"
    assert words_in(words, "en-XA").about == "Trains"
