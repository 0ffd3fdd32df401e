"""The rulings on what is seen and what counts: loans, ties and what is not shown."""

import json

import pytest
from engine.rules.rulings import BLIND
from kit import Position

from branchline import titles
from branchline.engine.actions import DrawCard, DrawTickets, KeepTickets, TakeCard
from branchline.engine.events import CardDrawn, HandDealt, OpeningTicketsChosen, TicketsKept, TicketsOffered
from branchline.engine.facts import facts_to_data
from branchline.engine.game import Game, Options

# --- R3: a station lends one route, not a way in and a way out


def test_R3_one_station_does_not_lend_a_way_in_and_a_way_out() -> None:
    # Paris–Wien through Frankfurt: both Frankfurt–Paris and Frankfurt–München are another player's.
    position = Position("europe").tickets(0, "paris-wien").built(0, "frankfurt")
    position.owns(0, "munchen-wien-1").owns(1, "frankfurt-paris-1", "frankfurt-munchen-1")
    assert position.score_lines(0)["missed_ticket paris-wien"] == -8
    assert position.game.tally().seats[0].loans == ()


def test_R3_one_route_in_is_enough_when_the_way_out_is_the_players_own() -> None:
    position = Position("europe").tickets(0, "paris-wien").built(0, "frankfurt")
    position.owns(0, "munchen-wien-1", "frankfurt-munchen-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(0)["ticket paris-wien"] == 8


# --- R7: ties


def tied(title: str, seats: int = 2) -> Position:
    position = Position(title, seats)
    for seat in range(seats):
        position.tickets(seat)
    return position


def result(position: Position) -> tuple[tuple[int, ...], str]:
    tally = position.game.tally()
    totals = [seat.total for seat in tally.seats]
    assert totals.count(max(totals)) > 1, "this is no tie"
    return tally.winners, tally.decided_by


def test_R7_more_points_win_without_a_tie_break() -> None:
    position = tied("usa").points(0, 1)
    tally = position.game.tally()
    assert (tally.winners, tally.decided_by) == ((0,), "points")


def test_R7_usa_more_completed_tickets_come_first() -> None:
    # Seat 0: a ticket, 4. Seat 1: the longest path, 10. The longest path comes second in the list.
    position = tied("usa").tickets(0, "denver-el-paso").owns(0, "denver-santa-fe-1", "el-paso-santa-fe-1")
    position.owns(1, "helena-seattle-1").points(0, 6)
    assert result(position) == ((0,), "more_tickets")


def test_R7_usa_it_is_the_number_of_tickets_that_counts_not_their_points() -> None:
    # Seat 0 has done 4 + 6; seat 1 has done 11. Seat 1 has the longest path.
    position = tied("usa").tickets(0, "denver-el-paso", "new-york-atlanta").tickets(1, "denver-pittsburgh")
    position.owns(0, "denver-santa-fe-1", "el-paso-santa-fe-1")
    position.owns(0, "new-york-washington-1", "raleigh-washington-1", "atlanta-raleigh-1")
    position.owns(1, "denver-omaha-1", "chicago-omaha-1", "chicago-pittsburgh-1")
    position.points(0, 11)
    assert [position.total(0), position.total(1)] == [21, 21]
    assert result(position) == ((0,), "more_tickets")


def test_R7_usa_missed_tickets_do_not_count_as_completed() -> None:
    position = tied("usa").tickets(0, "denver-el-paso", "boston-miami").points(0, 16)
    position.owns(1, "helena-seattle-1").points(1, -10)
    assert [position.total(0), position.total(1)] == [0, 0]
    assert result(position) == ((1,), "longest_path_holder")


def test_R7_usa_then_the_holder_of_the_longest_path_wins() -> None:
    position = tied("usa").owns(0, "helena-seattle-1").points(1, 10)
    assert result(position) == ((0,), "longest_path_holder")


def test_R7_usa_a_tie_that_survives_the_list_is_a_shared_win() -> None:
    position = tied("usa", 3).owns(0, "helena-seattle-1").owns(2, "duluth-helena-1")
    assert result(position) == ((0, 2), "shared")


def test_R7_usa_holders_of_the_longest_path_share_what_a_third_has_lost() -> None:
    position = tied("usa", 3).owns(0, "helena-seattle-1").owns(2, "duluth-helena-1").points(1, 10)
    assert [position.total(seat) for seat in range(3)] == [10, 10, 10]
    assert result(position) == ((0, 2), "shared")


def test_R7_europe_more_completed_tickets_come_first() -> None:
    # Seat 0 has built three stations, seat 1 none, and seat 1 has the longest path.
    position = tied("europe").tickets(0, "paris-wien").built(0, "roma", "riga", "kyiv")
    position.owns(0, "frankfurt-paris-1", "frankfurt-munchen-1", "munchen-wien-1").owns(1, "palermo-smyrna-1")
    position.owns(1, "palermo-roma-1").points(0, 14)
    assert [position.total(0), position.total(1)] == [14 + 8, 12 + 10]
    assert result(position) == ((0,), "more_tickets")


def test_R7_europe_a_ticket_completed_by_a_loan_counts() -> None:
    position = tied("europe").tickets(0, "paris-wien").built(0, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1", "brest-paris-1")
    position.points(0, 6)
    assert [position.total(0), position.total(1)] == [6 + 8 + 8, 12 + 10]
    assert result(position) == ((0,), "more_tickets")


def test_R7_europe_then_fewer_stations_built_win() -> None:
    # Seat 0 has built one station, seat 1 two; seat 1 has the longest path.
    position = tied("europe").built(0, "roma").built(1, "riga", "kyiv").owns(1, "palermo-smyrna-1").points(0, 6)
    assert [position.total(0), position.total(1)] == [6 + 8, 4 + 10]
    assert result(position) == ((0,), "fewer_stations")


def test_R7_europe_then_the_holder_of_the_longest_path_wins() -> None:
    position = tied("europe").built(0, "roma").built(1, "riga").owns(1, "palermo-smyrna-1").points(0, 10)
    assert result(position) == ((1,), "longest_path_holder")


def test_R7_europe_a_tie_that_survives_the_list_is_a_shared_win() -> None:
    position = tied("europe").built(0, "roma").built(1, "riga")
    assert result(position) == ((0, 1), "shared")


def test_R7_each_tie_break_is_only_between_those_still_tied() -> None:
    # Seats 0 and 1 have a ticket each, seat 2 has none but the fewest stations and the longest path.
    position = tied("europe", 3).built(0, "roma", "kyiv").built(1, "riga")
    position.tickets(0, "budapest-sofia").tickets(1, "frankfurt-kobenhavn")
    position.owns(0, "bucuresti-budapest-1", "bucuresti-sofia-1").owns(1, "essen-frankfurt-1", "essen-kobenhavn-1")
    position.owns(2, "petrograd-stockholm-1").points(0, 13).points(1, 9)
    assert [position.total(seat) for seat in range(3)] == [13 + 5 + 4, 9 + 5 + 8, 12 + 10]
    assert result(position) == ((1,), "fewer_stations")


# --- R10: what is not shown


def hidden_apart() -> tuple[Position, Position]:
    """Two positions that look the same to seat 0."""
    one = Position("europe", 3, seed=5).hand(0, "4 red").hand(1, "3 blue, 2 green").hand(2, "1 locomotive")
    other = Position("europe", 3, seed=5).hand(0, "4 red").hand(1, "4 pink, 1 locomotive").hand(2, "1 black")
    one.deck("9 white, 3 red").tickets(1, "paris-wien", "berlin-roma").ticket_deck("kyiv-sochi", "london-wien")
    other.deck("8 locomotive, 4 pink").tickets(1, "brest-petrograd", "athina-angora")
    other.ticket_deck("essen-kyiv", "riga-bucuresti")
    return one, other


@pytest.mark.parametrize("seat", [0, None])
def test_R10_hidden_cards_and_tickets_do_not_change_a_view(seat: int | None) -> None:
    one, other = hidden_apart()
    assert one.game.view(seat).facts == other.game.view(seat).facts


def test_R10_every_seat_does_see_its_own_cards_and_tickets() -> None:
    one, other = hidden_apart()
    assert one.holds(1) == {"blue": 3, "green": 2}
    assert other.holds(1) == {"pink": 4, "locomotive": 1}
    assert set(other.game.view(1).tickets) == {"brest-petrograd", "athina-angora"}


def test_R10_the_top_card_of_the_deck_does_not_change_what_is_legal() -> None:
    one, other = hidden_apart()
    assert one.legal_of(TakeCard, DrawCard) == other.legal_of(TakeCard, DrawCard)
    assert one.legal_of(DrawCard) == [DrawCard("cards")]


def test_R10_a_card_drawn_blind_is_seen_by_its_seat_only() -> None:
    position = Position("usa").deck("5 green").row("red", "red", "red", "red", "red")
    (drawn,) = position.play(BLIND)
    assert drawn.seen_by(0) == CardDrawn(0, "cards", "green")
    assert drawn.seen_by(1) == drawn.seen_by(None) == CardDrawn(0, "cards", None)


def test_R10_a_card_taken_from_the_row_is_known_to_all_until_it_is_laid_down() -> None:
    position = Position("usa").hand(0, "2 blue").row("blue", "red", "red", "red", "red").deck("9 green")
    position.play(TakeCard(0), BLIND)
    assert position.game.view(1).seats[0].known_cards == {"blue": 1}
    position.play(BLIND, BLIND)
    position.claim("montreal-new-york-1", "3 blue")
    assert position.game.view(1).seats[0].known_cards == {}


def test_R10_the_dealt_hands_are_seen_by_their_seats_only() -> None:
    game = Game.new(titles.load("usa"), 3, 9)
    for event in game.opening:
        if isinstance(event, HandDealt):
            assert event.cards is not None
            assert sorted(event.cards) == sorted(
                card for card, n in game.view(event.seat).hand.items() for _ in range(n)
            )
            other = (event.seat + 1) % 3
            assert event.seen_by(other) == event.seen_by(None) == HandDealt(event.seat, None)
        if isinstance(event, TicketsOffered):
            assert event.seen_by((event.seat + 1) % 3) == TicketsOffered(event.seat, 3, None)


def test_R10_starting_tickets_are_chosen_in_any_order_and_shown_to_nobody() -> None:
    game = Game.new(titles.load("usa"), 3, 9, Options(first_seat=0))
    assert list(game.due) == [0, 1, 2]
    offer = game.view(2).offer
    (event,) = game.play(2, KeepTickets(offer[:2]))
    assert event.seen_by(0) == OpeningTicketsChosen(2, None)
    assert list(game.due) == [0, 1]
    # How many were kept is shown when all have chosen.
    assert game.view(0).seats[2].tickets == 0
    assert game.view(0).seats[2].ready
    assert game.view(2).own.opening_tickets == offer[:2]
    game.play(0, KeepTickets(game.view(0).offer))
    events = game.play(1, KeepTickets(game.view(1).offer))
    assert TicketsKept(2, 2, 1, None, None) in [event.seen_by(0) for event in events]
    assert [seat.tickets for seat in game.view(0).seats] == [3, 3, 2]


def test_R10_the_place_of_returned_tickets_is_known_to_those_who_returned_them() -> None:
    position = Position("usa").ticket_deck("boston-miami", "calgary-phoenix", "denver-el-paso", "duluth-houston")
    position.play(DrawTickets(), KeepTickets(("boston-miami",)))
    below = position.game.view(0).own.tickets_below
    assert below[0] is None
    assert set(below[1:]) == {"calgary-phoenix", "denver-el-paso"}
    assert position.game.view(1).own.tickets_below == (None, None, None)


def test_R10_the_seed_stays_with_the_server() -> None:
    seed = bytes(range(7, 39))
    game = Game.new(titles.load("usa"), 2, seed)
    for seat in (0, 1, None):
        told = json.dumps(facts_to_data(game.view(seat).facts))
        assert seed.hex() not in told
        assert "seed" not in told
    assert game.commitment is not None
    assert seed.hex() not in game.commitment


def test_R10_the_discards_are_shown_as_a_heap_without_order() -> None:
    position = Position("usa").hand(0, "3 blue").hand(1, "2 red").discards("").deck("9 white")
    position.claim("montreal-new-york-1", "3 blue")
    position.claim("boston-new-york-1", "2 red")
    assert position.table.discards == {"red": 2, "blue": 3}


# --- R17: the best loan, and ties at nought


def test_R17_of_equal_ticket_points_the_loan_with_more_completed_tickets_is_taken() -> None:
    # Kyïv can lend the way to Wilno for Amsterdam–Wilno (12), or the way to Smolensk for Kyïv–Petrograd (6) and
    # Warszawa–Smolensk (6): nought points either way, but two tickets instead of one.
    position = Position("europe", 3).tickets(0, "amsterdam-wilno", "kyiv-petrograd", "warszawa-smolensk")
    position.owns(0, "amsterdam-essen-1", "berlin-essen-1", "berlin-warszawa-1", "kyiv-warszawa-1")
    position.owns(0, "moskva-smolensk-1", "moskva-petrograd-1").built(0, "kyiv")
    position.owns(1, "kyiv-wilno-1").owns(2, "kyiv-smolensk-1")
    tally = position.game.tally().seats[0]
    assert tally.completed_tickets == 2
    assert [(loan.city, loan.line) for loan in tally.loans] == [("kyiv", "kyiv-smolensk-1")]
    lines = position.score_lines(0)
    assert lines["missed_ticket amsterdam-wilno"] == -12
    assert lines["ticket kyiv-petrograd"] == lines["ticket warszawa-smolensk"] == 6


def test_R17_more_ticket_points_go_before_more_completed_tickets() -> None:
    # Kyïv can lend the way to Smolensk for Berlin–Moskva (12) and Warszawa–Smolensk (6), or the way to Wilno for
    # Brest–Petrograd (20).
    position = Position("europe", 3).tickets(0, "berlin-moskva", "warszawa-smolensk", "brest-petrograd")
    position.owns(0, "brest-paris-1", "frankfurt-paris-1", "berlin-frankfurt-1", "berlin-warszawa-1", "kyiv-warszawa-1")
    position.owns(0, "moskva-smolensk-1", "petrograd-wilno-1").built(0, "kyiv")
    position.owns(1, "kyiv-smolensk-1").owns(2, "kyiv-wilno-1")
    tally = position.game.tally().seats[0]
    assert tally.completed_tickets == 1
    assert [(loan.city, loan.line) for loan in tally.loans] == [("kyiv", "kyiv-wilno-1")]
    assert position.score_lines(0)["ticket brest-petrograd"] == 20


def test_R17_a_loan_that_completes_nothing_is_not_named() -> None:
    position = Position("europe").tickets(0, "london-wien").built(0, "paris").owns(1, "brest-paris-1")
    assert position.game.tally().seats[0].loans == ()


@pytest.mark.parametrize("title", ["usa", "europe"])
def test_R17_all_tied_for_the_longest_path_get_the_bonus_also_at_nought(title: str) -> None:
    position = Position(title, 3)
    for seat in range(3):
        assert position.score_lines(seat)["longest_path"] == 10
