"""Europe: what it shares with USA, ferries, and what is in the box."""

from collections import Counter

import pytest
from kit import Position, cards, ways

from branchline import titles
from branchline.engine.actions import ClaimLine, Pay, TakeCard
from branchline.engine.events import LineClaimed, RowRenewed
from branchline.engine.game import Game

# --- E1: as in USA


def test_E1_example_1_three_blue_spaces_can_be_paid_in_four_ways() -> None:
    position = Position("europe").hand(0, "3 blue, 3 locomotive, 3 red")
    expected = ways("3 blue", "2 blue, 1 locomotive", "1 blue, 2 locomotive", "3 locomotive")
    assert position.payments("constantinople-sofia-1") == expected


def test_E1_example_2_two_gray_spaces_take_one_colour_locomotives_or_both() -> None:
    position = Position("europe").hand(0, "2 red, 1 yellow, 2 locomotive")
    expected = ways("2 red", "1 red, 1 locomotive", "1 yellow, 1 locomotive", "2 locomotive")
    assert position.payments("danzig-warszawa-1") == expected


def test_E1_example_2_colours_are_never_mixed() -> None:
    position = Position("europe").hand(0, "2 red, 1 yellow")
    position.play(ClaimLine("danzig-warszawa-1"))
    assert position.why_not(Pay(cards("1 red, 1 yellow"))) == "1 red, 1 yellow are not of one colour"


def test_E1_a_face_up_locomotive_is_the_whole_draw() -> None:
    position = Position("europe").row("red", "locomotive", "red", "red", "red").hand(0, "")
    position.play(TakeCard(1))
    assert position.holds(0) == {"locomotive": 1}
    assert position.public.seat == 1


def test_E1_a_face_up_locomotive_is_never_the_second_card() -> None:
    position = Position("europe").row("red", "locomotive", "red", "red", "red")
    position.play(TakeCard(0))
    assert position.why_not(TakeCard(1)) == "a face-up locomotive cannot be the second card"


def test_E1_three_face_up_locomotives_renew_the_row() -> None:
    position = Position("europe").row("locomotive", "red", "locomotive", "red", "red")
    position.deck("1 locomotive").discards("7 pink")
    assert any(isinstance(event, RowRenewed) for event in position.play(TakeCard(1)))
    assert position.table.row == ("pink",) * 5


# --- E2: ferries


def test_E2_example_palermo_to_smyrna_takes_four_cards_of_one_colour_and_two_locomotives() -> None:
    position = Position("europe").hand(0, "4 green, 2 locomotive, 3 red")
    assert position.payments("palermo-smyrna-1") == ways("4 green, 2 locomotive")
    events = position.claim("palermo-smyrna-1", "4 green, 2 locomotive")
    assert LineClaimed(0, "palermo-smyrna-1", 15) in events
    assert position.holds(0) == {"red": 3}
    assert position.table.seats[0].pieces == {"trains": 39}


def test_E2_further_locomotives_stand_in_for_cards_of_the_set() -> None:
    position = Position("europe").hand(0, "4 green, 6 locomotive")
    assert position.payments("palermo-smyrna-1") == ways(
        "4 green, 2 locomotive",
        "3 green, 3 locomotive",
        "2 green, 4 locomotive",
        "1 green, 5 locomotive",
        "6 locomotive",
    )


def test_E2_a_ferry_can_be_paid_with_locomotives_only() -> None:
    position = Position("europe").hand(0, "6 locomotive")
    position.claim("palermo-smyrna-1", "6 locomotive")
    assert position.table.seats[0].lines == ("palermo-smyrna-1",)


@pytest.mark.parametrize("hand", ["6 green", "6 green, 1 locomotive", "12 green"])
def test_E2_a_ferry_without_its_locomotives_cannot_be_claimed(hand: str) -> None:
    position = Position("europe").hand(0, hand)
    problem = "you do not have the cards for Palermo–Smyrna: 6 cards of any one colour, of these 2 locomotives"
    assert position.why_not(ClaimLine("palermo-smyrna-1")) == problem
    assert ClaimLine("palermo-smyrna-1") not in position.legal()


def test_E2_a_payment_with_too_few_locomotives_is_refused() -> None:
    position = Position("europe").hand(0, "6 green, 2 locomotive")
    position.play(ClaimLine("palermo-smyrna-1"))
    problem = "Palermo–Smyrna needs 2 locomotives, you laid down 1"
    assert position.why_not(Pay(cards("5 green, 1 locomotive"))) == problem
    problem = "Palermo–Smyrna needs 2 locomotives, you laid down 0"
    assert position.why_not(Pay(cards("6 green"))) == problem


def test_E2_a_ferry_of_symbols_only_takes_locomotives_only() -> None:
    position = Position("europe").hand(0, "5 red, 2 locomotive")
    assert position.payments("amsterdam-london-1") == ways("2 locomotive")


def test_E2_the_rest_of_a_ferry_is_of_one_colour() -> None:
    position = Position("europe").hand(0, "1 red, 1 blue, 1 locomotive")
    assert ClaimLine("essen-kobenhavn-1") not in position.legal()
    position = Position("europe").hand(0, "2 red, 2 blue, 1 locomotive")
    assert position.payments("essen-kobenhavn-1") == ways("2 red, 1 locomotive", "2 blue, 1 locomotive")


@pytest.mark.parametrize(
    ("line", "length", "locomotives"),
    [
        ("amsterdam-london-1", 2, 2),
        ("athina-brindisi-1", 4, 1),
        ("athina-smyrna-1", 2, 1),
        ("brindisi-palermo-1", 3, 1),
        ("constantinople-sevastopol-1", 4, 2),
        ("dieppe-london-1", 2, 1),
        ("dieppe-london-2", 2, 1),
        ("erzurum-sevastopol-1", 4, 2),
        ("essen-kobenhavn-1", 3, 1),
        ("essen-kobenhavn-2", 3, 1),
        ("palermo-roma-1", 4, 1),
        ("palermo-smyrna-1", 6, 2),
        ("sevastopol-sochi-1", 2, 1),
    ],
)
def test_E2_every_ferry_asks_for_its_symbols(line: str, length: int, locomotives: int) -> None:
    position = Position("europe").hand(0, f"{length} red, {locomotives} locomotive")
    fewest = {payment.count("locomotive") for payment in position.payments(line)}
    assert fewest == {locomotives}
    position.hand(0, f"{length} red, {locomotives - 1} locomotive")
    assert ClaimLine(line) not in position.legal()


def test_E2_a_route_that_is_no_ferry_needs_no_locomotive() -> None:
    position = Position("europe").hand(0, "4 red")
    assert position.payments("barcelona-marseille-1") == ways("4 red")


# --- the rulebook: what is in the box, and the figures


def test_europe_book_the_box_holds_110_cards_46_tickets_45_trains_and_3_stations() -> None:
    position = Position("europe", 4)
    seat = position.table.seats[3]
    assert (seat.pieces, seat.markers) == ({"trains": 45}, 3)
    decks = Counter(ticket.deck for ticket in titles.load("europe").board.tickets)
    assert decks == {"regular": 40, "long": 6}
    game = Game.new(titles.load("europe"), 2, 3)
    found = Counter(game.view(None).table.row) + Counter(game.view(None).table.discards)
    found += Counter(game.view(0).hand) + Counter(game.view(1).hand)
    found += Counter(game.lexicon.counts_at(game.state.deck))
    assert found.total() == 110
    assert found["locomotive"] == 14
    assert {count for card, count in found.items() if card != "locomotive"} == {12}


@pytest.mark.parametrize(
    ("line", "payment", "points"),
    [
        ("amsterdam-bruxelles-1", "1 black", 1),
        ("brest-dieppe-1", "2 orange", 2),
        ("brest-paris-1", "3 black", 4),
        ("barcelona-marseille-1", "4 black", 7),
        ("palermo-smyrna-1", "4 black, 2 locomotive", 15),
        ("petrograd-stockholm-1", "8 black", 21),
    ],
)
def test_C6_the_points_of_a_route_grow_with_its_length(line: str, payment: str, points: int) -> None:
    position = Position("europe").hand(0, payment).deck("9 white")
    assert LineClaimed(0, line, points) in position.claim(line, payment)
    assert position.table.seats[0].points == points


@pytest.mark.parametrize(
    ("ticket", "points"),
    [
        ("brest-petrograd", 20),
        ("cadiz-stockholm", 21),
        ("edinburgh-athina", 21),
        ("kobenhavn-erzurum", 21),
        ("lisboa-danzig", 20),
        ("palermo-moskva", 20),
        ("athina-angora", 5),
        ("frankfurt-smolensk", 13),
        ("stockholm-wien", 11),
        ("paris-zagrab", 7),
        ("rostov-erzurum", 5),
    ],
)
def test_europe_book_tickets_have_their_printed_values(ticket: str, points: int) -> None:
    assert titles.load("europe").board.ticket(ticket).points == points


def test_C7_parallel_routes_to_different_cities_are_no_double_route() -> None:
    position = Position("europe").owns(0, "dieppe-paris-1").hand(0, "3 black, 2 orange")
    assert position.why_not(ClaimLine("brest-paris-1")) is None
    assert position.why_not(ClaimLine("brest-dieppe-1")) is None


def test_europe_book_the_final_score_adds_track_tickets_stations_and_longest_path() -> None:
    # On the track 30; Paris–Wien done by a loan +8; Berlin–Roma missed -9; two stations left +8; longest path +10.
    position = Position("europe").points(0, 30).tickets(0, "paris-wien", "berlin-roma").built(0, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(0) == {
        "lines": 30,
        "ticket paris-wien": 8,
        "missed_ticket berlin-roma": -9,
        "unused_stations": 8,
        "longest_path": 10,
    }
    assert position.total(0) == 47
