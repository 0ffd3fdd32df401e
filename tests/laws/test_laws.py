"""Laws that hold in every position of every game of every title."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from laws.fingerprint import game_fingerprint
from laws.wanderers import SCARCE_TABLES, TABLES, Wanderers, deal, load, play_out, wander

from branchline._build import core_is_compiled
from branchline.engine.actions import (
    Action,
    BuildHarbour,
    BuildStation,
    ChooseFleet,
    ClaimLine,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    LayCards,
    Pass,
    Pay,
    TakeCard,
    TakeCardsBack,
    UseStandIns,
    action_from_data,
    action_to_data,
)
from branchline.engine.board import Line
from branchline.engine.core.bits import BIT, PLACES
from branchline.engine.core.cards import SUITS
from branchline.engine.core.state import DECKS, TICKET_WORDS, WORDS
from branchline.engine.errors import IllegalAction
from branchline.engine.events import GameEnded, LastTurnsBegan, event_from_data, event_to_data
from branchline.engine.facts import facts_from_data, facts_to_data
from branchline.engine.game import Game
from branchline.engine.title import Title

# BRANCHLINE_EXAMPLES=50 tries more games; the compiled build has the time for it.
EXAMPLES = int(os.environ.get("BRANCHLINE_EXAMPLES", "2" if core_is_compiled() else "1"))
# A smaller seed is no simpler game, so there is nothing to shrink.
LAW = settings(max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.explicit, Phase.generate])

seeds = st.integers(0, 2**40)
every_table = pytest.mark.parametrize(("title", "seats"), TABLES + SCARCE_TABLES)

# Choosing what to pay for is silent, and so is every step of a payment but the last.
SILENT = (ClaimLine, BuildStation, BuildHarbour, UseStandIns, LayCards)


# --- what is in the box


@cache
def line_of(title: Title) -> dict[str, Line]:
    """The lines of a title by their names."""
    return {line.id: line for line in title.board.lines}


@cache
def twin_of(title: Title) -> dict[str, str]:
    """The other line of every line of a double route."""
    lines = title.board.lines
    return {
        line.id: other.id
        for line in lines
        for other in lines
        if line.double is not None and line.double == other.double and line.id != other.id
    }


@cache
def deck_of(title: Title) -> dict[str, int]:
    """The deck that every card belongs to."""
    decks = {"locomotive": 0}
    for n, deck in enumerate(title.decks):
        decks.update({suit.name.format(colour): n for suit in deck.suits for colour in title.colours})
    return decks


@cache
def all_cards(title: Title) -> Counter[str]:
    """Every card of a title."""
    cards: Counter[str] = Counter()
    for deck in title.decks:
        cards["locomotive"] += deck.locomotives
        for suit in deck.suits:
            for colour in title.colours:
                cards[suit.name.format(colour)] += suit.each
    return +cards


def tickets_at(game: Game, words: object, seat: int) -> set[str]:
    """The tickets in the mask of a seat."""
    at = seat * TICKET_WORDS
    return set(game.lexicon.tickets_in(words[at], words[at + 1]))  # type: ignore[index]


def ticket_places(game: Game) -> dict[str, list[str]]:
    """Where the tickets are, by place."""
    s = game.state
    places = {"top": sorted(tickets_at(game, s.top, 0)), "below": [game.lexicon.tickets[e >> 3] for e in list(s.below)]}
    for seat in range(len(game.names)):
        for place in ("tickets", "offers", "boxed"):
            places[f"{place} {seat}"] = sorted(tickets_at(game, getattr(s, place), seat))
    return places


# --- the laws


def check_cards(game: Game) -> None:
    """No card comes from nowhere or is lost, and the public sizes tell the truth."""
    s, public, lexicon = game.state, game.state.public, game.lexicon
    row = [card for card in lexicon.row(public.row, public.rules.row_size) if card is not None]
    assert len(row) == public.row_cards
    there: Counter[str] = Counter(row)
    for words in (s.deck, public.discards, public.laid, public.turned):
        there.update(lexicon.counts_at(words))
    for seat in range(len(game.names)):
        hand = Counter(lexicon.counts_at(s.hands, seat * SUITS))
        assert Counter(lexicon.counts_at(public.known, seat * SUITS)) <= hand
        assert list(public.hand_size)[seat * DECKS : seat * DECKS + DECKS] == by_deck(game, hand)
        there.update(hand)
    assert there == all_cards(game.title)
    assert list(public.deck_size) == by_deck(game, Counter(lexicon.counts_at(s.deck)))


def by_deck(game: Game, cards: Counter[str]) -> list[int]:
    """How many of the cards belong to each deck."""
    sizes = [0] * DECKS
    for card, n in cards.items():
        sizes[deck_of(game.title)[card]] += n
    return sizes


def check_pieces(game: Game) -> None:
    """Every piece is on the board, with its seat or in its box."""
    public, title = game.state.public, game.title
    fleet = title.pieces.fleet
    lines = line_of(title)
    for seat in range(len(game.names)):
        placed = Counter[str]()
        for line in game.lexicon.lines_in(public.owned, seat * WORDS):
            placed["ships" if lines[line].kind == "sea" else "trains"] += lines[line].length
        trains = public.pieces[seat * 2] + public.box[seat * 2] + placed["trains"]
        ships = public.pieces[seat * 2 + 1] + public.box[seat * 2 + 1] + placed["ships"]
        chosen = not game.decision or not game.decision.kind.startswith("opening")
        if chosen or not fleet:
            assert (trains, ships) == (title.pieces.trains, title.pieces.ships)
        else:
            assert (trains, ships) == (0, 0), "a fleet shows before all have chosen"
        if chosen and fleet:
            assert public.pieces[seat * 2] + public.pieces[seat * 2 + 1] + placed.total() == fleet
        assert min(public.pieces[seat * 2], public.pieces[seat * 2 + 1]) >= 0
        assert min(public.box[seat * 2], public.box[seat * 2 + 1]) >= 0
        assert public.markers[seat] + len(game.lexicon.cities_in(public.built[seat])) == title.markers
        assert public.markers[seat] >= 0


def check_lines(game: Game) -> None:
    """A line has one owner at most, and C7 holds for double routes."""
    public, board, lexicon = game.state.public, game.title.board, game.lexicon
    seats = range(len(game.names))
    owner: dict[str, int] = {}
    for seat in seats:
        lines = [line_of(game.title)[line] for line in lexicon.lines_in(public.owned, seat * WORDS)]
        assert not owner.keys() & {line.id for line in lines}, "a line has two owners"
        owner.update({line.id: seat for line in lines})
        reached = {end for line in lines for end in (line.a, line.b)}
        assert set(lexicon.cities_in(public.reached[seat])) == reached
        scored = sum(board.line_points[line.length] for line in lines)
        assert public.points[seat] == scored - public.exchanged[seat]
    twin = twin_of(game.title)
    closed = set()
    for line, seat in owner.items():
        if line in twin:
            assert owner.get(twin[line]) != seat, "C7: both lines of a double route have one owner"
            if len(game.names) < game.title.doubles_open_from:
                assert twin[line] not in owner, "C7: a closed line was claimed"
                closed.add(twin[line])
    assert set(lexicon.lines_in(public.open, 0)) == {line.id for line in board.lines} - owner.keys() - closed
    for seat in seats:
        barred = {twin[line] for line, owned_by in owner.items() if owned_by == seat and line in twin}
        assert set(lexicon.lines_in(public.barred, seat * WORDS)) == barred


def check_masks(game: Game) -> None:
    """The masks of lines hold only lines that are on the board."""
    public = game.state.public
    outside = range(len(game.title.board.lines), WORDS * PLACES)
    for words, at in [(public.open, 0), *((public.owned, seat * WORDS) for seat in range(len(game.names)))]:
        assert not any(words[at + n // PLACES] & BIT[n % PLACES] for n in outside)


def check_tickets(game: Game) -> None:
    """Every ticket is in one place, and the public counts tell the truth."""
    public, title = game.state.public, game.title
    places = ticket_places(game)
    there = Counter(ticket for tickets in places.values() for ticket in tickets)
    assert all(n == 1 for n in there.values()), "a ticket is in two places"
    undealt = {ticket.id for ticket in title.board.tickets} - there.keys()
    dealt = dict(title.tickets.dealt)
    last_deck = title.tickets.dealt[-1][0]
    expected = Counter(ticket.deck for ticket in title.board.tickets)
    missing = Counter(title.board.ticket(ticket).deck for ticket in undealt)
    for deck, n in expected.items():
        gone = 0 if deck == last_deck else n - dealt[deck] * len(game.names)
        assert missing[deck] == gone
    assert public.tickets_on_top == len(places["top"])
    assert public.tickets_below == len(places["below"])
    for seat in range(len(game.names)):
        assert public.ticket_count[seat] == len(places[f"tickets {seat}"])
    if game.decision and game.decision.kind == "keep_tickets":
        assert public.tickets_offered == len(places[f"offers {game.decision.seat}"])
    elif not game.decision or not game.decision.kind.startswith("opening"):
        assert public.tickets_offered == 0
        assert not any(places[f"offers {seat}"] for seat in range(len(game.names)))


@every_table
@LAW
@given(seed=seeds)
def test_nothing_is_lost_and_nothing_comes_from_nowhere(title: str, seats: int, seed: int) -> None:
    game = deal(title, seats, seed)
    for _ in wander(game, seed):
        check_cards(game)
        check_pieces(game)
        check_lines(game)
        check_tickets(game)
    for check in (check_cards, check_pieces, check_lines, check_tickets, check_masks):
        check(game)


@every_table
@LAW
@given(seed=seeds)
def test_there_is_something_to_do_until_the_end_and_R5_passing_is_for_those_who_can_do_nothing_else(
    title: str, seats: int, seed: int
) -> None:
    game = deal(title, seats, seed)
    for _ in wander(game, seed):
        assert game.due
        for seat in range(seats):
            legal = game.legal(seat)
            assert bool(legal) == (seat in game.due)
            assert len(set(legal)) == len(legal), "an action is listed twice"
            assert Pass() not in legal or legal == (Pass(),)
    assert game.due == ()
    assert game.decision is None
    assert all(game.legal(seat) == () for seat in (None, *range(seats)))
    for action in (Pass(), DrawTickets(), DrawCard(game.title.decks[0].name)):
        problem = game.why_not(0, action)
        assert problem is not None
        assert problem.code == "game_over"


@every_table
@LAW
@given(seed=seeds)
def test_every_listed_action_is_accepted_and_told(title: str, seats: int, seed: int) -> None:
    game = deal(title, seats, seed)
    rng = Random(seed)
    for n, _ in enumerate(wander(game, seed)):
        if n % 7 and game.decision and game.decision.kind != "keep_tickets":
            continue
        before = game_fingerprint(game)
        after = []
        for seat in game.due:
            legal = game.legal(seat)
            for action in rng.sample(legal, min(len(legal), 12)):
                twin = game.copy()
                events = twin.play(seat, action)
                assert events or isinstance(action, SILENT), action
                assert game_fingerprint(twin) != before
                after.append((twin, game_fingerprint(twin)))
        assert game_fingerprint(game) == before
        # Copies that part here share nothing, not even the spare room behind a list.
        assert all(game_fingerprint(twin) == was for twin, was in after)


@cache
def pool(title_id: str) -> tuple[Action, ...]:
    """Plausible actions of a title: those legal in some games, and everything that has a name."""
    title = load(title_id)
    found: dict[Action, None] = {}
    for seed in range(6):
        game = deal(title_id, title.most_seats if seed % 2 else title.fewest_seats, seed)
        for n, _ in enumerate(wander(game, seed)):
            if n % 5 == 0:
                found.update(dict.fromkeys(game.legal()))
    keeps = [action for action in found if isinstance(action, KeepTickets)]
    pays = [action for action in found if isinstance(action, Pay)]
    rng = Random(title_id)
    for bulky in (keeps, pays):
        for action in rng.sample(bulky, max(0, len(bulky) - 60)):
            del found[action]
    found.update(dict.fromkeys(named_actions(title)))
    return tuple(found)


def named_actions(title: Title) -> Iterator[Action]:
    """An action for every name in the box, and some for names that are not in it."""
    cards = sorted(all_cards(title))
    for line in title.board.lines:
        yield ClaimLine(line.id)
    for city in title.board.cities:
        yield BuildStation(city.id)
        yield BuildHarbour(city.id)
    for deck in ["cards", "trains", "ships", "tickets"]:
        yield DrawCard(deck)
        for slot in range(-1, title.row_size + 1):
            yield TakeCard(slot, deck)
            yield TakeCard(slot)
    for piece in ("trains", "ships", "stations"):
        yield from (ExchangePieces(piece, n) for n in (-1, 0, 1, 2, 5, 17, 40, 64, 1000))
    fleet = title.pieces.fleet
    for trains in range(-1, max(fleet, 10) + 2):
        yield ChooseFleet(trains, fleet - trains)
        yield ChooseFleet(trains, fleet - trains + 1)
    for card in cards:
        yield from (LayCards(card, n) for n in (-1, 0, 1, 2, 3, 4, 6, 9, 63, 64))
        yield from (Pay((card,) * n) for n in range(1, 10))
        yield from (Pay((card,) * n + ("locomotive",) * m) for n in range(1, 4) for m in range(1, 4))
    yield from (Pay(("locomotive",) * n) for n in range(70))
    yield from (UseStandIns(n) for n in (-1, 0, 1, 2, 3, 4, 9, 255, 256))
    yield from (DrawTickets(), Pass(), TakeCardsBack(), KeepTickets(()), Pay(()), Pay(("teapot",)))
    yield from (ClaimLine("nowhere-somewhere-1"), BuildStation("nowhere"), BuildHarbour("nowhere"))
    yield from (LayCards("teapot", 1), KeepTickets(("nowhere-somewhere",)))


def near(game: Game, seat: int, legal: tuple[Action, ...], rng: Random) -> Iterator[Action]:
    """Actions close to the legal ones: other cards in a payment, other tickets of an offer, the others' tickets."""
    cards = sorted(all_cards(game.title))
    for action in legal[:40]:
        if isinstance(action, Pay):
            yield from near_payment(action, cards, rng)
        elif isinstance(action, LayCards):
            yield from (LayCards(action.card, action.count + more) for more in (1, -1))
        elif isinstance(action, UseStandIns):
            yield from (UseStandIns(action.count + more) for more in (1, -1))
        elif isinstance(action, ExchangePieces):
            yield ExchangePieces(action.give, action.count + 1)
    yield from (LayCards(card, n) for card in cards for n in range(1, 10))
    places = ticket_places(game)
    for other in range(len(game.names)):
        offer = places[f"offers {other}"]
        yield from (KeepTickets(choice) for n in range(len(offer) + 1) for choice in combinations(offer, n))
        yield KeepTickets((*offer, *offer[:1]))
    yield KeepTickets(tuple(places[f"tickets {seat}"][:2]))


def near_payment(payment: Pay, cards: list[str], rng: Random) -> Iterator[Action]:
    """A card less, another card, a card more."""
    for n in range(len(payment.cards)):
        less = payment.cards[:n] + payment.cards[n + 1 :]
        yield Pay(less)
        yield Pay((*less, rng.choice(cards)))
    yield from (Pay((*payment.cards, card)) for card in cards)


@every_table
@LAW
@given(seed=seeds)
def test_an_action_is_accepted_exactly_when_it_is_listed_and_a_refusal_changes_nothing(
    title: str, seats: int, seed: int
) -> None:
    game = deal(title, seats, seed)
    rng = Random(seed)
    seen: Counter[str] = Counter()
    for _ in wander(game, seed):
        assert game.decision is not None
        kind = game.decision.kind
        seen[kind] += 1
        if seen[kind] not in (1, 4, 16, 64):
            continue  # enough of each kind of decision
        before = game_fingerprint(game)
        for seat in rng.sample(game.due, min(2, len(game.due))):
            legal = game.legal(seat)
            listed = set(legal)
            for action in {*pool(title), *near(game, seat, legal, rng), *legal}:
                problem = game.why_not(seat, action)
                assert (problem is None) == (action in listed), (kind, action, problem)
                if action not in listed:
                    assert isinstance(problem, IllegalAction)
                    assert str(problem)
                    with pytest.raises(IllegalAction):
                        game.play(seat, action)
        for seat in (-1, *range(seats), seats, 7):
            if seat not in game.due:
                for action in {*game.legal(), *rng.sample(pool(title), 20)}:
                    with pytest.raises(IllegalAction, match=r"seat|nothing to choose"):
                        game.play(seat, action)
        assert game_fingerprint(game) == before, "a refused action left a trace"


@every_table
@LAW
@given(seed=seeds)
def test_the_same_seed_and_the_same_actions_make_the_same_game(title: str, seats: int, seed: int) -> None:
    game = deal(title, seats, seed)
    prints = [game_fingerprint(game) for _ in wander(game, seed)]
    again = deal(title, seats, seed)
    assert again.opening == game.opening
    for step, was in zip(game.steps, prints, strict=True):
        assert game_fingerprint(again) == was
        assert again.play(step.seat, step.action) == step.events
    assert game_fingerprint(again) == game_fingerprint(game)
    assert again.tally() == game.tally()


@pytest.mark.parametrize(("title", "seats"), TABLES)
@LAW
@given(seed=seeds)
def test_a_sealed_seed_makes_the_same_game_again(title: str, seats: int, seed: int) -> None:
    sealed = seed.to_bytes(32, "big")
    game = play_out(Game.new(load(title), seats, sealed), seed)
    again = play_out(Game.new(load(title), seats, sealed.hex()), seed)
    assert again.events == game.events
    assert game_fingerprint(again) == game_fingerprint(game)


@every_table
@LAW
@given(seed=seeds)
def test_a_copy_lives_its_own_life(title: str, seats: int, seed: int) -> None:
    game = deal(title, seats, seed)
    for n, _ in enumerate(wander(game, seed)):
        if n % 97 == seed % 97:
            before = game_fingerprint(game)
            history = list(game.steps)
            one = game.copy()
            assert game_fingerprint(one) == before
            play_out(one, seed + n)
            assert game_fingerprint(game) == before
            assert game.steps == history
            other = game.copy()
            for step in one.steps[len(history) :]:
                assert other.play(step.seat, step.action) == step.events
            end = game_fingerprint(one)
            assert game_fingerprint(other) == end
            play_out(game.copy(), seed + n + 1)
            assert game_fingerprint(one) == end
            assert game_fingerprint(game) == before


@every_table
@LAW
@given(seed=seeds)
def test_actions_events_and_facts_survive_json(title: str, seats: int, seed: int) -> None:
    game = deal(title, seats, seed)
    for n, (_, action) in enumerate(wander(game, seed)):
        assert action_from_data(json.loads(json.dumps(action_to_data(action)))) == action
        if n % 9 == 0:
            for listed in game.legal():
                assert action_from_data(json.loads(json.dumps(action_to_data(listed)))) == listed
            for seat in (None, *range(seats)):
                facts = game.view(seat).facts
                assert facts_from_data(json.loads(json.dumps(facts_to_data(facts)))) == facts
    for event in game.events:
        for seat in (None, *range(seats)):
            seen = event.seen_by(seat)
            assert event_from_data(json.loads(json.dumps(event_to_data(seen)))) == seen
        assert event_from_data(json.loads(json.dumps(event_to_data(event)))) == event


@every_table
@LAW
@given(seed=seeds)
def test_C10_every_seat_has_its_last_turns_and_the_one_that_brought_the_end_is_last(
    title: str, seats: int, seed: int
) -> None:
    game = deal(title, seats, seed)
    turns: list[int] = []  # of whom, after the end was triggered
    for seat, _ in wander(game, seed):
        assert game.decision is not None
        told = [event for event in game.steps[-1].events if isinstance(event, LastTurnsBegan)] if game.steps else []
        if told or turns:
            if told:
                assert not turns, "the end was triggered twice"
                assert told == [LastTurnsBegan(game.steps[-1].seat, game.title.ending.last_turns * seats)]
            if game.decision.kind == "turn":
                turns.append(seat)
    began = [event.seat for event in game.events if isinstance(event, LastTurnsBegan)]
    ended = [event for event in game.events if isinstance(event, GameEnded)]
    assert game.events[-1:] == tuple(ended)
    expected = [(began[0] + 1 + n) % seats for n in range(game.title.ending.last_turns * seats)] if began else []
    if ended[0].reason == "last turns played":
        assert turns == expected
        assert turns[-1] == began[0]
    else:
        assert turns == expected[: len(turns)]
        last = [step.action for step in game.steps[-seats:]]
        assert last == [Pass()] * seats, "R5: the game ends early only when everybody passes"


def test_wanderers_try_every_kind_of_action() -> None:
    """The laws are only as good as the games they are tried on."""
    kinds: set[str] = set()
    for title, seats in TABLES:
        for seed in (5, 10, 15, 20):
            game = deal(title, seats, seed)
            players = Wanderers(seats, seed)
            while not game.over:
                seat, action = players.next(game)
                kinds.add(type(action).__name__)
                game.play(seat, action)
    assert kinds == {kind.__name__ for kind in Action.__subclasses__()}
