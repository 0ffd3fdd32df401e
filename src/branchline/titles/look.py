"""How a title shows itself on the site: ``look.json`` and ``words/LANGUAGE.json`` in its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from branchline.engine.errors import BoardError
from branchline.titles.drawing import Checked, Number, Outline

PICTURE = (210.0, 104.0)  # the width and height of a title's small picture
ENGLISH = "en"

Hue = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")]
LineHue = Annotated[str, Meta(pattern=r"^[a-z]{3,10}$")]  # of a line: the name of a colour of cards, or gray
_Kind = TypeVar("_Kind", bound=Checked)


class Picture(Checked, frozen=True):
    """A small picture: not the map, only its air. Its size is PICTURE."""

    land: Outline
    lines: Annotated[tuple[tuple[Outline, LineHue], ...], Meta(max_length=40)]
    cities: Annotated[tuple[tuple[Number, Number], ...], Meta(max_length=80)]


class Look(Checked, frozen=True):
    """Where a title stands among the others, its own colour, and its picture."""

    order: Annotated[int, Meta(ge=0, le=1_000_000)] = 1000
    colour: Hue = "#c9a45c"
    picture: Picture | None = None


class Words(Checked, frozen=True):
    """What a title says of itself in one language; without a name there, it has its own everywhere."""

    about: Annotated[str, Meta(max_length=200)] = ""
    name: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


def read_look(folder: Path) -> Look:
    """The look in a title's folder; the usual one where there is none."""
    file = folder / "look.json"
    return _read(file, Look) if file.is_file() else Look()


def read_words(folder: Path) -> dict[str, Words]:
    """What a title says of itself, by language."""
    return {file.stem: _read(file, Words) for file in sorted((folder / "words").glob("*.json"))}


def words_in(words: dict[str, Words], language: str) -> Words:
    """The words of a language, else of the one it is a kind of, else English."""
    for each in (language, language.partition("-")[0], ENGLISH):
        if each in words:
            return words[each]
    return Words()


def _read(file: Path, kind: type[_Kind]) -> _Kind:
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        where = "/".join(file.parts[-3 if file.parent.name == "words" else -2 :])
        raise BoardError(f"{where}: {problem}") from None
