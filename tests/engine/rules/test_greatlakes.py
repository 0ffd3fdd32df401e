"""The rules of Great Lakes where its figures differ from The World, and what it shares with it."""

import pytest
from kit import Position, keep

from branchline import titles
from branchline.engine.actions import (
    BuildHarbour,
    ChooseFleet,
    ClaimLine,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
)
from branchline.engine.events import LastTurnsBegan, LineClaimed
from branchline.engine.game import Game, Options

RAIL = "duluth-thunder-bay-1"  # 5 spaces, black
SEA = "duluth-thunder-bay-2"  # 4 spaces, yellow
HARBOUR_HAND = "2 yellow-harbour-train, 2 yellow-ship"
TO_CHICAGO = ("chicago-milwaukee-1", "green-bay-milwaukee-1", "green-bay-wausau-1", "duluth-wausau-1")


def new_game(seats: int = 2) -> Game:
    return Game.new(titles.load("greatlakes"), seats, 3, Options(first_seat=0))


def empty_seats() -> Position:
    return Position("greatlakes").tickets(0).tickets(1)


# --- G1


def test_G1_two_train_and_two_ship_cards_are_dealt() -> None:
    seats = new_game(5).view(None).seats
    assert [seat.hand_size for seat in seats] == [{"trains": 2, "ships": 2}] * 5
    assert [seat.markers for seat in seats] == [3] * 5


def test_G1_the_row_begins_with_three_cards_of_each_deck() -> None:
    row = new_game().view(None).row
    assert [card is not None and card.endswith("ship") for card in row] == [False] * 3 + [True] * 3


def test_G1_five_tickets_are_dealt_and_three_must_be_kept() -> None:
    game = new_game()
    offer = game.view(0).offer
    assert len(offer) == 5
    assert game.why_not(0, KeepTickets(offer[:2])) is not None
    assert game.why_not(0, KeepTickets(offer[:3])) is None


def test_G1_rejected_starting_tickets_go_under_the_deck() -> None:
    game = new_game()
    tickets = len(titles.load("greatlakes").board.tickets)
    for seat in (0, 1):
        game.play(seat, keep(game.view(seat).offer[:3]))
        game.play(seat, ChooseFleet(27, 23))
    assert game.view(None).table.ticket_deck == tickets - 2 * 3


def test_G1_fifty_pieces_out_of_33_trains_and_32_ships() -> None:
    game = new_game()
    game.play(0, keep(game.view(0).offer))
    assert set(game.legal(0)) == {ChooseFleet(trains, 50 - trains) for trains in range(18, 34)}


@pytest.mark.parametrize(("trains", "ships"), [(34, 16), (17, 33), (27, 24), (20, 40), (25, 35)])
def test_G1_other_fleets_are_refused(trains: int, ships: int) -> None:
    game = new_game()
    game.play(0, keep(game.view(0).offer))
    assert game.why_not(0, ChooseFleet(trains, ships)) is not None


def test_G1_the_rest_stays_in_the_box() -> None:
    game = new_game()
    for seat in (0, 1):
        game.play(seat, keep(game.view(seat).offer))
        game.play(seat, ChooseFleet(27, 23))
    seat_view = game.view(None).seats[0]
    assert (seat_view.pieces, seat_view.box) == ({"trains": 27, "ships": 23}, {"trains": 6, "ships": 9})
    assert set(game.legal()) >= {ExchangePieces("ships", 6), ExchangePieces("trains", 9)}
    assert game.why_not(0, ExchangePieces("ships", 7)) is not None
    assert game.why_not(0, ExchangePieces("trains", 10)) is not None


def test_G1_27_and_23_are_advised() -> None:
    assert titles.load("greatlakes").pieces.advised_trains == 27


def test_G1_there_are_no_tours_no_pair_routes_and_no_wrapping_lines() -> None:
    board = titles.load("greatlakes").board
    assert not [ticket.id for ticket in board.tickets if len(ticket.cities) != 2]
    assert not [line.id for line in board.lines if line.pairs or line.wraps]


def test_G1_four_tickets_are_drawn_and_one_must_be_kept() -> None:
    names = ("buffalo-albany", "chicago-detroit", "cleveland-ottawa", "erie-kingston", "toronto-ottawa")
    position = empty_seats().ticket_deck(*names)
    position.play(DrawTickets())
    assert set(position.game.view(0).offer) == set(names[:4])
    position.play(keep(["buffalo-albany"]))
    assert position.game.view(None).table.ticket_deck == 4


def test_G1_six_pieces_left_bring_two_turns_each() -> None:
    position = Position("greatlakes").hand(0, "2 green-train").hand(1, "").pieces(0, 4, 4)
    position.deck("20 black-train, 20 white-ship").row(*["red-train"] * 3, *["red-ship"] * 3)
    assert LastTurnsBegan(0, 4) in position.claim("bay-city-detroit-1", "2 green-train")
    for seat in (1, 0, 1, 0):
        assert position.public.seat == seat
        position.play(DrawCard("trains"), DrawCard("ships"))
    assert position.game.over


def test_G1_the_line_of_nine_spaces_scores_27() -> None:
    position = Position("greatlakes").hand(0, "5 red-train, 3 red-harbour-train, 1 locomotive")
    events = position.claim("cleveland-new-york-1", "5 red-train, 3 red-harbour-train, 1 locomotive")
    assert LineClaimed(0, "cleveland-new-york-1", 27) in events


# --- G2


def chicago(*tickets: str) -> int:
    """The points of a harbour in Chicago with these tickets completed."""
    position = empty_seats().owns(0, *TO_CHICAGO, "chicago-south-bend-1", "detroit-south-bend-1")
    position.owns(0, "detroit-toronto-1").built(0, "chicago").tickets(0, *tickets)
    assert position.game.tally().seats[0].completed_tickets == len(tickets)
    return position.score_lines(0)["harbour chicago"]


def test_G2_a_harbour_scores_ten_twenty_or_thirty() -> None:
    assert chicago() == 0
    assert chicago("green-bay-chicago") == 10
    assert chicago("green-bay-chicago", "duluth-chicago") == 20
    assert chicago("green-bay-chicago", "duluth-chicago", "chicago-detroit") == 30
    assert chicago("green-bay-chicago", "duluth-chicago", "chicago-detroit", "chicago-toronto") == 30


def test_G2_tickets_without_the_city_do_not_count() -> None:
    assert chicago("duluth-detroit", "green-bay-toronto") == 0


def test_G2_each_unbuilt_harbour_costs_four_points() -> None:
    position = empty_seats().built(0, "chicago")
    assert position.score_lines(0)["unbuilt_harbours"] == -8
    assert position.total(1) == -12


def test_G2_the_whole_score_of_a_seat() -> None:
    position = empty_seats().owns(0, *TO_CHICAGO).built(0, "chicago", "green-bay").points(0, 20)
    position.tickets(0, "green-bay-chicago", "duluth-chicago", "cleveland-toronto")
    # Chicago is on both completed tickets, Green Bay on one.
    assert position.total(0) == 20 + 5 + 10 - 4 + 20 + 10 - 4


# --- G3


def test_G3_the_train_line_and_the_ship_line_to_thunder_bay_are_no_double_route() -> None:
    position = Position("greatlakes", 2).owns(0, RAIL).hand(0, "4 yellow-ship")
    assert LineClaimed(0, SEA, 7) in position.claim(SEA, "4 yellow-ship")
    assert position.game.view(None).seats[0].lines == (RAIL, SEA)


def test_G3_the_same_holds_the_other_way_round() -> None:
    position = Position("greatlakes", 2).owns(0, SEA).hand(0, "5 black-train")
    assert ClaimLine(RAIL) in position.legal()


def test_G3_the_lines_from_muskegon_to_traverse_city_are_no_double_route() -> None:
    position = Position("greatlakes", 2).owns(0, "muskegon-traverse-city-1").hand(0, "3 red-ship")
    assert ClaimLine("muskegon-traverse-city-2") in position.legal()


def test_G3_another_player_may_claim_the_second_line_too() -> None:
    position = Position("greatlakes", 2).owns(1, RAIL).hand(0, "4 yellow-ship")
    assert ClaimLine(SEA) in position.legal()


def test_C7_a_real_double_route_is_closed_with_two_players() -> None:
    position = Position("greatlakes", 2).owns(1, "albany-new-york-1").hand(0, "3 red-ship")
    assert ClaimLine("albany-new-york-2") not in position.legal()


# --- what it shares with the world


def test_R12_the_waypoints_of_the_lakes_take_no_harbour_but_join_lines() -> None:
    position = empty_seats().hand(0, HARBOUR_HAND).tickets(0, "duluth-detroit", "south-baymouth-detroit")
    position.owns(0, "detroit-waypoint-lake-huron-1", "south-baymouth-waypoint-lake-huron-1")
    assert position.why_not(BuildHarbour("waypoint-lake-huron")) == "that city is no port"
    assert set(position.legal_of(BuildHarbour)) == {BuildHarbour("detroit"), BuildHarbour("south-baymouth")}
    assert position.score_lines(0)["ticket south-baymouth-detroit"] == 4
    assert position.score_lines(0)["missed_ticket duluth-detroit"] == -12


def test_W11_there_is_no_bonus_for_the_longest_path_or_the_most_tickets() -> None:
    position = empty_seats().owns(0, *TO_CHICAGO).tickets(0, "duluth-chicago")
    assert position.score_lines(0) == {"lines": 0, "ticket duluth-chicago": 10, "unbuilt_harbours": -12}


def test_R7_ties_are_broken_by_tickets_and_then_by_harbour_points() -> None:
    position = empty_seats().owns(0, *TO_CHICAGO).tickets(0, "green-bay-chicago").built(0, "chicago")
    position.owns(1, "kingston-ottawa-1", "kingston-toronto-1").tickets(1, "toronto-ottawa").points(1, 14)
    # 5 + 10 - 8 for seat 0, 14 + 5 - 12 for seat 1.
    assert position.total(0) == position.total(1) == 7
    tally = position.game.tally()
    assert (tally.winners, tally.decided_by) == ((0,), "more_harbour_points")
