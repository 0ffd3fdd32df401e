"""Nordic Countries: ferries, tunnels and Murmansk-Lieksa."""

from engine.rules.nordic import (
    GRAY_FERRY,
    GRAY_LINE,
    LONG_LINE,
    SHORT_FERRY,
    STAVANGER_FERRY,
    STAVANGER_TUNNEL,
    TROMSO_FERRY,
    YELLOW_LINE,
    claimable,
    hand,
    paid,
    tunnel,
)
from kit import cards

from branchline import titles
from branchline.engine.actions import ClaimLine, LayCards, Pay, TakeCardsBack, UseStandIns
from branchline.engine.events import CardsTakenBack, LineClaimed, TunnelCardTurned, TunnelPriced

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
