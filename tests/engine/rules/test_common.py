"""The rules that all titles share, shown on the plain boards."""

import random

import pytest
from kit import Position, cards, ways

from branchline import titles
from branchline.engine.actions import Action, ClaimLine, DrawCard, DrawTickets, KeepTickets, Pay, TakeCard
from branchline.engine.board import Line
from branchline.engine.errors import IllegalAction, SetupError
from branchline.engine.events import (
    CardDrawn,
    CardTaken,
    DeckReshuffled,
    GameEnded,
    HandDealt,
    LastTurnsBegan,
    LineClaimed,
    RowFilled,
    TicketsKept,
    TicketsOffered,
)
from branchline.engine.game import Game, Options

BLIND = DrawCard("cards")
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")


def seat_to_move(position: Position) -> int:
    decision = position.game.decision
    assert decision is not None
    return decision.seat


def what_is_due(position: Position) -> str:
    decision = position.game.decision
    assert decision is not None
    return decision.kind


def draw_two(position: Position) -> int:
    """Let whoever is to move draw two cards blind, and say who it was."""
    seat = seat_to_move(position)
    position.play(BLIND, BLIND)
    return seat


# --- C1: turns


@pytest.mark.parametrize("title", ["usa", "europe"])
def test_C1_turns_go_round_the_table_in_a_fixed_order(title: str) -> None:
    position = Position(title, seats=3).deck("20 blue")
    assert [draw_two(position) for _ in range(7)] == [0, 1, 2, 0, 1, 2, 0]


def test_C1_a_claimed_route_is_the_whole_turn() -> None:
    position = Position("usa").hand(0, "6 blue").deck("10 red")
    position.claim("montreal-new-york-1", "3 blue")
    assert seat_to_move(position) == 1
    problem = position.game.why_not(0, BLIND)
    assert str(problem) == "Player 1 has nothing to choose now, but Player 2"


def test_C1_drawing_tickets_is_the_whole_turn() -> None:
    position = Position("usa").ticket_deck("boston-miami", "calgary-phoenix", "denver-el-paso")
    position.play(DrawTickets(), KeepTickets(("boston-miami",)))
    assert seat_to_move(position) == 1


def test_C1_a_second_action_cannot_be_begun_within_the_first() -> None:
    position = Position("usa").hand(0, "3 blue").deck("10 red")
    position.play(BLIND)
    assert position.why_not(ClaimLine("montreal-new-york-1")) == "you have drawn one card, draw the second"
    assert position.why_not(DrawTickets()) == "you have drawn one card, draw the second"


def test_C1_a_route_that_is_chosen_must_be_paid_for() -> None:
    position = Position("usa").hand(0, "3 blue").deck("10 red")
    position.play(ClaimLine("montreal-new-york-1"))
    assert position.why_not(BLIND) == "pay for the line first"


def test_C1_the_table_may_choose_the_first_seat() -> None:
    game = Game.new(titles.load("usa"), 4, 5, Options(first_seat=2))
    for seat in range(4):
        game.play(seat, game.legal(seat)[-1])
    assert game.decision is not None
    assert game.decision.seat == 2


def test_C1_the_first_seat_is_otherwise_drawn_at_random() -> None:
    firsts = {Game.new(titles.load("usa"), 3, seed).view(None).table.first_seat for seed in range(60)}
    assert firsts == {0, 1, 2}


def test_C1_a_first_seat_that_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(SetupError, match="seat 3 cannot be first; the seats are 0 to 2"):
        Game.new(titles.load("usa"), 3, 1, Options(first_seat=3))


@pytest.mark.parametrize("seats", [1, 6])
def test_C1_two_to_five_players_sit_at_the_table(seats: int) -> None:
    with pytest.raises(SetupError, match=f"USA is for 2 to 5 players, not {seats}"):
        Game.new(titles.load("usa"), seats, 1)


# --- C2: drawing cards


def test_C2_two_cards_are_drawn_blind() -> None:
    position = Position("usa").hand(0, "").deck("9 white")
    assert draw_two(position) == 0
    assert position.holds(0) == {"white": 2}
    assert position.table.decks == {"cards": 7}
    assert seat_to_move(position) == 1


def test_C2_two_cards_are_taken_from_the_row() -> None:
    position = Position("usa").hand(0, "").row("red", "blue", "green", "black", "pink").deck("9 white")
    position.play(TakeCard(0), TakeCard(3))
    assert position.holds(0) == {"red": 1, "black": 1}
    assert position.table.row == ("white", "blue", "green", "white", "pink")
    assert seat_to_move(position) == 1


@pytest.mark.parametrize("order", [(TakeCard(1), BLIND), (BLIND, TakeCard(1))])
def test_C2_one_card_may_come_from_the_row_and_one_from_the_deck(order: tuple[Action, Action]) -> None:
    position = Position("usa").hand(0, "").row("red", "blue", "green", "black", "pink").deck("9 white")
    position.play(*order)
    assert position.holds(0) == {"blue": 1, "white": 1}
    assert seat_to_move(position) == 1


def test_C2_a_card_taken_from_the_row_is_replaced_before_the_next_choice() -> None:
    position = Position("usa").hand(0, "").row("red", "blue", "green", "black", "pink").deck("9 white")
    events = position.play(TakeCard(2))
    assert events == [
        CardTaken(0, 2, "green", ("red", "blue", None, "black", "pink")),
        RowFilled(2, "white", "cards", ("red", "blue", "white", "black", "pink")),
    ]
    position.play(TakeCard(2))
    assert position.holds(0) == {"green": 1, "white": 1}


def test_C2_a_place_that_the_row_does_not_have_is_refused() -> None:
    position = Position("usa")
    assert position.why_not(TakeCard(5)) == "the row has places 0 to 4, there is none 5"
    assert position.why_not(TakeCard(-1)) == "the row has places 0 to 4, there is none -1"


def test_C2_a_deck_that_the_title_does_not_have_is_refused() -> None:
    assert Position("usa").why_not(DrawCard("ships")) == "USA has no deck 'ships'"


# --- C3: blind locomotives


def test_C3_after_a_blind_locomotive_a_second_card_is_drawn() -> None:
    position = Position("usa").hand(0, "").row("red", "red", "red", "red", "red").deck("9 locomotive")
    position.play(BLIND)
    assert what_is_due(position) == "second_card"
    position.play(BLIND)
    assert position.holds(0) == {"locomotive": 2}


def test_C3_a_blind_locomotive_may_be_the_second_card() -> None:
    position = Position("usa").hand(0, "").row("red", "red", "red", "red", "red")
    position.deck("1 locomotive").discards("5 blue")
    position.play(BLIND)
    assert position.holds(0) == {"locomotive": 1}
    position.play(TakeCard(0))
    assert position.holds(0) == {"locomotive": 1, "red": 1}
    assert seat_to_move(position) == 1


# --- C4: empty decks


def test_C4_a_deck_that_runs_dry_mid_draw_is_refilled_at_once() -> None:
    position = Position("usa").hand(0, "").row("red", "red", "red", "red", "red").deck("1 green").discards("6 blue")
    events = position.play(BLIND)
    assert events == [CardDrawn(0, "cards", "green"), DeckReshuffled("cards", 6)]
    assert position.table.decks == {"cards": 6}
    assert position.table.discards == {}
    position.play(BLIND)
    assert position.holds(0) == {"green": 1, "blue": 1}


def test_C4_a_deck_that_runs_dry_by_refilling_the_row_is_refilled_at_once() -> None:
    position = Position("usa").hand(0, "").row("red", "red", "red", "red", "red").deck("1 green").discards("6 blue")
    position.play(TakeCard(0))
    assert position.table.row == ("green", "red", "red", "red", "red")
    assert position.table.decks == {"cards": 6}
    assert position.table.discards == {}


def test_C4_discards_are_shuffled_before_they_are_drawn_again() -> None:
    seen = set()
    for seed in range(40):
        position = Position("usa", seed=seed).hand(0, "").row("red", "red", "red", "red", "red")
        position.deck("1 green").discards("4 blue, 4 white")
        position.play(BLIND, BLIND)
        seen.add(tuple(sorted(position.holds(0))))
    assert seen == {("blue", "green"), ("green", "white")}


def test_C4_taking_the_last_card_of_the_deck_does_not_skip_the_second_card() -> None:
    position = Position("usa").hand(0, "").row("red", "blue", "green", "black", "pink").deck("1 white").discards("")
    position.play(BLIND)
    assert (seat_to_move(position), what_is_due(position)) == (0, "second_card")
    assert position.legal() == tuple(TakeCard(slot) for slot in range(5))
    position.play(TakeCard(4))
    assert position.holds(0) == {"white": 1, "pink": 1}
    assert position.table.row == ("red", "blue", "green", "black", None)


def test_C4_refilling_the_row_with_the_last_card_does_not_skip_the_second_card() -> None:
    position = Position("usa").hand(0, "").row("red", "blue", "green", "black", "pink").deck("1 white").discards("")
    position.play(TakeCard(0), TakeCard(0))
    assert position.holds(0) == {"red": 1, "white": 1}
    assert position.table.row == (None, "blue", "green", "black", "pink")


def test_C4_with_no_card_anywhere_drawing_is_not_legal() -> None:
    position = Position("usa").row(None, None, None, None, None).deck("").discards("")
    assert position.legal_of(TakeCard, DrawCard) == []
    assert position.why_not(BLIND) == "that deck has no cards"
    assert position.why_not(TakeCard(0)) == "there is no card in that place of the row"


def test_C4_with_an_empty_deck_the_row_can_still_be_drawn_from() -> None:
    position = Position("usa").row(None, "red", None, "blue", None).deck("").discards("")
    assert position.legal_of(TakeCard, DrawCard) == [TakeCard(1), TakeCard(3)]


def test_C4_the_turn_ends_after_the_first_card_if_there_is_no_second() -> None:
    position = Position("usa").hand(0, "").row(None, None, "red", None, None).deck("").discards("")
    position.play(TakeCard(2))
    assert position.holds(0) == {"red": 1}
    assert seat_to_move(position) == 1


# --- C5: no limits


def test_C5_a_hand_may_hold_any_number_of_cards() -> None:
    many = ", ".join(f"11 {colour}" for colour in COLOURS)
    position = Position("usa").hand(0, many).row("red", "red", "red", "red", "red").deck("3 white")
    position.play(BLIND, BLIND)
    assert sum(position.holds(0).values()) == 90


def test_C5_a_seat_may_hold_any_number_of_tickets() -> None:
    everything = [ticket.id for ticket in titles.load("usa").board.tickets]
    position = Position("usa").tickets(0, *everything[:27]).ticket_deck(*everything[27:])
    position.play(DrawTickets(), KeepTickets(tuple(everything[27:])))
    assert set(position.game.view(0).tickets) == set(everything)
    assert position.table.seats[0].tickets == 30


# --- C6: claiming a route


def test_C6_the_cards_go_to_the_discards_the_pieces_on_the_board_and_the_points_on_the_track() -> None:
    position = Position("usa").hand(0, "5 blue, 1 red").discards("2 green").deck("9 white")
    events = position.claim("montreal-new-york-1", "3 blue")
    assert LineClaimed(0, "montreal-new-york-1", 4) in events
    table = position.table
    assert table.discards == {"green": 2, "blue": 3}
    assert position.holds(0) == {"blue": 2, "red": 1}
    assert table.seats[0].pieces == {"trains": 42}
    assert table.seats[0].points == 4
    assert table.seats[0].lines == ("montreal-new-york-1",)


def test_C6_any_route_anywhere_can_be_claimed() -> None:
    position = Position("usa").owns(0, "seattle-vancouver-1").hand(0, "5 blue")
    position.claim("atlanta-miami-1", "5 blue")
    assert position.table.seats[0].lines == ("atlanta-miami-1", "seattle-vancouver-1")


def test_C6_the_colour_must_match() -> None:
    position = Position("usa").hand(0, "6 red, 6 green, 6 white")
    price = "you do not have the cards for Montréal–New York: 3 cards of blue"
    assert position.why_not(ClaimLine("montreal-new-york-1")) == price
    assert ClaimLine("montreal-new-york-1") not in position.legal()


def test_C6_a_payment_in_another_colour_than_the_routes_is_refused() -> None:
    position = Position("usa").hand(0, "3 blue, 3 red")
    position.play(ClaimLine("montreal-new-york-1"))
    assert position.why_not(Pay(cards("3 red"))) == "Montréal–New York cannot be paid in that colour"


def test_C6_a_route_is_claimed_in_full_or_not_at_all() -> None:
    position = Position("usa").hand(0, "3 blue")
    position.play(ClaimLine("montreal-new-york-1"))
    assert position.why_not(Pay(cards("2 blue"))) == "Montréal–New York needs 3 cards, you laid down 2 blue"
    assert position.why_not(Pay(())) == "Montréal–New York needs 3 cards, you laid down nothing"


def test_C6_no_more_cards_than_spaces_can_be_laid_down() -> None:
    position = Position("usa").hand(0, "4 blue")
    position.play(ClaimLine("montreal-new-york-1"))
    problem = "a card of this payment has nothing to do; take it away"
    assert position.why_not(Pay(cards("4 blue"))) == problem


def test_C6_cards_that_are_not_held_cannot_be_laid_down() -> None:
    position = Position("usa").hand(0, "2 blue, 1 locomotive")
    position.play(ClaimLine("montreal-new-york-1"))
    assert position.why_not(Pay(cards("3 blue"))) == "you do not hold 3 blue"
    assert position.why_not(Pay(cards("1 blue, 2 locomotive"))) == "you do not hold 1 blue, 2 locomotive"


def test_C6_a_gray_route_takes_any_one_colour() -> None:
    hand = ", ".join(f"3 {colour}" for colour in COLOURS)
    position = Position("usa").hand(0, hand)
    assert position.payments("montreal-toronto-1") == ways(*(f"3 {colour}" for colour in COLOURS))


def test_C6_colours_are_never_mixed_on_a_gray_route() -> None:
    position = Position("usa").hand(0, "3 red, 2 green")
    position.play(ClaimLine("montreal-toronto-1"))
    assert position.why_not(Pay(cards("1 red, 2 green"))) == "2 green, 1 red are not of one colour"
    position = Position("usa").hand(0, "2 red, 2 green")
    problem = "you do not have the cards for Montréal–Toronto: 3 cards of any one colour"
    assert position.why_not(ClaimLine("montreal-toronto-1")) == problem


def test_C6_a_claimed_route_cannot_be_claimed_again() -> None:
    position = Position("usa").owns(1, "montreal-new-york-1").hand(0, "3 blue")
    assert position.why_not(ClaimLine("montreal-new-york-1")) == "Montréal–New York is claimed already"
    position = Position("usa").owns(0, "montreal-new-york-1").hand(0, "3 blue")
    assert position.why_not(ClaimLine("montreal-new-york-1")) == "Montréal–New York is claimed already"


def test_C6_the_player_must_have_the_pieces() -> None:
    position = Position("usa").hand(0, "6 white").pieces(0, 5)
    assert position.why_not(ClaimLine("calgary-winnipeg-1")) == "Calgary–Winnipeg takes 6 trains, you have 5"
    position.pieces(0, 6)
    assert position.why_not(ClaimLine("calgary-winnipeg-1")) is None


def test_C6_a_route_that_is_not_on_the_board_is_refused() -> None:
    assert Position("usa").why_not(ClaimLine("boston-tampa-1")) == "USA has no line 'boston-tampa-1'"


# --- C7: double routes


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("title", "line", "other", "name"),
    [
        ("usa", "boston-new-york-1", "boston-new-york-2", "Boston–New York"),
        ("europe", "bruxelles-paris-2", "bruxelles-paris-1", "Bruxelles–Paris"),
    ],
)
def test_C7_with_two_or_three_players_the_second_line_closes_for_all(
    seats: int, title: str, line: str, other: str, name: str
) -> None:
    position = Position(title, seats).hand(0, "4 red, 4 yellow").hand(1, "4 red, 4 yellow")
    position.claim(line, "2 red" if line == "boston-new-york-1" else "2 yellow")
    problem = f"the other line of {name} is claimed; with {seats} players it is closed"
    assert position.why_not(ClaimLine(other)) == problem
    assert ClaimLine(other) not in position.legal()


@pytest.mark.parametrize("seats", [2, 3])
def test_C7_with_two_or_three_players_the_owner_cannot_take_the_second_line_either(seats: int) -> None:
    position = Position("usa", seats).owns(0, "boston-new-york-1").hand(0, "4 yellow")
    assert position.why_not(ClaimLine("boston-new-york-2")) is not None
    assert ClaimLine("boston-new-york-2") not in position.legal()


@pytest.mark.parametrize("seats", [4, 5])
def test_C7_with_four_or_five_players_another_may_claim_the_second_line(seats: int) -> None:
    position = Position("usa", seats).hand(0, "2 red").hand(1, "2 yellow")
    position.claim("boston-new-york-1", "2 red")
    position.claim("boston-new-york-2", "2 yellow")
    assert position.table.seats[0].lines == ("boston-new-york-1",)
    assert position.table.seats[1].lines == ("boston-new-york-2",)


@pytest.mark.parametrize("seats", [4, 5])
def test_C7_no_player_ever_owns_both_lines(seats: int) -> None:
    position = Position("usa", seats).owns(0, "boston-new-york-2").hand(0, "4 red")
    assert position.why_not(ClaimLine("boston-new-york-1")) == "you own the other line of Boston–New York"
    assert ClaimLine("boston-new-york-1") not in position.legal()


def test_C7_a_claimed_single_route_closes_nothing_else() -> None:
    position = Position("usa").owns(1, "atlanta-charleston-1").hand(0, "2 red, 5 blue")
    assert position.why_not(ClaimLine("charleston-raleigh-1")) is None
    assert position.why_not(ClaimLine("atlanta-miami-1")) is None


# --- C8: drawing tickets


def test_C8_three_tickets_are_offered() -> None:
    position = Position("usa").ticket_deck("boston-miami", "calgary-phoenix", "denver-el-paso", "duluth-houston")
    events = position.play(DrawTickets())
    offer = ("boston-miami", "calgary-phoenix", "denver-el-paso")
    assert events == [TicketsOffered(0, 3, offer)]
    assert position.game.view(0).offer == offer
    assert position.table.ticket_deck == 1


def test_C8_one_two_or_all_three_may_be_kept() -> None:
    position = Position("usa").ticket_deck("boston-miami", "calgary-phoenix", "denver-el-paso")
    position.play(DrawTickets())
    a, b, c = "boston-miami", "calgary-phoenix", "denver-el-paso"
    expected = {KeepTickets(kept) for kept in ((a,), (b,), (c,), (a, b), (a, c), (b, c), (a, b, c))}
    assert set(position.legal()) == expected
    assert len(position.legal()) == 7


def test_C8_at_least_one_is_kept() -> None:
    position = Position("usa").ticket_deck("boston-miami", "calgary-phoenix", "denver-el-paso")
    position.play(DrawTickets())
    assert position.why_not(KeepTickets(())) == "keep at least 1 of the tickets"


def test_C8_a_ticket_that_was_not_offered_cannot_be_kept() -> None:
    position = Position("usa").ticket_deck("boston-miami", "calgary-phoenix", "denver-el-paso", "duluth-houston")
    position.play(DrawTickets())
    assert position.why_not(KeepTickets(("duluth-houston",))) == "Duluth–Houston was not offered to you"
    assert position.why_not(KeepTickets(("boston-miami", "boston-miami"))) == "a ticket is named twice"


def test_C8_rejected_tickets_go_under_the_deck() -> None:
    deck = ("boston-miami", "calgary-phoenix", "denver-el-paso", "duluth-houston", "chicago-santa-fe")
    position = Position("usa").ticket_deck(*deck)
    events = position.play(DrawTickets(), KeepTickets(("calgary-phoenix",)))
    assert events[-1] == TicketsKept(0, 1, 2, ("calgary-phoenix",), ("boston-miami", "denver-el-paso"))
    assert position.table.ticket_deck == 4
    position.play(DrawTickets())
    offer = set(position.game.view(1).offer)
    assert {"duluth-houston", "chicago-santa-fe"} < offer
    assert len(offer & {"boston-miami", "denver-el-paso"}) == 1


def test_C8_with_fewer_tickets_in_the_deck_all_of_them_are_offered() -> None:
    position = Position("usa").ticket_deck("boston-miami", "calgary-phoenix")
    position.play(DrawTickets())
    assert position.game.view(0).offer == ("boston-miami", "calgary-phoenix")
    position.play(KeepTickets(("boston-miami",)))
    assert position.table.ticket_deck == 1


def test_C8_a_last_ticket_drawn_alone_is_kept() -> None:
    position = Position("usa").tickets(0).ticket_deck("boston-miami")
    position.play(DrawTickets())
    assert position.legal() == (KeepTickets(("boston-miami",)),)


def test_C8_with_no_tickets_left_drawing_them_is_not_legal() -> None:
    position = Position("usa").ticket_deck()
    assert position.why_not(DrawTickets()) == "there are no tickets left"
    assert position.legal_of(DrawTickets) == []


def test_C8_kept_tickets_stay_to_the_end() -> None:
    position = Position("usa").tickets(0, "denver-el-paso").ticket_deck("boston-miami")
    position.play(DrawTickets())
    assert position.why_not(KeepTickets(("denver-el-paso",))) == "Denver–El Paso was not offered to you"
    position.play(KeepTickets(("boston-miami",)))
    assert set(position.game.view(0).tickets) == {"denver-el-paso", "boston-miami"}


# --- C9: what is public


def test_C9_counts_pieces_and_points_are_public() -> None:
    position = Position("usa").hand(0, "3 red, 2 locomotive").tickets(0, "boston-miami", "denver-el-paso")
    position.pieces(0, 31).points(0, 17)
    for view in (position.game.view(1), position.game.view(None)):
        seat = view.seats[0]
        assert (seat.hand_size, seat.tickets, seat.pieces, seat.points) == ({"cards": 5}, 2, {"trains": 31}, 17)


def test_C9_tickets_are_secret() -> None:
    position = Position("usa").tickets(0, "boston-miami").tickets(1, "denver-el-paso")
    assert position.game.view(0).tickets == ("boston-miami",)
    assert position.game.view(1).tickets == ("denver-el-paso",)
    assert position.game.view(None).tickets == ()


def test_C9_the_others_learn_how_many_tickets_are_drawn_and_kept_but_not_which() -> None:
    position = Position("usa").ticket_deck("boston-miami", "calgary-phoenix", "denver-el-paso")
    offered, kept = position.play(DrawTickets(), KeepTickets(("boston-miami",)))
    for other in (1, None):
        assert offered.seen_by(other) == TicketsOffered(0, 3, None)
        assert kept.seen_by(other) == TicketsKept(0, 1, 2, None, None)
    assert offered.seen_by(0) == offered
    assert kept.seen_by(0) == kept


def test_C9_an_offer_is_shown_to_its_seat_only() -> None:
    position = Position("usa").ticket_deck("boston-miami", "calgary-phoenix", "denver-el-paso")
    position.play(DrawTickets())
    assert len(position.game.view(0).offer) == 3
    assert position.game.view(1).offer == ()
    assert position.game.view(None).offer == ()


# --- C10: the end


@pytest.mark.parametrize(("before", "left"), [(5, 2), (4, 1), (3, 0)])
@pytest.mark.parametrize("title", ["usa", "europe"])
def test_C10_two_trains_or_fewer_at_the_end_of_a_turn_bring_the_last_turns(title: str, before: int, left: int) -> None:
    line = "montreal-new-york-1" if title == "usa" else "constantinople-sofia-1"
    position = Position(title).hand(0, "3 blue").pieces(0, before)
    events = position.claim(line, "3 blue")
    assert position.table.seats[0].pieces == {"trains": left}
    assert LastTurnsBegan(0, 2) in events
    assert position.table.turns_left == 2


def test_C10_three_trains_do_not_bring_the_end() -> None:
    position = Position("usa").hand(0, "3 blue").pieces(0, 6)
    events = position.claim("montreal-new-york-1", "3 blue")
    assert not any(isinstance(event, LastTurnsBegan) for event in events)
    assert position.table.turns_left is None


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("title", ["usa", "europe"])
def test_C10_every_player_has_exactly_one_more_turn_the_trigger_player_last(title: str, seats: int) -> None:
    line = "montreal-new-york-1" if title == "usa" else "constantinople-sofia-1"
    for trigger in range(seats):
        position = Position(title, seats).deck("40 white").row("red", "red", "red", "red", "red")
        position.hand(trigger, "3 blue").pieces(trigger, 5)
        for seat in range(trigger):
            assert draw_two(position) == seat
        position.claim(line, "3 blue")
        turns = []
        while not position.game.over:
            turns.append(draw_two(position))
        assert turns == [(trigger + 1 + n) % seats for n in range(seats)]
        assert turns[-1] == trigger


def test_C10_a_second_player_with_few_trains_does_not_prolong_the_last_turns() -> None:
    position = Position("usa", 3).deck("20 white").hand(0, "3 blue").pieces(0, 3).hand(1, "5 black").pieces(1, 5)
    position.claim("montreal-new-york-1", "3 blue")
    events = position.claim("montreal-sault-st-marie-1", "5 black")
    assert not any(isinstance(event, LastTurnsBegan) for event in events)
    assert draw_two(position) == 2
    assert draw_two(position) == 0
    assert position.game.over


def test_C10_any_action_may_be_done_in_the_last_turn() -> None:
    position = Position("usa").hand(0, "3 blue, 2 red").pieces(0, 5).deck("9 white")
    position.claim("montreal-new-york-1", "3 blue")
    draw_two(position)
    events = position.claim("boston-new-york-1", "2 red")
    assert events[-1] == GameEnded("last turns played")
    assert position.table.seats[0].points == 6
    assert position.table.seats[0].pieces == {"trains": 0}


def test_C10_after_the_end_nothing_can_be_done() -> None:
    position = Position("usa").hand(0, "3 blue").pieces(0, 3).deck("9 white")
    position.claim("montreal-new-york-1", "3 blue")
    draw_two(position)
    draw_two(position)
    assert position.game.over
    assert position.game.decision is None
    assert position.game.legal() == ()
    assert str(position.game.why_not(1, BLIND)) == "the game is over"
    with pytest.raises(IllegalAction, match="the game is over"):
        position.game.play(1, BLIND)


# --- C11: tickets in the final scoring


def test_C11_a_completed_ticket_counts_for_its_owner_and_a_missed_one_against() -> None:
    position = Position("usa").owns(0, "denver-santa-fe-1", "el-paso-santa-fe-1").points(0, 4)
    position.tickets(0, "denver-el-paso", "boston-miami").tickets(1, "seattle-new-york")
    assert position.score_lines(0) == {
        "lines": 4,
        "ticket denver-el-paso": 4,
        "missed_ticket boston-miami": -12,
        "longest_path": 10,
    }
    assert position.total(0) == 6
    assert position.score_lines(1) == {"lines": 0, "missed_ticket seattle-new-york": -22}
    assert position.total(1) == -22


def test_C11_routes_of_others_do_not_join_cities() -> None:
    position = Position("usa").owns(0, "denver-santa-fe-1").owns(1, "el-paso-santa-fe-1").tickets(0, "denver-el-paso")
    assert position.score_lines(0)["missed_ticket denver-el-paso"] == -4


def test_C11_a_detour_joins_the_cities_too() -> None:
    position = Position("usa").tickets(0, "denver-el-paso")
    position.owns(0, "denver-phoenix-1", "los-angeles-phoenix-1", "el-paso-los-angeles-1")
    assert position.score_lines(0)["ticket denver-el-paso"] == 4


def test_C11_two_parts_of_a_network_that_do_not_touch_join_nothing() -> None:
    position = Position("usa").tickets(0, "seattle-new-york")
    position.owns(0, "helena-seattle-1", "duluth-helena-1", "chicago-pittsburgh-1", "new-york-pittsburgh-1")
    assert position.score_lines(0)["missed_ticket seattle-new-york"] == -22
    position.owns(0, "chicago-duluth-1")
    assert position.score_lines(0)["ticket seattle-new-york"] == 22


def test_C11_one_route_serves_many_tickets() -> None:
    position = Position("usa").tickets(0, "new-york-atlanta", "boston-miami", "toronto-miami")
    position.owns(0, "atlanta-miami-1", "atlanta-raleigh-1", "raleigh-washington-1", "new-york-washington-1")
    position.owns(0, "boston-new-york-1", "new-york-pittsburgh-1", "pittsburgh-toronto-1")
    tally = position.game.tally().seats[0]
    assert tally.completed_tickets == 3
    assert position.total(0) == 6 + 12 + 10 + 10


def test_C11_the_tally_at_the_end_is_that_of_the_whole_game() -> None:
    position = Position("usa").hand(0, "3 blue").pieces(0, 3).deck("9 white")
    position.tickets(0, "boston-miami").tickets(1).points(0, 20).points(1, 25)
    position.claim("montreal-new-york-1", "3 blue")
    draw_two(position)
    draw_two(position)
    tally = position.game.tally()
    assert [seat.total for seat in tally.seats] == [20 + 4 - 12 + 10, 25]
    assert (tally.winners, tally.decided_by) == ((1,), "points")


# --- C12: the longest path


def longest_path(position: Position, seat: int) -> int:
    """The length in the bonus line of a seat that holds the bonus."""
    lines = [line for line in position.game.tally().seats[seat].lines if line.reason == "longest_path"]
    assert [line.points for line in lines] == [10]
    return lines[0].count


def test_C12_the_longest_path_is_counted_in_spaces_not_in_routes() -> None:
    position = Position("usa").owns(0, "helena-seattle-1", "duluth-helena-1")
    position.owns(1, "portland-seattle-1", "seattle-vancouver-1", "calgary-vancouver-1")
    assert longest_path(position, 0) == 12
    assert "longest_path" not in position.score_lines(1)


def test_C12_branches_do_not_add_up() -> None:
    position = Position("usa").owns(0, "denver-santa-fe-1", "denver-omaha-1", "denver-phoenix-1")
    assert longest_path(position, 0) == 4 + 5


def test_C12_parts_that_do_not_touch_do_not_add_up() -> None:
    position = Position("usa").owns(0, "helena-seattle-1", "miami-new-orleans-1", "atlanta-miami-1")
    assert longest_path(position, 0) == 6 + 5


def test_C12_a_path_may_come_through_a_city_twice() -> None:
    # In from Santa Fe, round Denver–Salt Lake City–Helena–Denver, out to Omaha.
    position = Position("usa").owns(0, "denver-santa-fe-1", "denver-salt-lake-city-1", "helena-salt-lake-city-1")
    position.owns(0, "denver-helena-1", "denver-omaha-1")
    assert longest_path(position, 0) == 2 + 3 + 3 + 4 + 4


def test_C12_a_circle_counts_in_full() -> None:
    position = Position("usa").owns(0, "denver-salt-lake-city-1", "helena-salt-lake-city-1", "denver-helena-1")
    assert longest_path(position, 0) == 3 + 3 + 4


def test_C12_a_route_is_used_once_even_at_a_dead_end() -> None:
    # Two circles that share Denver, and a dead end at Helena, where three lines meet.
    position = Position("usa").owns(0, "denver-salt-lake-city-1", "helena-salt-lake-city-1", "denver-helena-1")
    position.owns(0, "denver-kansas-city-1", "kansas-city-omaha-1", "denver-omaha-1", "helena-winnipeg-1")
    # Winnipeg and Helena are the only cities with an odd number of lines, so one path uses them all.
    assert longest_path(position, 0) == 3 + 3 + 4 + 4 + 1 + 4 + 4
    # A second dead end, at Omaha: Omaha and Duluth are odd now too, and the shortest way out is to leave it.
    position.owns(0, "duluth-omaha-1")
    assert longest_path(position, 0) == 23


def test_C12_in_a_wheel_one_rim_line_stays_unused() -> None:
    # Santa Fe with spokes to Denver 2, Oklahoma City 3, El Paso 2 and Phoenix 3; a rim of 4, 5, 3 and 5.
    # All four rim cities have three lines. The cheapest line to leave out is El Paso–Phoenix.
    position = Position("usa").owns(0, "denver-santa-fe-1", "oklahoma-city-santa-fe-1", "el-paso-santa-fe-1")
    position.owns(0, "phoenix-santa-fe-1", "denver-oklahoma-city-1", "el-paso-oklahoma-city-1", "el-paso-phoenix-1")
    position.owns(0, "denver-phoenix-1")
    assert longest_path(position, 0) == 27 - 3
    path = position.game.tally().seats[0].longest_path
    assert len(path) == 7
    assert "el-paso-phoenix-1" not in path


def test_C12_two_lines_are_left_out_where_they_are_shorter_than_one() -> None:
    # Circles at Helena (10) and New York (6), joined by Helena–Duluth 6, Duluth–Toronto 6 and Toronto–Montréal–
    # New York 6. Duluth–Sault St. Marie–Toronto, 3 + 2, is what the path leaves out.
    position = Position("usa").owns(0, "denver-helena-1", "denver-salt-lake-city-1", "helena-salt-lake-city-1")
    position.owns(0, "new-york-washington-1", "pittsburgh-washington-1", "new-york-pittsburgh-1")
    position.owns(0, "duluth-helena-1", "duluth-toronto-1", "montreal-toronto-1", "montreal-new-york-1")
    position.owns(0, "duluth-sault-st-marie-1", "sault-st-marie-toronto-1")
    assert longest_path(position, 0) == 10 + 6 + 6 + 6 + 6
    assert "sault-st-marie-toronto-1" not in position.game.tally().seats[0].longest_path


def test_C12_a_short_bridge_is_not_left_out() -> None:
    # A circle of 13 at Omaha and a net of 12 at Kansas City, joined by one space. Without that space all cities
    # but two would be even, yet no path could come from one side to the other.
    position = Position("usa").owns(0, "duluth-omaha-1", "duluth-helena-1", "helena-omaha-1", "kansas-city-omaha-1")
    position.owns(0, "kansas-city-saint-louis-1", "little-rock-saint-louis-1", "little-rock-oklahoma-city-1")
    position.owns(0, "kansas-city-oklahoma-city-1", "dallas-little-rock-1", "dallas-oklahoma-city-1")
    assert longest_path(position, 0) == 13 + 1 + 12 - 2


def test_C12_all_players_tied_for_the_longest_get_the_bonus() -> None:
    position = Position("usa", 3).owns(0, "helena-seattle-1").owns(1, "duluth-toronto-1").owns(2, "atlanta-miami-1")
    assert longest_path(position, 0) == 6
    assert longest_path(position, 1) == 6
    assert "longest_path" not in position.score_lines(2)


def test_C12_paths_of_other_shapes_can_be_tied() -> None:
    # A circle of ten against a straight ten.
    position = Position("usa")
    position.owns(0, "denver-salt-lake-city-1", "helena-salt-lake-city-1", "denver-helena-1")
    position.owns(1, "miami-new-orleans-1", "charleston-miami-1")
    assert longest_path(position, 0) == longest_path(position, 1) == 10


def longest_trail_by_hand(lines: list[tuple[str, str, int]]) -> int:
    """Every trail from every city, tried one by one."""

    def onward(city: str, left: frozenset[int]) -> int:
        best = 0
        for n in left:
            a, b, length = lines[n]
            if city in (a, b):
                best = max(best, length + onward(b if city == a else a, left - {n}))
        return best

    cities = {city for a, b, _ in lines for city in (a, b)}
    return max(onward(city, frozenset(range(len(lines)))) for city in cities)


@pytest.mark.parametrize("title", ["usa", "europe"])
def test_C12_the_longest_path_agrees_with_trying_every_trail(title: str) -> None:
    board = titles.load(title).board
    singles = [line for line in board.lines if not line.id.endswith("-2")]
    for seed in range(60):
        luck = random.Random(seed)
        # Lines close to each other, so that circles and branches are many.
        heart = {luck.choice(board.cities).id}
        owned: list[Line] = []
        while len(owned) < 11:
            line = luck.choice([line for line in singles if line not in owned and heart & {line.a, line.b}])
            owned.append(line)
            if len(heart) < 6:
                heart |= {line.a, line.b}
            if not [line for line in singles if line not in owned and heart & {line.a, line.b}]:
                break
        position = Position(title).owns(0, *(line.id for line in owned))
        by_hand = longest_trail_by_hand([(line.a, line.b, line.length) for line in owned])
        assert longest_path(position, 0) == by_hand, [line.id for line in owned]


# --- the opening deal


def test_C2_the_deal_gives_every_seat_four_cards_and_a_row_of_five() -> None:
    for title in ("usa", "europe"):
        game = Game.new(titles.load(title), 5, 3)
        hands = [event for event in game.opening if isinstance(event, HandDealt)]
        assert [len(event.cards or ()) for event in hands] == [4, 4, 4, 4, 4]
        facts = game.view(None).table
        assert None not in facts.row
        assert len(facts.row) == 5
        assert sum(facts.decks.values()) + sum(facts.discards.values()) == 110 - 20 - 5
