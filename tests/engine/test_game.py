"""The friendly face: setting up, asking, playing, looking, and bad input that changes nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from kit import Position, cards

from branchline import Game, Options, titles
from branchline.engine import actions
from branchline.engine.actions import Action, ClaimLine, DrawCard, KeepTickets, Pay, action_from_data, action_to_data
from branchline.engine.core.dealer import sealed_commitment
from branchline.engine.errors import IllegalAction, SetupError

USA = titles.load("usa")


@pytest.mark.parametrize(
    ("seats", "seed", "options", "complaint"),
    [
        (6, 1, None, "USA is for 2 to 5 players, not 6"),
        (1, 1, None, "USA is for 2 to 5 players, not 1"),
        (["Ann"], 1, None, "USA is for 2 to 5 players, not 1"),
        ("Ann and Ben", 1, None, "seats are a number or a list of names"),
        (True, 1, None, "seats are a number or a list of names"),
        ([1, 2], 1, None, "seats are a number or a list of names"),
        (2, 1.5, None, "a seed is a whole number, 32 bytes or 64 hexadecimal digits, not 1.5"),
        (2, None, None, "a seed is a whole number"),
        (2, True, None, "a seed is a whole number"),
        (2, b"short", None, "a cryptographic seed has 32 bytes, this one has 5"),
        (2, "xyz", None, "64 hexadecimal digits"),
        (2, "abcd", None, "this one has 2"),
        (2, 1, Options(first_seat=2), "seat 2 cannot be first; the seats are 0 to 1"),
    ],
)
def test_a_game_that_cannot_be_started_says_why(seats: Any, seed: Any, options: Options | None, complaint: str) -> None:
    with pytest.raises(SetupError, match=complaint):
        Game.new(USA, seats, seed, options)


def test_C1_the_first_seat_is_drawn_or_chosen() -> None:
    drawn = {Game.new(USA, 3, seed).state.public.first for seed in range(40)}
    assert drawn == {0, 1, 2}
    assert Game.new(USA, 3, 1, Options(first_seat=2)).state.public.first == 2


def test_the_same_seed_deals_the_same_game_and_another_another() -> None:
    assert Game.new(USA, 4, 5).opening == Game.new(USA, 4, 5).opening
    assert Game.new(USA, 4, 5).opening != Game.new(USA, 4, 6).opening
    sealed = bytes(range(32))
    assert Game.new(USA, 4, sealed).opening == Game.new(USA, 4, sealed.hex()).opening


def test_a_sealed_game_shows_the_hash_of_its_seed() -> None:
    sealed = bytes(range(32))
    assert Game.new(USA, 2, sealed).commitment == sealed_commitment(sealed)
    assert Game.new(USA, 2, 7).commitment is None


def test_everybody_may_choose_at_once_in_the_opening_and_nothing_shows_before_all_have() -> None:
    game = Game.new(titles.load("world"), 3, 1, Options(first_seat=1))
    assert list(game.due) == [0, 1, 2]
    game.play(2, game.legal(2)[0])
    game.play(2, game.legal(2)[0])
    assert list(game.due) == [0, 1]
    assert game.legal(2) == ()
    assert [seat.tickets for seat in game.view(0).seats] == [0, 0, 0]
    assert [seat.ready for seat in game.view(0).seats] == [False, False, True]
    for seat in (0, 0, 1):
        game.play(seat, game.legal(seat)[-1])
    assert [seat.pieces for seat in game.view(0).seats] == [{"trains": 0, "ships": 0}] * 3
    game.play(1, game.legal(1)[0])
    assert [seat.tickets for seat in game.view(0).seats] == [5, 5, 3]
    assert game.view(0).seats[2].pieces == {"trains": 10, "ships": 50}
    assert list(game.due) == [1]


def test_a_seat_that_is_not_due_is_told_who_is() -> None:
    position = Position("usa")
    with pytest.raises(IllegalAction, match="Player 2 has nothing to choose now, but Player 1") as caught:
        position.game.play(1, DrawCard("cards"))
    assert caught.value.code == "not_your_turn"
    with pytest.raises(IllegalAction, match="there is no seat 7; the seats are 0 to 1"):
        position.game.play(7, DrawCard("cards"))


def test_a_view_of_no_seat_is_refused() -> None:
    with pytest.raises(SetupError, match="there is no seat 9"):
        Position("usa").game.view(9)


@pytest.mark.parametrize(
    ("title", "action", "complaint"),
    [
        ("usa", ClaimLine("paris-brest-1"), "USA has no line 'paris-brest-1'"),
        ("usa", actions.BuildStation("paris"), "USA has no city 'paris'"),
        ("usa", actions.BuildStation("boston"), "this title has no such move"),
        ("usa", actions.ExchangePieces("trains", 1), "this title has no such move"),
        ("usa", DrawCard("ships"), "USA has no deck 'ships'"),
        ("usa", actions.TakeCard(5), "the row has places 0 to 4, there is none 5"),
        ("usa", actions.TakeCard(-1), "there is none -1"),
        ("usa", actions.TakeCard(0, "cards"), "there is only one deck to fill the row from"),
        ("world", actions.TakeCard(0), "say which deck fills the gap in the row"),
        ("world", actions.TakeCard(0, "cards"), "The World has no deck 'cards'"),
        ("world", actions.ExchangePieces("stations", 1), "trains or ships can be given, not 'stations'"),
        ("world", actions.ExchangePieces("trains", 0), "exchange at least one piece"),
        ("world", actions.ExchangePieces("trains", 99), "99 cannot be the number"),
        ("world", actions.ChooseFleet(20, 20), "a fleet has 60 pieces, 20 trains and 20 ships are 40"),
        ("world", actions.BuildHarbour("moskva"), "that city is no port"),
        ("usa", KeepTickets(("boston-miami",)), "was not offered to you"),
        ("usa", KeepTickets(("boston-mars",)), "USA has no ticket 'boston-mars'"),
        ("usa", Pay(("red",)), "that is no way to begin a turn now"),
        ("usa", Pay(("crimson",)), "USA has no card 'crimson'"),
        ("usa", Pay(("red", "blue")), "1 blue, 1 red are not of one colour"),
        ("usa", Pay(("red",) * 70), "you do not hold 70 red"),
        ("usa", actions.Pass(), "you can still do something, so you cannot pass"),
        ("usa", actions.LayCards("red", 100), "100 cannot be the number"),
        ("usa", actions.UseStandIns(1), "that is no way to begin a turn now"),
        ("usa", actions.TakeCardsBack(), "that is no way to begin a turn now"),
    ],
)
def test_bad_actions_are_refused_in_words_and_change_nothing(title: str, action: Action, complaint: str) -> None:
    position = Position(title)
    before = position.game.view(0).facts, len(position.game.steps), position.game.dealer.luck
    with pytest.raises(IllegalAction, match=complaint):
        position.game.play(0, action)
    assert before == (position.game.view(0).facts, len(position.game.steps), position.game.dealer.luck)


def test_something_that_is_no_action_is_refused() -> None:
    with pytest.raises(IllegalAction, match="is not an action"):
        Position("usa").game.play(0, "draw")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"do": "fly"},
        {"do": "claim_line"},
        {"do": "take_card", "slot": "one"},
        [],
        None,
        {"do": "pay", "cards": "red"},
    ],
)
def test_malformed_data_is_no_action(data: Any) -> None:
    with pytest.raises(IllegalAction, match="this is not an action"):
        action_from_data(data)


def test_actions_are_values_that_travel_as_plain_data() -> None:
    assert Pay(("red", "locomotive")) == Pay(("locomotive", "red"))
    assert action_from_data({"do": "pay", "cards": ["red", "locomotive"]}) == Pay(("locomotive", "red"))
    assert action_to_data(ClaimLine("boston-montreal-1")) == {"do": "claim_line", "line": "boston-montreal-1"}
    with pytest.raises(AttributeError):
        Pay(("red",)).cards = ()  # type: ignore[misc]


def test_several_actions_are_played_all_or_none() -> None:
    position = Position("usa").hand(0, "3 blue")
    claim = ClaimLine("montreal-new-york-1")
    with pytest.raises(IllegalAction):
        position.game.play_all(0, [claim, Pay(cards("3 red"))])
    assert position.game.decision is not None
    assert position.game.decision.kind == "turn"
    events = position.game.play_all(0, [claim, Pay(cards("3 blue"))])
    assert [type(event).__name__ for event in events][:2] == ["PaymentLaid", "LineClaimed"]


def test_a_line_is_claimed_with_any_payment_in_one_call() -> None:
    position = Position("nordic").hand(0, "7 green, 5 red, 3 blue")
    position.game.claim(0, "lieksa-murmansk-1", cards("7 green, 5 red, 3 blue"))
    assert position.holds(0) == {}
    position = Position("nordic").hand(0, "2 orange, 1 red, 1 blue, 1 locomotive")
    position.game.claim(0, "kristiansand-stavanger-1", cards("2 orange, 1 locomotive, 1 red, 1 blue"))
    assert position.holds(0) == {}
    position = Position("world").hand(0, "1 red-train, 1 red-harbour-train, 1 green-train, 1 locomotive")
    position.game.claim(0, "lahore-tehran-1", tuple(position.holds(0)))
    assert position.holds(0) == {}
    position = Position("usa").hand(0, "3 blue")
    position.game.claim(0, "montreal-new-york-1", cards("3 blue"))
    assert position.holds(0) == {}


def test_a_wrong_payment_in_one_call_is_refused_whole() -> None:
    position = Position("nordic").hand(0, "7 green, 8 red")
    with pytest.raises(IllegalAction, match="13 cards cannot pay for 9 cards of any one colour; any 4 cards stand in"):
        position.game.claim(0, "lieksa-murmansk-1", cards("7 green, 6 red"))
    with pytest.raises(IllegalAction, match="you do not hold"):
        position.game.claim(0, "lieksa-murmansk-1", cards("7 green, 8 blue"))
    with pytest.raises(IllegalAction, match="has no card 'teal'"):
        position.game.claim(0, "lieksa-murmansk-1", cards("15 teal"))
    assert position.game.decision is not None
    assert position.game.decision.kind == "turn"
    assert position.holds(0) == {"red": 8, "green": 7}


def test_a_copy_goes_its_own_way_and_would_deal_the_same() -> None:
    for seed in (3, bytes(32)):
        game = Game.new(USA, 2, seed)
        twin = game.copy()
        for each in (game, twin):
            while len(each.steps) < 60:
                assert each.decision is not None
                each.play(each.decision.seat, each.legal()[len(each.steps) % len(each.legal())])
        assert game.events == twin.events
        twin.play(twin.state.public.seat, twin.legal()[0])
        assert len(game.steps) == 60


def test_a_finished_game_takes_no_more_actions() -> None:
    game = Game.new(USA, 2, 7)
    while not game.over:
        assert game.decision is not None
        game.play(game.decision.seat, game.legal()[0])
    assert game.decision is None
    assert game.due == ()
    assert game.legal() == ()
    with pytest.raises(IllegalAction, match="the game is over"):
        game.play(0, DrawCard("cards"))


def test_why_not_says_nothing_against_a_legal_action() -> None:
    position = Position("usa")
    assert all(position.why_not(action) is None for action in position.legal())


@pytest.mark.parametrize("title", titles.names())
def test_an_action_picked_from_the_list_is_played_as_if_it_had_come_from_outside(title: str) -> None:
    picking = Game.new(titles.load(title), 3, 7)
    sending = picking.copy()
    chance = random.Random(7)
    while not picking.over:
        seat = chance.choice(picking.due)
        action = picking.pick_legal(seat, chance.randrange)
        assert picking.play(seat, action) == sending.play(seat, action)
    assert sending.tally() == picking.tally()


def test_an_action_that_was_picked_is_refused_once_the_game_has_gone_on() -> None:
    game = Game.new(USA, 2, 1, Options(first_seat=0))
    picked = game.pick_legal(0, lambda _: 0)
    with pytest.raises(IllegalAction):
        game.play(1, KeepTickets(()))
    game.play(0, game.legal(0)[1])
    with pytest.raises(IllegalAction, match="nothing to choose now"):
        game.play(0, picked)


def test_the_wrong_kind_of_choice_is_answered_with_the_one_that_is_due() -> None:
    position = Position("usa").hand(0, "3 blue")
    position.play(ClaimLine("montreal-new-york-1"))
    assert position.why_not(DrawCard("cards")) == "pay for the line first"
    position = Position("usa")
    position.play(DrawCard("cards"))
    assert position.why_not(actions.DrawTickets()) == "you have drawn one card, draw the second"
    position = Position("usa")
    position.play(actions.DrawTickets())
    assert position.why_not(DrawCard("cards")) == "choose which of the offered tickets you keep first"
