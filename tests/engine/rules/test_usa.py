"""The rules of USA, and the common ones where USA shows them plainly."""

from collections import Counter

import pytest
from kit import Position, cards, draw_all_tickets, ways

from branchline import titles
from branchline.engine.actions import BuildStation, ClaimLine, DrawCard, KeepTickets, Pay, TakeCard
from branchline.engine.events import CardTaken, LastTurnsBegan, LineClaimed, RowFilled, RowRenewed
from branchline.engine.game import Game, Options

BLIND = DrawCard("cards")


# --- U1: locomotives


def test_U1_a_locomotive_stands_for_any_card_of_any_route() -> None:
    position = Position("usa").hand(0, "2 blue, 1 locomotive")
    position.claim("montreal-new-york-1", "2 blue, 1 locomotive")
    assert position.holds(0) == {}


def test_U1_every_number_of_locomotives_is_a_payment_of_its_own() -> None:
    position = Position("usa").hand(0, "3 blue, 3 locomotive")
    expected = ways("3 blue", "2 blue, 1 locomotive", "1 blue, 2 locomotive", "3 locomotive")
    assert position.payments("montreal-new-york-1") == expected


def test_U1_a_coloured_route_can_be_paid_with_locomotives_only() -> None:
    position = Position("usa").hand(0, "6 locomotive")
    position.claim("calgary-winnipeg-1", "6 locomotive")
    assert position.table.seats[0].points == 15
    assert position.holds(0) == {}


def test_U1_a_gray_route_can_be_paid_with_locomotives_only() -> None:
    position = Position("usa").hand(0, "3 locomotive, 1 red, 1 green")
    expected = ways("3 locomotive", "1 red, 2 locomotive", "1 green, 2 locomotive")
    assert position.payments("montreal-toronto-1") == expected


def test_U1_locomotives_do_not_make_two_colours_one() -> None:
    position = Position("usa").hand(0, "2 red, 2 green, 1 locomotive")
    assert position.payments("montreal-toronto-1") == ways("2 red, 1 locomotive", "2 green, 1 locomotive")
    position.play(ClaimLine("montreal-toronto-1"))
    problem = "1 green, 1 locomotive, 1 red are not of one colour"
    assert position.why_not(Pay(cards("1 red, 1 green, 1 locomotive"))) == problem


def test_U1_a_single_space_takes_one_card_of_any_kind() -> None:
    position = Position("usa").hand(0, "1 pink, 1 locomotive")
    assert position.payments("atlanta-nashville-1") == ways("1 pink", "1 locomotive")


# --- U2: face-up locomotives


def test_U2_a_face_up_locomotive_is_the_whole_draw() -> None:
    position = Position("usa").row("locomotive", "red", "red", "blue", "blue").hand(0, "")
    position.play(TakeCard(0))
    assert position.public.seat == 1
    assert position.holds(0) == {"locomotive": 1}


def test_U2_a_face_up_locomotive_that_is_taken_is_replaced() -> None:
    position = Position("usa").row("locomotive", "red", "red", "blue", "blue").deck("5 green")
    position.play(TakeCard(0))
    assert position.table.row == ("green", "red", "red", "blue", "blue")


def test_U2_a_face_up_locomotive_cannot_be_the_second_card() -> None:
    position = Position("usa").row("locomotive", "red", "red", "blue", "blue").hand(0, "")
    position.play(DrawCard("cards"))
    assert position.why_not(TakeCard(0)) == "a face-up locomotive cannot be the second card"
    assert TakeCard(0) not in position.legal()


def test_U2_nor_can_it_be_the_second_card_after_one_from_the_row() -> None:
    position = Position("usa").row("locomotive", "red", "red", "blue", "blue").deck("5 green").hand(0, "")
    position.play(TakeCard(1))
    assert position.why_not(TakeCard(0)) == "a face-up locomotive cannot be the second card"
    assert position.legal() == (TakeCard(1), TakeCard(2), TakeCard(3), TakeCard(4), BLIND)


def test_U2_a_locomotive_that_turns_up_as_replacement_cannot_be_taken_as_second() -> None:
    position = Position("usa").row("white", "red", "red", "blue", "blue").deck("1 locomotive").discards("5 green")
    position.hand(0, "").play(TakeCard(0))
    assert position.table.row == ("locomotive", "red", "red", "blue", "blue")
    assert position.why_not(TakeCard(0)) == "a face-up locomotive cannot be the second card"
    position.play(BLIND)
    assert position.holds(0) == {"white": 1, "green": 1}


def test_U2_the_next_player_may_take_the_locomotive_that_turned_up() -> None:
    position = Position("usa").row("white", "red", "red", "blue", "blue").deck("1 locomotive").discards("5 green")
    position.hand(1, "").play(TakeCard(0), BLIND, TakeCard(0))
    assert position.holds(1) == {"locomotive": 1}
    assert position.public.seat == 0


def test_U2_if_only_face_up_locomotives_are_left_the_turn_ends_after_the_first_card() -> None:
    position = Position("usa").row("locomotive", "red", "locomotive", None, None).deck("").discards("")
    position.hand(0, "").play(TakeCard(1))
    assert position.holds(0) == {"red": 1}
    assert position.public.seat == 1


def test_U2_a_blind_locomotive_does_not_allow_a_face_up_one() -> None:
    position = Position("usa").row("locomotive", "red", "red", "blue", "blue").deck("9 locomotive").hand(0, "")
    position.play(BLIND)
    assert TakeCard(0) not in position.legal()
    position.play(BLIND)
    assert position.holds(0) == {"locomotive": 2}


# --- U3: three locomotives face up


def test_U3_with_three_locomotives_face_up_the_five_are_discarded_and_five_new_ones_turned() -> None:
    position = Position("usa").row("locomotive", "red", "locomotive", "pink", "black")
    position.deck("1 locomotive").discards("8 blue").hand(0, "")
    events = position.play(TakeCard(1))
    assert events[0] == CardTaken(0, 1, "red", ("locomotive", None, "locomotive", "pink", "black"))
    row = ("locomotive", "locomotive", "locomotive", "pink", "black")
    assert events[1] == RowFilled(1, "locomotive", "cards", row)
    assert [event for event in events if isinstance(event, RowRenewed)] == [RowRenewed(row)]
    assert position.table.row == ("blue",) * 5
    assert position.table.discards == {"locomotive": 3, "pink": 1, "black": 1}
    assert position.table.decks == {"cards": 3}


def test_U3_the_second_card_is_chosen_from_the_renewed_row() -> None:
    position = Position("usa").row("locomotive", "red", "locomotive", "pink", "black")
    position.deck("1 locomotive").discards("8 blue").hand(0, "")
    position.play(TakeCard(1), TakeCard(0))
    assert position.holds(0) == {"red": 1, "blue": 1}


def test_U3_the_row_is_renewed_too_when_the_replacement_of_the_second_card_is_the_third_locomotive() -> None:
    position = Position("usa").row("locomotive", "red", "locomotive", "pink", "black")
    position.deck("2 white").discards("").hand(0, "")
    position.play(BLIND)
    position.deck("1 locomotive").discards("8 blue")
    position.play(TakeCard(1))
    assert position.table.row == ("blue",) * 5
    assert position.public.seat == 1


def test_U3_two_locomotives_may_lie_face_up() -> None:
    position = (
        Position("usa").row("locomotive", "red", "green", "pink", "black").deck("1 locomotive").discards("8 blue")
    )
    events = position.play(TakeCard(1))
    assert not any(isinstance(event, RowRenewed) for event in events)
    assert position.table.row == ("locomotive", "locomotive", "green", "pink", "black")


def test_U3_a_dealt_row_never_shows_three_locomotives() -> None:
    for seed in range(150):
        facts = Game.new(titles.load("usa"), 2, seed).view(None).table
        assert facts.row.count("locomotive") < 3
        assert None not in facts.row


def test_U3_a_row_that_was_renewed_at_the_deal_is_in_the_discards() -> None:
    renewed = 0
    for seed in range(400):
        game = Game.new(titles.load("usa"), 2, seed)
        rows = [event for event in game.opening if isinstance(event, RowRenewed)]
        discarded = Counter(card for row in rows for card in row.discarded)
        assert game.view(None).table.discards == dict(discarded)
        assert all(row.discarded.count("locomotive") >= 3 for row in rows)
        renewed += len(rows)
    assert renewed > 0


# --- the rulebook: what is in the box, and the preparations


def test_usa_book_110_cards_twelve_of_each_colour_and_fourteen_locomotives() -> None:
    game = Game.new(titles.load("usa"), 3, 8)
    found = Counter(game.view(None).table.row) + Counter(game.view(None).table.discards)
    for seat in range(3):
        found += Counter(game.view(seat).hand)
    found += Counter(game.lexicon.counts_at(game.state.deck))
    colours = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")
    assert found == Counter(dict.fromkeys(colours, 12) | {"locomotive": 14})
    assert found.total() == 110


def test_usa_book_30_tickets_and_45_trains_each() -> None:
    position = Position("usa", 5)
    assert len(titles.load("usa").board.tickets) == 30
    assert [seat.pieces for seat in position.table.seats] == [{"trains": 45}] * 5
    assert [seat.points for seat in position.table.seats] == [0] * 5


@pytest.mark.parametrize(
    ("ticket", "points"),
    [
        ("seattle-new-york", 22),
        ("los-angeles-new-york", 21),
        ("los-angeles-miami", 20),
        ("vancouver-montreal", 20),
        ("portland-nashville", 17),
        ("san-francisco-atlanta", 17),
        ("los-angeles-chicago", 16),
        ("boston-miami", 12),
        ("chicago-new-orleans", 7),
        ("chicago-santa-fe", 9),
        ("new-york-atlanta", 6),
        ("kansas-city-houston", 5),
        ("denver-el-paso", 4),
    ],
)
def test_usa_book_tickets_have_their_printed_values(ticket: str, points: int) -> None:
    assert titles.load("usa").board.ticket(ticket).points == points


def test_usa_book_three_starting_tickets_of_which_two_or_three_are_kept() -> None:
    game = Game.new(titles.load("usa"), 2, 4)
    offer = game.view(0).offer
    assert len(offer) == 3
    assert str(game.why_not(0, KeepTickets(offer[:1]))) == "keep at least 2 of the tickets"
    assert game.why_not(0, KeepTickets(offer[:2])) is None
    assert game.why_not(0, KeepTickets(offer)) is None
    assert len(game.legal(0)) == 4


def test_usa_book_returned_starting_tickets_go_under_the_deck() -> None:
    game = Game.new(titles.load("usa"), 2, 4, Options(first_seat=0))
    returned = set()
    for seat in range(2):
        offer = game.view(seat).offer
        returned.add(offer[0])
        game.play(seat, KeepTickets(offer[1:]))
    assert game.view(None).table.ticket_deck == 30 - 4
    drawn = draw_all_tickets(game)
    assert len(drawn) == len(set(drawn)) == 26
    assert set(drawn[24:]) == returned


# --- the rulebook: claiming a route


def test_C6_example_1_montreal_to_new_york_needs_three_blue_cards() -> None:
    position = Position("usa").hand(0, "3 blue, 3 red")
    assert position.payments("montreal-new-york-1") == {cards("3 blue")}


def test_C6_example_2_montreal_to_toronto_takes_any_colour_as_long_as_it_is_one() -> None:
    position = Position("usa").hand(0, "3 yellow, 4 black, 2 pink")
    assert position.payments("montreal-toronto-1") == ways("3 yellow", "3 black")
    position.play(ClaimLine("montreal-toronto-1"))
    problem = "2 black, 1 yellow are not of one colour"
    assert position.why_not(Pay(cards("1 yellow, 2 black"))) == problem


def test_C6_a_payment_in_another_colour_is_refused_with_the_reason() -> None:
    position = Position("usa").hand(0, "3 blue, 3 red")
    position.play(ClaimLine("montreal-new-york-1"))
    assert position.why_not(Pay(cards("3 red"))) == "Montréal–New York cannot be paid in that colour"


@pytest.mark.parametrize(
    ("line", "payment", "points"),
    [
        ("portland-seattle-1", "1 red", 1),
        ("boston-new-york-1", "2 red", 2),
        ("chicago-duluth-1", "3 red", 4),
        ("dallas-el-paso-1", "4 red", 7),
        ("helena-omaha-1", "5 red", 10),
        ("miami-new-orleans-1", "6 red", 15),
    ],
)
def test_C6_the_points_of_a_route_grow_with_its_length(line: str, payment: str, points: int) -> None:
    position = Position("usa").hand(0, payment)
    events = position.claim(line, payment)
    assert LineClaimed(0, line, points) in events
    assert position.table.seats[0].points == points


def test_usa_book_there_are_no_stations() -> None:
    assert Position("usa").hand(0, "3 red").why_not(BuildStation("boston")) == "this title has no such move"


# --- the rulebook: the end and the final scoring


@pytest.mark.parametrize("left", [0, 1, 2])
def test_C10_nought_one_or_two_trains_bring_the_last_round(left: int) -> None:
    position = Position("usa", 4).hand(0, "2 red").pieces(0, left + 2)
    assert LastTurnsBegan(0, 4) in position.claim("boston-new-york-1", "2 red")


def test_C11_lost_tickets_cost_what_completed_ones_bring() -> None:
    position = Position("usa").tickets(0, "los-angeles-new-york", "denver-el-paso")
    position.owns(0, "denver-santa-fe-1", "el-paso-santa-fe-1").points(0, 4)
    assert position.total(0) == 4 + 4 - 21 + 10


def test_C12_ten_points_for_the_longest_route_to_all_who_are_tied() -> None:
    position = Position("usa", 3).tickets(0).tickets(1).tickets(2)
    position.owns(0, "helena-seattle-1").owns(1, "duluth-helena-1").owns(2, "atlanta-miami-1")
    assert [position.total(seat) for seat in range(3)] == [10, 10, 0]
