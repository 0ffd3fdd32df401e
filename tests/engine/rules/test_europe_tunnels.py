"""Europe: tunnels."""

import pytest
from engine.rules.europe import BLIND, BLUE_TUNNEL, TUNNEL, owed, pays, tunnel
from kit import Position, cards, ways

from branchline.engine.actions import Action, ClaimLine, Pass, Pay, TakeCardsBack
from branchline.engine.events import (
    CardsTakenBack,
    DeckReshuffled,
    ExtraPaid,
    LineClaimed,
    PaymentLaid,
    TunnelCardTurned,
    TunnelPriced,
)

# --- E3: tunnels


def test_E3_example_1_two_red_laid_and_one_red_turned_owe_one_red() -> None:
    position = tunnel("3 red", "1 red, 1 blue, 1 white")
    position.play(Pay(cards("2 red")))
    assert owed(position) == 1
    assert set(position.legal()) == pays("1 red") | {TakeCardsBack()}
    position.play(Pay(cards("1 red")))
    assert position.table.seats[0].lines == (TUNNEL,)
    assert position.holds(0) == {}


def test_E3_example_2_two_green_laid_and_one_locomotive_turned_owe_one_green() -> None:
    position = tunnel("3 green", "1 locomotive, 1 blue, 1 white")
    position.play(Pay(cards("2 green")))
    assert owed(position) == 1
    position.play(Pay(cards("1 green")))
    assert position.table.seats[0].lines == (TUNNEL,)


def test_E3_the_story_of_a_tunnel_is_told_in_order() -> None:
    position = tunnel("3 red", "3 red")
    events = position.play(Pay(cards("2 red")))
    assert events == [
        PaymentLaid(0, ("red", "red"), TUNNEL, None),
        TunnelCardTurned(0, "red"),
        TunnelCardTurned(0, "red"),
        TunnelCardTurned(0, "red"),
        TunnelPriced(0, TUNNEL, 3),
    ]


@pytest.mark.parametrize(
    ("turned", "extra"),
    [
        ("3 red", 3),
        ("2 red, 1 locomotive", 3),
        ("1 red, 2 locomotive", 3),
        ("3 locomotive", 3),
        ("1 red, 1 locomotive, 1 green", 2),
        ("2 blue, 1 red", 1),
    ],
)
def test_E3_each_turned_card_of_the_colour_and_each_locomotive_owes_one(turned: str, extra: int) -> None:
    position = tunnel("9 red", turned)
    position.play(Pay(cards("2 red")))
    assert owed(position) == extra
    position.play(Pay(cards(f"{extra} red")))
    assert position.holds(0) == {"red": 9 - 2 - extra}
    # The pieces and the points are those of the spaces, whatever it cost.
    assert position.table.seats[0].pieces == {"trains": 43}
    assert position.table.seats[0].points == 2


def test_E3_cards_of_other_colours_owe_nothing() -> None:
    position = tunnel("2 red", "1 blue, 1 green, 1 white")
    events = position.play(Pay(cards("2 red")))
    assert LineClaimed(0, TUNNEL, 2) in events
    assert TunnelPriced(0, TUNNEL, 0) in events


def test_E3_the_extra_may_be_of_the_colour_of_locomotives_or_both() -> None:
    position = tunnel("4 red, 2 locomotive, 3 green", "2 red, 1 blue")
    position.play(Pay(cards("2 red")))
    assert set(position.legal()) == pays("2 red", "1 red, 1 locomotive", "2 locomotive") | {TakeCardsBack()}


def test_E3_the_extra_is_told_apart_from_the_payment() -> None:
    position = tunnel("3 red, 1 locomotive", "1 red, 2 blue")
    position.play(Pay(cards("2 red")))
    assert ExtraPaid(0, ("locomotive",)) in position.play(Pay(cards("1 locomotive")))


def test_E3_the_extra_cannot_be_of_another_colour() -> None:
    position = tunnel("2 red, 3 green", "1 red, 2 blue")
    position.play(Pay(cards("2 red")))
    problem = "the tunnel Angora–Constantinople cannot be paid in that colour"
    assert position.why_not(Pay(cards("1 green"))) == problem


@pytest.mark.parametrize("extra", ["1 red", "3 red"])
def test_E3_the_extra_is_exactly_what_is_owed(extra: str) -> None:
    position = tunnel("6 red", "2 red, 1 blue")
    position.play(Pay(cards("2 red")))
    problem = f"the tunnel Angora–Constantinople needs 2 more, you laid down {extra}"
    assert position.why_not(Pay(cards(extra))) == problem


def test_E3_the_extra_must_be_in_hand() -> None:
    position = tunnel("3 red", "2 red, 1 blue")
    position.play(Pay(cards("2 red")))
    assert position.why_not(Pay(cards("2 red"))) == "you do not hold 2 red"
    assert position.legal() == (TakeCardsBack(),)


def test_E3_a_payment_with_a_locomotive_is_matched_by_its_colour() -> None:
    position = tunnel("2 red, 1 locomotive", "1 red, 2 blue")
    position.play(Pay(cards("1 red, 1 locomotive")))
    assert owed(position) == 1
    assert set(position.legal()) == pays("1 red") | {TakeCardsBack()}


def test_E3_a_coloured_tunnel_takes_its_colour_only() -> None:
    position = Position("europe").hand(0, "3 blue, 3 red, 1 locomotive")
    assert position.payments(BLUE_TUNNEL) == ways("2 blue", "1 blue, 1 locomotive")


def test_E3_the_player_may_take_the_cards_back_even_with_enough_to_pay() -> None:
    position = tunnel("5 red", "1 red, 2 blue")
    position.play(Pay(cards("2 red")))
    events = position.play(TakeCardsBack())
    assert events[0] == CardsTakenBack(0, TUNNEL)
    assert position.holds(0) == {"red": 5}
    seat = position.table.seats[0]
    assert (seat.lines, seat.points, seat.pieces) == ((), 0, {"trains": 45})
    assert position.public.seat == 1


def test_E3_a_tunnel_left_unbuilt_stays_open_to_all() -> None:
    position = tunnel("2 red", "1 red, 2 blue")
    position.play(Pay(cards("2 red")), TakeCardsBack())
    position.hand(1, "2 green").deck("9 white").play(ClaimLine(TUNNEL), Pay(cards("2 green")))
    assert position.table.seats[1].lines == (TUNNEL,)


@pytest.mark.parametrize(("last", "discarded"), [(Pay(cards("3 red")), 3 + 5), (TakeCardsBack(), 3)])
def test_E3_the_turned_cards_are_discarded_either_way(last: Action, discarded: int) -> None:
    position = Position("europe").hand(0, "5 red").deck("9 red").discards("1 pink")
    position.play(ClaimLine(TUNNEL), Pay(cards("2 red")), last)
    assert position.table.discards == {"pink": 1, "red": discarded}
    assert position.table.decks == {"cards": 6}
    assert position.table.turned == {}
    assert position.table.laid == {}


def test_E3_with_the_price_open_nothing_else_can_be_done() -> None:
    position = tunnel("3 red", "1 red, 2 blue")
    position.play(Pay(cards("2 red")))
    problem = "settle the tunnel first: pay what is owed or take your cards back"
    assert position.why_not(BLIND) == problem
    assert position.why_not(ClaimLine("berlin-essen-1")) == problem
    assert position.why_not(Pass()) == problem


def test_E3_two_parallel_tunnels_black_and_white_join_pamplona_and_madrid() -> None:
    position = Position("europe", 4).hand(0, "3 black").hand(1, "3 white").deck("12 red")
    position.claim("madrid-pamplona-1", "3 black")
    position.claim("madrid-pamplona-2", "3 white")
    assert position.table.seats[0].lines == ("madrid-pamplona-1",)
    assert position.table.seats[1].lines == ("madrid-pamplona-2",)


def test_E3_a_tunnel_that_is_also_one_of_two_closes_the_other_with_two_players() -> None:
    position = Position("europe").hand(0, "3 black").hand(1, "3 white").deck("12 red")
    position.claim("madrid-pamplona-1", "3 black")
    problem = "the other line of Madrid–Pamplona is claimed; with 2 players it is closed"
    assert position.why_not(ClaimLine("madrid-pamplona-2")) == problem


def test_E3_pieces_are_needed_for_the_spaces_only() -> None:
    position = Position("europe").hand(0, "5 red").pieces(0, 2).deck("3 red").discards("")
    position.play(ClaimLine(TUNNEL), Pay(cards("2 red")), Pay(cards("3 red")))
    assert position.table.seats[0].pieces == {"trains": 0}


# --- E4: tunnels paid with locomotives only


def test_E4_example_3_two_locomotives_laid_and_one_turned_owe_one_locomotive() -> None:
    position = tunnel("3 locomotive", "1 locomotive, 1 red, 1 blue")
    position.play(Pay(cards("2 locomotive")))
    assert owed(position) == 1
    position.play(Pay(cards("1 locomotive")))
    assert position.table.seats[0].lines == (TUNNEL,)
    assert position.holds(0) == {}


def test_E4_a_payment_of_locomotives_only_is_matched_by_locomotives_only() -> None:
    position = tunnel("2 locomotive", "1 red, 1 green, 1 blue")
    position.play(Pay(cards("2 locomotive")))
    assert position.table.seats[0].lines == (TUNNEL,)
    assert position.public.seat == 1


def test_E4_not_even_the_colour_of_the_tunnel_matches_locomotives() -> None:
    position = tunnel("2 locomotive", "3 blue", BLUE_TUNNEL)
    position.play(Pay(cards("2 locomotive")))
    assert position.table.seats[0].lines == (BLUE_TUNNEL,)


def test_E4_the_extra_must_be_locomotives() -> None:
    position = tunnel("2 locomotive, 4 blue", "1 locomotive, 2 blue", BLUE_TUNNEL)
    position.play(Pay(cards("2 locomotive")))
    assert owed(position) == 1
    assert position.legal() == (TakeCardsBack(),)
    problem = "the tunnel München–Venezia cannot be paid in that colour"
    assert position.why_not(Pay(cards("1 blue"))) == problem


def test_E4_one_card_of_the_colour_makes_it_a_payment_in_that_colour() -> None:
    position = tunnel("1 blue, 3 locomotive", "2 blue, 1 white", BLUE_TUNNEL)
    position.play(Pay(cards("1 blue, 1 locomotive")))
    assert owed(position) == 2
    assert set(position.legal()) == pays("2 locomotive") | {TakeCardsBack()}


# --- E5: few cards to turn


@pytest.mark.parametrize(("deck", "extra"), [("1 red", 1), ("2 red", 2), ("1 red, 1 blue", 1)])
def test_E5_with_fewer_than_three_cards_those_are_turned_that_there_are(deck: str, extra: int) -> None:
    position = tunnel("5 red", deck)
    events = position.play(Pay(cards("2 red")))
    turned = [event.card for event in events if isinstance(event, TunnelCardTurned)]
    assert sorted(turned) == sorted(cards(deck))
    assert owed(position) == extra


def test_E5_with_no_card_to_turn_no_extra_is_owed() -> None:
    position = tunnel("2 red", "")
    events = position.play(Pay(cards("2 red")))
    assert not any(isinstance(event, TunnelCardTurned) for event in events)
    assert LineClaimed(0, TUNNEL, 2) in events


def test_E5_the_discards_are_reshuffled_before_the_rest_is_turned() -> None:
    position = Position("europe").hand(0, "5 red").deck("1 blue").discards("2 red")
    events = position.play(ClaimLine(TUNNEL), Pay(cards("2 red")))
    assert events[1:5] == [
        TunnelCardTurned(0, "blue"),
        DeckReshuffled("cards", 2),
        TunnelCardTurned(0, "red"),
        TunnelCardTurned(0, "red"),
    ]
    assert owed(position) == 2


def test_E5_a_row_full_of_cards_is_not_turned() -> None:
    position = Position("europe").hand(0, "2 red").deck("").discards("").row("red", "red", "red", "red", "red")
    position.claim(TUNNEL, "2 red")
    assert position.table.row == ("red",) * 5
    assert position.table.seats[0].lines == (TUNNEL,)
