"""The rulings: what the books leave open, settled."""

import json

import pytest
from kit import Position, cards

from branchline import titles
from branchline.engine.actions import (
    Action,
    BuildHarbour,
    BuildStation,
    ClaimLine,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    Pay,
    TakeCard,
    TakeCardsBack,
)
from branchline.engine.errors import IllegalAction
from branchline.engine.events import (
    CardDrawn,
    DeckReshuffled,
    Event,
    GameEnded,
    HandDealt,
    LineClaimed,
    OpeningTicketsChosen,
    Passed,
    RowFilled,
    RowRenewed,
    TicketsKept,
    TicketsOffered,
    TunnelCardTurned,
    TunnelPriced,
)
from branchline.engine.facts import facts_to_data
from branchline.engine.game import Game, Options

BLIND = DrawCard("cards")
TUNNEL = "angora-constantinople-1"  # gray, 2 spaces


def due(position: Position) -> tuple[int, str]:
    decision = position.game.decision
    assert decision is not None
    return decision.seat, decision.kind


def renewals(events: list[Event]) -> int:
    return sum(isinstance(event, RowRenewed) for event in events)


# --- R2: a turned locomotive


@pytest.mark.parametrize("extra", ["1 green", "1 locomotive"])
def test_R2_a_turned_locomotive_is_met_with_the_colour_or_a_locomotive(extra: str) -> None:
    position = Position("europe").hand(0, "3 green, 1 locomotive").deck("1 locomotive, 2 blue").discards("")
    position.play(ClaimLine(TUNNEL), Pay(cards("2 green")))
    assert Pay(cards(extra)) in position.legal()
    assert LineClaimed(0, TUNNEL, 2) in position.play(Pay(cards(extra)))


def test_R2_three_turned_locomotives_are_met_with_three_of_the_colour() -> None:
    position = Position("europe").hand(0, "5 green").deck("3 locomotive").discards("")
    position.play(ClaimLine(TUNNEL), Pay(cards("2 green")), Pay(cards("3 green")))
    assert position.table.seats[0].lines == (TUNNEL,)


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


# --- R4: a renewal that does not end by itself


def bad_row() -> Position:
    """The last blind card is drawn; the five of the row are then all the cards there are to turn."""
    position = Position("usa", 3).row("locomotive", "locomotive", "locomotive", "red", "blue")
    return position.hand(0, "").deck("1 white").discards("")


def test_R4_the_row_is_renewed_five_times_in_one_go_and_then_stays() -> None:
    position = bad_row()
    events = position.play(BLIND)
    assert renewals(events) == 5
    assert sum(isinstance(event, DeckReshuffled) for event in events) == 5
    assert sorted(card or "" for card in position.table.row) == [
        "blue",
        "locomotive",
        "locomotive",
        "locomotive",
        "red",
    ]
    assert due(position) == (0, "second_card")


def test_R4_the_row_is_renewed_no_more_often_than_it_shows_three_locomotives() -> None:
    position = Position("usa").row("locomotive", "locomotive", "locomotive", "red", "blue")
    position.deck("1 white").discards("20 pink")
    assert renewals(position.play(BLIND)) == 1
    assert position.table.row == ("pink",) * 5


def test_R4_the_row_stays_until_a_card_has_left_it_and_been_replaced() -> None:
    position = bad_row()
    position.play(BLIND)
    red = position.table.row.index("red")
    # A card has left it, but there is none to replace it.
    assert renewals(position.play(TakeCard(red))) == 0
    assert position.table.row[red] is None
    assert position.table.row.count("locomotive") == 3
    # Now there is: the gap is filled, and the row, still bad, is renewed again, five times at most.
    position.hand(1, "1 pink")
    events = position.claim("atlanta-nashville-1", "1 pink")
    filled = next(event for event in events if isinstance(event, RowFilled))
    assert (filled.slot, filled.card) == (red, "pink")
    assert renewals(events) == 5


def test_R4_a_row_that_stays_is_not_renewed_by_a_blind_draw() -> None:
    position = bad_row()
    position.play(BLIND)
    position.deck("5 green")
    assert renewals(position.play(BLIND)) == 0
    assert position.table.row.count("locomotive") == 3


# --- R5: passing


def nothing_left(title: str, seats: int) -> Position:
    """No card to draw, no ticket, and empty hands."""
    position = Position(title, seats).deck("").discards("").row(None, None, None, None, None).ticket_deck()
    for seat in range(seats):
        position.hand(seat, "").tickets(seat)
    return position


@pytest.mark.parametrize("title", ["usa", "europe"])
def test_R5_a_player_with_no_legal_action_passes(title: str) -> None:
    position = nothing_left(title, 2)
    assert position.legal() == (Pass(),)
    assert position.play(Pass()) == [Passed(0)]
    assert due(position) == (1, "turn")


@pytest.mark.parametrize("words", ["cards", "deck", "tickets", "row"])
def test_R5_passing_is_legal_only_when_nothing_else_is(words: str) -> None:
    position = nothing_left("usa", 2)
    if words == "cards":
        position.hand(0, "1 red")
    elif words == "deck":
        position.deck("1 red")
    elif words == "row":
        position.row("red", None, None, None, None)
    else:
        position.ticket_deck("boston-miami")
    assert position.why_not(Pass()) == "you can still do something, so you cannot pass"
    assert Pass() not in position.legal()


def test_R5_cards_that_pay_for_nothing_do_not_forbid_to_pass() -> None:
    position = nothing_left("europe", 2).hand(0, "1 green").built(0, "roma", "wien", "paris")
    assert position.legal() == (Pass(),)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_R5_when_every_player_in_turn_has_passed_the_game_ends_and_is_scored(seats: int) -> None:
    position = nothing_left("usa", seats).points(1, 7)
    for _ in range(seats - 1):
        position.play(Pass())
        assert not position.game.over
    events = position.play(Pass())
    assert events == [Passed(seats - 1), GameEnded("nobody could move")]
    assert position.game.over
    tally = position.game.tally()
    assert tally.winners == (1,)
    assert [seat.total for seat in tally.seats] == [10, 17, *[10] * (seats - 2)]


def test_R5_only_passes_one_after_the_other_end_the_game() -> None:
    position = nothing_left("europe", 3).hand(1, "1 black")
    for seat, cities in enumerate((("roma", "wien", "paris"), ("kyiv", "riga", "brest"), ("essen", "sofia", "cadiz"))):
        position.built(seat, *cities)
    position.play(Pass())
    position.claim("amsterdam-bruxelles-1", "1 black")
    # The card of seat 1 comes back as the only one in the row, and is of no use to seat 2.
    position.play(TakeCard(0))
    assert position.holds(2) == {"black": 1}
    position.play(Pass(), Pass())
    assert not position.game.over
    position.play(Pass())
    assert position.game.over


def test_R5_a_pass_is_a_turn_of_the_last_round() -> None:
    position = nothing_left("usa", 2).hand(0, "1 pink").pieces(0, 3)
    position.claim("atlanta-nashville-1", "1 pink")
    assert position.table.turns_left == 2
    # Seat 1 takes the only card there is; nothing is left for seat 0.
    position.play(TakeCard(0))
    assert position.legal() == (Pass(),)
    assert position.play(Pass()) == [Passed(0), GameEnded("last turns played")]


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


# --- R9: the player chooses


def everything(game: Game) -> tuple[object, ...]:
    """All that a refused action must leave as it was."""
    s = game.state
    hidden = (s.hands, s.deck, s.tickets, s.offers, s.boxed, s.top, s.below, s.chosen)
    views = [game.view(seat).facts for seat in (*range(len(game.names)), None)]
    return (views, [list(words) for words in hidden], game.dealer.luck, len(game.steps))


def test_R9_a_payment_is_asked_for_even_if_there_is_only_one() -> None:
    position = Position("usa").hand(0, "3 blue")
    position.play(ClaimLine("montreal-new-york-1"))
    assert due(position) == (0, "pay_line")
    assert position.legal() == (Pay(cards("3 blue")),)


def test_R9_a_station_is_paid_with_the_cards_the_player_names() -> None:
    position = Position("europe").hand(0, "5 red, 1 locomotive")
    position.station("paris", "1 locomotive")
    assert position.holds(0) == {"red": 5}


def test_R9_locomotives_may_be_spent_although_the_colour_would_do() -> None:
    position = Position("usa").hand(0, "3 blue, 3 locomotive")
    position.claim("montreal-new-york-1", "1 blue, 2 locomotive")
    assert position.holds(0) == {"blue": 2, "locomotive": 1}


def test_R9_the_order_in_which_cards_and_tickets_are_named_does_not_matter() -> None:
    assert Pay(("locomotive", "blue", "blue")) == Pay(("blue", "locomotive", "blue"))
    assert KeepTickets(("b", "a")) == KeepTickets(("a", "b"))


def test_R9_kept_tickets_are_chosen_even_if_only_one_is_offered() -> None:
    position = Position("usa").ticket_deck("boston-miami")
    position.play(DrawTickets())
    assert due(position) == (0, "keep_tickets")


REFUSED: list[tuple[str, Action]] = [
    ("usa", Pass()),
    ("usa", TakeCard(9)),
    ("usa", TakeCard(0, refill="cards")),
    ("usa", DrawCard("tickets")),
    ("usa", ClaimLine("atlanta-miami-1")),
    ("usa", ClaimLine("nowhere")),
    ("usa", BuildStation("boston")),
    ("usa", BuildHarbour("boston")),
    ("usa", KeepTickets(("boston-miami",))),
    ("usa", Pay(cards("1 red"))),
    ("usa", Pay(("mauve",))),
    ("usa", TakeCardsBack()),
    ("europe", ClaimLine("palermo-smyrna-1")),
    ("europe", BuildStation("roma")),
    ("europe", BuildStation("nowhere")),
]


@pytest.mark.parametrize(("title", "action"), REFUSED)
def test_R9_what_the_rules_forbid_is_refused_with_a_reason_and_an_unchanged_state(title: str, action: Action) -> None:
    position = Position(title).hand(0, "2 red")
    if title == "europe":
        position.built(1, "roma")
    before = everything(position.game)
    with pytest.raises(IllegalAction) as refused:
        position.game.play(0, action)
    assert len(str(refused.value)) > 10
    assert refused.value.code
    assert everything(position.game) == before


@pytest.mark.parametrize("payment", ["2 red", "4 red", "3 green", "2 red, 1 green", "3 locomotive", ""])
def test_R9_a_bad_payment_changes_nothing(payment: str) -> None:
    position = Position("usa").hand(0, "4 red, 3 green, 1 locomotive")
    position.play(ClaimLine("chicago-duluth-1"))
    before = everything(position.game)
    with pytest.raises(IllegalAction):
        position.game.play(0, Pay(cards(payment)))
    assert everything(position.game) == before
    position.game.play(0, Pay(cards("3 red")))


@pytest.mark.parametrize("extra", ["1 red", "3 red", "2 green", "2 locomotive"])
def test_R9_a_bad_extra_payment_changes_nothing(extra: str) -> None:
    position = Position("europe").hand(0, "5 red, 2 green, 1 locomotive").deck("2 red, 1 blue").discards("")
    position.play(ClaimLine(TUNNEL), Pay(cards("2 red")))
    before = everything(position.game)
    with pytest.raises(IllegalAction):
        position.game.play(0, Pay(cards(extra)))
    assert everything(position.game) == before


def test_R9_an_action_of_a_seat_that_is_not_to_move_changes_nothing() -> None:
    position = Position("usa").hand(1, "3 blue")
    before = everything(position.game)
    with pytest.raises(IllegalAction, match="Player 2 has nothing to choose now, but Player 1"):
        position.game.play(1, ClaimLine("montreal-new-york-1"))
    with pytest.raises(IllegalAction, match="there is no seat 2; the seats are 0 to 1"):
        position.game.play(2, BLIND)
    assert everything(position.game) == before


def test_R9_several_actions_are_played_all_or_none() -> None:
    position = Position("usa").hand(0, "3 blue")
    before = everything(position.game)
    with pytest.raises(IllegalAction):
        position.game.play_all(0, (ClaimLine("montreal-new-york-1"), Pay(cards("2 blue"))))
    assert everything(position.game) == before
    position.game.play_all(0, (ClaimLine("montreal-new-york-1"), Pay(cards("3 blue"))))
    assert position.table.seats[0].points == 4


@pytest.mark.parametrize("title", ["usa", "europe"])
def test_R9_whatever_is_listed_as_legal_is_accepted(title: str) -> None:
    game = Game.new(titles.load(title), 3, 77)
    for turn in range(160):
        if game.decision is None:
            break
        seat = game.decision.seat
        actions = game.legal()
        assert len(set(actions)) == len(actions)
        for action in actions:
            assert game.why_not(seat, action) is None
            game.copy().play(seat, action)
        game.play(seat, actions[turn * 31 % len(actions)])


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


# --- R11: two routes between the same cities that are no double route


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("kristiansand-stavanger-1", "kristiansand-stavanger-2"),
        ("kristiansand-stavanger-2", "kristiansand-stavanger-1"),
    ],
)
def test_R11_two_lines_of_different_length_between_the_same_cities_are_two_routes(first: str, second: str) -> None:
    everything_held = ", ".join(f"9 {colour}" for colour in ("red", "blue", "green", "yellow", "black", "white"))
    hand = f"{everything_held}, 9 orange, 9 pink, 9 locomotive"
    board = titles.load("nordic").board
    assert {board.line(line).kind for line in (first, second)} == {"tunnel", "ferry"}
    for owner in (0, 1):
        position = Position("nordic", 2).owns(owner, first).hand(0, hand)
        assert position.why_not(ClaimLine(second)) is None


def test_R11_a_true_double_route_of_the_same_board_does_close() -> None:
    board = titles.load("nordic").board
    one, other = [line for line in board.lines if line.double is not None and line.double == "helsinki--stockholm"]
    position = Position("nordic", 2).owns(1, one.id).hand(0, "9 yellow, 9 locomotive")
    assert ClaimLine(other.id) not in position.legal()


# --- R13: reshuffles and gaps


def test_R13_a_place_that_cannot_be_refilled_stays_empty() -> None:
    position = Position("usa").row("red", "blue", "green", "black", "pink").deck("").discards("")
    position.play(TakeCard(1), TakeCard(3))
    assert position.table.row == ("red", None, "green", None, "pink")
    assert position.why_not(TakeCard(1)) == "there is no card in that place of the row"


def test_R13_a_gap_is_filled_as_soon_as_discards_come_back() -> None:
    position = Position("usa").row("red", None, "green", "black", "pink").deck("").discards("").hand(0, "3 blue")
    events = position.claim("montreal-new-york-1", "3 blue")
    assert DeckReshuffled("cards", 3) in events
    assert RowFilled(1, "blue", "cards", ("red", "blue", "green", "black", "pink")) in events
    assert position.table.row == ("red", "blue", "green", "black", "pink")
    assert position.table.decks == {"cards": 2}
    assert position.table.discards == {}


def test_R13_as_many_gaps_are_filled_as_there_are_cards() -> None:
    position = Position("usa").row(None, None, "green", None, None).deck("").discards("").hand(0, "3 blue")
    position.claim("montreal-new-york-1", "3 blue")
    assert position.table.row == ("blue", "blue", "green", "blue", None)
    assert position.table.decks == {"cards": 0}


def test_R13_the_next_player_draws_from_the_filled_row_and_the_new_deck() -> None:
    position = Position("usa").row(None, None, None, None, None).deck("").discards("").hand(0, "6 white").hand(1, "")
    position.claim("calgary-winnipeg-1", "6 white")
    assert position.table.row == ("white",) * 5
    position.play(TakeCard(0), TakeCard(0))
    assert position.holds(1) == {"white": 2}
    assert list(position.table.row) == [None, "white", "white", "white", "white"]


def test_R13_a_station_brings_cards_back_too() -> None:
    position = Position("europe").row("red", None, "green", "black", "pink").deck("").discards("").hand(0, "1 blue")
    position.station("paris", "1 blue")
    assert position.table.row == ("red", "blue", "green", "black", "pink")


def test_R13_a_tunnel_brings_cards_back_too() -> None:
    position = Position("europe").row("red", None, "green", "black", "pink").deck("").discards("").hand(0, "2 white")
    position.claim(TUNNEL, "2 white")
    assert position.table.row == ("red", "white", "green", "black", "pink")
    assert position.table.decks == {"cards": 1}


def test_R13_an_empty_deck_with_discards_is_reshuffled_before_the_row_is_renewed() -> None:
    position = Position("usa").row("locomotive", "red", "locomotive", "pink", "black")
    position.deck("1 locomotive").discards("5 blue")
    events = position.play(TakeCard(1))
    kinds = [type(event) for event in events]
    assert kinds.index(DeckReshuffled) < kinds.index(RowRenewed)
    assert position.table.row == ("blue",) * 5
    # The renewed row has used up the five, and the discarded one is the new deck.
    assert position.table.decks == {"cards": 5}
    assert position.table.discards == {}


def test_R13_a_renewed_row_that_runs_short_goes_on_with_its_own_discards() -> None:
    # Three locomotives, pink and black are discarded; two blue are there, then those five are shuffled.
    position = Position("usa").row("locomotive", "red", "locomotive", "pink", "black")
    position.deck("1 locomotive").discards("2 blue")
    events = position.play(TakeCard(1))
    first = next(n for n, event in enumerate(events) if isinstance(event, RowRenewed))
    assert [type(event) for event in events[first + 1 : first + 4]] == [RowFilled, RowFilled, DeckReshuffled]
    assert None not in position.table.row


# --- R14: cards at a tunnel


def test_R14_cards_laid_down_and_turned_are_no_discards_until_the_tunnel_is_settled() -> None:
    position = Position("europe").hand(0, "3 red").deck("1 red, 2 blue").discards("")
    position.play(ClaimLine(TUNNEL), Pay(cards("2 red")))
    table = position.table
    assert table.laid == {"red": 2}
    assert table.turned == {"red": 1, "blue": 2}
    assert table.discards == {}
    assert table.decks == {"cards": 0}
    assert position.holds(0) == {"red": 1}


def test_R14_cards_laid_down_are_not_shuffled_and_turned() -> None:
    # If they were, the third card turned could only be red.
    position = Position("europe").hand(0, "2 red").deck("2 blue").discards("")
    events = position.play(ClaimLine(TUNNEL), Pay(cards("2 red")))
    assert [event.card for event in events if isinstance(event, TunnelCardTurned)] == ["blue", "blue"]
    assert TunnelPriced(0, TUNNEL, 0) in events
    assert position.table.seats[0].lines == (TUNNEL,)


def test_R14_turned_cards_are_not_turned_again() -> None:
    position = Position("europe").hand(0, "5 red").deck("1 red").discards("")
    position.play(ClaimLine(TUNNEL), Pay(cards("2 red")))
    decision = position.game.decision
    assert decision is not None
    assert decision.owed == 1


def test_R14_with_nothing_owed_the_tunnel_is_built_and_cannot_be_declined() -> None:
    position = Position("europe").hand(0, "2 red").deck("3 blue").discards("")
    events = position.play(ClaimLine(TUNNEL), Pay(cards("2 red")))
    assert LineClaimed(0, TUNNEL, 2) in events
    assert due(position) == (1, "turn")
    assert position.game.why_not(0, TakeCardsBack()) is not None


def test_R14_when_the_tunnel_is_settled_the_cards_become_the_new_deck() -> None:
    position = Position("europe").hand(0, "3 red").deck("1 red, 2 blue").discards("")
    events = position.play(ClaimLine(TUNNEL), Pay(cards("2 red")), Pay(cards("1 red")))
    assert events[-1] == DeckReshuffled("cards", 6)
    assert position.table.decks == {"cards": 6}


def test_R14_cards_taken_back_do_not_become_the_new_deck() -> None:
    position = Position("europe").hand(0, "3 red").deck("1 red, 2 blue").discards("")
    position.play(ClaimLine(TUNNEL), Pay(cards("2 red")), TakeCardsBack())
    assert position.table.decks == {"cards": 3}
    assert position.holds(0) == {"red": 3}
    # All have seen the two that were laid down.
    assert position.game.view(1).seats[0].known_cards == {"red": 2}


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


# --- R18: the second card, and rejected tickets


def test_R18_the_second_card_must_be_drawn_if_one_may_be_drawn() -> None:
    position = Position("usa").hand(0, "3 blue").deck("5 green")
    position.play(BLIND)
    assert position.why_not(Pass()) == "you have drawn one card, draw the second"
    assert all(isinstance(action, (TakeCard, DrawCard)) for action in position.legal())
    assert len(position.legal()) > 0


def test_R18_a_row_of_locomotives_that_stays_offers_no_second_card() -> None:
    # R4: five renewals turn the same five locomotives, and the deck is empty.
    position = Position("usa").row(*["locomotive"] * 5).deck("1 white").discards("").hand(0, "")
    position.play(BLIND)
    assert position.holds(0) == {"white": 1}
    assert position.table.row == ("locomotive",) * 5
    assert due(position) == (1, "turn")


def test_R18_without_a_card_that_may_be_drawn_the_turn_is_over() -> None:
    position = Position("europe").row("locomotive", "red", None, None, None).deck("").discards("").hand(0, "")
    position.play(TakeCard(1))
    assert due(position) == (1, "turn")
    # The next player may take the locomotive as a whole draw.
    assert position.legal_of(TakeCard, DrawCard) == [TakeCard(0)]


def test_R18_rejected_tickets_lie_under_all_others() -> None:
    deck = (
        "boston-miami",
        "calgary-phoenix",
        "denver-el-paso",
        "duluth-houston",
        "chicago-santa-fe",
        "dallas-new-york",
    )
    position = Position("usa").ticket_deck(*deck)
    position.play(DrawTickets(), KeepTickets(("boston-miami",)))
    position.play(DrawTickets())
    assert set(position.game.view(1).offer) == set(deck[3:])
    position.play(KeepTickets(("dallas-new-york",)), DrawTickets())
    offer = set(position.game.view(0).offer)
    assert {"calgary-phoenix", "denver-el-paso"} < offer
    assert len(offer & {"duluth-houston", "chicago-santa-fe"}) == 1
