"""Europe: stations, what they lend, and tickets."""

import random
from collections import Counter
from itertools import product

import pytest
from engine.rules.europe import BLIND, pays
from kit import Position, cards, draw_all_tickets

from branchline import titles
from branchline.engine.actions import BuildStation, DrawTickets, KeepTickets, Pay
from branchline.engine.board import Line, Ticket
from branchline.engine.events import PaymentLaid, StationBuilt
from branchline.engine.game import Game, Options
from branchline.engine.tally import Loan

# --- E6: stations


def test_E6_the_first_station_costs_one_card() -> None:
    position = Position("europe").hand(0, "2 red, 1 blue, 1 locomotive").deck("9 white").discards("")
    position.play(BuildStation("paris"))
    assert set(position.legal()) == pays("1 red", "1 blue", "1 locomotive")
    events = position.play(Pay(cards("1 blue")))
    assert events == [PaymentLaid(0, ("blue",), None, "paris"), StationBuilt(0, "paris")]
    seat = position.table.seats[0]
    assert (seat.built, seat.markers, seat.points) == (("paris",), 2, 0)
    assert position.table.discards == {"blue": 1}
    assert position.holds(0) == {"red": 2, "locomotive": 1}


def test_E6_the_second_station_costs_two_of_one_colour() -> None:
    position = Position("europe").built(0, "roma").hand(0, "3 red, 1 blue, 2 locomotive")
    position.play(BuildStation("paris"))
    assert set(position.legal()) == pays("2 red", "1 red, 1 locomotive", "1 blue, 1 locomotive", "2 locomotive")
    assert position.why_not(Pay(cards("1 red, 1 blue"))) == "1 blue, 1 red are not of one colour"
    problem = "this station needs 2 cards of one colour, you laid down 1 red"
    assert position.why_not(Pay(cards("1 red"))) == problem


def test_E6_the_third_station_costs_three_of_one_colour() -> None:
    position = Position("europe").built(0, "roma", "wien").hand(0, "3 red, 2 blue, 1 locomotive")
    position.play(BuildStation("paris"))
    assert set(position.legal()) == pays("3 red", "2 red, 1 locomotive", "2 blue, 1 locomotive")
    position.play(Pay(cards("2 blue, 1 locomotive")))
    assert position.table.seats[0].built == ("paris", "roma", "wien")
    assert position.table.seats[0].markers == 0


def test_E6_a_station_can_be_paid_with_locomotives_only() -> None:
    position = Position("europe").built(0, "roma", "wien").hand(0, "3 locomotive")
    position.station("paris", "3 locomotive")
    assert position.table.seats[0].built == ("paris", "roma", "wien")


def test_E6_three_stations_are_all() -> None:
    position = Position("europe").built(0, "roma", "wien", "paris").hand(0, "9 red")
    assert position.why_not(BuildStation("berlin")) == "you have built all your stations"
    assert position.legal_of(BuildStation) == []


@pytest.mark.parametrize("owner", [0, 1])
def test_E6_a_city_has_one_station_at_most(owner: int) -> None:
    position = Position("europe").built(owner, "paris").hand(0, "3 red")
    assert position.why_not(BuildStation("paris")) == "something is built in that city already"
    assert BuildStation("paris") not in position.legal()


def test_E6_any_city_without_a_station_will_do() -> None:
    position = Position("europe").built(1, "paris").hand(0, "1 red")
    expected = {BuildStation(city.id) for city in titles.load("europe").board.cities} - {BuildStation("paris")}
    assert set(position.legal_of(BuildStation)) == expected
    assert len(expected) == 46


def test_E6_a_station_needs_its_cards() -> None:
    position = Position("europe").built(0, "roma").hand(0, "1 red, 1 blue")
    assert position.why_not(BuildStation("paris")) == "you do not have the cards for a station: 2 cards of one colour"
    assert position.legal_of(BuildStation) == []
    position = Position("europe").hand(0, "")
    assert position.legal_of(BuildStation) == []


def test_E6_a_station_is_the_whole_turn() -> None:
    position = Position("europe").hand(0, "6 red")
    position.play(BuildStation("paris"))
    assert position.why_not(BLIND) == "pay for the station first"
    position.play(Pay(cards("1 red")))
    assert position.public.seat == 1


def test_E6_a_station_takes_no_train_and_scores_no_points_at_once() -> None:
    position = Position("europe").hand(0, "1 red")
    position.station("paris", "1 red")
    assert position.table.seats[0].pieces == {"trains": 45}
    assert position.table.seats[0].points == 0


def test_E6_a_city_that_is_not_on_the_board_is_refused() -> None:
    assert Position("europe").hand(0, "1 red").why_not(BuildStation("oslo")) == "Europe has no city 'oslo'"


# --- E7: what a station lends


def loans(position: Position, seat: int = 0) -> set[tuple[str, str]]:
    return {(loan.city, loan.line) for loan in position.game.tally().seats[seat].loans}


def test_E7_a_station_lends_a_route_of_another_player() -> None:
    position = Position("europe").tickets(0, "paris-wien")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(0)["missed_ticket paris-wien"] == -8
    position.built(0, "paris")
    assert position.score_lines(0)["ticket paris-wien"] == 8
    assert position.game.tally().seats[0].loans == (Loan("paris", "frankfurt-paris-1"),)


@pytest.mark.parametrize("city", ["paris", "frankfurt"])
def test_E7_the_station_may_stand_at_either_end_of_the_route_lent(city: str) -> None:
    position = Position("europe").tickets(0, "paris-wien").built(0, city)
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(0)["ticket paris-wien"] == 8


@pytest.mark.parametrize("city", ["munchen", "wien", "dieppe", "berlin"])
def test_E7_a_station_lends_only_routes_that_touch_its_city(city: str) -> None:
    position = Position("europe").tickets(0, "paris-wien").built(0, city)
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(0)["missed_ticket paris-wien"] == -8
    assert loans(position) == set()


def test_E7_a_station_lends_nothing_to_the_others() -> None:
    position = Position("europe").tickets(0, "paris-wien").built(1, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(0)["missed_ticket paris-wien"] == -8


def test_E7_an_unclaimed_route_is_not_lent() -> None:
    position = Position("europe").tickets(0, "paris-wien").built(0, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1")
    assert position.score_lines(0)["missed_ticket paris-wien"] == -8


def test_E7_the_same_route_is_lent_for_all_tickets() -> None:
    # Frankfurt–Paris serves Paris–Wien and Paris–Zágráb; Bruxelles–Paris would serve Barcelona–Bruxelles.
    position = Position("europe").tickets(0, "paris-wien", "paris-zagrab", "barcelona-bruxelles").built(0, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1", "wien-zagrab-1")
    position.owns(0, "barcelona-pamplona-1", "pamplona-paris-1")
    position.owns(1, "frankfurt-paris-1", "bruxelles-paris-1")
    lines = position.score_lines(0)
    assert lines["ticket paris-wien"] == 8
    assert lines["ticket paris-zagrab"] == 7
    assert lines["missed_ticket barcelona-bruxelles"] == -8
    assert loans(position) == {("paris", "frankfurt-paris-1")}


def test_E7_the_loan_with_the_most_ticket_points_is_taken() -> None:
    # From Paris either to Dieppe, which serves Madrid–Dieppe (8), or to Zürich, which serves Brest–Venezia (8)
    # and Madrid–Zürich (8).
    position = Position("europe").tickets(0, "madrid-dieppe", "brest-venezia", "madrid-zurich").built(0, "paris")
    position.owns(0, "madrid-pamplona-1", "pamplona-paris-1", "brest-paris-1", "venezia-zurich-1")
    position.owns(1, "dieppe-paris-1", "paris-zurich-1")
    assert position.score_lines(0)["missed_ticket madrid-dieppe"] == -8
    assert position.score_lines(0)["ticket brest-venezia"] == 8
    assert position.score_lines(0)["ticket madrid-zurich"] == 8
    assert loans(position) == {("paris", "paris-zurich-1")}


def test_E7_the_best_choice_is_made_over_all_stations_together() -> None:
    # Berlin and Wilno together can lend the two gaps of Brest–Petrograd (20). Each on its own would rather serve
    # a smaller ticket: Berlin Essen–Kyïv (10), Wilno Warszawa–Smolensk (6).
    position = Position("europe").tickets(0, "brest-petrograd", "essen-kyiv", "warszawa-smolensk")
    position.owns(0, "brest-paris-1", "frankfurt-paris-1", "berlin-warszawa-1", "warszawa-wilno-1", "kyiv-warszawa-1")
    position.owns(1, "berlin-frankfurt-1", "berlin-essen-1", "petrograd-wilno-1", "smolensk-wilno-1")
    position.built(0, "berlin", "wilno")
    lines = position.score_lines(0)
    assert lines["ticket brest-petrograd"] == 20
    assert lines["missed_ticket essen-kyiv"] == -10
    assert lines["missed_ticket warszawa-smolensk"] == -6
    assert loans(position) == {("berlin", "berlin-frankfurt-1"), ("wilno", "petrograd-wilno-1")}


def test_E7_two_stations_may_lend_two_routes_in_a_row() -> None:
    # Frankfurt lends Frankfurt–Paris, München lends Frankfurt–München: both belong to seat 1.
    position = Position("europe").tickets(0, "paris-wien").built(0, "frankfurt", "munchen")
    position.owns(0, "munchen-wien-1").owns(1, "frankfurt-paris-1", "frankfurt-munchen-1")
    assert position.score_lines(0)["ticket paris-wien"] == 8


def test_E7_routes_of_several_players_may_be_lent() -> None:
    position = Position("europe", 3).tickets(0, "paris-wien").built(0, "paris", "wien")
    position.owns(0, "frankfurt-munchen-1").owns(1, "frankfurt-paris-1").owns(2, "munchen-wien-1")
    assert position.score_lines(0)["ticket paris-wien"] == 8
    assert loans(position) == {("paris", "frankfurt-paris-1"), ("wien", "munchen-wien-1")}


def test_E7_a_loan_takes_nothing_from_the_owner_of_the_route() -> None:
    position = Position("europe").tickets(0, "paris-wien").tickets(1, "paris-wien").built(0, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1")
    assert position.score_lines(1)["missed_ticket paris-wien"] == -8
    assert position.game.tally().seats[1].loans == ()


def best_loans_by_hand(
    own: list[Line], others: list[Line], stations: list[str], tickets: list[Ticket]
) -> tuple[int, int]:
    """The most ticket points, then tickets, over every choice of one route or none for each station."""
    choices = [[None, *(line for line in others if city in (line.a, line.b))] for city in stations]
    found = []
    for choice in product(*choices):
        group: dict[str, str] = {}

        def head(city: str, group: dict[str, str] = group) -> str:
            while city in group:
                city = group[city]
            return city

        for line in [*own, *filter(None, choice)]:
            if head(line.a) != head(line.b):
                group[head(line.a)] = head(line.b)
        done = [head(ticket.cities[0]) == head(ticket.cities[1]) for ticket in tickets]
        points = sum(ticket.points if ok else -ticket.points for ticket, ok in zip(tickets, done, strict=True))
        found.append((points, sum(done)))
    return max(found)


def test_E7_the_best_loans_agree_with_trying_every_choice() -> None:
    board = titles.load("europe").board
    singles = [line for line in board.lines if not line.id.endswith("-2")]
    helped = 0
    for seed in range(120):
        luck = random.Random(seed)
        claimed = luck.sample(singles, 60)
        own, others = claimed[:25], claimed[25:]
        shared = {end for line in own for end in (line.a, line.b)} & {
            end for line in others for end in (line.a, line.b)
        }
        stations = luck.sample(sorted(shared), 3)
        tickets = luck.sample(board.tickets, 14)
        position = Position("europe", 3).tickets(0, *(ticket.id for ticket in tickets)).built(0, *stations)
        position.owns(0, *(line.id for line in own)).owns(1, *(line.id for line in others[:20]))
        position.owns(2, *(line.id for line in others[20:]))
        tally = position.game.tally().seats[0]
        points = sum(line.points for line in tally.lines if line.reason in ("ticket", "missed_ticket"))
        assert (points, tally.completed_tickets) == best_loans_by_hand(own, others, stations, tickets), seed
        helped += bool(tally.loans)
    assert helped > 60


# --- E8: stations left, and the longest path


@pytest.mark.parametrize(("cities", "points"), [((), 12), (("paris",), 8), (("paris", "roma"), 4)])
def test_E8_each_unbuilt_station_is_worth_four_points(cities: tuple[str, ...], points: int) -> None:
    position = Position("europe").built(0, *cities)
    assert position.score_lines(0)["unused_stations"] == points


def test_E8_three_built_stations_leave_nothing() -> None:
    position = Position("europe").tickets(0).built(0, "paris", "roma", "wien").owns(1, "berlin-essen-1")
    assert position.score_lines(0).get("unused_stations", 0) == 0
    assert position.total(0) == 0


def test_E8_lent_routes_do_not_count_for_the_longest_path() -> None:
    # Seat 0 has 2 + 3 of its own; with the 3 lent it would beat the 6 of seat 1.
    position = Position("europe").tickets(0, "paris-wien").built(0, "paris")
    position.owns(0, "frankfurt-munchen-1", "munchen-wien-1").owns(1, "frankfurt-paris-1", "brest-paris-1")
    assert position.score_lines(0)["ticket paris-wien"] == 8
    assert "longest_path" not in position.score_lines(0)
    assert position.score_lines(1)["longest_path"] == 10


def test_E8_a_path_may_come_through_a_city_twice_but_uses_each_train_once() -> None:
    # In from Essen, round Frankfurt–Bruxelles–Paris–Frankfurt, out to München; Dieppe is a branch of one space.
    position = Position("europe").owns(0, "essen-frankfurt-1", "bruxelles-frankfurt-1", "bruxelles-paris-1")
    position.owns(0, "frankfurt-paris-1", "frankfurt-munchen-1", "dieppe-paris-1")
    lines = [line for line in position.game.tally().seats[0].lines if line.reason == "longest_path"]
    assert [line.count for line in lines] == [2 + 2 + 2 + 3 + 2]


# --- E9: tickets


def test_E9_one_long_and_three_regular_tickets_are_dealt() -> None:
    board = titles.load("europe").board
    for seed in range(20):
        game = Game.new(titles.load("europe"), 5, seed)
        for seat in range(5):
            decks = Counter(board.ticket(ticket).deck for ticket in game.view(seat).offer)
            assert decks == {"long": 1, "regular": 3}
        assert game.view(None).table.ticket_deck == 40 - 15


def test_E9_at_least_two_starting_tickets_are_kept() -> None:
    game = Game.new(titles.load("europe"), 2, 4)
    offer = game.view(1).offer
    assert len(game.legal(1)) == 6 + 4 + 1
    assert str(game.why_not(1, KeepTickets(offer[:1]))) == "keep at least 2 of the tickets"


def test_E9_the_starting_tickets_may_be_rejected_whichever_their_kind() -> None:
    board = titles.load("europe").board
    game = Game.new(titles.load("europe"), 2, 4)
    offer = game.view(0).offer
    regular = tuple(ticket for ticket in offer if board.ticket(ticket).deck == "regular")
    (long,) = set(offer) - set(regular)
    assert game.why_not(0, KeepTickets(regular)) is None
    assert game.why_not(0, KeepTickets(regular[:2])) is None
    assert game.why_not(0, KeepTickets((long, regular[0]))) is None


def test_E9_rejected_and_undealt_tickets_are_out_of_the_game_and_drawn_ones_are_regular() -> None:
    title = titles.load("europe")
    game = Game.new(title, 3, 11, Options(first_seat=0))
    offers = [game.view(seat).offer for seat in range(3)]
    for seat, offer in enumerate(offers):
        game.play(seat, KeepTickets(offer[2:]))
    for seat, offer in enumerate(offers):
        assert set(game.view(seat).own.tickets_out) == set(offer[:2])
    assert game.view(None).own.tickets_out == ()
    assert game.view(None).table.ticket_deck == 40 - 9
    drawn = draw_all_tickets(game)
    assert len(drawn) == 31
    regular = {ticket.id for ticket in title.board.tickets if ticket.deck == "regular"}
    assert set(drawn) == regular - {ticket for offer in offers for ticket in offer}


def test_E9_drawn_tickets_that_are_not_kept_go_under_the_deck() -> None:
    position = Position("europe").ticket_deck("paris-wien", "london-wien", "berlin-roma", "kyiv-sochi")
    position.play(DrawTickets(), KeepTickets(("paris-wien",)))
    assert position.table.ticket_deck == 3
    position.play(DrawTickets())
    assert set(position.game.view(1).offer) == {"kyiv-sochi", "london-wien", "berlin-roma"}
