"""The rule page's figures for every title, and what is a payment by it; nothing of the engine's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from branchline.engine.board import Line

LOCOMOTIVE = "locomotive"
GRAY = "gray"

Cards = Counter[str]


class Foul(Exception):
    """Something the rules do not allow."""


def demand(fair: bool, complaint: str) -> None:
    """Call a foul unless this is fair."""
    if not fair:
        raise Foul(complaint)


def listed(names: Sequence[str] | None) -> set[str]:
    """A list in which nothing is named twice, as a set."""
    demand(names is not None and len(set(names)) == len(names), f"{names} is no list of different things")
    return set(names or ())


# --- the table "At a glance" of the rule page


@dataclass(frozen=True)
class Book:
    """What the rule page says about one title."""

    decks: tuple[str, ...] = ("cards",)
    cards: tuple[tuple[str, int], ...] = (("{}", 12), (LOCOMOTIVE, 14))  # of each colour, and locomotives
    colours: int = 8
    players: tuple[int, int] = (2, 5)
    hand: tuple[int, ...] = (4,)
    row: tuple[int, ...] = (5,)
    dealt_tickets: tuple[tuple[str, int], ...] = (("regular", 3),)
    keep_dealt: int = 2
    dealt_under_deck: bool = True
    drawn_tickets: int = 3
    drawn_under_deck: bool = True
    trains: int = 45
    ships: int = 0
    fleet: int = 0
    stations: int = 0
    harbours: int = 0
    row_renewed: bool = True  # U3
    whole_draw: bool = True  # U2
    jokers_on: tuple[str, ...] = ("rail", "ferry", "tunnel", "sea")
    doubles_from: int = 4
    end_at: int = 2
    last_turns: int = 1
    longest_path: int = 0
    most_tickets: int = 0
    unused_station: int = 0
    harbour_points: tuple[int, int, int, int] = (0, 0, 0, 0)
    unbuilt_harbour: int = 0
    ties: tuple[str, ...] = ("more_tickets",)


_SAILS = Book(
    decks=("trains", "ships"),
    cards=(("{}-train", 7), ("{}-harbour-train", 4), (LOCOMOTIVE, 14), ("{}-ship", 4), ("{}-double-ship", 6)),
    colours=6,
    hand=(3, 7),
    row=(3, 3),
    dealt_tickets=(("regular", 5),),
    keep_dealt=3,
    drawn_tickets=4,
    trains=25,
    ships=50,
    fleet=60,
    harbours=3,
    end_at=6,
    last_turns=2,
    harbour_points=(0, 20, 30, 40),
    unbuilt_harbour=4,
    ties=("more_tickets", "more_harbour_points"),
)

BOOKS = {
    "usa": Book(longest_path=10, ties=("more_tickets", "longest_path_holder")),
    "europe": Book(
        dealt_tickets=(("long", 1), ("regular", 3)),
        dealt_under_deck=False,
        stations=3,
        longest_path=10,
        unused_station=4,
        ties=("more_tickets", "fewer_stations", "longest_path_holder"),
    ),
    "nordic": Book(
        players=(2, 3),
        dealt_tickets=(("regular", 5),),
        dealt_under_deck=False,
        drawn_under_deck=False,
        trains=40,
        row_renewed=False,
        whole_draw=False,
        jokers_on=("ferry", "tunnel"),
        doubles_from=3,
        most_tickets=10,
        ties=("more_tickets", "longer_path"),
    ),
    "world": _SAILS,
    "greatlakes": Book(
        **{
            **_SAILS.__dict__,
            "hand": (2, 2),
            "trains": 33,
            "ships": 32,
            "fleet": 50,
            "harbour_points": (0, 10, 20, 30),
        }
    ),
}


# --- cards and payments


def colour_of(card: str) -> str:
    """``green-double-ship`` is green."""
    return card.split("-", maxsplit=1)[0]


def is_ship(card: str) -> bool:
    return card.endswith("-ship")


def spaces_of(card: str) -> int:
    """W5: a double ship covers two spaces."""
    return 2 if card.endswith("-double-ship") else 1


def has_mark(card: str) -> bool:
    """W7: the harbour mark is on some trains and on all single ships."""
    return card.endswith(("-harbour-train", "-ship")) and not card.endswith("-double-ship")


def of_one_colour(cards: Iterable[str]) -> bool:
    return len({colour_of(card) for card in cards if card != LOCOMOTIVE}) <= 1


def pays_for_set(cards: Cards, line: Line, book: Book) -> bool:
    """C6, E2, N1, W4, W5, R15: a set of one colour, with locomotives where they may be used."""
    jokers = cards[LOCOMOTIVE]
    rest = [card for card in cards.elements() if card != LOCOMOTIVE]
    if jokers and line.kind not in book.jokers_on:
        return False
    if not of_one_colour(rest) or any(is_ship(card) != (line.kind == "sea") for card in rest):
        return False
    if line.colour != GRAY and any(colour_of(card) != line.colour for card in rest):
        return False
    if jokers < line.locomotives:
        return False
    worth = [spaces_of(card) for card in cards.elements()]
    return sum(worth) >= line.length and all(sum(worth) - one < line.length for one in worth)


def pays_with_stand_ins(cards: Cards, line: Line, book: Book, colours: Sequence[str]) -> bool:
    """N3, N5: any so many cards in place of one; the other spaces are an ordinary set."""
    jokers = cards[LOCOMOTIVE] if line.kind in book.jokers_on else 0
    plain = line.length - line.locomotives
    for stand_ins in range(line.length + 1):
        if cards.total() != line.length - stand_ins + stand_ins * line.any_cards:
            continue
        for colour in colours if line.colour == GRAY else (line.colour,):
            for in_colour in range(min(cards[colour], plain) + 1):
                if 0 <= line.length - stand_ins - in_colour <= jokers:
                    return True
    return False


def pays_in_pairs(cards: Cards, line: Line) -> bool:
    """W6: two train cards of one colour on each space, locomotives for any of them."""
    if cards.total() != 2 * line.length or any(is_ship(card) for card in cards):
        return False
    held: Cards = Counter()
    for card, n in cards.items():
        if card != LOCOMOTIVE:
            held[colour_of(card)] += n
    return sum(n % 2 for n in held.values()) <= cards[LOCOMOTIVE]


def pays_for_station(cards: Cards, price: int) -> bool:
    """E6: so many cards of one colour, locomotives stand in."""
    return cards.total() == price and of_one_colour(cards)


def pays_for_harbour(cards: Cards) -> bool:
    """W7: two train and two ship cards of one colour with the mark, locomotives for any of them."""
    rest = [card for card in cards.elements() if card != LOCOMOTIVE]
    ships = sum(is_ship(card) for card in rest)
    fair = all(has_mark(card) for card in rest) and of_one_colour(rest)
    return fair and cards.total() == 4 and ships <= 2 and len(rest) - ships <= 2
