"""Nordic Countries: the start, locomotives, the row, the end and the score."""

import pytest
from engine.rules.nordic import (
    GRAY_LINE,
    LONG_LINE,
    STAVANGER_FERRY,
    STAVANGER_TUNNEL,
    YELLOW_LINE,
    claimable,
    hand,
    new_game,
    paid,
)
from kit import Position, cards, keep

from branchline.engine.actions import (
    BuildStation,
    ClaimLine,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    Pay,
    TakeCard,
)
from branchline.engine.errors import IllegalAction, SetupError
from branchline.engine.events import LastTurnsBegan, RowRenewed

# --- the start


def test_R1_four_cards_are_dealt_not_the_five_of_the_swedish_text() -> None:
    game = new_game(3)
    assert [seat.hand_size for seat in game.view(None).seats] == [{"cards": 4}] * 3
    assert sum(game.view(2).hand.values()) == 4
    assert game.view(None).table.decks == {"cards": 110 - 3 * 4 - 5}


def test_N_is_for_two_or_three_players_with_forty_trains() -> None:
    assert [seat.pieces for seat in new_game(3).view(None).seats] == [{"trains": 40}] * 3
    with pytest.raises(SetupError):
        new_game(4)


def test_N6_five_tickets_are_dealt_and_two_must_be_kept() -> None:
    game = new_game()
    offer = game.view(0).offer
    assert len(offer) == 5
    assert game.why_not(0, KeepTickets(offer[:1])) is not None
    assert game.why_not(0, KeepTickets(offer[:2])) is None
    assert game.why_not(0, KeepTickets(offer)) is None


def test_N6_rejected_starting_tickets_leave_the_game() -> None:
    game = new_game()
    assert game.view(None).table.ticket_deck == 46 - 10
    for seat in (0, 1):
        game.play(seat, keep(game.view(seat).offer[:2]))
    assert game.view(None).table.ticket_deck == 46 - 10
    assert [seat.tickets for seat in game.view(None).seats] == [2, 2]


def test_N6_only_the_seat_itself_knows_what_it_rejected() -> None:
    game = new_game()
    offer = game.view(0).offer
    game.play(0, keep(offer[:2]))
    game.play(1, keep(game.view(1).offer))
    assert set(game.view(0).own.tickets_out) == set(offer[2:])
    assert game.view(1).own.tickets_out == ()
    assert game.view(None).own.tickets_out == ()


def test_N6_rejected_drawn_tickets_leave_the_game() -> None:
    position = Position("nordic").ticket_deck("oslo-vaasa", "oslo-helsinki", "alborg-umea", "bergen-narvik")
    position.play(DrawTickets(), keep(["oslo-vaasa"]))
    assert position.game.view(None).table.ticket_deck == 1
    position.play(DrawTickets())
    assert position.game.view(1).offer == ("bergen-narvik",)


def test_N6_three_tickets_are_drawn_and_one_must_be_kept() -> None:
    position = Position("nordic").ticket_deck("oslo-vaasa", "oslo-helsinki", "alborg-umea", "bergen-narvik")
    position.play(DrawTickets())
    assert set(position.game.view(0).offer) == {"oslo-vaasa", "oslo-helsinki", "alborg-umea"}
    assert position.why_not(KeepTickets(())) == "keep at least 1 of the tickets"
    assert len(position.legal()) == 7


def test_N6_without_tickets_left_none_can_be_drawn() -> None:
    position = Position("nordic").ticket_deck()
    assert DrawTickets() not in position.legal()
    assert position.why_not(DrawTickets()) == "there are no tickets left"


# --- examples 1 and 2, and locomotives on ordinary lines


def test_C6_example_1_two_yellow_cards_claim_a_yellow_line_of_two() -> None:
    position = hand("2 yellow, 2 red")
    assert position.payments(YELLOW_LINE) == {paid("2 yellow")}
    position.claim(YELLOW_LINE, "2 yellow")
    seat = position.game.view(None).seats[0]
    assert (seat.points, seat.pieces) == (2, {"trains": 38})


def test_C6_example_2_a_gray_line_takes_any_one_colour() -> None:
    position = hand("3 red, 4 blue, 2 green")
    assert position.payments(GRAY_LINE) == {paid("3 red"), paid("3 blue")}


def test_C6_example_2_colours_are_not_mixed_on_a_gray_line() -> None:
    assert not claimable("2 red, 2 blue, 2 green", GRAY_LINE)


def test_N1_a_locomotive_is_no_card_of_an_ordinary_line() -> None:
    assert not claimable("1 yellow, 5 locomotive", YELLOW_LINE)
    assert hand("2 yellow, 2 locomotive").payments(YELLOW_LINE) == {paid("2 yellow")}


def test_N1_locomotives_alone_do_not_claim_a_gray_line() -> None:
    assert not claimable("9 locomotive", GRAY_LINE)


def test_N1_an_ordinary_payment_with_a_locomotive_is_refused_and_changes_nothing() -> None:
    position = hand("2 yellow, 1 locomotive")
    position.play(ClaimLine(YELLOW_LINE))
    assert position.why_not(Pay(cards("1 yellow, 1 locomotive"))) == "locomotives cannot be used on Örebro–Oslo"
    before = position.game.view(0)
    with pytest.raises(IllegalAction):
        position.game.play(0, Pay(cards("1 yellow, 1 locomotive")))
    assert position.game.view(0) == before


def test_N1_locomotives_stand_in_on_a_tunnel() -> None:
    assert hand("2 green, 2 locomotive").payments(STAVANGER_TUNNEL) == {
        paid("2 green"),
        paid("1 green, 1 locomotive"),
        paid("2 locomotive"),
    }


# --- the row


def test_N2_two_face_up_locomotives_may_be_taken_in_one_turn() -> None:
    position = hand("").row("locomotive", "locomotive", "red", "blue", "blue").deck("20 red").discards("")
    position.play(TakeCard(0), TakeCard(1))
    assert position.holds(0) == {"locomotive": 2}
    assert position.public.seat == 1


def test_N2_a_face_up_locomotive_is_only_the_first_of_two_cards() -> None:
    position = hand("").row("locomotive", "red", "red", "blue", "blue").deck("20 green").discards("")
    position.play(TakeCard(0))
    assert position.public.seat == 0
    position.play(DrawCard("cards"))
    assert position.holds(0) == {"locomotive": 1, "green": 1}


def test_N2_a_locomotive_that_turns_up_as_replacement_may_be_the_second_card() -> None:
    position = hand("").row("red", "red", "red", "blue", "blue").deck("5 locomotive").discards("")
    position.play(TakeCard(0))
    assert position.game.view(0).row[0] == "locomotive"
    position.play(TakeCard(0))
    assert position.holds(0) == {"red": 1, "locomotive": 1}


def test_N2_three_locomotives_face_up_stay_where_they_are() -> None:
    position = hand("").row("locomotive", "locomotive", "red", "blue", "blue").deck("9 locomotive").discards("")
    events = position.play(TakeCard(2))
    assert not any(isinstance(event, RowRenewed) for event in events)
    assert position.game.view(0).row == ("locomotive", "locomotive", "locomotive", "blue", "blue")


def test_N2_even_a_row_of_locomotives_only_is_not_renewed() -> None:
    position = hand("").row(*["locomotive"] * 4, "blue").deck("9 locomotive").discards("5 red")
    events = position.play(TakeCard(4))
    assert not any(isinstance(event, RowRenewed) for event in events)
    assert position.game.view(0).row == ("locomotive",) * 5


# --- doubles, the end, the score


def test_C7_with_two_players_the_second_line_of_a_double_route_is_closed() -> None:
    position = Position("nordic", 2).owns(0, "orebro-oslo-1").hand(0, "").hand(1, "2 yellow").deck("20 red")
    position.play(DrawCard("cards"), DrawCard("cards"))
    assert ClaimLine("orebro-oslo-2") not in position.legal()


def test_C7_with_three_players_another_may_claim_the_second_line() -> None:
    position = Position("nordic", 3).owns(0, "orebro-oslo-1").hand(0, "2 yellow").hand(1, "2 yellow").deck("20 red")
    assert position.why_not(ClaimLine("orebro-oslo-2")) == "you own the other line of Örebro–Oslo"
    position.play(DrawCard("cards"), DrawCard("cards"))
    assert ClaimLine("orebro-oslo-2") in position.legal()


def test_R11_the_ferry_and_the_tunnel_to_stavanger_are_no_double_route() -> None:
    position = Position("nordic", 2).owns(0, STAVANGER_FERRY).hand(0, "2 green")
    assert ClaimLine(STAVANGER_TUNNEL) in position.legal()


def test_C10_two_trains_left_bring_one_last_turn_each() -> None:
    position = Position("nordic", 3).hand(0, "2 yellow").pieces(0, 4).deck("30 red").row(*["red"] * 5)
    events = position.claim(YELLOW_LINE, "2 yellow")
    assert LastTurnsBegan(0, 3) in events
    for seat in (1, 2, 0):
        assert position.public.seat == seat
        position.play(DrawCard("cards"), DrawCard("cards"))
    assert position.game.over


def test_C10_three_trains_left_do_not_bring_the_end() -> None:
    position = hand("2 yellow").pieces(0, 5)
    events = position.claim(YELLOW_LINE, "2 yellow")
    assert not any(isinstance(event, LastTurnsBegan) for event in events)


def test_N_has_neither_stations_nor_exchanges() -> None:
    position = hand("3 red")
    assert position.why_not(ExchangePieces("trains", 1)) == "this title has no such move"
    assert position.why_not(BuildStation("oslo")) == "this title has no such move"


def globetrotters() -> Position:
    """Nobody has points, tickets or lines."""
    return Position("nordic", 3).tickets(0).tickets(1).tickets(2)


def test_N7_the_most_completed_tickets_are_worth_ten_points() -> None:
    position = globetrotters().owns(0, "goteborg-oslo-1", "goteborg-kobenhavn-1").tickets(0, "oslo-kobenhavn")
    assert position.score_lines(0)["most_tickets"] == 10
    assert position.total(0) == 4 + 10
    assert "most_tickets" not in position.score_lines(1)
    assert (position.total(1), position.total(2)) == (0, 0)


def test_N7_the_number_counts_and_not_the_points_on_the_tickets() -> None:
    position = globetrotters()
    position.owns(0, "mo-i-rana-narvik-1", "mo-i-rana-trondheim-1", "andalsnes-trondheim-1", "andalsnes-bergen-1")
    position.tickets(0, "bergen-narvik")
    position.owns(1, "orebro-oslo-1", "orebro-stockholm-1", "goteborg-orebro-1", "goteborg-kobenhavn-1")
    position.tickets(1, "oslo-stockholm", "oslo-kobenhavn")
    assert position.total(0) == 16
    assert position.total(1) == 4 + 4 + 10


def test_N7_missed_tickets_do_not_count() -> None:
    position = globetrotters().owns(0, "goteborg-oslo-1", "goteborg-kobenhavn-1").tickets(0, "oslo-kobenhavn")
    position.tickets(1, "oslo-vaasa", "helsinki-lieksa", "tampere-boden")
    assert position.score_lines(0)["most_tickets"] == 10
    assert position.total(1) == -9 - 5 - 6


def test_N7_all_who_are_tied_get_the_bonus() -> None:
    position = globetrotters().owns(0, "goteborg-oslo-1", "goteborg-kobenhavn-1").tickets(0, "oslo-kobenhavn")
    position.owns(2, "helsinki-tampere-1", "helsinki-tallinn-1").tickets(2, "tampere-tallinn")
    assert [position.score_lines(seat).get("most_tickets", 0) for seat in range(3)] == [10, 0, 10]


def test_N7_R17_all_are_tied_when_nobody_completed_a_ticket() -> None:
    position = globetrotters().tickets(0, "oslo-vaasa")
    assert [position.score_lines(seat)["most_tickets"] for seat in range(3)] == [10, 10, 10]
    assert position.total(0) == 10 - 9


def test_N7_there_is_no_bonus_for_the_longest_path() -> None:
    position = globetrotters().owns(0, LONG_LINE)
    assert "longest_path" not in position.score_lines(0)


def test_C11_a_ticket_joined_by_lines_of_two_players_is_missed() -> None:
    position = globetrotters().owns(0, "goteborg-oslo-1").owns(1, "goteborg-kobenhavn-1").tickets(0, "oslo-kobenhavn")
    assert position.score_lines(0)["missed_ticket oslo-kobenhavn"] == -4


def test_R8_more_completed_tickets_break_a_tie_before_the_path() -> None:
    position = globetrotters().owns(0, LONG_LINE).points(0, 34)
    position.owns(1, "orebro-oslo-1", "orebro-stockholm-1", "goteborg-orebro-1", "goteborg-kobenhavn-1")
    position.tickets(1, "oslo-stockholm", "oslo-kobenhavn").points(1, 16)
    assert (position.total(0), position.total(1)) == (34, 34)
    tally = position.game.tally()
    assert (tally.winners, tally.decided_by) == ((1,), "more_tickets")


def test_R8_the_longer_continuous_path_breaks_the_next_tie() -> None:
    position = globetrotters().points(0, 20).points(1, 20)
    position.owns(0, "goteborg-oslo-1", "goteborg-orebro-1")
    position.owns(1, "boden-umea-1")
    tally = position.game.tally()
    assert (tally.winners, tally.decided_by) == ((0,), "longer_path")


def test_R8_lines_that_do_not_hang_together_are_no_path() -> None:
    position = globetrotters().points(0, 20).points(1, 20)
    position.owns(0, "goteborg-oslo-1", "kajaani-oulu-1", "norrkoping-orebro-1")
    position.owns(1, "boden-umea-1")
    assert position.game.tally().winners == (1,)


def test_R8_the_longest_route_on_a_ticket_does_not_decide() -> None:
    position = globetrotters()
    # Oslo-Stockholm takes 4 spaces of a path of 4, Tampere-Tallinn 3 spaces of a path of 5.
    position.owns(0, "orebro-oslo-1", "orebro-stockholm-1").tickets(0, "oslo-stockholm").points(0, 19)
    position.owns(1, "helsinki-tampere-1", "helsinki-tallinn-1", "tampere-vaasa-1").tickets(1, "tampere-tallinn")
    position.points(1, 20)
    assert (position.total(0), position.total(1)) == (33, 33)
    tally = position.game.tally()
    assert (tally.winners, tally.decided_by) == ((1,), "longer_path")


def test_R8_equal_paths_share_the_win() -> None:
    position = globetrotters().points(0, 20).points(1, 20).owns(0, "goteborg-oslo-1").owns(1, "kajaani-oulu-1")
    tally = position.game.tally()
    assert (tally.winners, tally.decided_by) == ((0, 1), "shared")
