"""The World: the start, two decks and one row, and empty decks."""

from collections import Counter

import pytest
from engine.rules.world import RED_SEA, empty_seats, hand, new_game
from kit import Position, keep

from branchline import titles
from branchline.engine.actions import ChooseFleet, DrawCard, DrawTickets, KeepTickets, TakeCard
from branchline.engine.events import DeckReshuffled, FleetChosen, FleetRevealed, RowFilled, RowRenewed
from branchline.engine.game import Game

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


@pytest.mark.parametrize("slot", [3, 5])
def test_R4_in_world_too_a_row_that_stays_is_looked_at_again_when_a_card_is_replaced(slot: int) -> None:
    position = two_decks().deck("30 locomotive, 40 white-ship")
    position.row("locomotive", "locomotive", "red-train", *["red-ship"] * 3)
    position.play(TakeCard(2, "trains"))
    position.deck("9 black-train, 9 white-ship")
    events = position.play(TakeCard(slot, "ships"))
    assert sum(isinstance(event, RowRenewed) for event in events) == 1
    assert position.game.view(0).row == ("black-train",) * 3 + ("white-ship",) * 3


def test_R4_in_world_too_a_row_that_stays_is_looked_at_again_when_a_gap_is_filled() -> None:
    position = two_decks().deck("1 white-ship").row(*["locomotive"] * 4, None, None)
    events = position.play(DrawCard("ships"))
    assert sum(isinstance(event, RowRenewed) for event in events) == 5
    assert position.game.view(0).row.count(None) == 2
    line = next(line for line in position.game.title.board.lines if line.length == 1 and line.kind == "rail")
    position.hand(1, "1 locomotive").deck("").discards("")
    events = position.claim(line.id, "1 locomotive")
    assert sum(isinstance(event, RowRenewed) for event in events) == 5
