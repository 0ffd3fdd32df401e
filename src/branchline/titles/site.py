"""A title as the site shows it: everything in its folder, checked, and plain where it brings nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from branchline import titles
from branchline.engine.title import Title
from branchline.titles.drawing import Drawing, read_drawing
from branchline.titles.look import Picture, Words, read_look, read_words, words_in
from branchline.titles.plain import plain_drawing, plain_picture


@dataclass(frozen=True)
class Site:
    """What the site shows of a title."""

    title: Title
    order: int
    colour: str
    picture: Picture
    drawing: Drawing
    words: dict[str, Words]

    def name(self, language: str) -> str:
        """What the title is called in a language."""
        return words_in(self.words, language).name or self.title.name

    def about(self, language: str) -> str:
        """What the title says of itself in a language."""
        return words_in(self.words, language).about


@cache
def site_of(title_id: str) -> Site:
    """The site of the title with this id."""
    return read_site(titles.load(title_id), titles.folder_of(title_id))


def read_site(title: Title, folder: Path) -> Site:
    """The site of a title in a folder."""
    look = read_look(folder)
    picture = look.picture or plain_picture(title.board)
    return Site(title, look.order, look.colour, picture, _drawing(title, folder), read_words(folder))


def _drawing(title: Title, folder: Path) -> Drawing:
    file = folder / "drawing.json"
    if not file.is_file():
        return plain_drawing(title.board)
    return read_drawing(file.read_bytes(), title.board, f"{folder.name}/{file.name}")


def all_sites() -> tuple[Site, ...]:
    """All titles, in the order in which the site shows them."""
    return tuple(sorted(map(site_of, titles.names()), key=lambda site: (site.order, site.title.name)))
