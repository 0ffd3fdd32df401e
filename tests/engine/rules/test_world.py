"""The rules of The World (Rails & Sails), and every worked example of its book."""

from collections import Counter

import pytest
from kit import Position, cards, keep

from branchline import titles
from branchline.engine.actions import (
    BuildHarbour,
    ChooseFleet,
    ClaimLine,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    LayCards,
    Pass,
    Pay,
    TakeCard,
)
from branchline.engine.errors import IllegalAction
from branchline.engine.events import (
    DeckReshuffled,
    FleetChosen,
    FleetRevealed,
    HarbourBuilt,
    LastTurnsBegan,
    LineClaimed,
    PiecesExchanged,
    RowFilled,
    RowRenewed,
)
from branchline.engine.game import Game, Options

PURPLE_RAIL = "novosibirsk-yakutsk-1"  # 3 spaces
RED_RAIL = "bangkok-mumbai-1"  # 3 spaces
WHITE_SEA = "dar-es-salaam-mumbai-1"  # 4 spaces
RED_SEA = "bangkok-manila-1"  # 2 spaces
RED_SEA_5 = "honolulu-tokyo-1"
GREEN_SEA_3 = "honolulu-port-moresby-1"
PURPLE_SEA_1 = "hong-kong-manila-1"
GRAY_SEA = "petropavlovsk-tokyo-1"  # 2 spaces
PAIR_1 = "casablanca-marseille-1"
PAIR_2 = "dar-es-salaam-luanda-1"
PAIR_3 = "beijing-lahore-1"
HARBOUR_HAND = "2 yellow-harbour-train, 2 yellow-ship"
TO_LIMA = "caracas-lima-1"
WAYPOINT = "waypoint-southern-ocean"

AFRICA = "lagos-luanda-dar-es-salaam-djibouti"  # 9 in order, 6, -15
CAIRO = "casablanca-al-qahira-tehran"  # 9 in order, 6, -15
CANADA = "anchorage-vancouver-winnipeg-cambridge-bay"  # 18 in order, 12, -24
PACIFIC = "manila-honolulu-port-moresby-darwin"  # 13 in order, 9, -19
ARCTIC = "anchorage-cambridge-bay-reykjavik-murmansk-tiksi"  # 34 in order, 23, -40
AFRICA_IN_ORDER = ("lagos-luanda-1", "dar-es-salaam-luanda-1", "dar-es-salaam-djibouti-1")
# Lagos - Casablanca - Al-Qahira - Djibouti - Dar Es Salaam - Luanda
AFRICA_OUT_OF_ORDER = (
    "casablanca-lagos-1",
    "al-qahira-casablanca-1",
    "al-qahira-djibouti-1",
    "dar-es-salaam-djibouti-1",
    "dar-es-salaam-luanda-1",
)


def paid(words: str) -> tuple[str, ...]:
    return tuple(sorted(cards(words)))


def hand(words: str) -> Position:
    return Position("world").hand(0, words)


def claimable(words: str, line: str) -> bool:
    return ClaimLine(line) in hand(words).legal()


def new_game(seats: int = 2) -> Game:
    return Game.new(titles.load("world"), seats, 5, Options(first_seat=0))


def with_fleet(trains: int, ships: int) -> Position:
    """Seat 0 has so many pieces, and the rest of its 25 and 50 in the box."""
    position = Position("world").pieces(0, trains, ships)
    position.public.box[0] = 25 - trains
    position.public.box[1] = 50 - ships
    return position


def empty_seats(seats: int = 2) -> Position:
    """Nobody has tickets, points or lines."""
    position = Position("world", seats)
    for seat in range(seats):
        position.tickets(seat)
    return position


# --- W1: the start


def test_W1_three_train_cards_seven_ship_cards_and_three_harbours_each() -> None:
    seats = new_game(5).view(None).seats
    assert [seat.hand_size for seat in seats] == [{"trains": 3, "ships": 7}] * 5
    assert [seat.markers for seat in seats] == [3] * 5


def test_W2_the_row_begins_with_three_cards_of_each_deck() -> None:
    row = new_game().view(None).row
    assert len(row) == 6
    assert all(card is not None and not card.endswith("ship") for card in row[:3])
    assert all(card is not None and card.endswith("ship") for card in row[3:])


def test_W7_the_decks_hold_80_train_and_60_ship_cards_with_four_marked_trains_a_colour() -> None:
    trains, ships = titles.load("world").decks
    assert [(suit.name, suit.each) for suit in trains.suits] == [("{}-train", 7), ("{}-harbour-train", 4)]
    assert [(suit.name, suit.each) for suit in ships.suits] == [("{}-ship", 4), ("{}-double-ship", 6)]
    assert (trains.locomotives, ships.locomotives) == (14, 0)
    facts = new_game().view(None).table
    assert facts.decks["trains"] + facts.decks["ships"] + sum(facts.discards.values()) == 140 - 2 * 10 - 6


def test_W1_five_tickets_are_dealt_and_three_must_be_kept() -> None:
    game = new_game()
    offer = game.view(0).offer
    assert len(offer) == 5
    assert game.why_not(0, KeepTickets(offer[:2])) is not None
    assert game.why_not(0, KeepTickets(offer[:3])) is None


def test_W1_rejected_starting_tickets_go_under_the_deck() -> None:
    game = new_game()
    for seat in (0, 1):
        game.play(seat, keep(game.view(seat).offer[:3]))
        game.play(seat, ChooseFleet(20, 40))
    assert game.view(None).table.ticket_deck == 65 - 2 * 3


def test_W1_the_fleet_is_chosen_after_the_tickets() -> None:
    game = new_game()
    assert game.why_not(0, ChooseFleet(20, 40)) is not None
    game.play(0, keep(game.view(0).offer))
    assert game.why_not(0, ChooseFleet(20, 40)) is None


def fleet_choice() -> Game:
    game = new_game()
    game.play(0, keep(game.view(0).offer))
    return game


def test_W1_sixty_pieces_of_at_most_25_trains_and_50_ships() -> None:
    assert set(fleet_choice().legal(0)) == {ChooseFleet(trains, 60 - trains) for trains in range(10, 26)}


@pytest.mark.parametrize(("trains", "ships"), [(26, 34), (9, 51), (20, 41), (20, 39), (0, 60), (25, 50), (-1, 61)])
def test_W1_other_fleets_are_refused(trains: int, ships: int) -> None:
    assert fleet_choice().why_not(0, ChooseFleet(trains, ships)) is not None


def test_W1_a_fleet_is_secret_until_all_have_chosen() -> None:
    game = fleet_choice()
    events = game.play(0, ChooseFleet(12, 48))
    assert [event.seen_by(1) for event in events] == [FleetChosen(0, None, None)]
    assert [event.seen_by(None) for event in events] == [FleetChosen(0, None, None)]
    assert game.view(1).seats[0].pieces == {"trains": 0, "ships": 0}
    assert game.view(1).seats[0].box == {"trains": 0, "ships": 0}
    assert game.view(0).own.opening_fleet == {"trains": 12, "ships": 48}
    assert game.view(1).own.opening_fleet == {}


def test_W1_all_fleets_are_shown_together() -> None:
    game = fleet_choice()
    game.play(0, ChooseFleet(12, 48))
    game.play(1, keep(game.view(1).offer))
    events = game.play(1, ChooseFleet(25, 35))
    assert FleetRevealed(0, 12, 48) in events
    assert FleetRevealed(1, 25, 35) in events


def test_W1_the_rest_stays_in_the_own_box() -> None:
    game = fleet_choice()
    game.play(0, ChooseFleet(12, 48))
    game.play(1, keep(game.view(1).offer))
    game.play(1, ChooseFleet(25, 35))
    seats = game.view(None).seats
    assert (seats[0].pieces, seats[0].box) == ({"trains": 12, "ships": 48}, {"trains": 13, "ships": 2})
    assert (seats[1].pieces, seats[1].box) == ({"trains": 25, "ships": 35}, {"trains": 0, "ships": 15})


def test_W1_twenty_and_forty_are_advised() -> None:
    assert titles.load("world").pieces.advised_trains == 20


# --- W2: two decks and one row


def two_decks() -> Position:
    """All trains to come are black, all ships white."""
    position = hand("").deck("20 black-train, 20 white-ship").discards("")
    return position.row("red-train", "red-train", "green-train", "red-ship", "red-ship", "green-ship")


@pytest.mark.parametrize(("deck", "card"), [("trains", "black-train"), ("ships", "white-ship")])
@pytest.mark.parametrize("slot", [0, 5])
def test_W2_a_taken_row_card_is_replaced_from_the_deck_the_player_names(slot: int, deck: str, card: str) -> None:
    position = two_decks()
    position.play(TakeCard(slot, deck))
    assert position.game.view(0).row[slot] == card


def test_W2_both_decks_are_on_offer_for_every_place_of_the_row() -> None:
    expected = {TakeCard(slot, deck) for slot in range(6) for deck in ("trains", "ships")}
    assert set(two_decks().legal_of(TakeCard)) == expected


def test_W2_a_row_card_is_not_taken_without_naming_a_deck() -> None:
    assert two_decks().why_not(TakeCard(0)) == "say which deck fills the gap in the row"


def test_W2_the_second_refill_is_chosen_anew() -> None:
    position = two_decks()
    position.play(TakeCard(0, "ships"), TakeCard(3, "trains"))
    assert position.game.view(0).row == (
        "white-ship",
        "red-train",
        "green-train",
        "black-train",
        "red-ship",
        "green-ship",
    )
    assert position.holds(0) == {"red-train": 1, "red-ship": 1}
    assert position.public.seat == 1


def test_W2_all_six_may_become_ships() -> None:
    position = two_decks().hand(1, "")
    position.play(TakeCard(0, "ships"), TakeCard(1, "ships"), TakeCard(2, "ships"))
    assert all(card is not None and card.endswith("-ship") for card in position.game.view(0).row)


def test_W2_a_blind_card_may_come_from_either_deck() -> None:
    position = two_decks()
    position.play(DrawCard("trains"), DrawCard("ships"))
    assert position.holds(0) == {"black-train": 1, "white-ship": 1}


def test_W2_only_ship_discards_become_the_new_ship_deck() -> None:
    position = two_decks().deck("5 black-train, 1 white-ship")
    position.discards("4 red-train, 2 red-ship, 1 red-double-ship, 2 locomotive")
    events = position.play(DrawCard("ships"))
    assert DeckReshuffled("ships", 3) in events
    facts = position.game.view(0).table
    assert facts.decks == {"trains": 5, "ships": 3}
    assert facts.discards == {"red-train": 4, "locomotive": 2}


def test_W2_only_train_discards_and_locomotives_become_the_new_train_deck() -> None:
    position = two_decks().deck("1 black-train, 5 white-ship")
    position.discards("4 red-train, 1 red-harbour-train, 2 red-ship, 1 red-double-ship, 2 locomotive")
    events = position.play(DrawCard("trains"))
    assert DeckReshuffled("trains", 7) in events
    assert position.game.view(0).table.discards == {"red-ship": 2, "red-double-ship": 1}


def test_W2_a_locomotive_paid_at_sea_goes_to_the_train_discards() -> None:
    position = two_decks().hand(0, "1 red-ship, 1 locomotive").deck("20 white-ship")
    events = position.claim(RED_SEA, "1 red-ship, 1 locomotive")
    assert DeckReshuffled("trains", 1) in events
    assert position.game.view(0).table.discards == {"red-ship": 1}


def test_C8_four_tickets_are_drawn_one_is_kept_and_the_others_go_under_the_deck() -> None:
    names = ("bangkok-tokyo", "hong-kong-jakarta", "djibouti-lahore", "jakarta-sydney", "mumbai-beijing")
    position = empty_seats().ticket_deck(*names)
    position.play(DrawTickets())
    assert set(position.game.view(0).offer) == set(names[:4])
    assert position.why_not(KeepTickets(())) == "keep at least 1 of the tickets"
    position.play(keep(["bangkok-tokyo"]))
    assert position.game.view(0).tickets == ("bangkok-tokyo",)
    position.play(DrawTickets())
    assert set(position.game.view(1).offer) == {names[4], *names[1:4]}


# --- W3: locomotives in the row


def test_W3_a_face_up_locomotive_is_the_whole_draw() -> None:
    position = two_decks().row("locomotive", *["red-train"] * 2, *["red-ship"] * 3)
    position.play(TakeCard(0, "ships"))
    assert position.public.seat == 1
    assert position.holds(0) == {"locomotive": 1}


def test_W3_a_face_up_locomotive_cannot_be_the_second_card() -> None:
    position = two_decks().row("locomotive", *["red-train"] * 2, *["red-ship"] * 3)
    position.play(DrawCard("ships"))
    assert position.why_not(TakeCard(0, "trains")) == "a face-up locomotive cannot be the second card"
    assert TakeCard(0, "ships") not in position.legal()
    assert TakeCard(1, "ships") in position.legal()


def test_W3_a_locomotive_that_turns_up_cannot_be_the_second_card() -> None:
    position = two_decks().deck("5 locomotive, 5 white-ship")
    position.play(TakeCard(0, "trains"))
    assert position.game.view(0).row[0] == "locomotive"
    assert TakeCard(0, "trains") not in position.legal()


def test_W3_a_locomotive_drawn_blind_is_an_ordinary_card() -> None:
    position = two_decks().deck("5 locomotive, 5 white-ship")
    position.play(DrawCard("trains"))
    assert position.public.seat == 0
    position.play(DrawCard("trains"))
    assert position.holds(0) == {"locomotive": 2}


def test_W3_three_locomotives_among_six_renew_the_row_with_three_of_each_deck() -> None:
    # The only train is a locomotive; then the reshuffled discards, all green, are the deck.
    position = hand("").deck("1 locomotive, 20 white-ship").discards("9 green-train")
    position.row("locomotive", "red-ship", "red-train", "locomotive", "red-ship", "red-ship")
    events = position.play(TakeCard(2, "trains"))
    renewed = [event for event in events if isinstance(event, RowRenewed)]
    assert [Counter(event.discarded) for event in renewed] == [Counter({"locomotive": 3, "red-ship": 3})]
    assert position.game.view(0).row == ("green-train",) * 3 + ("white-ship",) * 3
    assert position.game.view(0).table.discards == {"locomotive": 3, "red-ship": 3}
    assert position.public.seat == 0


def test_W3_two_locomotives_do_not_renew_the_row() -> None:
    position = two_decks().deck("5 locomotive, 20 white-ship")
    position.row("locomotive", "red-train", "red-train", "red-ship", "red-ship", "red-ship")
    events = position.play(TakeCard(1, "trains"))
    assert not any(isinstance(event, RowRenewed) for event in events)
    assert position.game.view(0).row[:2] == ("locomotive", "locomotive")


# --- R13: empty decks


def test_R13_the_other_deck_serves_when_the_named_one_is_empty() -> None:
    position = two_decks().deck("20 white-ship")
    events = position.play(TakeCard(0, "trains"))
    assert position.game.view(0).row[0] == "white-ship"
    assert any(isinstance(event, RowFilled) and event.deck == "ships" for event in events)
    position = two_decks().deck("20 black-train")
    position.play(TakeCard(5, "ships"))
    assert position.game.view(0).row[5] == "black-train"


def test_R13_a_named_deck_that_is_empty_is_not_reshuffled_from_the_discards_of_the_other() -> None:
    position = two_decks().deck("20 white-ship").discards("9 red-ship")
    position.play(TakeCard(0, "trains"))
    assert position.game.view(0).row[0] == "white-ship"
    assert position.game.view(0).table.discards == {"red-ship": 9}


def test_R13_a_place_that_cannot_be_refilled_stays_empty() -> None:
    position = two_decks().deck("")
    position.play(TakeCard(0, "trains"))
    assert position.game.view(0).row[0] is None
    assert position.why_not(TakeCard(0, "trains")) == "there is no card in that place of the row"
    assert not position.legal_of(DrawCard)


def test_R13_an_empty_place_is_filled_as_soon_as_a_deck_has_cards() -> None:
    position = hand("2 red-ship").deck("").discards("").row(None, *["red-train"] * 2, *["green-ship"] * 3)
    position.claim(RED_SEA, "2 red-ship")
    assert position.game.view(0).row == ("red-ship", "red-train", "red-train", *["green-ship"] * 3)
    facts = position.game.view(0).table
    assert (facts.decks, facts.discards) == ({"trains": 0, "ships": 1}, {})


def test_R13_what_the_ships_lack_in_a_renewed_row_comes_from_the_trains() -> None:
    position = hand("").deck("1 locomotive, 1 white-ship").discards("20 black-train")
    position.row("locomotive", "locomotive", *["green-train"] * 4)
    position.play(TakeCard(2, "trains"))
    assert position.game.view(0).row == (*["black-train"] * 3, "white-ship", *["black-train"] * 2)


def test_R13_an_empty_deck_cannot_be_drawn_from_but_the_other_can() -> None:
    position = two_decks().deck("20 black-train")
    assert position.why_not(DrawCard("ships")) == "that deck has no cards"
    assert position.legal_of(DrawCard) == [DrawCard("trains")]


def test_R13_the_last_card_of_a_deck_does_not_end_the_draw() -> None:
    position = two_decks().deck("1 white-ship")
    position.play(DrawCard("ships"))
    assert position.public.seat == 0
    assert len(position.legal_of(TakeCard)) == 12
    assert len(position.legal()) == 12


def test_R13_the_turn_ends_when_only_a_locomotive_is_left_for_the_second_card() -> None:
    position = two_decks().deck("").row("red-train", "locomotive", *[None] * 4)
    position.play(TakeCard(0, "ships"))
    assert position.public.seat == 1
    assert position.holds(0) == {"red-train": 1}


def test_R13_with_no_card_anywhere_drawing_is_not_legal() -> None:
    position = two_decks().deck("").row(*[None] * 6)
    assert not position.legal_of(DrawCard, TakeCard)


def test_R4_a_row_that_cannot_lose_its_locomotives_is_renewed_five_times() -> None:
    position = two_decks().deck("30 locomotive, 40 white-ship")
    position.row("locomotive", "locomotive", "red-train", *["red-ship"] * 3)
    events = position.play(TakeCard(2, "trains"))
    assert sum(isinstance(event, RowRenewed) for event in events) == 5
    assert position.game.view(0).row == ("locomotive",) * 3 + ("white-ship",) * 3


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
