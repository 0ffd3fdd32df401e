"""The World: trains and ships, double ships, pairs, harbours and waypoints."""

import pytest
from engine.rules.world import (
    GRAY_SEA,
    GREEN_SEA_3,
    HARBOUR_HAND,
    PAIR_1,
    PAIR_2,
    PAIR_3,
    PURPLE_RAIL,
    PURPLE_SEA_1,
    RED_RAIL,
    RED_SEA,
    RED_SEA_5,
    TO_LIMA,
    WAYPOINT,
    WHITE_SEA,
    claimable,
    empty_seats,
    hand,
    paid,
)
from kit import cards

from branchline import titles
from branchline.engine.actions import BuildHarbour, ClaimLine, LayCards, Pay
from branchline.engine.events import HarbourBuilt, LineClaimed

# --- W4: trains on rails, ships at sea


def test_W4_example_a_purple_train_route_of_three() -> None:
    assert hand("3 purple-train, 3 locomotive").payments(PURPLE_RAIL) == {
        paid("3 purple-train"),
        paid("2 purple-train, 1 locomotive"),
        paid("1 purple-train, 2 locomotive"),
        paid("3 locomotive"),
    }


def test_W4_a_train_line_takes_trains_and_scores_by_its_length() -> None:
    position = hand("3 purple-train")
    events = position.claim(PURPLE_RAIL, "3 purple-train")
    assert LineClaimed(0, PURPLE_RAIL, 4) in events
    assert position.game.view(None).seats[0].pieces == {"trains": 22, "ships": 35}


def test_W4_a_sea_line_takes_ships() -> None:
    position = hand("2 red-ship")
    position.claim(RED_SEA, "2 red-ship")
    assert position.game.view(None).seats[0].pieces == {"trains": 25, "ships": 33}


def test_W4_cards_with_and_without_the_mark_are_alike_on_rails() -> None:
    assert hand("2 purple-train, 2 purple-harbour-train").payments(PURPLE_RAIL) == {
        paid("2 purple-train, 1 purple-harbour-train"),
        paid("1 purple-train, 2 purple-harbour-train"),
    }


def test_W4_ship_cards_do_not_pay_a_train_line() -> None:
    assert not claimable("4 red-ship, 4 red-double-ship, 2 red-train", RED_RAIL)


def test_W4_train_cards_do_not_pay_a_sea_line() -> None:
    assert not claimable("7 red-train, 4 red-harbour-train, 1 red-ship", RED_SEA)


def test_W4_locomotives_pay_a_train_line_or_a_sea_line_alone() -> None:
    assert hand("3 locomotive").payments(RED_RAIL) == {paid("3 locomotive")}
    assert hand("2 locomotive").payments(RED_SEA) == {paid("2 locomotive")}


def test_W4_trains_are_no_ships() -> None:
    position = hand("2 red-ship, 3 red-train").pieces(0, 20, 1)
    assert position.why_not(ClaimLine(RED_SEA)) == "Bangkok–Manila takes 2 ships, you have 1"
    assert ClaimLine(RED_RAIL) in position.legal()


def test_W4_ships_are_no_trains() -> None:
    position = hand("2 red-ship, 3 red-train").pieces(0, 2, 40)
    assert position.why_not(ClaimLine(RED_RAIL)) == "Bangkok–Mumbai takes 3 trains, you have 2"
    assert ClaimLine(RED_SEA) in position.legal()


def test_W4_a_gray_sea_line_takes_any_one_colour() -> None:
    assert hand("2 red-ship, 1 green-ship, 1 white-ship").payments(GRAY_SEA) == {paid("2 red-ship")}


# --- W5: double ships


def test_W5_example_a_white_ship_route_of_four_in_all_its_combinations() -> None:
    assert hand("4 white-ship, 3 white-double-ship, 4 locomotive").payments(WHITE_SEA) == {
        paid("2 white-double-ship"),
        paid("1 white-double-ship, 2 white-ship"),
        paid("1 white-double-ship, 1 white-ship, 1 locomotive"),
        paid("1 white-double-ship, 2 locomotive"),
        paid("4 white-ship"),
        paid("3 white-ship, 1 locomotive"),
        paid("2 white-ship, 2 locomotive"),
        paid("1 white-ship, 3 locomotive"),
        paid("4 locomotive"),
    }


def test_W5_example_two_doubles_and_a_single_or_three_doubles_fill_five_spaces() -> None:
    assert hand("3 red-double-ship, 1 red-ship").payments(RED_SEA_5) == {
        paid("2 red-double-ship, 1 red-ship"),
        paid("3 red-double-ship"),
    }


def test_W5_no_change_is_given_for_the_unused_half() -> None:
    position = hand("3 red-double-ship").discards("").deck("20 black-train, 20 white-ship")
    position.claim(RED_SEA_5, "3 red-double-ship")
    assert position.holds(0) == {}
    seat = position.game.view(None).seats[0]
    assert (seat.points, seat.pieces) == (10, {"trains": 25, "ships": 30})
    assert position.game.view(0).table.discards == {"red-double-ship": 3}


def test_W5_a_double_ship_may_fill_a_single_space() -> None:
    assert hand("2 purple-double-ship, 1 purple-ship").payments(PURPLE_SEA_1) == {
        paid("1 purple-double-ship"),
        paid("1 purple-ship"),
    }


def test_W5_a_double_is_two_spaces_when_claiming_too() -> None:
    assert claimable("2 white-double-ship", WHITE_SEA)
    assert not claimable("1 white-double-ship, 1 white-ship", WHITE_SEA)


def test_R15_a_double_and_four_singles_do_not_pay_five_spaces() -> None:
    assert hand("1 red-double-ship, 4 red-ship").payments(RED_SEA_5) == {paid("1 red-double-ship, 3 red-ship")}


def test_R15_two_doubles_and_a_single_do_not_pay_three_spaces() -> None:
    position = hand("2 green-double-ship, 1 green-ship, 1 locomotive")
    assert position.payments(GREEN_SEA_3) == {
        paid("2 green-double-ship"),
        paid("1 green-double-ship, 1 green-ship"),
        paid("1 green-double-ship, 1 locomotive"),
    }
    position.play(ClaimLine(GREEN_SEA_3))
    assert position.why_not(Pay(cards("2 green-double-ship, 1 green-ship"))) == (
        "a card of this payment has nothing to do; take it away"
    )


def test_R15_three_doubles_do_not_pay_four_spaces() -> None:
    position = hand("3 white-double-ship")
    position.play(ClaimLine(WHITE_SEA))
    assert position.why_not(Pay(cards("3 white-double-ship"))) is not None


def test_R15_a_locomotive_is_one_space_at_sea() -> None:
    assert not claimable("2 locomotive, 1 white-ship", WHITE_SEA)
    assert claimable("3 locomotive, 1 white-ship", WHITE_SEA)


# --- W6: pair routes


def test_W6_a_pair_space_takes_two_train_cards_of_one_colour() -> None:
    assert hand("2 red-train, 1 green-train").payments(PAIR_1) == {paid("2 red-train")}


def test_W6_two_cards_of_different_colours_are_no_pair() -> None:
    assert not claimable("1 red-train, 1 green-train, 1 black-train", PAIR_1)


def test_W6_spaces_may_use_different_colours() -> None:
    assert hand("2 red-train, 2 green-train").payments(PAIR_2) == {paid("2 red-train, 2 green-train")}


def test_W6_spaces_may_use_the_same_colour() -> None:
    assert hand("4 red-train").payments(PAIR_2) == {paid("4 red-train")}


def test_W6_three_and_one_are_not_two_pairs() -> None:
    assert not claimable("3 red-train, 1 green-train", PAIR_2)


def test_W6_a_locomotive_makes_a_pair_with_any_card() -> None:
    assert hand("2 red-train, 1 green-train, 1 locomotive").payments(PAIR_2) == {
        paid("2 red-train, 1 green-train, 1 locomotive")
    }


def test_W6_two_locomotives_are_a_pair() -> None:
    assert hand("2 locomotive").payments(PAIR_1) == {paid("2 locomotive")}


def test_R15_a_locomotive_is_one_card_of_a_pair_and_not_both() -> None:
    assert not claimable("1 locomotive", PAIR_1)
    assert not claimable("1 red-train, 1 green-train, 1 locomotive", PAIR_2)
    assert claimable("1 red-train, 1 green-train, 2 locomotive", PAIR_2)


def test_W6_marked_and_unmarked_cards_make_a_pair() -> None:
    assert hand("1 red-train, 1 red-harbour-train").payments(PAIR_1) == {paid("1 red-train, 1 red-harbour-train")}


def test_W6_ship_cards_make_no_pair() -> None:
    assert not claimable("4 red-ship, 4 red-double-ship", PAIR_1)


def test_W6_three_spaces_take_six_cards_but_three_trains() -> None:
    position = hand("2 red-train, 2 green-train, 1 black-train, 1 locomotive")
    position.play(ClaimLine(PAIR_3), LayCards("green-train", 2), LayCards("red-train", 2))
    events = position.play(LayCards("black-train", 1), LayCards("locomotive", 1))
    assert LineClaimed(0, PAIR_3, 4) in events
    assert position.holds(0) == {}
    assert position.game.view(None).seats[0].pieces == {"trains": 22, "ships": 35}


def test_W6_five_cards_are_too_few_for_three_spaces() -> None:
    assert not claimable("2 red-train, 2 green-train, 1 locomotive", PAIR_3)


# --- W7: harbours


def test_W7_example_lima_is_built_with_a_locomotive_a_yellow_ship_and_two_yellow_trains() -> None:
    words = "1 locomotive, 1 yellow-ship, 2 yellow-harbour-train"
    position = hand(words).owns(0, TO_LIMA)
    events = position.harbour("lima", words)
    assert HarbourBuilt(0, "lima") in events
    seat = position.game.view(None).seats[0]
    assert (seat.built, seat.markers) == (("lima",), 2)
    assert position.holds(0) == {}
    assert position.public.seat == 1


def test_W7_two_marked_trains_and_two_single_ships_of_one_colour() -> None:
    position = hand("3 yellow-harbour-train, 3 yellow-ship").owns(0, TO_LIMA)
    position.play(BuildHarbour("lima"))
    assert position.legal() == (Pay(cards(HARBOUR_HAND)),)


def test_W7_locomotives_stand_in_for_any_of_the_cards() -> None:
    position = hand("2 yellow-harbour-train, 2 yellow-ship, 4 locomotive").owns(0, TO_LIMA)
    position.play(BuildHarbour("lima"))
    assert set(position.legal()) == {
        Pay(
            ("yellow-harbour-train",) * trains + ("yellow-ship",) * ships + ("locomotive",) * (4 - trains - ships),
        )
        for trains in range(3)
        for ships in range(3)
    }


@pytest.mark.parametrize(
    "words",
    [
        "2 yellow-train, 2 yellow-ship",
        "2 yellow-harbour-train, 2 yellow-double-ship",
        "2 yellow-harbour-train, 2 red-ship",
        "1 yellow-harbour-train, 1 red-harbour-train, 1 yellow-ship, 1 red-ship, 1 locomotive",
        "4 yellow-harbour-train",
        "4 yellow-ship, 1 locomotive",
        "3 yellow-harbour-train, 1 yellow-ship",
        "3 locomotive",
        "",
    ],
)
def test_W7_any_other_cards_build_no_harbour(words: str) -> None:
    position = hand(words).owns(0, TO_LIMA)
    assert not position.legal_of(BuildHarbour)
    assert (
        position.why_not(BuildHarbour("lima"))
        == "you do not have the cards for a harbour: two train and two ship cards of one colour, all with the harbour mark"
    )


def test_W7_three_trains_and_a_ship_are_refused_as_payment() -> None:
    position = hand("3 yellow-harbour-train, 2 yellow-ship, 1 locomotive").owns(0, TO_LIMA)
    position.play(BuildHarbour("lima"))
    assert position.why_not(Pay(cards("3 yellow-harbour-train, 1 yellow-ship"))) is not None
    assert position.why_not(Pay(cards("2 yellow-harbour-train, 2 yellow-ship, 1 locomotive"))) is not None


def test_W7_the_city_needs_a_line_of_the_player() -> None:
    position = hand(HARBOUR_HAND).owns(1, TO_LIMA)
    assert position.why_not(BuildHarbour("lima")) == "you have no line to that city"
    assert not position.legal_of(BuildHarbour)


def test_W7_a_train_line_or_a_sea_line_will_do() -> None:
    position = hand(HARBOUR_HAND).owns(0, "caracas-miami-1", "buenos-aires-rio-de-janeiro-1")
    assert set(position.legal_of(BuildHarbour)) == {
        BuildHarbour(city) for city in ("caracas", "miami", "buenos-aires", "rio-de-janeiro")
    }


def test_W7_a_city_that_is_no_port_takes_no_harbour() -> None:
    position = hand(HARBOUR_HAND).owns(0, "los-angeles-mexico-1")
    assert position.why_not(BuildHarbour("mexico")) == "that city is no port"
    assert position.legal_of(BuildHarbour) == [BuildHarbour("los-angeles")]


def test_W7_a_city_takes_one_harbour_only() -> None:
    position = hand(HARBOUR_HAND).owns(0, TO_LIMA).owns(1, "lima-sydney-1").built(1, "lima")
    assert position.why_not(BuildHarbour("lima")) == "something is built in that city already"
    assert position.legal_of(BuildHarbour) == [BuildHarbour("caracas")]


def test_W7_nobody_builds_a_fourth_harbour() -> None:
    position = hand(HARBOUR_HAND).owns(0, TO_LIMA, "caracas-miami-1", "miami-new-york-1")
    position.built(0, "lima", "caracas", "miami")
    assert position.why_not(BuildHarbour("new-york")) == "you have built all your harbours"
    assert not position.legal_of(BuildHarbour)


def test_W7_the_cards_go_to_the_discards_of_their_decks() -> None:
    words = "1 locomotive, 1 yellow-ship, 2 yellow-harbour-train"
    position = hand(words).owns(0, TO_LIMA).deck("20 black-train, 20 white-ship").discards("")
    position.harbour("lima", words)
    assert position.game.view(0).table.discards == {"locomotive": 1, "yellow-ship": 1, "yellow-harbour-train": 2}


# --- R12: waypoints


def test_R12_a_waypoint_takes_no_harbour() -> None:
    position = hand(HARBOUR_HAND).owns(0, f"perth-{WAYPOINT}-1")
    assert position.why_not(BuildHarbour(WAYPOINT)) == "that city is no port"
    assert position.legal_of(BuildHarbour) == [BuildHarbour("perth")]


def test_R12_a_waypoint_joins_lines_like_a_city() -> None:
    position = empty_seats().tickets(0, "cape-town-jakarta")
    position.owns(0, f"cape-town-{WAYPOINT}-1", f"perth-{WAYPOINT}-1")
    assert position.score_lines(0)["missed_ticket cape-town-jakarta"] == -13
    position.owns(0, "jakarta-perth-1")
    assert position.score_lines(0)["ticket cape-town-jakarta"] == 13


def test_R12_no_ticket_names_a_waypoint() -> None:
    assert all(WAYPOINT not in ticket.cities for ticket in titles.load("world").board.tickets)
