"""Secrecy: change everything that a seat cannot know, and nothing it sees may change (C9, R10)."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest
from laws.fingerprint import fingerprint
from laws.wanderers import TABLES, Wanderers, deal, play_out, wander

from branchline import titles
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
    TakeCardsBack,
    UseStandIns,
)
from branchline.engine.core.bits import BIT, PLACES
from branchline.engine.core.cards import SUITS, UNIT
from branchline.engine.core.dealer import Dealer
from branchline.engine.core.state import TICKET_WORDS, State
from branchline.engine.events import (
    CardDrawn,
    CardsTakenBack,
    CardTaken,
    Event,
    ExtraPaid,
    FleetChosen,
    HandDealt,
    OpeningTicketsChosen,
    PaymentLaid,
    TicketsKept,
    TicketsOffered,
    event_to_data,
)
from branchline.engine.facts import facts_to_data
from branchline.engine.game import Game, Options
from branchline.engine.view import View

# BRANCHLINE_EXAMPLES=20 tries more games; the compiled build has the time for it.
GAMES = int(os.environ.get("BRANCHLINE_EXAMPLES", "1"))
APART = 1 if core_is_compiled() else 4  # uncompiled, the same games are looked at less often

every_table = pytest.mark.parametrize(("title", "seats"), TABLES)

Seat = int | None

ALWAYS_QUIET = (DrawCard, DrawTickets, KeepTickets, ChooseFleet, ExchangePieces, Pass)
QUIET_IF_NOTHING_IS_TURNED = (ClaimLine, BuildStation, BuildHarbour, Pay, LayCards, UseStandIns, TakeCardsBack)


def points_of_view(game: Game) -> Iterator[Seat]:
    yield from (None, *range(len(game.names)))


def game_around(game: Game, state: State, seed: int) -> Game:
    """A game that goes on from another state."""
    return Game(game.title, game.names, Options(), Dealer(seed), state)


def stops(title: str, seats: int, seed: int, every: int) -> Iterator[Game]:
    """A random game, looked at in the opening, in every kind of decision, and now and then."""
    game = deal(title, seats, seed)
    seen: Counter[str] = Counter()
    for n, _ in enumerate(wander(game, seed)):
        assert game.decision is not None
        seen[game.decision.kind] += 1
        if n in (0, 1, seats, 2 * seats - 1) or n % (APART * every) == 0 or seen[game.decision.kind] <= 1:
            yield game
    yield game


# --- (a) imagined states agree with the view


def hidden_cards(state: State, game: Game) -> Counter[str]:
    """All cards of a state."""
    lexicon, public = game.lexicon, state.public
    there = Counter(card for card in lexicon.row(public.row, public.rules.row_size) if card is not None)
    for words in (state.deck, public.discards, public.laid, public.turned):
        there.update(lexicon.counts_at(words))
    for seat in range(len(game.names)):
        there.update(lexicon.counts_at(state.hands, seat * SUITS))
    return there


def ticket_places(state: State, game: Game) -> list[str]:
    """All tickets of a state that somebody may still see, wherever they are."""
    found = [game.lexicon.tickets[entry >> 3] for entry in list(state.below)]
    for masks in (state.tickets, state.offers, state.top):
        for at in range(0, len(masks), TICKET_WORDS):
            found.extend(game.lexicon.tickets_in(masks[at], masks[at + 1]))
    return found


def check_imagined(game: Game, seat: Seat, imagined: State) -> None:
    """An imagined state is one that the seat cannot tell from the real one."""
    facts = game.view(seat).facts
    around = game_around(game, imagined, 1)
    assert around.view(seat).facts == facts
    assert hidden_cards(imagined, game) == hidden_cards(game.state, game)
    tickets = ticket_places(imagined, game)
    assert len(set(tickets)) == len(tickets) == len(ticket_places(game.state, game))
    for other in range(len(game.names)):
        held = Counter(game.lexicon.counts_at(imagined.hands, other * SUITS))
        assert Counter(facts.table.seats[other].known_cards) <= held
        for deck, name in enumerate(game.lexicon.decks):
            size = sum(n for card, n in held.items() if game.lexicon.card_number[card] // 20 == deck)
            assert size == facts.table.seats[other].hand_size[name]
    if seat is not None and seat in game.due:
        assert around.legal(seat) == game.legal(seat)


@every_table
def test_an_imagined_state_agrees_with_the_view_and_can_be_played_to_its_end(title: str, seats: int) -> None:
    for seed in range(GAMES):
        for n, game in enumerate(stops(title, seats, seed, every=40)):
            before = fingerprint(game.state)
            for seat in points_of_view(game):
                imagined = game.view(seat).imagine(Dealer(n))
                check_imagined(game, seat, imagined)
                # Whether one who is paying can go on is asked below.
                if n % 4 == 0 and (seat in game.due or not is_paying(game)):
                    play_out(game_around(game, imagined, n), n)
            assert fingerprint(game.state) == before


def is_paying(game: Game) -> bool:
    """Whether somebody has chosen something and has still to pay for it."""
    return game.decision is not None and game.decision.kind in PAYING


PAYING = ("pay_line", "lay_cards", "pay_station", "pay_harbour")


@every_table
def test_one_who_is_paying_can_also_pay_in_a_state_that_the_others_imagine(title: str, seats: int) -> None:
    """All know that the seat holds the price of what it has chosen, or it could not have chosen it."""
    stuck: Counter[str] = Counter()
    for seed in range(GAMES):
        game = deal(title, seats, seed)
        for n, _ in enumerate(wander(game, seed)):
            if is_paying(game) and n % 4 == 0:
                assert game.decision is not None
                for seat in points_of_view(game):
                    imagined = game_around(game, game.view(seat).imagine(Dealer(n)), n)
                    if not imagined.legal():
                        stuck[game.decision.kind] += 1
    assert not stuck, f"imagined states in which the seat to move has no legal action: {dict(stuck)}"


@every_table
def test_imagined_states_differ_in_what_is_hidden(title: str, seats: int) -> None:
    game = deal(title, seats, 3)
    view = game.view(0)
    prints = {fingerprint(view.imagine(Dealer(n))) for n in range(10)}
    assert len(prints) == 10


# --- (b) two worlds


def same_choice(one: Game, two: Game, seat: int, action: Action) -> Action | None:
    """What this action in the first world is in the second: tickets by their place, all else by itself."""
    if isinstance(action, KeepTickets):
        first, second = (game.view(seat).offer for game in (one, two))
        action = KeepTickets(tuple(second[first.index(ticket)] for ticket in action.tickets))
    return action if two.why_not(seat, action) is None else None


def quiet(game: Game, seat: int, watching: Seat, action: Action, deck_differs: bool) -> bool:
    """Whether an action shows the one who watches nothing of what differs between the worlds."""
    decision = game.decision
    assert decision is not None
    public = game.state.public
    if isinstance(action, DrawTickets):
        return seat != watching
    if not deck_differs:
        return True
    if public.row_cards < public.rules.row_size:
        return False  # a gap would be filled from decks that differ
    if isinstance(action, DrawCard):
        return seat != watching
    if isinstance(action, QUIET_IF_NOTHING_IS_TURNED):
        line = action.line if isinstance(action, ClaimLine) else decision.line
        return line is None or game.title.board.line(line).kind != "tunnel"
    return isinstance(action, ALWAYS_QUIET)


def shows_opening(one: Game, two: Game, action: Action) -> bool:
    """Whether this is the last choice of the opening, and the choices then shown differ between the worlds."""
    assert one.decision is not None
    last = ChooseFleet if one.title.pieces.fleet else KeepTickets
    if not one.decision.kind.startswith("opening") or len(one.due) > 1 or not isinstance(action, last):
        return False
    kept = [[int(chosen).bit_count() for chosen in list(game.state.chosen)] for game in (one, two)]
    return kept[0] != kept[1] or list(one.state.fleet) != list(two.state.fleet)


def compare(one: Game, two: Game, watching: Seat) -> None:
    """What the one who watches sees of both worlds."""
    facts = one.view(watching).facts
    assert two.view(watching).facts == facts
    assert json.dumps(facts_to_data(facts)) == json.dumps(facts_to_data(two.view(watching).facts))
    if watching is not None:
        assert two.legal(watching) == one.legal(watching)


def run_two_worlds(one: Game, two: Game, watching: Seat, rng: Random, deck_differs: bool, most: int = 15) -> int:
    """Play both worlds alike as long as nothing hidden is shown; how many actions there were."""
    compare(one, two, watching)
    for played in range(most):
        if one.over:
            return played
        choices = [
            (seat, action, other)
            for seat in one.due
            for action in rng.sample(one.legal(seat), min(12, len(one.legal(seat))))
            if quiet(one, seat, watching, action, deck_differs)
            and (other := same_choice(one, two, seat, action)) is not None
            and not shows_opening(one, two, action)
        ]
        if not choices:
            return played
        seat, action, other = rng.choice(choices)
        told = [event.seen_by(watching) for event in one.play(seat, action)]
        assert [event.seen_by(watching) for event in two.play(seat, other)] == told
        compare(one, two, watching)
    return most


@every_table
def test_two_worlds_that_agree_with_a_view_look_alike_as_long_as_nothing_is_shown(title: str, seats: int) -> None:
    played = 0
    for seed in range(GAMES):
        rng = Random(seed)
        for n, game in enumerate(stops(title, seats, seed, every=60)):
            for seat in points_of_view(game):
                worlds = [game.state.copy(), *(game.view(seat).imagine(Dealer(3 * n + k)) for k in range(3))]
                for one, two in ((worlds[0], worlds[1]), (worlds[2], worlds[3])):
                    pair = game_around(game, one, n), game_around(game, two, n)
                    played += run_two_worlds(*pair, seat, rng, deck_differs=True)
    assert played > 100


def unknown_card(state: State, seat: int, deck: int, rng: Random) -> int | None:
    """A card in a hand that not all have seen."""
    found = []
    for card in range(deck * 20, deck * 20 + 20):
        at = seat * SUITS + card // 10
        shift = 6 * (card % 10)
        if (state.hands[at] >> shift) & 63 > (state.public.known[at] >> shift) & 63:
            found.append(card)
    return rng.choice(found) if found else None


def swap_hidden_cards(state: State, watching: Seat, rng: Random) -> bool:
    """Swap cards between two hands that the one who watches cannot see; the decks stay as they are."""
    hidden = [seat for seat in range(int(state.public.rules.seats)) if seat != watching]
    changed = False
    for _ in range(6):
        if len(hidden) < 2:
            break
        a, b = rng.sample(hidden, 2)
        deck = rng.randrange(int(state.public.rules.decks))
        one, other = unknown_card(state, a, deck, rng), unknown_card(state, b, deck, rng)
        if one is None or other is None or one == other:
            continue
        for seat, gives, gets in ((a, one, other), (b, other, one)):
            state.hands[seat * SUITS + gives // 10] -= UNIT[gives % 10]
            state.hands[seat * SUITS + gets // 10] += UNIT[gets % 10]
        changed = True
    return changed


def tickets_of(state: State, words: str, seat: int) -> list[int]:
    masks = getattr(state, words)
    return [n for n in range(TICKET_WORDS * PLACES) if masks[seat * TICKET_WORDS + n // PLACES] & BIT[n % PLACES]]


def swap_hidden_tickets(game: Game, state: State, watching: Seat, rng: Random) -> bool:
    """Swap the others' tickets with the ticket deck's, and among them."""
    board = game.title.board
    spots = [("tickets", seat) for seat in range(len(game.names)) if seat != watching] + [("top", 0)]
    changed = False
    for _ in range(4):
        (here, a), (there, b) = rng.sample(spots, 2)
        mine = [t for t in tickets_of(state, here, a) if board.tickets[t].deck == "regular"]
        yours = [t for t in tickets_of(state, there, b) if board.tickets[t].deck == "regular"]
        if not mine or not yours:
            continue
        for words, seat, gives, gets in ((here, a, mine[0], yours[-1]), (there, b, yours[-1], mine[0])):
            masks = getattr(state, words)
            masks[seat * TICKET_WORDS + gives // PLACES] -= BIT[gives % PLACES]
            masks[seat * TICKET_WORDS + gets // PLACES] += BIT[gets % PLACES]
        changed = True
    return changed


@every_table
def test_swapping_what_the_others_hold_changes_nothing_for_the_one_who_watches(title: str, seats: int) -> None:
    swapped = played = 0
    for seed in range(GAMES):
        rng = Random(seed)
        for n, game in enumerate(stops(title, seats, seed, every=60)):
            for seat in points_of_view(game):
                one = game_around(game, game.state.copy(), n)
                two = game_around(game, game.state.copy(), n)
                changed = swap_hidden_cards(two.state, seat, rng)
                if swap_hidden_tickets(game, two.state, seat, rng) or changed:
                    swapped += 1
                    # The decks are the same, so even what is turned from them is.
                    played += run_two_worlds(one, two, seat, rng, deck_differs=False)
    assert swapped > 10
    assert played > 100


# --- (c) a planted leak is caught


# What a careless hand might add to the facts; each is told in a place where nobody would look for it.
LEAKS: dict[str, Callable[[State], object]] = {
    "another hand": lambda state: list(state.hands)[SUITS : 2 * SUITS],
    "the tickets of another seat": lambda state: list(state.tickets)[TICKET_WORDS:],
    "the ticket deck": lambda state: list(state.top),
    "the deck": lambda state: list(state.deck),
}


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("part", ["table", "own"])
def test_a_planted_leak_in_the_view_is_caught(leak: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = deal("europe", 3, 7)
    players = Wanderers(3, 7)
    for _ in range(40):
        game.play(*players.next(game))
    one, two = (game_around(game, game.view(0).imagine(Dealer(k)), 1) for k in range(2))
    compare(one, two, 0)
    honest = Game.view

    def leaky(self: Game, seat: Seat) -> View:
        view = honest(self, seat)
        word = {str(LEAKS[leak](self.state)): 1}
        if part == "table":
            view.__dict__["table"] = msgspec.structs.replace(view.table, turned=word)
        else:
            view.__dict__["own"] = msgspec.structs.replace(view.own, opening_fleet=word)
        return view

    monkeypatch.setattr(Game, "view", leaky)
    with pytest.raises(AssertionError):
        compare(one, two, 0)


@pytest.mark.parametrize("kind", [CardDrawn, TicketsKept, TicketsOffered, OpeningTicketsChosen])
def test_a_planted_leak_in_an_event_is_caught(kind: type[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kind, "seen_by", lambda self, seat: self)
    caught = 0
    for seed in range(30):
        game = deal("usa", 2, seed)
        one, two = (game_around(game, game.view(0).imagine(Dealer(2 * seed + k)), 1) for k in range(2))
        try:
            run_two_worlds(one, two, 0, Random(seed), deck_differs=True)
        except AssertionError:
            caught += 1
    assert caught > 0


# --- (d) field by field

PRIVATE = {
    HandDealt: ("cards",),
    CardDrawn: ("card",),
    TicketsOffered: ("tickets",),
    TicketsKept: ("tickets", "rejected_tickets"),
    OpeningTicketsChosen: ("tickets",),
    FleetChosen: ("trains", "ships"),
}


@every_table
def test_the_private_fields_of_events_are_for_their_seat_only(title: str, seats: int) -> None:
    for seed in range(GAMES):
        game = play_out(deal(title, seats, seed), seed)
        for event in game.events:
            for seat in points_of_view(game):
                seen = event.seen_by(seat)
                private = PRIVATE.get(type(event), ())
                assert type(seen) is type(event)
                for name in event.__struct_fields__:
                    hidden = name in private and seat != getattr(event, "seat", None)
                    assert getattr(seen, name) == (None if hidden else getattr(event, name))


def all_words(data: object) -> Iterator[str]:
    """Every word in plain data, keys included."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from all_words(key)
            yield from all_words(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from all_words(value)
    elif isinstance(data, str):
        yield data


@every_table
def test_facts_and_events_name_no_ticket_that_the_seat_may_not_know(title: str, seats: int) -> None:
    for seed in range(GAMES):
        game = deal(title, seats, seed)
        names = set(game.lexicon.tickets)
        shown: list[set[str]] = [set() for _ in range(seats)]  # tickets that were ever before the seat
        for event in game.opening:
            note_tickets(event, shown)
        for n, _ in enumerate(wander(game, seed)):
            if game.steps:
                for event in game.steps[-1].events:
                    note_tickets(event, shown)
                    for watcher in points_of_view(game):
                        words = set(all_words(event_to_data(event.seen_by(watcher)))) & names
                        assert words <= (shown[watcher] if watcher is not None else set())
            if n % 20 == 0:
                for seat in points_of_view(game):
                    words = set(all_words(facts_to_data(game.view(seat).facts))) & names
                    assert words <= (shown[seat] if seat is not None else set())


def note_tickets(event: Event, shown: list[set[str]]) -> None:
    if isinstance(event, TicketsOffered):
        shown[event.seat].update(event.tickets or ())


@every_table
def test_facts_show_no_hand_but_the_seats_own(title: str, seats: int) -> None:
    for seed in range(GAMES):
        for game in stops(title, seats, seed, every=40):
            for seat in points_of_view(game):
                facts = game.view(seat).facts
                own = game.lexicon.counts_at(game.state.hands, seat * SUITS) if seat is not None else {}
                assert Counter(facts.own.hand) == Counter(own)
                for other in facts.table.seats:
                    public = game.lexicon.counts_at(game.state.public.known, other.seat * SUITS)
                    assert Counter(other.known_cards) == Counter(public)


@every_table
def test_known_cards_are_those_that_all_have_seen(title: str, seats: int) -> None:
    """The cards taken from the row, less those paid since; and those taken back from a tunnel."""
    for seed in range(GAMES):
        game = deal(title, seats, seed)
        known: list[Counter[str]] = [Counter() for _ in range(seats)]
        laid: Counter[str] = Counter()
        for _ in wander(game, seed):
            for event in game.steps[-1].events if game.steps else ():
                if isinstance(event, CardTaken):
                    known[event.seat][event.card] += 1
                elif isinstance(event, (PaymentLaid, ExtraPaid)):
                    known[event.seat] -= Counter(event.cards)
                    laid = Counter(event.cards)
                elif isinstance(event, CardsTakenBack):
                    known[event.seat] += laid
            if game.decision and game.decision.kind != "lay_cards":
                shown = [Counter(seat.known_cards) for seat in game.view(None).seats]
                assert shown == [+each for each in known]


@pytest.mark.parametrize("seed", [7_340_912_775_533_001, bytes(range(100, 132))])
@every_table
def test_the_seed_is_nowhere_to_be_seen(title: str, seats: int, seed: int | bytes) -> None:
    game = Game.new(titles.load(title), seats, seed)
    secrets = [seed.hex()] if isinstance(seed, bytes) else [str(seed), str(game.dealer.luck)]
    for n, _ in enumerate(wander(game, 1)):
        if n % 50 == 0:
            for seat in points_of_view(game):
                text = json.dumps(facts_to_data(game.view(seat).facts))
                assert not any(secret in text for secret in secrets)
    for seat in points_of_view(game):
        text = json.dumps([event_to_data(event.seen_by(seat)) for event in game.events])
        assert not any(secret in text for secret in secrets)


def test_cards_of_the_first_deck_have_numbers_below_twenty() -> None:
    """This module tells the decks apart by that."""
    for title, seats in TABLES:
        game = deal(title, seats, 1)
        for n, deck in enumerate(game.title.decks):
            assert all(suit.suit * 10 // 20 == n for suit in deck.suits)
