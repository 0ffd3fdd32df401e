"""The rules of Europe: ferries, tunnels, stations and long tickets."""

import random
from collections import Counter
from itertools import product

import pytest
from kit import Position, cards, ways

from branchline import titles
from branchline.engine.actions import (
    Action,
    BuildStation,
    ClaimLine,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    Pay,
    TakeCard,
    TakeCardsBack,
)
from branchline.engine.board import Line, Ticket
from branchline.engine.events import (
    CardsTakenBack,
    DeckReshuffled,
    ExtraPaid,
    LineClaimed,
    PaymentLaid,
    RowRenewed,
    StationBuilt,
    TunnelCardTurned,
    TunnelPriced,
)
from branchline.engine.game import Game, Options
from branchline.engine.tally import Loan

BLIND = DrawCard("cards")
TUNNEL = "angora-constantinople-1"  # gray, 2 spaces
BLUE_TUNNEL = "munchen-venezia-1"  # blue, 2 spaces


def pays(*payments: str) -> set[Action]:
    return {Pay(cards(words)) for words in payments}


def owed(position: Position) -> int:
    decision = position.game.decision
    assert decision is not None
    assert decision.kind == "tunnel"
    return decision.owed


def tunnel(hand: str, turned: str, line: str = TUNNEL) -> Position:
    """A position in which exactly these cards are turned at the next tunnel."""
    position = Position("europe").hand(0, hand).deck(turned).discards("")
    position.play(ClaimLine(line))
    return position


# --- E1: as in USA


def test_E1_example_1_three_blue_spaces_can_be_paid_in_four_ways() -> None:
    position = Position("europe").hand(0, "3 blue, 3 locomotive, 3 red")
    expected = ways("3 blue", "2 blue, 1 locomotive", "1 blue, 2 locomotive", "3 locomotive")
    assert position.payments("constantinople-sofia-1") == expected


def test_E1_example_2_two_gray_spaces_take_one_colour_locomotives_or_both() -> None:
    position = Position("europe").hand(0, "2 red, 1 yellow, 2 locomotive")
    expected = ways("2 red", "1 red, 1 locomotive", "1 yellow, 1 locomotive", "2 locomotive")
    assert position.payments("danzig-warszawa-1") == expected


def test_E1_example_2_colours_are_never_mixed() -> None:
    position = Position("europe").hand(0, "2 red, 1 yellow")
    position.play(ClaimLine("danzig-warszawa-1"))
    assert position.why_not(Pay(cards("1 red, 1 yellow"))) == "1 red, 1 yellow are not of one colour"


def test_E1_a_face_up_locomotive_is_the_whole_draw() -> None:
    position = Position("europe").row("red", "locomotive", "red", "red", "red").hand(0, "")
    position.play(TakeCard(1))
    assert position.holds(0) == {"locomotive": 1}
    assert position.public.seat == 1


def test_E1_a_face_up_locomotive_is_never_the_second_card() -> None:
    position = Position("europe").row("red", "locomotive", "red", "red", "red")
    position.play(TakeCard(0))
    assert position.why_not(TakeCard(1)) == "a face-up locomotive cannot be the second card"


def test_E1_three_face_up_locomotives_renew_the_row() -> None:
    position = Position("europe").row("locomotive", "red", "locomotive", "red", "red")
    position.deck("1 locomotive").discards("7 pink")
    assert any(isinstance(event, RowRenewed) for event in position.play(TakeCard(1)))
    assert position.table.row == ("pink",) * 5


# --- E2: ferries


def test_E2_example_palermo_to_smyrna_takes_four_cards_of_one_colour_and_two_locomotives() -> None:
    position = Position("europe").hand(0, "4 green, 2 locomotive, 3 red")
    assert position.payments("palermo-smyrna-1") == ways("4 green, 2 locomotive")
    events = position.claim("palermo-smyrna-1", "4 green, 2 locomotive")
    assert LineClaimed(0, "palermo-smyrna-1", 15) in events
    assert position.holds(0) == {"red": 3}
    assert position.table.seats[0].pieces == {"trains": 39}


def test_E2_further_locomotives_stand_in_for_cards_of_the_set() -> None:
    position = Position("europe").hand(0, "4 green, 6 locomotive")
    assert position.payments("palermo-smyrna-1") == ways(
        "4 green, 2 locomotive",
        "3 green, 3 locomotive",
        "2 green, 4 locomotive",
        "1 green, 5 locomotive",
        "6 locomotive",
    )


def test_E2_a_ferry_can_be_paid_with_locomotives_only() -> None:
    position = Position("europe").hand(0, "6 locomotive")
    position.claim("palermo-smyrna-1", "6 locomotive")
    assert position.table.seats[0].lines == ("palermo-smyrna-1",)


@pytest.mark.parametrize("hand", ["6 green", "6 green, 1 locomotive", "12 green"])
def test_E2_a_ferry_without_its_locomotives_cannot_be_claimed(hand: str) -> None:
    position = Position("europe").hand(0, hand)
    problem = "you do not have the cards for Palermo–Smyrna: 6 cards of any one colour, of these 2 locomotives"
    assert position.why_not(ClaimLine("palermo-smyrna-1")) == problem
    assert ClaimLine("palermo-smyrna-1") not in position.legal()


def test_E2_a_payment_with_too_few_locomotives_is_refused() -> None:
    position = Position("europe").hand(0, "6 green, 2 locomotive")
    position.play(ClaimLine("palermo-smyrna-1"))
    problem = "Palermo–Smyrna needs 2 locomotives, you laid down 1"
    assert position.why_not(Pay(cards("5 green, 1 locomotive"))) == problem
    problem = "Palermo–Smyrna needs 2 locomotives, you laid down 0"
    assert position.why_not(Pay(cards("6 green"))) == problem


def test_E2_a_ferry_of_symbols_only_takes_locomotives_only() -> None:
    position = Position("europe").hand(0, "5 red, 2 locomotive")
    assert position.payments("amsterdam-london-1") == ways("2 locomotive")


def test_E2_the_rest_of_a_ferry_is_of_one_colour() -> None:
    position = Position("europe").hand(0, "1 red, 1 blue, 1 locomotive")
    assert ClaimLine("essen-kobenhavn-1") not in position.legal()
    position = Position("europe").hand(0, "2 red, 2 blue, 1 locomotive")
    assert position.payments("essen-kobenhavn-1") == ways("2 red, 1 locomotive", "2 blue, 1 locomotive")


@pytest.mark.parametrize(
    ("line", "length", "locomotives"),
    [
        ("amsterdam-london-1", 2, 2),
        ("athina-brindisi-1", 4, 1),
        ("athina-smyrna-1", 2, 1),
        ("brindisi-palermo-1", 3, 1),
        ("constantinople-sevastopol-1", 4, 2),
        ("dieppe-london-1", 2, 1),
        ("dieppe-london-2", 2, 1),
        ("erzurum-sevastopol-1", 4, 2),
        ("essen-kobenhavn-1", 3, 1),
        ("essen-kobenhavn-2", 3, 1),
        ("palermo-roma-1", 4, 1),
        ("palermo-smyrna-1", 6, 2),
        ("sevastopol-sochi-1", 2, 1),
    ],
)
def test_E2_every_ferry_asks_for_its_symbols(line: str, length: int, locomotives: int) -> None:
    position = Position("europe").hand(0, f"{length} red, {locomotives} locomotive")
    fewest = {payment.count("locomotive") for payment in position.payments(line)}
    assert fewest == {locomotives}
    position.hand(0, f"{length} red, {locomotives - 1} locomotive")
    assert ClaimLine(line) not in position.legal()


def test_E2_a_route_that_is_no_ferry_needs_no_locomotive() -> None:
    position = Position("europe").hand(0, "4 red")
    assert position.payments("barcelona-marseille-1") == ways("4 red")


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


# --- E6: stations


def test_E6_the_first_station_costs_one_card() -> None:
    position = Position("europe").hand(0, "2 red, 1 blue, 1 locomotive").deck("9 white").discards("")
    position.play(BuildStation("paris"))
    assert set(position.legal()) == pays("1 red", "1 blue", "1 locomotive")
    events = position.play(Pay(cards("1 blue")))
    assert events == [PaymentLaid(0, ("blue",), None, "paris"), StationBuilt(0, "paris")]
    seat = position.table.seats[0]
    assert (seat.built, seat.markers, seat.points) == (("paris",), 2, 0)
    assert position.table.discards == {"blue": 1}
    assert position.holds(0) == {"red": 2, "locomotive": 1}


def test_E6_the_second_station_costs_two_of_one_colour() -> None:
    position = Position("europe").built(0, "roma").hand(0, "3 red, 1 blue, 2 locomotive")
    position.play(BuildStation("paris"))
    assert set(position.legal()) == pays("2 red", "1 red, 1 locomotive", "1 blue, 1 locomotive", "2 locomotive")
    assert position.why_not(Pay(cards("1 red, 1 blue"))) == "1 blue, 1 red are not of one colour"
    problem = "this station needs 2 cards of one colour, you laid down 1 red"
    assert position.why_not(Pay(cards("1 red"))) == problem


def test_E6_the_third_station_costs_three_of_one_colour() -> None:
    position = Position("europe").built(0, "roma", "wien").hand(0, "3 red, 2 blue, 1 locomotive")
    position.play(BuildStation("paris"))
    assert set(position.legal()) == pays("3 red", "2 red, 1 locomotive", "2 blue, 1 locomotive")
    position.play(Pay(cards("2 blue, 1 locomotive")))
    assert position.table.seats[0].built == ("paris", "roma", "wien")
    assert position.table.seats[0].markers == 0


def test_E6_a_station_can_be_paid_with_locomotives_only() -> None:
    position = Position("europe").built(0, "roma", "wien").hand(0, "3 locomotive")
    position.station("paris", "3 locomotive")
    assert position.table.seats[0].built == ("paris", "roma", "wien")


def test_E6_three_stations_are_all() -> None:
    position = Position("europe").built(0, "roma", "wien", "paris").hand(0, "9 red")
    assert position.why_not(BuildStation("berlin")) == "you have built all your stations"
    assert position.legal_of(BuildStation) == []


@pytest.mark.parametrize("owner", [0, 1])
def test_E6_a_city_has_one_station_at_most(owner: int) -> None:
    position = Position("europe").built(owner, "paris").hand(0, "3 red")
    assert position.why_not(BuildStation("paris")) == "something is built in that city already"
    assert BuildStation("paris") not in position.legal()


def test_E6_any_city_without_a_station_will_do() -> None:
    position = Position("europe").built(1, "paris").hand(0, "1 red")
    expected = {BuildStation(city.id) for city in titles.load("europe").board.cities} - {BuildStation("paris")}
    assert set(position.legal_of(BuildStation)) == expected
    assert len(expected) == 46


def test_E6_a_station_needs_its_cards() -> None:
    position = Position("europe").built(0, "roma").hand(0, "1 red, 1 blue")
    assert position.why_not(BuildStation("paris")) == "you do not have the cards for a station: 2 cards of one colour"
    assert position.legal_of(BuildStation) == []
    position = Position("europe").hand(0, "")
    assert position.legal_of(BuildStation) == []


def test_E6_a_station_is_the_whole_turn() -> None:
    position = Position("europe").hand(0, "6 red")
    position.play(BuildStation("paris"))
    assert position.why_not(BLIND) == "pay for the station first"
    position.play(Pay(cards("1 red")))
    assert position.public.seat == 1


def test_E6_a_station_takes_no_train_and_scores_no_points_at_once() -> None:
    position = Position("europe").hand(0, "1 red")
    position.station("paris", "1 red")
    assert position.table.seats[0].pieces == {"trains": 45}
    assert position.table.seats[0].points == 0


def test_E6_a_city_that_is_not_on_the_board_is_refused() -> None:
    assert Position("europe").hand(0, "1 red").why_not(BuildStation("oslo")) == "Europe has no city 'oslo'"


# --- E7: what a station lends


def loans(position: Position, seat: int = 0) -> set[tuple[str, str]]:
    return {(loan.city, loan.line) for loan in position.game.tally().seats[seat].loans}


def test_E7_a_station_lends_a_route_of_another_player() -> None:
    position = Position("europe").tickets(0, "paris-wien")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(0)["missed_ticket paris-wien"] == -8
    position.built(0, "paris")
    assert position.score_lines(0)["ticket paris-wien"] == 8
    assert position.game.tally().seats[0].loans == (Loan("paris", "frankfurt-paris-1"),)


@pytest.mark.parametrize("city", ["paris", "frankfurt"])
def test_E7_the_station_may_stand_at_either_end_of_the_route_lent(city: str) -> None:
    position = Position("europe").tickets(0, "paris-wien").built(0, city)
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(0)["ticket paris-wien"] == 8


@pytest.mark.parametrize("city", ["munchen", "wien", "dieppe", "berlin"])
def test_E7_a_station_lends_only_routes_that_touch_its_city(city: str) -> None:
    position = Position("europe").tickets(0, "paris-wien").built(0, city)
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(0)["missed_ticket paris-wien"] == -8
    assert loans(position) == set()


def test_E7_a_station_lends_nothing_to_the_others() -> None:
    position = Position("europe").tickets(0, "paris-wien").built(1, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(0)["missed_ticket paris-wien"] == -8


def test_E7_an_unclaimed_route_is_not_lent() -> None:
    position = Position("europe").tickets(0, "paris-wien").built(0, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1")
    assert position.score_lines(0)["missed_ticket paris-wien"] == -8


def test_E7_the_same_route_is_lent_for_all_tickets() -> None:
    # Frankfurt–Paris serves Paris–Wien and Paris–Zágráb; Bruxelles–Paris would serve Barcelona–Bruxelles.
    position = Position("europe").tickets(0, "paris-wien", "paris-zagrab", "barcelona-bruxelles").built(0, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1", "wien-zagrab-1")
    position.owns(0, "barcelona-pamplona-1", "pamplona-paris-1")
    position.owns(1, "frankfurt-paris-1", "bruxelles-paris-1")
    lines = position.score_lines(0)
    assert lines["ticket paris-wien"] == 8
    assert lines["ticket paris-zagrab"] == 7
    assert lines["missed_ticket barcelona-bruxelles"] == -8
    assert loans(position) == {("paris", "frankfurt-paris-1")}


def test_E7_the_loan_with_the_most_ticket_points_is_taken() -> None:
    # From Paris either to Dieppe, which serves Madrid–Dieppe (8), or to Zürich, which serves Brest–Venezia (8)
    # and Madrid–Zürich (8).
    position = Position("europe").tickets(0, "madrid-dieppe", "brest-venezia", "madrid-zurich").built(0, "paris")
    position.owns(0, "madrid-pamplona-1", "pamplona-paris-1", "brest-paris-1", "venezia-zurich-1")
    position.owns(1, "dieppe-paris-1", "paris-zurich-1")
    assert position.score_lines(0)["missed_ticket madrid-dieppe"] == -8
    assert position.score_lines(0)["ticket brest-venezia"] == 8
    assert position.score_lines(0)["ticket madrid-zurich"] == 8
    assert loans(position) == {("paris", "paris-zurich-1")}


def test_E7_the_best_choice_is_made_over_all_stations_together() -> None:
    # Berlin and Wilno together can lend the two gaps of Brest–Petrograd (20). Each on its own would rather serve
    # a smaller ticket: Berlin Essen–Kyïv (10), Wilno Warszawa–Smolensk (6).
    position = Position("europe").tickets(0, "brest-petrograd", "essen-kyiv", "warszawa-smolensk")
    position.owns(0, "brest-paris-1", "frankfurt-paris-1", "berlin-warszawa-1", "warszawa-wilno-1", "kyiv-warszawa-1")
    position.owns(1, "berlin-frankfurt-1", "berlin-essen-1", "petrograd-wilno-1", "smolensk-wilno-1")
    position.built(0, "berlin", "wilno")
    lines = position.score_lines(0)
    assert lines["ticket brest-petrograd"] == 20
    assert lines["missed_ticket essen-kyiv"] == -10
    assert lines["missed_ticket warszawa-smolensk"] == -6
    assert loans(position) == {("berlin", "berlin-frankfurt-1"), ("wilno", "petrograd-wilno-1")}


def test_E7_two_stations_may_lend_two_routes_in_a_row() -> None:
    # Frankfurt lends Frankfurt–Paris, München lends Frankfurt–München: both belong to seat 1.
    position = Position("europe").tickets(0, "paris-wien").built(0, "frankfurt", "munchen")
    position.owns(0, "munchen-wien-1").owns(1, "frankfurt-paris-1", "frankfurt-munchen-1")
    assert position.score_lines(0)["ticket paris-wien"] == 8


def test_E7_routes_of_several_players_may_be_lent() -> None:
    position = Position("europe", 3).tickets(0, "paris-wien").built(0, "paris", "wien")
    position.owns(0, "frankfurt-munchen-1").owns(1, "frankfurt-paris-1").owns(2, "munchen-wien-1")
    assert position.score_lines(0)["ticket paris-wien"] == 8
    assert loans(position) == {("paris", "frankfurt-paris-1"), ("wien", "munchen-wien-1")}


def test_E7_a_loan_takes_nothing_from_the_owner_of_the_route() -> None:
    position = Position("europe").tickets(0, "paris-wien").tickets(1, "paris-wien").built(0, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(1)["missed_ticket paris-wien"] == -8
    assert position.game.tally().seats[1].loans == ()


def best_loans_by_hand(
    own: list[Line], others: list[Line], stations: list[str], tickets: list[Ticket]
) -> tuple[int, int]:
    """The most ticket points, then tickets, over every choice of one route or none for each station."""
    choices = [[None, *(line for line in others if city in (line.a, line.b))] for city in stations]
    found = []
    for choice in product(*choices):
        group: dict[str, str] = {}

        def head(city: str, group: dict[str, str] = group) -> str:
            while city in group:
                city = group[city]
            return city

        for line in [*own, *filter(None, choice)]:
            if head(line.a) != head(line.b):
                group[head(line.a)] = head(line.b)
        done = [head(ticket.cities[0]) == head(ticket.cities[1]) for ticket in tickets]
        points = sum(ticket.points if ok else -ticket.points for ticket, ok in zip(tickets, done, strict=True))
        found.append((points, sum(done)))
    return max(found)


def test_E7_the_best_loans_agree_with_trying_every_choice() -> None:
    board = titles.load("europe").board
    singles = [line for line in board.lines if not line.id.endswith("-2")]
    helped = 0
    for seed in range(120):
        luck = random.Random(seed)
        claimed = luck.sample(singles, 60)
        own, others = claimed[:25], claimed[25:]
        shared = {end for line in own for end in (line.a, line.b)} & {
            end for line in others for end in (line.a, line.b)
        }
        stations = luck.sample(sorted(shared), 3)
        tickets = luck.sample(board.tickets, 14)
        position = Position("europe", 3).tickets(0, *(ticket.id for ticket in tickets)).built(0, *stations)
        position.owns(0, *(line.id for line in own)).owns(1, *(line.id for line in others[:20]))
        position.owns(2, *(line.id for line in others[20:]))
        tally = position.game.tally().seats[0]
        points = sum(line.points for line in tally.lines if line.reason in ("ticket", "missed_ticket"))
        assert (points, tally.completed_tickets) == best_loans_by_hand(own, others, stations, tickets), seed
        helped += bool(tally.loans)
    assert helped > 60


# --- E8: stations left, and the longest path


@pytest.mark.parametrize(("cities", "points"), [((), 12), (("paris",), 8), (("paris", "roma"), 4)])
def test_E8_each_unbuilt_station_is_worth_four_points(cities: tuple[str, ...], points: int) -> None:
    position = Position("europe").built(0, *cities)
    assert position.score_lines(0)["unused_stations"] == points


def test_E8_three_built_stations_leave_nothing() -> None:
    position = Position("europe").tickets(0).built(0, "paris", "roma", "wien").owns(1, "berlin-essen-1")
    assert position.score_lines(0).get("unused_stations", 0) == 0
    assert position.total(0) == 0


def test_E8_lent_routes_do_not_count_for_the_longest_path() -> None:
    # Seat 0 has 2 + 3 of its own; with the 3 lent it would beat the 6 of seat 1.
    position = Position("europe").tickets(0, "paris-wien").built(0, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1", "brest-paris-1")
    assert position.score_lines(0)["ticket paris-wien"] == 8
    assert "longest_path" not in position.score_lines(0)
    assert position.score_lines(1)["longest_path"] == 10


def test_E8_a_path_may_come_through_a_city_twice_but_uses_each_train_once() -> None:
    # In from Essen, round Frankfurt–Bruxelles–Paris–Frankfurt, out to München; Dieppe is a branch of one space.
    position = Position("europe").owns(0, "essen-frankfurt-1", "bruxelles-frankfurt-1", "bruxelles-paris-1")
    position.owns(0, "frankfurt-paris-1", "frankfurt-munchen-1", "dieppe-paris-1")
    lines = [line for line in position.game.tally().seats[0].lines if line.reason == "longest_path"]
    assert [line.count for line in lines] == [2 + 2 + 2 + 3 + 2]


# --- E9: tickets


def test_E9_one_long_and_three_regular_tickets_are_dealt() -> None:
    board = titles.load("europe").board
    for seed in range(20):
        game = Game.new(titles.load("europe"), 5, seed)
        for seat in range(5):
            decks = Counter(board.ticket(ticket).deck for ticket in game.view(seat).offer)
            assert decks == {"long": 1, "regular": 3}
        assert game.view(None).table.ticket_deck == 40 - 15


def test_E9_at_least_two_starting_tickets_are_kept() -> None:
    game = Game.new(titles.load("europe"), 2, 4)
    offer = game.view(1).offer
    assert len(game.legal(1)) == 6 + 4 + 1
    assert str(game.why_not(1, KeepTickets(offer[:1]))) == "keep at least 2 of the tickets"


def test_E9_the_starting_tickets_may_be_rejected_whichever_their_kind() -> None:
    board = titles.load("europe").board
    game = Game.new(titles.load("europe"), 2, 4)
    offer = game.view(0).offer
    regular = tuple(ticket for ticket in offer if board.ticket(ticket).deck == "regular")
    (long,) = set(offer) - set(regular)
    assert game.why_not(0, KeepTickets(regular)) is None
    assert game.why_not(0, KeepTickets(regular[:2])) is None
    assert game.why_not(0, KeepTickets((long, regular[0]))) is None


def test_E9_rejected_and_undealt_tickets_are_out_of_the_game_and_drawn_ones_are_regular() -> None:
    title = titles.load("europe")
    game = Game.new(title, 3, 11, Options(first_seat=0))
    offers = [game.view(seat).offer for seat in range(3)]
    for seat, offer in enumerate(offers):
        game.play(seat, KeepTickets(offer[2:]))
    for seat, offer in enumerate(offers):
        assert set(game.view(seat).own.tickets_out) == set(offer[:2])
    assert game.view(None).own.tickets_out == ()
    assert game.view(None).table.ticket_deck == 40 - 9
    drawn: list[str] = []
    while game.view(None).table.ticket_deck:
        assert game.decision is not None
        seat = game.decision.seat
        game.play(seat, DrawTickets())
        offer = game.view(seat).offer
        drawn.extend(offer)
        game.play(seat, KeepTickets(offer))
    assert len(drawn) == 31
    regular = {ticket.id for ticket in title.board.tickets if ticket.deck == "regular"}
    assert set(drawn) == regular - {ticket for offer in offers for ticket in offer}


def test_E9_drawn_tickets_that_are_not_kept_go_under_the_deck() -> None:
    position = Position("europe").ticket_deck("paris-wien", "london-wien", "berlin-roma", "kyiv-sochi")
    position.play(DrawTickets(), KeepTickets(("paris-wien",)))
    assert position.table.ticket_deck == 3
    position.play(DrawTickets())
    assert set(position.game.view(1).offer) == {"kyiv-sochi", "london-wien", "berlin-roma"}


# --- the rulebook: what is in the box, and the figures


def test_europe_book_the_box_holds_110_cards_46_tickets_45_trains_and_3_stations() -> None:
    position = Position("europe", 4)
    seat = position.table.seats[3]
    assert (seat.pieces, seat.markers) == ({"trains": 45}, 3)
    decks = Counter(ticket.deck for ticket in titles.load("europe").board.tickets)
    assert decks == {"regular": 40, "long": 6}
    game = Game.new(titles.load("europe"), 2, 3)
    found = Counter(game.view(None).table.row) + Counter(game.view(None).table.discards)
    found += Counter(game.view(0).hand) + Counter(game.view(1).hand)
    found += Counter(game.lexicon.counts_at(game.state.deck))
    assert found.total() == 110
    assert found["locomotive"] == 14
    assert {count for card, count in found.items() if card != "locomotive"} == {12}


@pytest.mark.parametrize(
    ("line", "payment", "points"),
    [
        ("amsterdam-bruxelles-1", "1 black", 1),
        ("brest-dieppe-1", "2 orange", 2),
        ("brest-paris-1", "3 black", 4),
        ("barcelona-marseille-1", "4 black", 7),
        ("palermo-smyrna-1", "4 black, 2 locomotive", 15),
        ("petrograd-stockholm-1", "8 black", 21),
    ],
)
def test_C6_the_points_of_a_route_grow_with_its_length(line: str, payment: str, points: int) -> None:
    position = Position("europe").hand(0, payment).deck("9 white")
    assert LineClaimed(0, line, points) in position.claim(line, payment)
    assert position.table.seats[0].points == points


@pytest.mark.parametrize(
    ("ticket", "points"),
    [
        ("brest-petrograd", 20),
        ("cadiz-stockholm", 21),
        ("edinburgh-athina", 21),
        ("kobenhavn-erzurum", 21),
        ("lisboa-danzig", 20),
        ("palermo-moskva", 20),
        ("athina-angora", 5),
        ("frankfurt-smolensk", 13),
        ("stockholm-wien", 11),
        ("paris-zagrab", 7),
        ("rostov-erzurum", 5),
    ],
)
def test_europe_book_tickets_have_their_printed_values(ticket: str, points: int) -> None:
    assert titles.load("europe").board.ticket(ticket).points == points


def test_C7_parallel_routes_to_different_cities_are_no_double_route() -> None:
    position = Position("europe").owns(0, "dieppe-paris-1").hand(0, "3 black, 2 orange")
    assert position.why_not(ClaimLine("brest-paris-1")) is None
    assert position.why_not(ClaimLine("brest-dieppe-1")) is None


def test_europe_book_the_final_score_adds_track_tickets_stations_and_longest_path() -> None:
    # On the track 30; Paris–Wien done by a loan +8; Berlin–Roma missed -9; two stations left +8; longest path +10.
    position = Position("europe").points(0, 30).tickets(0, "paris-wien", "berlin-roma").built(0, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(0) == {
        "lines": 30,
        "ticket paris-wien": 8,
        "missed_ticket berlin-roma": -9,
        "unused_stations": 8,
        "longest_path": 10,
    }
    assert position.total(0) == 47
