"""The World: what harbours and tours are worth, the exchange, the end, and ties."""

import pytest
from engine.rules.world import (
    AFRICA,
    AFRICA_IN_ORDER,
    AFRICA_OUT_OF_ORDER,
    ARCTIC,
    CAIRO,
    CANADA,
    PACIFIC,
    PURPLE_RAIL,
    RED_RAIL,
    TO_LIMA,
    empty_seats,
    hand,
    with_fleet,
)
from kit import Position

from branchline import titles
from branchline.engine.actions import ClaimLine, DrawCard, ExchangePieces, Pass
from branchline.engine.errors import IllegalAction
from branchline.engine.events import LastTurnsBegan, LineClaimed, PiecesExchanged

# --- W8: the points of harbours

BUENOS_AIRES_TO_MANILA = (
    "buenos-aires-valparaiso-1",
    "lima-valparaiso-1",
    "lima-sydney-1",
    "darwin-sydney-1",
    "darwin-jakarta-1",
    "jakarta-manila-1",
)
HAMBURG_TO_DAR_ES_SALAAM = (
    "athina-hamburg-1",
    "al-qahira-athina-1",
    "al-qahira-djibouti-1",
    "dar-es-salaam-djibouti-1",
)


def test_W8_example_buenos_aires_and_dar_es_salaam_are_worth_thirty_each() -> None:
    position = empty_seats().owns(0, *BUENOS_AIRES_TO_MANILA, *HAMBURG_TO_DAR_ES_SALAAM)
    position.owns(0, "dar-es-salaam-luanda-1", "lagos-luanda-1").built(0, "buenos-aires", "dar-es-salaam")
    position.tickets(0, "buenos-aires-manila", "buenos-aires-sydney", "hamburg-dar-es-salaam", AFRICA)
    lines = position.score_lines(0)
    assert lines["harbour buenos-aires"] == 30
    assert lines["harbour dar-es-salaam"] == 30
    assert lines["unbuilt_harbours"] == -4
    assert position.total(0) == 17 + 13 + 8 + 9 + 30 + 30 - 4


def sydney(*tickets: str) -> int:
    """The points of a harbour in Sydney with these tickets completed."""
    position = empty_seats().owns(0, *BUENOS_AIRES_TO_MANILA, "manila-tokyo-1")
    position.owns(0, "caracas-lima-1", "caracas-miami-1", "miami-new-york-1").built(0, "sydney").tickets(0, *tickets)
    assert position.game.tally().seats[0].completed_tickets == len(tickets)
    return position.score_lines(0)["harbour sydney"]


def test_W8_a_harbour_scores_by_the_completed_tickets_that_name_its_city() -> None:
    assert sydney() == 0
    assert sydney("jakarta-sydney") == 20
    assert sydney("jakarta-sydney", "tokyo-sydney") == 30
    assert sydney("jakarta-sydney", "tokyo-sydney", "buenos-aires-sydney") == 40
    assert sydney("jakarta-sydney", "tokyo-sydney", "buenos-aires-sydney", "new-york-sydney") == 40


def test_W8_completed_tickets_that_do_not_name_the_city_do_not_count() -> None:
    assert sydney("buenos-aires-manila", "lima-jakarta") == 0


def test_W8_missed_tickets_do_not_count() -> None:
    position = empty_seats().owns(0, "darwin-sydney-1", "darwin-jakarta-1").built(0, "sydney")
    position.tickets(0, "jakarta-sydney", "tokyo-sydney", "new-york-sydney")
    assert position.score_lines(0)["harbour sydney"] == 20


def test_W8_all_harbours_named_on_one_ticket_count() -> None:
    position = empty_seats().owns(0, "darwin-sydney-1", "darwin-jakarta-1").built(0, "sydney", "jakarta")
    position.tickets(0, "jakarta-sydney")
    lines = position.score_lines(0)
    assert (lines["harbour sydney"], lines["harbour jakarta"]) == (20, 20)


def test_W8_tickets_of_another_player_do_not_count() -> None:
    position = empty_seats().owns(0, "darwin-sydney-1").built(0, "sydney")
    position.owns(1, "perth-sydney-1", "jakarta-perth-1").tickets(1, "jakarta-sydney")
    assert position.score_lines(0)["harbour sydney"] == 0


def test_W8_each_unbuilt_harbour_costs_four_points() -> None:
    position = empty_seats().owns(0, TO_LIMA).built(0, "lima", "caracas", "miami").built(1, "perth")
    assert "unbuilt_harbours" not in position.score_lines(0)
    assert position.score_lines(1)["unbuilt_harbours"] == -8
    assert empty_seats().total(0) == -12


def test_R17_a_tour_joined_in_any_order_counts_for_harbours() -> None:
    position = empty_seats().owns(0, *AFRICA_OUT_OF_ORDER).built(0, "lagos", "dar-es-salaam").tickets(0, AFRICA)
    lines = position.score_lines(0)
    assert (lines["harbour lagos"], lines["harbour dar-es-salaam"]) == (20, 20)


def test_R17_a_missed_tour_does_not_count_for_harbours() -> None:
    position = empty_seats().owns(0, "lagos-luanda-1").built(0, "lagos").tickets(0, AFRICA)
    assert position.score_lines(0)["harbour lagos"] == 0


# --- W9: the exchange


def test_W9_example_two_ships_for_two_trains_cost_two_points_and_the_turn() -> None:
    position = with_fleet(20, 40).points(0, 10)
    events = position.play(ExchangePieces("ships", 2))
    assert PiecesExchanged(0, "ships", 2) in events
    seat = position.game.view(None).seats[0]
    assert seat.points == 8
    assert (seat.pieces, seat.box) == ({"trains": 22, "ships": 38}, {"trains": 3, "ships": 12})
    assert position.public.seat == 1
    assert position.score_lines(0)["exchanges"] == -2


def test_W9_trains_for_ships_work_the_other_way() -> None:
    position = with_fleet(20, 40)
    position.play(ExchangePieces("trains", 10))
    seat = position.game.view(None).seats[0]
    assert (seat.pieces, seat.box) == ({"trains": 10, "ships": 50}, {"trains": 15, "ships": 0})


def test_W9_any_number_that_the_box_holds_can_be_exchanged() -> None:
    expected = {ExchangePieces("ships", n) for n in range(1, 6)} | {ExchangePieces("trains", n) for n in range(1, 11)}
    assert set(with_fleet(20, 40).legal_of(ExchangePieces)) == expected


def test_W9_never_more_than_25_trains_or_50_ships() -> None:
    position = with_fleet(20, 40)
    assert position.why_not(ExchangePieces("ships", 6)) == "your box holds only 5 trains and 10 ships"
    assert position.why_not(ExchangePieces("trains", 11)) == "your box holds only 5 trains and 10 ships"


def test_W9_placed_trains_still_count_towards_the_25() -> None:
    position = Position("world").hand(0, "3 purple-train").hand(1, "").deck("20 black-train, 20 white-ship")
    position.claim(PURPLE_RAIL, "3 purple-train")
    position.play(DrawCard("trains"), DrawCard("trains"))
    assert position.game.view(None).seats[0].pieces == {"trains": 22, "ships": 35}
    assert position.why_not(ExchangePieces("ships", 1)) == "your box holds only 0 trains and 15 ships"
    assert all(
        isinstance(action, ExchangePieces) and action.give == "trains" for action in position.legal_of(ExchangePieces)
    )


def test_W9_pieces_that_are_not_there_cannot_be_given() -> None:
    position = with_fleet(20, 40).pieces(0, 2, 3)
    assert position.why_not(ExchangePieces("trains", 3)) == "you have only 2 trains and 3 ships"
    assert ExchangePieces("trains", 2) in position.legal()


def test_R17_an_exchange_moves_at_least_one_piece() -> None:
    assert with_fleet(20, 40).why_not(ExchangePieces("ships", 0)) == "exchange at least one piece"


def test_R17_an_exchange_may_take_the_points_below_nought() -> None:
    position = with_fleet(20, 40).points(0, 1)
    position.play(ExchangePieces("ships", 5))
    assert position.game.view(None).seats[0].points == -4


def test_W9_pieces_may_be_exchanged_again_and_again() -> None:
    position = with_fleet(20, 40).deck("20 black-train, 20 white-ship").points(0, 10)
    position.play(ExchangePieces("ships", 5), DrawCard("trains"), DrawCard("ships"), ExchangePieces("trains", 15))
    seat = position.game.view(None).seats[0]
    assert (seat.points, seat.pieces) == (-10, {"trains": 10, "ships": 50})


def test_R9_a_refused_exchange_changes_nothing() -> None:
    position = with_fleet(20, 40)
    before = position.game.view(0)
    with pytest.raises(IllegalAction):
        position.game.play(0, ExchangePieces("ships", 6))
    assert position.game.view(0) == before


# --- W10, R6: tours


def tour(ticket: str, *lines: str) -> dict[str, int]:
    position = empty_seats().owns(0, *lines).tickets(0, ticket)
    return {reason: points for reason, points in position.score_lines(0).items() if ticket in reason}


def test_W10_joined_in_the_printed_order_a_tour_scores_its_first_value() -> None:
    assert tour(AFRICA, *AFRICA_IN_ORDER) == {f"tour_in_order {AFRICA}": 9}


def test_W10_joined_otherwise_a_tour_scores_its_second_value() -> None:
    assert tour(AFRICA, *AFRICA_OUT_OF_ORDER) == {f"ticket {AFRICA}": 6}


def test_W10_not_joined_a_tour_costs_its_third_value() -> None:
    assert tour(AFRICA) == {f"missed_ticket {AFRICA}": -15}
    assert tour(AFRICA, "lagos-luanda-1", "dar-es-salaam-luanda-1") == {f"missed_ticket {AFRICA}": -15}
    assert tour(AFRICA, "lagos-luanda-1", "dar-es-salaam-djibouti-1") == {f"missed_ticket {AFRICA}": -15}


def test_W10_the_three_values_of_the_longest_tour() -> None:
    in_order = ("anchorage-cambridge-bay-1", "cambridge-bay-reykjavik-1", "murmansk-reykjavik-1", "murmansk-tiksi-1")
    assert tour(ARCTIC, *in_order) == {f"tour_in_order {ARCTIC}": 34}
    # Anchorage - Tiksi - Murmansk - Reykjavik - Cambridge Bay: begins in the wrong corner.
    assert tour(ARCTIC, "anchorage-tiksi-1", *in_order[1:]) == {f"ticket {ARCTIC}": 23}
    assert tour(ARCTIC, *in_order[1:]) == {f"missed_ticket {ARCTIC}": -40}


def test_W10_there_are_eight_tours_among_65_tickets() -> None:
    tickets = titles.load("world").board.tickets
    assert (len(tickets), sum(ticket.is_tour for ticket in tickets)) == (65, 8)


def test_R6_other_cities_may_lie_between_those_of_the_tour() -> None:
    lines = ("lagos-luanda-1", "cape-town-luanda-1", "cape-town-dar-es-salaam-1", "dar-es-salaam-djibouti-1")
    assert tour(AFRICA, *lines) == {f"tour_in_order {AFRICA}": 9}


def test_R6_a_city_off_the_way_is_not_in_order_as_no_line_is_used_twice() -> None:
    # Casablanca - Marseille - Athina - Tehran, and Al-Qahira hangs on Athina.
    lines = ("casablanca-marseille-1", "athina-marseille-1", "athina-tehran-1", "al-qahira-athina-1")
    assert tour(CAIRO, *lines) == {f"ticket {CAIRO}": 6}
    assert tour(CAIRO, *lines, "al-qahira-tehran-1") == {f"tour_in_order {CAIRO}": 9}


def test_R6_more_lines_do_no_harm() -> None:
    lines = (*AFRICA_IN_ORDER, "casablanca-lagos-1", "al-qahira-casablanca-1", "al-qahira-djibouti-1")
    assert tour(AFRICA, *lines) == {f"tour_in_order {AFRICA}": 9}


def test_R6_a_trail_that_comes_to_a_city_of_the_tour_too_early_is_not_in_order() -> None:
    # From Anchorage every way leads through Cambridge Bay, the last city of the tour.
    lines = (
        "anchorage-cambridge-bay-1",
        "cambridge-bay-reykjavik-1",
        "new-york-reykjavik-1",
        "los-angeles-new-york-1",
        "los-angeles-vancouver-1",
        "vancouver-winnipeg-1",
        "cambridge-bay-winnipeg-1",
    )
    assert tour(CANADA, *lines) == {f"ticket {CANADA}": 12}
    assert tour(CANADA, *lines, "anchorage-vancouver-1") == {f"tour_in_order {CANADA}": 18}


def test_R6_a_trail_that_comes_back_to_a_city_of_the_tour_is_not_in_order() -> None:
    # Mexico - Caracas - Lima, and Valparaiso only by Lima - Caracas again - Rio - Buenos Aires - Valparaiso.
    name = "mexico-caracas-lima-valparaiso"
    lines = (
        "caracas-mexico-1",
        "caracas-lima-1",
        "honolulu-lima-1",
        "honolulu-los-angeles-1",
        "los-angeles-new-york-1",
        "miami-new-york-1",
        "caracas-miami-1",
        "caracas-rio-de-janeiro-1",
        "buenos-aires-rio-de-janeiro-1",
        "buenos-aires-valparaiso-1",
    )
    assert tour(name, *lines) == {f"ticket {name}": 10}
    assert tour(name, *lines, "lima-valparaiso-1") == {f"tour_in_order {name}": 15}


def test_R6_a_trail_may_meet_an_unnamed_city_twice() -> None:
    # Manila - Jakarta - Perth - Sydney - Lima - Honolulu - Port Moresby - Sydney again - Darwin.
    lines = (
        "jakarta-manila-1",
        "jakarta-perth-1",
        "perth-sydney-1",
        "lima-sydney-1",
        "honolulu-lima-1",
        "honolulu-port-moresby-1",
        "port-moresby-sydney-1",
        "darwin-sydney-1",
    )
    assert tour(PACIFIC, *lines) == {f"tour_in_order {PACIFIC}": 13}


def test_R6_cities_joined_like_a_star_are_not_in_order() -> None:
    # Lagos - Caracas - Rio - Cape Town - Dar Es Salaam - Djibouti, and Luanda hangs on Cape Town.
    lines = ("cape-town-luanda-1", "cape-town-dar-es-salaam-1", "dar-es-salaam-djibouti-1", "caracas-lagos-1")
    more = ("caracas-rio-de-janeiro-1", "cape-town-rio-de-janeiro-1")
    assert tour(AFRICA, *lines, *more) == {f"ticket {AFRICA}": 6}
    assert tour(AFRICA, *lines, *more, "luanda-rio-de-janeiro-1") == {f"tour_in_order {AFRICA}": 9}


# --- W11, W12 and the common rules


def test_W11_there_is_no_bonus_for_the_longest_path_or_the_most_tickets() -> None:
    position = empty_seats().owns(0, "darwin-sydney-1", "darwin-jakarta-1").tickets(0, "jakarta-sydney")
    assert position.score_lines(0) == {"lines": 0, "ticket jakarta-sydney": 7, "unbuilt_harbours": -12}


def test_W12_the_far_west_is_joined_to_the_far_east() -> None:
    position = empty_seats().tickets(0, "los-angeles-jakarta")
    position.owns(0, "honolulu-manila-1", "jakarta-manila-1")
    assert position.total(0) == -11 - 12
    position.owns(0, "honolulu-los-angeles-1")
    assert position.total(0) == 11 - 12


def test_W12_ten_lines_cross_the_edge() -> None:
    wrapping = [(line.a, line.b) for line in titles.load("world").board.lines if line.wraps]
    assert len(wrapping) == 10
    assert set(wrapping) == {
        ("anchorage", "cambridge-bay"),
        ("anchorage", "vancouver"),
        ("christchurch", "valparaiso"),
        ("honolulu", "lima"),
        ("honolulu", "los-angeles"),
        ("lima", "sydney"),
        ("los-angeles", "tokyo"),
        ("tokyo", "vancouver"),
    }


def test_W12_a_line_over_the_edge_is_claimed_like_any_other() -> None:
    position = hand("3 yellow-ship")
    assert LineClaimed(0, "honolulu-los-angeles-1", 4) in position.claim("honolulu-los-angeles-1", "3 yellow-ship")


def test_C7_with_three_players_the_second_line_of_a_double_route_is_closed() -> None:
    position = Position("world", 3).owns(1, RED_RAIL).hand(0, "3 yellow-train")
    assert ClaimLine("bangkok-mumbai-2") not in position.legal()


def test_C7_with_four_players_another_may_claim_it_but_never_the_owner() -> None:
    position = Position("world", 4).owns(1, RED_RAIL).hand(0, "3 yellow-train")
    assert ClaimLine("bangkok-mumbai-2") in position.legal()
    position = Position("world", 4).owns(0, RED_RAIL).hand(0, "3 yellow-train")
    assert position.why_not(ClaimLine("bangkok-mumbai-2")) == "you own the other line of Bangkok–Mumbai"


def test_C10_six_pieces_left_bring_two_turns_each() -> None:
    position = hand("3 purple-train").hand(1, "").pieces(0, 5, 4).deck("20 black-train, 20 white-ship")
    position.row(*["red-train"] * 3, *["red-ship"] * 3)
    events = position.claim(PURPLE_RAIL, "3 purple-train")
    assert LastTurnsBegan(0, 4) in events
    for seat in (1, 0, 1, 0):
        assert position.public.seat == seat
        position.play(DrawCard("trains"), DrawCard("ships"))
    assert position.game.over


def test_C10_seven_pieces_left_do_not_bring_the_end() -> None:
    position = hand("3 purple-train").pieces(0, 5, 5)
    events = position.claim(PURPLE_RAIL, "3 purple-train")
    assert not any(isinstance(event, LastTurnsBegan) for event in events)


def test_C10_few_trains_alone_do_not_bring_the_end() -> None:
    position = hand("3 purple-train").pieces(0, 3, 30)
    events = position.claim(PURPLE_RAIL, "3 purple-train")
    assert not any(isinstance(event, LastTurnsBegan) for event in events)


def test_R5_a_player_who_can_exchange_must_not_pass() -> None:
    position = hand("").deck("").discards("").row(*[None] * 6).ticket_deck()
    assert position.legal_of(ExchangePieces) == list(position.legal())
    assert position.why_not(Pass()) == "you can still do something, so you cannot pass"


# --- R7: ties


def test_R7_more_completed_tickets_and_tours_break_a_tie() -> None:
    position = empty_seats().owns(0, *AFRICA_OUT_OF_ORDER).tickets(0, AFRICA).points(0, 10).points(1, 16)
    assert position.total(0) == position.total(1) == 4
    tally = position.game.tally()
    assert (tally.winners, tally.decided_by) == ((0,), "more_tickets")


def test_R7_more_harbour_points_break_the_next_tie() -> None:
    position = empty_seats().owns(0, "darwin-sydney-1", "darwin-jakarta-1").tickets(0, "jakarta-sydney")
    position.owns(1, "hong-kong-manila-1", "jakarta-manila-1").tickets(1, "hong-kong-jakarta")
    position.built(1, "hong-kong").points(0, 50)
    # 50 + 7 - 12 = 45 for seat 0; 5 + 20 - 8 = 17 for seat 1, so it gets 28.
    position.points(1, 28)
    assert position.total(0) == position.total(1) == 45
    tally = position.game.tally()
    assert (tally.winners, tally.decided_by) == ((1,), "more_harbour_points")


def test_R7_R17_harbour_points_are_counted_without_the_losses_for_unbuilt_ones() -> None:
    position = empty_seats().owns(0, "darwin-sydney-1", "darwin-jakarta-1").tickets(0, "jakarta-sydney")
    position.owns(1, "hong-kong-manila-1", "jakarta-manila-1", "manila-tokyo-1").tickets(1, "hong-kong-jakarta")
    position.built(0, "sydney").built(1, "hong-kong", "manila", "tokyo")
    # 7 + 20 - 8 = 19 for seat 0; 5 + 20 + 0 + 0 = 25 for seat 1.
    position.points(0, 6)
    assert position.total(0) == position.total(1) == 25
    tally = position.game.tally()
    assert (tally.winners, tally.decided_by) == ((0, 1), "shared")


def test_R7_the_longest_path_breaks_no_tie() -> None:
    position = empty_seats().owns(0, "lima-sydney-1")
    tally = position.game.tally()
    assert (tally.winners, tally.decided_by) == ((0, 1), "shared")
