"""The rules that all titles share: turns, cards, routes and tickets."""

import pytest
from engine.rules.common import BLIND, COLOURS, draw_two, seat_to_move, what_is_due
from kit import Position, cards, ways

from branchline import titles
from branchline.engine.actions import Action, ClaimLine, DrawCard, DrawTickets, KeepTickets, Pay, TakeCard
from branchline.engine.errors import SetupError
from branchline.engine.events import (
    CardDrawn,
    CardTaken,
    DeckReshuffled,
    HandDealt,
    LineClaimed,
    RowFilled,
    TicketsKept,
    TicketsOffered,
)
from branchline.engine.game import Game, Options

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
