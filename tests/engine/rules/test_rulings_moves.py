"""The rulings on what may be done: renewals, passing, payments, reshuffles, tunnels and second cards."""

import pytest
from engine.rules.rulings import BLIND, TUNNEL, due, renewals
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
    CardTaken,
    DeckReshuffled,
    GameEnded,
    LineClaimed,
    Passed,
    RowFilled,
    RowRenewed,
    TunnelCardTurned,
    TunnelPriced,
)
from branchline.engine.game import Game

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


def test_R4_a_row_that_stays_is_looked_at_again_when_a_card_has_left_it_and_been_replaced() -> None:
    position = bad_row()
    position.play(BLIND)
    position.deck("9 green")
    events = position.play(TakeCard(position.table.row.index("red")))
    assert [type(event) for event in events[:3]] == [CardTaken, RowFilled, RowRenewed]
    assert renewals(events) == 1
    assert position.table.row == ("green",) * 5


def test_R4_a_row_that_stays_is_not_looked_at_again_when_a_card_has_left_it_for_good() -> None:
    position = bad_row()
    position.play(BLIND)
    red = position.table.row.index("red")
    assert renewals(position.play(TakeCard(red))) == 0
    assert position.table.row[red] is None
    assert position.table.row.count("locomotive") == 3


def test_R4_a_row_that_stays_is_looked_at_again_when_the_card_is_replaced_later() -> None:
    position = bad_row()
    position.play(BLIND)
    red = position.table.row.index("red")
    position.play(TakeCard(red))
    # Now there is a card for the gap: it is filled, and the row, still bad, is renewed again, five times at most.
    position.hand(1, "1 pink")
    events = position.claim("atlanta-nashville-1", "1 pink")
    filled = next(event for event in events if isinstance(event, RowFilled))
    assert (filled.slot, filled.card) == (red, "pink")
    assert renewals(events) == 5


def test_R4_a_row_that_stays_is_looked_at_again_when_a_gap_it_always_had_is_filled() -> None:
    """No card leaves this row: there were only four cards to turn when it was renewed for the last time."""
    position = Position("usa", 3).row(*["locomotive"] * 4, None).hand(0, "").deck("1 white").discards("")
    assert renewals(position.play(BLIND)) == 5
    assert position.table.row == (*["locomotive"] * 4, None)
    position.hand(1, "1 pink")
    events = position.claim("atlanta-nashville-1", "1 pink")
    filled = next(event for event in events if isinstance(event, RowFilled))
    assert (filled.slot, filled.card) == (4, "pink")
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
