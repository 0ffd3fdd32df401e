"""The five titles have what their boxes have."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from branchline import titles
from branchline.engine.errors import BoardError, SetupError
from branchline.engine.title import Deck, Suit, Title

# cities, waypoints, lines, doubles, spaces, tickets, tours, sum of ticket points
BOXES = {
    "usa": (36, 0, 100, 22, 309, 30, 0, 349),
    "europe": (47, 0, 101, 11, 300, 46, 0, 444),
    "nordic": (39, 0, 81, 12, 207, 46, 0, 460),
    "world": (47, 1, 130, 34, 411, 65, 8, 867),
    "greatlakes": (35, 2, 110, 28, 355, 55, 0, 526),
}


def test_there_are_five_titles() -> None:
    assert set(titles.names()) == set(BOXES)


@pytest.mark.parametrize("name", BOXES)
def test_a_board_has_what_is_printed(name: str) -> None:
    board = titles.load(name).board
    assert BOXES[name] == (
        sum(not city.waypoint for city in board.cities),
        sum(city.waypoint for city in board.cities),
        len(board.lines),
        len({line.double for line in board.lines if line.double}),
        sum(line.length for line in board.lines),
        len(board.tickets),
        sum(ticket.is_tour for ticket in board.tickets),
        sum(ticket.points for ticket in board.tickets),
    )


def _cards(title: Title) -> list[int]:
    return [sum(suit.each * len(title.colours) for suit in deck.suits) + deck.locomotives for deck in title.decks]


def test_the_decks_have_their_cards() -> None:
    for name in ("usa", "europe", "nordic"):
        assert _cards(titles.load(name)) == [110]
    for name in ("world", "greatlakes"):
        assert _cards(titles.load(name)) == [80, 60]


def test_some_facts_that_others_had_wrong() -> None:
    ferries = [line for line in titles.load("nordic").board.lines if line.kind == "ferry"]
    assert len(ferries) == 24
    assert all(line.any_cards == 3 for line in ferries)
    assert titles.load("nordic").board.line("lieksa-murmansk-1").any_cards == 4
    assert sum(line.wraps for line in titles.load("world").board.lines) == 10
    assert sum(line.pairs for line in titles.load("world").board.lines) == 5


def test_colours_are_balanced_on_the_usa_board() -> None:
    spaces: Counter[str] = Counter()
    for line in titles.load("usa").board.lines:
        spaces[line.colour] += line.length
    assert {colour: n for colour, n in spaces.items() if colour != "gray"} == dict.fromkeys(
        titles.load("usa").colours, 27
    )


def test_an_unknown_title_is_refused_with_the_list_of_titles() -> None:
    with pytest.raises(SetupError, match="there is no title 'mars'; there are europe, greatlakes, nordic, usa, world"):
        titles.load("mars")


USA = titles.load("usa")
CARDS = USA.decks[0]

MISFITS = [
    ({"most_seats": 6}, "it is for 2 to 6 seats"),
    ({"colours": ()}, "it has 0 colours"),
    ({"colours": ("red",) * 2}, "not 1 to 9 different ones"),
    ({"colours": USA.colours[:-1]}, "is 'pink', but the cards are red"),
    ({"decks": (replace(CARDS, to_row=0),)}, "its row has 0 cards"),
    ({"decks": (CARDS, CARDS)}, "each suit in one of them"),
    ({"decks": (Deck("cards", (Suit(2, 10),), to_row=5),)}, "holds a suit of the other deck"),
    ({"decks": (replace(CARDS, suits=(Suit(0, 41),)),)}, "more than 40 cards of a kind"),
    ({"decks": (CARDS, Deck("more", (), locomotives=1))}, "locomotives are in the first deck"),
    ({"pieces": replace(USA.pieces, trains=63)}, "more than 62 pieces"),
    ({"tickets": replace(USA.tickets, dealt=(("regular", 7),))}, "7 regular tickets for 5 players"),
    ({"tickets": replace(USA.tickets, drawn=9)}, "more than 8 tickets at a time"),
    ({"tickets": replace(USA.tickets, dealt=(("regular", 1), ("regular", 2)))}, "cannot go under one of them"),
    ({"board": titles.load("world").board}, "is a sea line, but there are no ships"),
]


@pytest.mark.parametrize(("change", "complaint"), MISFITS)
def test_a_title_whose_parts_do_not_go_together_is_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        replace(USA, **change)  # type: ignore[arg-type]


def test_sea_lines_need_ships_and_stand_ins_one_deck() -> None:
    world = titles.load("world")
    with pytest.raises(BoardError, match="is a sea line, but there are no ships"):
        replace(world, pieces=replace(world.pieces, ships=0))
    line = world.board.lines[0]
    board = replace(world.board, lines=(replace(line, any_cards=3), *world.board.lines[1:]))
    with pytest.raises(BoardError, match="any_cards needs a title with one deck"):
        replace(world, board=board)
