"""Whole games before an independent referee, and the referee before games that were tampered with."""

from __future__ import annotations

import ast
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest
from kit import Position
from laws import reckoning, rulebook
from laws import referee as game_referee
from laws.reckoning import Scoring, Sheet, edges_of, joined, tour_in_order
from laws.referee import referee
from laws.rulebook import BOOKS, Foul
from laws.wanderers import SCARCE, SCARCE_TABLES, TABLES, deal, play_out

from branchline import titles
from branchline._build import core_is_compiled
from branchline.engine.actions import TakeCard
from branchline.engine.board import Line
from branchline.engine.events import CardTaken, Event, RowFilled
from branchline.engine.game import Game, Step
from branchline.engine.tally import Tally, TallyLine
from branchline.engine.title import Title

# BRANCHLINE_EXAMPLES=50 watches more games; the compiled build has the time for it.
GAMES = int(os.environ.get("BRANCHLINE_EXAMPLES", "4" if core_is_compiled() else "2"))


def watch(game: Game) -> None:
    referee(game.title, len(game.names), game.opening, game.steps, game.tally())


@pytest.mark.parametrize(("title", "seats"), TABLES + SCARCE_TABLES)
def test_the_referee_finds_no_foul_in_a_whole_game(title: str, seats: int) -> None:
    for seed in range(GAMES):
        watch(play_out(deal(title, seats, seed), seed))


def test_the_games_watched_hold_every_kind_of_event() -> None:
    seen: set[str] = set()
    for title, seats in SCARCE_TABLES + TABLES[-1:]:
        seen.update(type(event).__name__ for event in play_out(deal(title, seats, 1), 1).events)
    assert seen == {kind.__name__ for kind in Event.__subclasses__()}


@pytest.mark.parametrize("name", titles.names())
def test_the_box_holds_what_the_rule_page_says(name: str) -> None:
    title, rules = titles.load(name), BOOKS[name]
    cards: dict[str, int] = {}
    for deck in title.decks:
        cards.update({suit.name: suit.each for suit in deck.suits})
        if deck.locomotives:
            cards["locomotive"] = deck.locomotives
    assert cards == dict(rules.cards)
    assert len(title.colours) == rules.colours
    assert (title.fewest_seats, title.most_seats) == rules.players
    assert tuple(deck.to_hand for deck in title.decks) == rules.hand
    assert tuple(deck.to_row for deck in title.decks) == rules.row


@pytest.mark.parametrize("module", [game_referee, reckoning, rulebook])
def test_the_referee_knows_the_engine_only_by_its_boards_actions_and_events(module: ModuleType) -> None:
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    imported = {
        f"{node.module}.{name.name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("branchline")
        for name in node.names
    }
    assert imported <= {
        "branchline.engine.actions",
        "branchline.engine.events",
        "branchline.engine.board.Board",
        "branchline.engine.board.Line",
        "branchline.engine.board.Ticket",
        "branchline.engine.game.Step",
        "branchline.engine.tally.SeatTally",
        "branchline.engine.tally.Tally",
        "branchline.engine.title.Title",
    }


# --- the final scoring on boards that random games hardly reach


def free_lines(title: Title, owner: dict[str, int], seat: int, seats: int) -> list[Line]:
    """The lines that a seat may still own (C7)."""
    taken = {line.double: owner[line.id] for line in title.board.lines if line.id in owner and line.double}
    return [
        line
        for line in title.board.lines
        if line.id not in owner
        and (line.double not in taken or (taken[line.double] != seat and seats >= title.doubles_open_from))
    ]


def grown_networks(title: Title, seats: int, rng: Random, most: int) -> list[Sheet]:
    """Joined networks of some size, with tickets that often lie on them."""
    owner: dict[str, int] = {}
    sheets = [Sheet() for _ in range(seats)]
    size = rng.choice((0, 2, most // 2, most))
    for _ in range(size):
        for seat, sheet in enumerate(sheets):
            reached = {end for line in title.board.lines if line.id in sheet.lines for end in (line.a, line.b)}
            free = free_lines(title, owner, seat, seats)
            near = [line for line in free if {line.a, line.b} & reached]
            line = rng.choice(near if near and rng.random() < 0.9 else free)
            owner[line.id] = seat
            sheet.lines.append(line.id)
    tickets = list(title.board.tickets)
    rng.shuffle(tickets)
    everything = edges_of(title.board, owner)
    tickets.sort(key=lambda ticket: (len(ticket.cities) < 3, not joined(everything, ticket.cities)))
    for n, ticket in enumerate(tickets[: 7 * seats]):
        sheets[n % seats].tickets.add(ticket.id)
    return sheets


def build(title: Title, sheets: Sequence[Sheet], rng: Random) -> None:
    """Stations and harbours, up to three each."""
    ports = [city.id for city in title.board.cities if not title.pieces.ships or (city.port and not city.waypoint)]
    rng.shuffle(ports)
    for sheet in sheets:
        mine = {end for line in title.board.lines if line.id in sheet.lines for end in (line.a, line.b)}
        for _ in range(rng.randint(0, title.markers)):
            ports.sort(key=lambda city: city in mine and rng.random() < 0.7)
            sheet.built.append(ports.pop())
        if title.pieces.fleet:
            sheet.exchanged = rng.randint(0, 3)


def tally_of(title: Title, sheets: Sequence[Sheet]) -> Tally:
    """The engine's tally of such a table."""
    position = Position(title, len(sheets))
    for seat, sheet in enumerate(sheets):
        position.owns(seat, *sheet.lines).built(seat, *sheet.built).tickets(seat, *sheet.tickets)
        points = sum(title.board.line_points[title.board.line(line).length] for line in sheet.lines)
        position.points(seat, points + sheet.handicap - sheet.exchanged)
        position.public.exchanged[seat] = sheet.exchanged
    return position.game.tally()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_tally_is_the_referees_on_grown_networks_and_in_ties(name: str, seats: int) -> None:
    title = titles.load(name)
    decided: Counter[str] = Counter()
    for seed in range(10 * GAMES):
        rng = Random(seed)
        sheets = grown_networks(title, seats, rng, most=min(21, 60 // seats) if not title.pieces.ships else 20)
        build(title, sheets, rng)
        tally = tally_of(title, sheets)
        Scoring(name, title.board, sheets).compare(tally)
        best = max(seat.total for seat in tally.seats)
        for sheet, told in zip(sheets, tally.seats, strict=True):
            sheet.handicap = best - told.total
        tied = tally_of(title, sheets)
        Scoring(name, title.board, sheets).compare(tied)
        decided[tied.decided_by] += 1
    assert set(decided) >= {"more_tickets", "shared"}, decided


def test_R6_the_referee_tells_tours_in_order_from_tours_out_of_order() -> None:
    ring = [("a", "b", 1), ("b", "c", 1), ("c", "d", 1), ("d", "a", 1)]
    assert tour_in_order(ring, ("a", "b", "c", "d"))
    assert tour_in_order(ring, ("c", "b", "a"))
    assert not tour_in_order(ring, ("a", "c", "b", "d"))
    star = [("x", "a", 1), ("x", "b", 1), ("x", "c", 1)]
    assert not tour_in_order(star, ("a", "b", "c"))
    assert tour_in_order([*star, ("b", "y", 1), ("y", "x", 1)], ("a", "b", "c")), "x is no city of the tour"
    assert not tour_in_order([("a", "b", 1), ("b", "c", 1), ("b", "d", 1)], ("a", "c", "d"))


def test_R6_tours_in_and_out_of_order_are_both_scored() -> None:
    title = titles.load("world")
    reasons: Counter[str] = Counter()
    for seed in range(30):
        rng = Random(seed)
        sheets = grown_networks(title, 2, rng, most=30)
        tally = tally_of(title, sheets)
        Scoring("world", title.board, sheets).compare(tally)
        tours = {ticket.id for ticket in title.board.tickets if ticket.is_tour}
        reasons.update(line.reason for seat in tally.seats for line in seat.lines if line.subject in tours)
    assert set(reasons) == {"tour_in_order", "ticket", "missed_ticket"}


# --- tampering


def others_like(value: Any, game: Game) -> Iterator[Any]:
    """Values that could stand in an event in place of this one, but would be wrong."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield value + 1
        yield value - 1
    elif isinstance(value, str):
        yield "teapot"
        names = [game.lexicon.lines, game.lexicon.cities, game.lexicon.decks]
        yield from (
            next(other for other in kind if other != value) for kind in names if value in kind and len(kind) > 1
        )
    elif value:
        yield value[1:]
        yield (*value, value[0])
        yield ("teapot", *value[1:])


def altered(event: Event, game: Game) -> Iterator[Event]:
    """The event with one thing in it changed."""
    for name in event.__struct_fields__:
        for other in others_like(getattr(event, name), game):
            yield msgspec.structs.replace(event, **{name: other})


def complaint(game: Game, opening: tuple[Event, ...], steps: list[Step], tally: Tally) -> str | None:
    """What the referee says to this."""
    try:
        referee(game.title, len(game.names), opening, steps, tally)
    except Foul as foul:
        return str(foul)
    return None


def swapped(game: Game, at: int, events: tuple[Event, ...]) -> tuple[tuple[Event, ...], list[Step]]:
    """The game with other events at one place; -1 is the opening."""
    if at < 0:
        return events, game.steps
    step = game.steps[at]
    return game.opening, [*game.steps[:at], Step(step.seat, step.action, events), *game.steps[at + 1 :]]


def places(game: Game) -> dict[str, tuple[int, int]]:
    """For every kind of event, where one of them is."""
    found: dict[str, tuple[int, int]] = {}
    for at in range(-1, len(game.steps)):
        events = game.opening if at < 0 else game.steps[at].events
        for n, event in enumerate(events):
            found[type(event).__name__] = at, n
    return found


TAMPERED = [("usa", 3), ("europe", 2), ("nordic", 3), ("world", 3), ("greatlakes", 2), (SCARCE + "usa", 5)]


@pytest.mark.parametrize(("title", "seats"), TAMPERED)
def test_the_referee_misses_an_event_that_was_dropped_and_one_that_was_told_twice(title: str, seats: int) -> None:
    game = play_out(deal(title, seats, 12), 12)
    tally = game.tally()
    watch(game)
    for kind, (at, n) in places(game).items():
        events = game.opening if at < 0 else game.steps[at].events
        for wrong in (events[:n] + events[n + 1 :], (*events[: n + 1], *events[n:])):
            assert complaint(game, *swapped(game, at, wrong), tally) is not None, (kind, at)


@pytest.mark.parametrize(("title", "seats"), TAMPERED)
def test_the_referee_sees_any_change_in_an_event(title: str, seats: int) -> None:
    game = play_out(deal(title, seats, 12), 12)
    tally = game.tally()
    for at, n in places(game).values():
        events = game.opening if at < 0 else game.steps[at].events
        for wrong in altered(events[n], game):
            told = (*events[:n], wrong, *events[n + 1 :])
            assert complaint(game, *swapped(game, at, told), tally) is not None, (events[n], wrong)


@pytest.mark.parametrize(("title", "seats"), TAMPERED)
def test_the_referee_sees_a_step_that_is_missing_or_somebody_elses(title: str, seats: int) -> None:
    game = play_out(deal(title, seats, 12), 12)
    tally = game.tally()
    for at in range(0, len(game.steps), 17):
        step = game.steps[at]
        without = game.steps[:at] + game.steps[at + 1 :]
        assert complaint(game, game.opening, without, tally) is not None
        other = Step((step.seat + 1) % seats, step.action, step.events)
        assert complaint(game, game.opening, [*game.steps[:at], other, *game.steps[at + 1 :]], tally) is not None
    assert complaint(game, game.opening, [*game.steps, game.steps[-1]], tally) is not None


@pytest.mark.parametrize(("title", "seats"), TAMPERED)
def test_the_referee_sees_any_change_in_the_tally(title: str, seats: int) -> None:
    game = play_out(deal(title, seats, 12), 12)
    tally = game.tally()
    wrong = [
        msgspec.structs.replace(tally, winners=(*tally.winners[1:], (tally.winners[0] + 1) % seats)),
        msgspec.structs.replace(tally, decided_by="drawing lots"),
        msgspec.structs.replace(tally, seats=tally.seats[1:]),
    ]
    for seat, told in enumerate(tally.seats):
        line = told.lines[0]
        changes: list[dict[str, Any]] = [
            {"total": told.total + 1},
            {"completed_tickets": told.completed_tickets + 1},
            {"lines": told.lines[1:]},
            {"lines": (*told.lines, TallyLine("ticket", 5, game.title.board.tickets[0].id))},
            {"lines": (TallyLine(line.reason, line.points + 1, line.subject, line.count), *told.lines[1:])},
        ]
        if told.longest_path:
            changes.append({"longest_path": told.longest_path[1:]})
        for change in changes:
            false = msgspec.structs.replace(told, **change)
            wrong.append(msgspec.structs.replace(tally, seats=(*tally.seats[:seat], false, *tally.seats[seat + 1 :])))
    for each in wrong:
        assert complaint(game, game.opening, game.steps, each) is not None, each


# --- R4: a row that stays, on the referee's paper


def with_a_row_that_stays(*row: str | None, deck: str = "") -> game_referee.Referee:
    """A referee in the middle of a game, before a row that was renewed five times in vain."""
    paper = game_referee.Referee(titles.load("usa"), 2)
    paper.row, paper.row_stays = list(row), True
    paper.decks["cards"] = Counter({deck: 9} if deck else {})
    paper.stage, paper.turn = "turn", 0
    return paper


def filled(slot: int, card: str, row: Sequence[str | None]) -> RowFilled:
    return RowFilled(slot, card, "cards", (*row[:slot], card, *row[slot + 1 :]))


def test_the_referee_knows_R4_that_a_row_is_looked_at_again_when_a_card_was_replaced() -> None:
    row = ("locomotive", "locomotive", "locomotive", "red", "blue")
    without = (*row[:3], None, "blue")
    paper = with_a_row_that_stays(*row, deck="green")
    paper.events = [CardTaken(0, 3, "red", without), filled(3, "green", without)]
    with pytest.raises(Foul, match="a RowRenewed is missing"):
        paper.watch_take(0, TakeCard(3))


def test_the_referee_knows_R4_that_a_row_is_looked_at_again_when_a_gap_was_filled() -> None:
    row = (*["locomotive"] * 4, None)
    paper = with_a_row_that_stays(*row, deck="green")
    paper.events = [filled(4, "green", row)]
    with pytest.raises(Foul, match="a RowRenewed is missing"):
        paper.settle_row()


def test_the_referee_knows_R4_that_a_row_stays_otherwise() -> None:
    row = ("locomotive", "locomotive", "locomotive", "red", "blue")
    paper = with_a_row_that_stays(*row)
    paper.events = [CardTaken(0, 3, "red", (*row[:3], None, "blue"))]
    paper.watch_take(0, TakeCard(3))
    paper.done()
    assert paper.row_stays


def test_the_referee_sees_loans_that_are_not_the_best() -> None:
    title = titles.load("europe")
    lent = 0
    for seed in range(100):
        rng = Random(seed)
        sheets = grown_networks(title, 3, rng, most=16)
        build(title, sheets, rng)
        tally = tally_of(title, sheets)
        for seat, told in enumerate(tally.seats):
            if told.loans:
                lent += 1
                seats = list(tally.seats)
                seats[seat] = msgspec.structs.replace(told, loans=())
                with pytest.raises(Foul):
                    Scoring("europe", title.board, sheets).compare(msgspec.structs.replace(tally, seats=tuple(seats)))
    assert lent >= 10


def test_R17_of_loans_with_equal_points_those_with_more_tickets_are_taken() -> None:
    """With tickets of one or two points many loans are worth the same."""
    europe = titles.load("europe")
    tickets = tuple(
        replace(ticket, points=points, penalty=points, points_in_order=points)
        for n, ticket in enumerate(europe.board.tickets)
        for points in (1 + n % 2,)
    )
    title = replace(europe, board=replace(europe.board, tickets=tickets))
    busiest = sorted(
        title.board.cities, key=lambda city: -sum(city.id in (line.a, line.b) for line in title.board.lines)
    )
    lent = 0
    for seed in range(100):
        rng = Random(seed)
        sheets = [Sheet(tickets={ticket.id for ticket in tickets}, built=[city.id]) for city in busiest[:4]]
        owner: dict[str, int] = {}
        for _ in range(22):
            for seat, sheet in enumerate(sheets):
                line = rng.choice(free_lines(title, owner, seat, 4))
                owner[line.id] = seat
                sheet.lines.append(line.id)
        tally = tally_of(title, sheets)
        Scoring("europe", title.board, sheets).compare(tally)
        lent += sum(bool(seat.loans) for seat in tally.seats)
    assert lent >= 200
