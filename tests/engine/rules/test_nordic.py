"""The rules of Nordic Countries, and every worked example of its books."""

import pytest
from kit import Position, cards, keep

from branchline import titles
from branchline.engine.actions import (
    BuildStation,
    ClaimLine,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    LayCards,
    Pay,
    TakeCard,
    TakeCardsBack,
    UseStandIns,
)
from branchline.engine.errors import IllegalAction, SetupError
from branchline.engine.events import (
    CardsTakenBack,
    LastTurnsBegan,
    LineClaimed,
    RowRenewed,
    TunnelCardTurned,
    TunnelPriced,
)
from branchline.engine.game import Game, Options

STAVANGER_FERRY = "kristiansand-stavanger-1"  # 3 spaces, orange, 1 symbol
STAVANGER_TUNNEL = "kristiansand-stavanger-2"  # 2 spaces, green
TROMSO_FERRY = "honningsvag-tromso-1"  # 4 spaces, pink, 2 symbols
GRAY_FERRY = "alborg-goteborg-1"  # 2 spaces, gray, 1 symbol
SHORT_FERRY = "arhus-kobenhavn-1"  # 1 space, gray, 1 symbol
YELLOW_LINE = "orebro-oslo-2"  # 2 spaces
GRAY_LINE = "goteborg-norrkoping-1"  # 3 spaces
LONG_LINE = "lieksa-murmansk-1"  # 9 spaces, gray


def paid(words: str) -> tuple[str, ...]:
    return tuple(sorted(cards(words)))


def hand(words: str) -> Position:
    return Position("nordic").hand(0, words)


def claimable(words: str, line: str) -> bool:
    return ClaimLine(line) in hand(words).legal()


def tunnel(words: str, turned: str) -> Position:
    """A hand, and a deck of exactly the cards that a tunnel will turn."""
    return hand(words).deck(turned).discards("")


def new_game(seats: int = 2) -> Game:
    return Game.new(titles.load("nordic"), seats, 7, Options(first_seat=0))


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


# --- ferries


def test_N3_example_3_stavanger_kristiansand_takes_a_locomotive_and_two_orange() -> None:
    position = hand("1 locomotive, 2 orange")
    assert position.payments(STAVANGER_FERRY) == {paid("1 locomotive, 2 orange")}
    position.claim(STAVANGER_FERRY, "1 locomotive, 2 orange")
    assert position.holds(0) == {}
    seat = position.game.view(None).seats[0]
    assert (seat.points, seat.pieces) == (4, {"trains": 37})


def test_N3_a_ferry_is_not_claimed_without_its_locomotive() -> None:
    assert not claimable("3 orange", STAVANGER_FERRY)
    assert not claimable("4 orange", STAVANGER_FERRY)


def test_N3_a_set_instead_of_the_locomotive_is_refused() -> None:
    position = hand("3 orange, 1 locomotive")
    position.play(ClaimLine(STAVANGER_FERRY))
    assert position.why_not(Pay(cards("3 orange"))) is not None
    assert position.why_not(Pay(cards("2 orange, 1 locomotive"))) is None


def test_N3_more_locomotives_may_stand_in_for_cards_of_the_set() -> None:
    assert hand("2 orange, 2 locomotive").payments(STAVANGER_FERRY) == {
        paid("2 orange, 1 locomotive"),
        paid("1 orange, 2 locomotive"),
    }


def test_N3_a_ferry_may_be_paid_with_locomotives_only() -> None:
    position = hand("4 locomotive")
    assert paid("4 locomotive") in position.payments(TROMSO_FERRY)
    position.claim(TROMSO_FERRY, "4 locomotive")
    assert position.game.view(None).seats[0].lines == (TROMSO_FERRY,)


def test_N3_any_three_cards_stand_in_for_the_locomotive() -> None:
    words = "2 orange, 1 red, 1 blue, 1 green"
    assert hand(words).payments(STAVANGER_FERRY) == {paid(words)}


def test_N3_two_cards_do_not_stand_in_for_the_locomotive() -> None:
    assert not claimable("2 orange, 1 red, 1 blue", STAVANGER_FERRY)


def test_N3_the_three_cards_may_be_of_the_set_colour() -> None:
    assert hand("5 orange").payments(STAVANGER_FERRY) == {paid("5 orange")}


def test_N3_any_three_cards_stand_in_for_a_locomotive_in_the_place_of_a_set_card() -> None:
    words = "1 locomotive, 1 orange, 1 red, 1 blue, 1 green"
    assert hand(words).payments(STAVANGER_FERRY) == {paid(words)}


def test_N3_nine_cards_of_any_kind_pay_a_whole_ferry_of_three_and_eight_do_not() -> None:
    assert hand("3 red, 3 blue, 3 green").payments(STAVANGER_FERRY) == {paid("3 red, 3 blue, 3 green")}
    assert not claimable("3 red, 3 blue, 2 green", STAVANGER_FERRY)


def test_N3_two_symbols_take_two_locomotives() -> None:
    assert hand("2 pink, 2 locomotive").payments(TROMSO_FERRY) == {paid("2 pink, 2 locomotive")}
    assert not claimable("3 pink, 1 locomotive", TROMSO_FERRY)
    assert not claimable("4 pink", TROMSO_FERRY)


def test_N3_each_missing_locomotive_takes_three_cards_of_its_own() -> None:
    assert not claimable("2 pink, 3 red", TROMSO_FERRY)
    assert not claimable("2 pink, 5 red", TROMSO_FERRY)
    assert hand("2 pink, 6 red").payments(TROMSO_FERRY) == {paid("2 pink, 6 red")}
    assert hand("2 pink, 1 locomotive, 3 red").payments(TROMSO_FERRY) == {paid("2 pink, 1 locomotive, 3 red")}


def test_N3_a_third_card_of_the_colour_is_only_one_of_any_three_on_a_ferry_with_two_set_spaces() -> None:
    assert not claimable("3 pink, 1 locomotive, 1 red", TROMSO_FERRY)
    assert hand("3 pink, 1 locomotive, 2 red").payments(TROMSO_FERRY) == {paid("3 pink, 1 locomotive, 2 red")}


def test_N3_a_gray_ferry_takes_a_locomotive_and_any_one_colour() -> None:
    assert hand("1 red, 1 blue, 1 locomotive").payments(GRAY_FERRY) == {
        paid("1 red, 1 locomotive"),
        paid("1 blue, 1 locomotive"),
    }


def test_N3_a_ferry_of_one_space_takes_a_locomotive_or_any_three_cards() -> None:
    assert not claimable("2 red", SHORT_FERRY)
    assert hand("1 red, 1 blue, 1 green").payments(SHORT_FERRY) == {paid("1 red, 1 blue, 1 green")}
    assert hand("1 red, 1 locomotive").payments(SHORT_FERRY) == {paid("1 locomotive")}


def test_R15_locomotives_may_be_among_the_any_three() -> None:
    assert hand("1 red, 2 locomotive").payments(SHORT_FERRY) == {paid("1 locomotive"), paid("1 red, 2 locomotive")}


def test_R15_no_fourth_card_goes_with_the_any_three() -> None:
    assert hand("2 red, 2 blue").payments(SHORT_FERRY) == {paid("2 red, 1 blue"), paid("1 red, 2 blue")}


def test_N3_three_cards_are_no_locomotive_on_a_tunnel() -> None:
    assert not claimable("1 green, 6 red", STAVANGER_TUNNEL)


def test_N3_three_cards_are_no_locomotive_on_an_ordinary_line() -> None:
    assert not claimable("1 yellow, 6 red", YELLOW_LINE)
    assert not claimable("2 red, 3 blue, 3 green", "helsinki-imatra-1")


def test_N3_stand_ins_are_laid_down_kind_by_kind_and_discarded() -> None:
    position = hand("2 orange, 1 red, 1 blue, 2 green").discards("").deck("20 white")
    position.play(ClaimLine(STAVANGER_FERRY), UseStandIns(1))
    assert position.game.decision is not None
    assert position.game.decision.cards_to_lay == 5
    events = position.play(LayCards("red", 1), LayCards("blue", 1), LayCards("green", 1), LayCards("orange", 2))
    assert LineClaimed(0, STAVANGER_FERRY, 4) in events
    assert position.holds(0) == {"green": 1}
    assert position.game.view(0).table.discards == {"red": 1, "blue": 1, "green": 1, "orange": 2}
    assert position.public.seat == 1


def test_N3_one_train_goes_on_each_space_however_many_cards_were_paid() -> None:
    position = hand("3 red").deck("20 white")
    position.play(ClaimLine(SHORT_FERRY), UseStandIns(1), LayCards("red", 3))
    seat = position.game.view(None).seats[0]
    assert (seat.points, seat.pieces) == (1, {"trains": 39})


def test_R16_a_coloured_ferry_takes_its_own_colour_only() -> None:
    assert not claimable("1 locomotive, 2 red", STAVANGER_FERRY)
    assert claimable("1 locomotive, 1 red", "alborg-kristiansand-1")
    assert not claimable("1 locomotive, 1 blue", "alborg-kristiansand-1")


def test_R16_only_four_ferry_lines_are_gray() -> None:
    ferries = [line for line in titles.load("nordic").board.lines if line.kind == "ferry"]
    assert {line.id for line in ferries if line.colour == "gray"} == {
        "alborg-goteborg-1",
        "arhus-kobenhavn-1",
        "helsinki-stockholm-1",
        "umea-vaasa-1",
    }


# --- tunnels


def test_N4_example_4_a_green_card_turned_costs_another_green_one() -> None:
    position = tunnel("3 green", "1 green, 1 red, 1 blue")
    events = position.claim(STAVANGER_TUNNEL, "2 green")
    assert TunnelPriced(0, STAVANGER_TUNNEL, 1) in events
    assert set(position.legal()) == {Pay(cards("1 green")), TakeCardsBack()}
    position.play(Pay(cards("1 green")))
    assert position.game.view(None).seats[0].lines == (STAVANGER_TUNNEL,)
    assert position.holds(0) == {}


def test_N4_example_5_a_locomotive_turned_costs_another_green_card() -> None:
    position = tunnel("3 green, 1 locomotive", "1 locomotive, 1 red, 1 blue")
    events = position.claim(STAVANGER_TUNNEL, "2 green")
    assert TunnelPriced(0, STAVANGER_TUNNEL, 1) in events
    assert set(position.legal()) == {Pay(cards("1 green")), Pay(cards("1 locomotive")), TakeCardsBack()}
    position.play(Pay(cards("1 green")))
    assert position.holds(0) == {"locomotive": 1}
    assert position.game.view(None).seats[0].points == 2


def test_N4_example_6_a_locomotive_turned_costs_another_locomotive_after_locomotives_only() -> None:
    position = tunnel("3 locomotive, 3 green", "1 locomotive, 1 red, 1 blue")
    events = position.claim(STAVANGER_TUNNEL, "2 locomotive")
    assert TunnelPriced(0, STAVANGER_TUNNEL, 1) in events
    assert set(position.legal()) == {Pay(cards("1 locomotive")), TakeCardsBack()}


def test_N4_locomotives_only_are_not_matched_by_the_colour_of_the_tunnel() -> None:
    position = tunnel("2 locomotive, 3 green", "3 green")
    events = position.claim(STAVANGER_TUNNEL, "2 locomotive")
    assert TunnelPriced(0, STAVANGER_TUNNEL, 0) in events
    assert LineClaimed(0, STAVANGER_TUNNEL, 2) in events
    assert position.holds(0) == {"green": 3}


def test_N4_a_mixed_payment_is_matched_by_its_colour_and_by_locomotives() -> None:
    position = tunnel("4 green, 1 locomotive", "1 green, 1 locomotive, 1 blue")
    events = position.claim(STAVANGER_TUNNEL, "1 green, 1 locomotive")
    assert TunnelPriced(0, STAVANGER_TUNNEL, 2) in events


def test_N4_without_the_extra_cards_all_go_back_to_the_hand() -> None:
    position = tunnel("2 green, 5 red", "2 green, 1 locomotive")
    position.claim(STAVANGER_TUNNEL, "2 green")
    assert position.legal() == (TakeCardsBack(),)
    events = position.play(TakeCardsBack())
    assert CardsTakenBack(0, STAVANGER_TUNNEL) in events
    assert position.holds(0) == {"green": 2, "red": 5}
    seat = position.game.view(None).seats[0]
    assert (seat.lines, seat.points, seat.pieces) == ((), 0, {"trains": 40})
    assert position.public.seat == 1


def test_N4_any_three_cards_do_not_pay_the_extra_of_a_tunnel() -> None:
    position = tunnel("2 green, 3 red", "1 locomotive, 2 blue")
    position.claim(STAVANGER_TUNNEL, "2 green")
    assert position.legal() == (TakeCardsBack(),)


def test_N4_with_two_cards_left_two_are_turned() -> None:
    position = tunnel("3 green", "1 green, 1 red")
    events = position.claim(STAVANGER_TUNNEL, "2 green")
    assert sum(isinstance(event, TunnelCardTurned) for event in events) == 2
    assert TunnelPriced(0, STAVANGER_TUNNEL, 1) in events


def test_N4_with_no_cards_to_turn_no_extra_is_owed() -> None:
    position = tunnel("3 green", "")
    events = position.claim(STAVANGER_TUNNEL, "2 green")
    assert not any(isinstance(event, TunnelCardTurned) for event in events)
    assert position.game.view(None).seats[0].lines == (STAVANGER_TUNNEL,)


def test_N4_the_discards_are_reshuffled_before_too_few_cards_are_turned() -> None:
    position = hand("5 green").deck("1 red").discards("2 green")
    events = position.claim(STAVANGER_TUNNEL, "2 green")
    assert sum(isinstance(event, TunnelCardTurned) for event in events) == 3
    assert TunnelPriced(0, STAVANGER_TUNNEL, 2) in events


def test_N4_a_ferry_turns_no_cards() -> None:
    position = hand("2 orange, 1 locomotive").deck("20 orange")
    events = position.claim(STAVANGER_FERRY, "2 orange, 1 locomotive")
    assert not any(isinstance(event, TunnelCardTurned) for event in events)


# --- Murmansk-Lieksa


def test_N5_example_seven_green_and_eight_others_claim_murmansk_lieksa() -> None:
    words = "7 green, 3 red, 2 blue, 1 white, 2 locomotive"
    position = hand(words)
    assert position.payments(LONG_LINE) == {paid(words)}
    position.play(ClaimLine(LONG_LINE), UseStandIns(2))
    position.play(LayCards("red", 3), LayCards("blue", 2), LayCards("green", 7), LayCards("white", 1))
    position.play(LayCards("locomotive", 2))
    seat = position.game.view(None).seats[0]
    assert (seat.lines, seat.points, seat.pieces) == ((LONG_LINE,), 27, {"trains": 31})
    assert position.holds(0) == {}


def test_N5_seven_green_and_seven_others_are_too_few() -> None:
    assert not claimable("7 green, 3 red, 2 blue, 1 white, 1 locomotive", LONG_LINE)


def test_N5_nine_of_one_colour_need_no_stand_ins() -> None:
    position = hand("9 green")
    assert position.payments(LONG_LINE) == {paid("9 green")}
    position.claim(LONG_LINE, "9 green")
    assert position.game.view(None).seats[0].points == 27


def test_N5_any_four_cards_replace_one_on_murmansk_lieksa() -> None:
    assert not claimable("8 green, 3 red", LONG_LINE)
    assert hand("8 green, 1 red, 1 blue, 1 white, 1 locomotive").payments(LONG_LINE) == {
        paid("8 green, 1 red, 1 blue, 1 white, 1 locomotive")
    }


def test_N5_a_locomotive_alone_is_no_joker_there() -> None:
    assert not claimable("8 green, 1 locomotive", LONG_LINE)
    assert not claimable("8 green, 3 locomotive", LONG_LINE)
    assert hand("8 green, 4 locomotive").payments(LONG_LINE) == {paid("8 green, 4 locomotive")}


def test_N5_the_set_is_of_one_colour() -> None:
    assert not claimable("5 green, 4 red", LONG_LINE)
    assert not claimable("5 green, 4 red, 4 blue, 4 white, 3 black", LONG_LINE)
    assert claimable("5 green, 4 red, 4 blue, 4 white, 4 black", LONG_LINE)


def test_R15_the_any_four_may_be_of_the_colour_of_the_set() -> None:
    assert hand("12 green").payments(LONG_LINE) == {paid("9 green"), paid("12 green")}
    assert hand("11 green").payments(LONG_LINE) == {paid("9 green")}


def test_N5_stand_ins_may_be_used_as_often_as_wanted() -> None:
    position = hand("4 red, 4 blue, 4 green, 4 yellow, 4 black, 4 white, 4 orange, 4 pink, 4 locomotive")
    position.play(ClaimLine(LONG_LINE))
    assert set(position.legal()) == {UseStandIns(n) for n in (5, 6, 7, 8, 9)}


def test_N5_thirty_five_cards_are_too_few_for_nine_stand_ins() -> None:
    position = hand("4 red, 4 blue, 4 green, 4 yellow, 4 black, 4 white, 4 orange, 4 pink, 3 locomotive")
    position.play(ClaimLine(LONG_LINE))
    assert set(position.legal()) == {UseStandIns(n) for n in (5, 6, 7, 8)}


def test_N5_no_other_gray_line_takes_any_four() -> None:
    assert not claimable("3 green, 3 red, 3 blue, 3 locomotive", "kuopio-vaasa-1")
    assert not claimable("2 green, 1 red, 1 blue, 1 white, 1 black", GRAY_LINE)


def test_N5_four_cards_for_one_are_no_rule_of_ferries_nor_three_for_one_of_murmansk_lieksa() -> None:
    assert not claimable("8 green, 3 red", LONG_LINE)
    assert not claimable("7 green, 6 red", LONG_LINE)
    assert hand("4 red").payments(SHORT_FERRY) == {paid("3 red")}


def test_N5_nine_trains_are_needed() -> None:
    position = hand("9 green").pieces(0, 8)
    assert position.why_not(ClaimLine(LONG_LINE)) == "Lieksa–Murmansk takes 9 trains, you have 8"
    assert ClaimLine(LONG_LINE) in hand("9 green").pieces(0, 9).legal()


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
