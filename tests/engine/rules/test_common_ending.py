"""The rules that all titles share: what is public, the end, tickets and the longest path."""

import random

import pytest
from engine.rules.common import BLIND, draw_two
from kit import Position

from branchline import titles
from branchline.engine.actions import DrawTickets, KeepTickets
from branchline.engine.board import Line
from branchline.engine.errors import IllegalAction
from branchline.engine.events import GameEnded, LastTurnsBegan, TicketsKept, TicketsOffered

# --- C9: what is public


def test_C9_counts_pieces_and_points_are_public() -> None:
    position = Position("usa").hand(0, "3 red, 2 locomotive").tickets(0, "boston-miami", "denver-el-paso")
    position.pieces(0, 31).points(0, 17)
    for view in (position.game.view(1), position.game.view(None)):
        seat = view.seats[0]
        assert (seat.hand_size, seat.tickets, seat.pieces, seat.points) == ({"cards": 5}, 2, {"trains": 31}, 17)


def test_C9_tickets_are_secret() -> None:
    position = Position("usa").tickets(0, "boston-miami").tickets(1, "denver-el-paso")
    assert position.game.view(0).tickets == ("boston-miami",)
    assert position.game.view(1).tickets == ("denver-el-paso",)
    assert position.game.view(None).tickets == ()


def test_C9_the_others_learn_how_many_tickets_are_drawn_and_kept_but_not_which() -> None:
    position = Position("usa").ticket_deck("boston-miami", "calgary-phoenix", "denver-el-paso")
    offered, kept = position.play(DrawTickets(), KeepTickets(("boston-miami",)))
    for other in (1, None):
        assert offered.seen_by(other) == TicketsOffered(0, 3, None)
        assert kept.seen_by(other) == TicketsKept(0, 1, 2, None, None)
    assert offered.seen_by(0) == offered
    assert kept.seen_by(0) == kept


def test_C9_an_offer_is_shown_to_its_seat_only() -> None:
    position = Position("usa").ticket_deck("boston-miami", "calgary-phoenix", "denver-el-paso")
    position.play(DrawTickets())
    assert len(position.game.view(0).offer) == 3
    assert position.game.view(1).offer == ()
    assert position.game.view(None).offer == ()


# --- C10: the end


@pytest.mark.parametrize(("before", "left"), [(5, 2), (4, 1), (3, 0)])
@pytest.mark.parametrize("title", ["usa", "europe"])
def test_C10_two_trains_or_fewer_at_the_end_of_a_turn_bring_the_last_turns(title: str, before: int, left: int) -> None:
    line = "montreal-new-york-1" if title == "usa" else "constantinople-sofia-1"
    position = Position(title).hand(0, "3 blue").pieces(0, before)
    events = position.claim(line, "3 blue")
    assert position.table.seats[0].pieces == {"trains": left}
    assert LastTurnsBegan(0, 2) in events
    assert position.table.turns_left == 2


def test_C10_three_trains_do_not_bring_the_end() -> None:
    position = Position("usa").hand(0, "3 blue").pieces(0, 6)
    events = position.claim("montreal-new-york-1", "3 blue")
    assert not any(isinstance(event, LastTurnsBegan) for event in events)
    assert position.table.turns_left is None


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("title", ["usa", "europe"])
def test_C10_every_player_has_exactly_one_more_turn_the_trigger_player_last(title: str, seats: int) -> None:
    line = "montreal-new-york-1" if title == "usa" else "constantinople-sofia-1"
    for trigger in range(seats):
        position = Position(title, seats).deck("40 white").row("red", "red", "red", "red", "red")
        position.hand(trigger, "3 blue").pieces(trigger, 5)
        for seat in range(trigger):
            assert draw_two(position) == seat
        position.claim(line, "3 blue")
        turns = []
        while not position.game.over:
            turns.append(draw_two(position))
        assert turns == [(trigger + 1 + n) % seats for n in range(seats)]
        assert turns[-1] == trigger


def test_C10_a_second_player_with_few_trains_does_not_prolong_the_last_turns() -> None:
    position = Position("usa", 3).deck("20 white").hand(0, "3 blue").pieces(0, 3).hand(1, "5 black").pieces(1, 5)
    position.claim("montreal-new-york-1", "3 blue")
    events = position.claim("montreal-sault-st-marie-1", "5 black")
    assert not any(isinstance(event, LastTurnsBegan) for event in events)
    assert draw_two(position) == 2
    assert draw_two(position) == 0
    assert position.game.over


def test_C10_any_action_may_be_done_in_the_last_turn() -> None:
    position = Position("usa").hand(0, "3 blue, 2 red").pieces(0, 5).deck("9 white")
    position.claim("montreal-new-york-1", "3 blue")
    draw_two(position)
    events = position.claim("boston-new-york-1", "2 red")
    assert events[-1] == GameEnded("last turns played")
    assert position.table.seats[0].points == 6
    assert position.table.seats[0].pieces == {"trains": 0}


def test_C10_after_the_end_nothing_can_be_done() -> None:
    position = Position("usa").hand(0, "3 blue").pieces(0, 3).deck("9 white")
    position.claim("montreal-new-york-1", "3 blue")
    draw_two(position)
    draw_two(position)
    assert position.game.over
    assert position.game.decision is None
    assert position.game.legal() == ()
    assert str(position.game.why_not(1, BLIND)) == "the game is over"
    with pytest.raises(IllegalAction, match="the game is over"):
        position.game.play(1, BLIND)


# --- C11: tickets in the final scoring


def test_C11_a_completed_ticket_counts_for_its_owner_and_a_missed_one_against() -> None:
    position = Position("usa").owns(0, "denver-santa-fe-1", "el-paso-santa-fe-1").points(0, 4)
    position.tickets(0, "denver-el-paso", "boston-miami").tickets(1, "seattle-new-york")
    assert position.score_lines(0) == {
        "lines": 4,
        "ticket denver-el-paso": 4,
        "missed_ticket boston-miami": -12,
        "longest_path": 10,
    }
    assert position.total(0) == 6
    assert position.score_lines(1) == {"lines": 0, "missed_ticket seattle-new-york": -22}
    assert position.total(1) == -22


def test_C11_routes_of_others_do_not_join_cities() -> None:
    position = Position("usa").owns(0, "denver-santa-fe-1").owns(1, "el-paso-santa-fe-1").tickets(0, "denver-el-paso")
    assert position.score_lines(0)["missed_ticket denver-el-paso"] == -4


def test_C11_a_detour_joins_the_cities_too() -> None:
    position = Position("usa").tickets(0, "denver-el-paso")
    position.owns(0, "denver-phoenix-1", "los-angeles-phoenix-1", "el-paso-los-angeles-1")
    assert position.score_lines(0)["ticket denver-el-paso"] == 4


def test_C11_two_parts_of_a_network_that_do_not_touch_join_nothing() -> None:
    position = Position("usa").tickets(0, "seattle-new-york")
    position.owns(0, "helena-seattle-1", "duluth-helena-1", "chicago-pittsburgh-1", "new-york-pittsburgh-1")
    assert position.score_lines(0)["missed_ticket seattle-new-york"] == -22
    position.owns(0, "chicago-duluth-1")
    assert position.score_lines(0)["ticket seattle-new-york"] == 22


def test_C11_one_route_serves_many_tickets() -> None:
    position = Position("usa").tickets(0, "new-york-atlanta", "boston-miami", "toronto-miami")
    position.owns(0, "atlanta-miami-1", "atlanta-raleigh-1", "raleigh-washington-1", "new-york-washington-1")
    position.owns(0, "boston-new-york-1", "new-york-pittsburgh-1", "pittsburgh-toronto-1")
    tally = position.game.tally().seats[0]
    assert tally.completed_tickets == 3
    assert position.total(0) == 6 + 12 + 10 + 10


def test_C11_the_tally_at_the_end_is_that_of_the_whole_game() -> None:
    position = Position("usa").hand(0, "3 blue").pieces(0, 3).deck("9 white")
    position.tickets(0, "boston-miami").tickets(1).points(0, 20).points(1, 25)
    position.claim("montreal-new-york-1", "3 blue")
    draw_two(position)
    draw_two(position)
    tally = position.game.tally()
    assert [seat.total for seat in tally.seats] == [20 + 4 - 12 + 10, 25]
    assert (tally.winners, tally.decided_by) == ((1,), "points")


# --- C12: the longest path


def longest_path(position: Position, seat: int) -> int:
    """The length in the bonus line of a seat that holds the bonus."""
    lines = [line for line in position.game.tally().seats[seat].lines if line.reason == "longest_path"]
    assert [line.points for line in lines] == [10]
    return lines[0].count


def test_C12_the_longest_path_is_counted_in_spaces_not_in_routes() -> None:
    position = Position("usa").owns(0, "helena-seattle-1", "duluth-helena-1")
    position.owns(1, "portland-seattle-1", "seattle-vancouver-1", "calgary-vancouver-1")
    assert longest_path(position, 0) == 12
    assert "longest_path" not in position.score_lines(1)


def test_C12_branches_do_not_add_up() -> None:
    position = Position("usa").owns(0, "denver-santa-fe-1", "denver-omaha-1", "denver-phoenix-1")
    assert longest_path(position, 0) == 4 + 5


def test_C12_parts_that_do_not_touch_do_not_add_up() -> None:
    position = Position("usa").owns(0, "helena-seattle-1", "miami-new-orleans-1", "atlanta-miami-1")
    assert longest_path(position, 0) == 6 + 5


def test_C12_a_path_may_come_through_a_city_twice() -> None:
    # In from Santa Fe, round Denver–Salt Lake City–Helena–Denver, out to Omaha.
    position = Position("usa").owns(0, "denver-santa-fe-1", "denver-salt-lake-city-1", "helena-salt-lake-city-1")
    position.owns(0, "denver-helena-1", "denver-omaha-1")
    assert longest_path(position, 0) == 2 + 3 + 3 + 4 + 4


def test_C12_a_circle_counts_in_full() -> None:
    position = Position("usa").owns(0, "denver-salt-lake-city-1", "helena-salt-lake-city-1", "denver-helena-1")
    assert longest_path(position, 0) == 3 + 3 + 4


def test_C12_a_route_is_used_once_even_at_a_dead_end() -> None:
    # Two circles that share Denver, and a dead end at Helena, where three lines meet.
    position = Position("usa").owns(0, "denver-salt-lake-city-1", "helena-salt-lake-city-1", "denver-helena-1")
    position.owns(0, "denver-kansas-city-1", "kansas-city-omaha-1", "denver-omaha-1", "helena-winnipeg-1")
    # Winnipeg and Helena are the only cities with an odd number of lines, so one path uses them all.
    assert longest_path(position, 0) == 3 + 3 + 4 + 4 + 1 + 4 + 4
    # A second dead end, at Omaha: Omaha and Duluth are odd now too, and the shortest way out is to leave it.
    position.owns(0, "duluth-omaha-1")
    assert longest_path(position, 0) == 23


def test_C12_in_a_wheel_one_rim_line_stays_unused() -> None:
    # Santa Fe with spokes to Denver 2, Oklahoma City 3, El Paso 2 and Phoenix 3; a rim of 4, 5, 3 and 5.
    # All four rim cities have three lines. The cheapest line to leave out is El Paso–Phoenix.
    position = Position("usa").owns(0, "denver-santa-fe-1", "oklahoma-city-santa-fe-1", "el-paso-santa-fe-1")
    position.owns(0, "phoenix-santa-fe-1", "denver-oklahoma-city-1", "el-paso-oklahoma-city-1", "el-paso-phoenix-1")
    position.owns(0, "denver-phoenix-1")
    assert longest_path(position, 0) == 27 - 3
    path = position.game.tally().seats[0].longest_path
    assert len(path) == 7
    assert "el-paso-phoenix-1" not in path


def test_C12_two_lines_are_left_out_where_they_are_shorter_than_one() -> None:
    # Circles at Helena (10) and New York (6), joined by Helena–Duluth 6, Duluth–Toronto 6 and Toronto–Montréal–
    # New York 6. Duluth–Sault St. Marie–Toronto, 3 + 2, is what the path leaves out.
    position = Position("usa").owns(0, "denver-helena-1", "denver-salt-lake-city-1", "helena-salt-lake-city-1")
    position.owns(0, "new-york-washington-1", "pittsburgh-washington-1", "new-york-pittsburgh-1")
    position.owns(0, "duluth-helena-1", "duluth-toronto-1", "montreal-toronto-1", "montreal-new-york-1")
    position.owns(0, "duluth-sault-st-marie-1", "sault-st-marie-toronto-1")
    assert longest_path(position, 0) == 10 + 6 + 6 + 6 + 6
    assert "sault-st-marie-toronto-1" not in position.game.tally().seats[0].longest_path


def test_C12_a_short_bridge_is_not_left_out() -> None:
    # A circle of 13 at Omaha and a net of 12 at Kansas City, joined by one space. Without that space all cities
    # but two would be even, yet no path could come from one side to the other.
    position = Position("usa").owns(0, "duluth-omaha-1", "duluth-helena-1", "helena-omaha-1", "kansas-city-omaha-1")
    position.owns(0, "kansas-city-saint-louis-1", "little-rock-saint-louis-1", "little-rock-oklahoma-city-1")
    position.owns(0, "kansas-city-oklahoma-city-1", "dallas-little-rock-1", "dallas-oklahoma-city-1")
    assert longest_path(position, 0) == 13 + 1 + 12 - 2


def test_C12_all_players_tied_for_the_longest_get_the_bonus() -> None:
    position = Position("usa", 3).owns(0, "helena-seattle-1").owns(1, "duluth-toronto-1").owns(2, "atlanta-miami-1")
    assert longest_path(position, 0) == 6
    assert longest_path(position, 1) == 6
    assert "longest_path" not in position.score_lines(2)


def test_C12_paths_of_other_shapes_can_be_tied() -> None:
    # A circle of ten against a straight ten.
    position = Position("usa")
    position.owns(0, "denver-salt-lake-city-1", "helena-salt-lake-city-1", "denver-helena-1")
    position.owns(1, "miami-new-orleans-1", "charleston-miami-1")
    assert longest_path(position, 0) == longest_path(position, 1) == 10


def longest_trail_by_hand(lines: list[tuple[str, str, int]]) -> int:
    """Every trail from every city, tried one by one."""

    def onward(city: str, left: frozenset[int]) -> int:
        best = 0
        for n in left:
            a, b, length = lines[n]
            if city in (a, b):
                best = max(best, length + onward(b if city == a else a, left - {n}))
        return best

    cities = {city for a, b, _ in lines for city in (a, b)}
    return max(onward(city, frozenset(range(len(lines)))) for city in cities)


@pytest.mark.parametrize("title", ["usa", "europe"])
def test_C12_the_longest_path_agrees_with_trying_every_trail(title: str) -> None:
    board = titles.load(title).board
    singles = [line for line in board.lines if not line.id.endswith("-2")]
    for seed in range(60):
        luck = random.Random(seed)
        # Lines close to each other, so that circles and branches are many.
        heart = {luck.choice(board.cities).id}
        owned: list[Line] = []
        while len(owned) < 11:
            line = luck.choice([line for line in singles if line not in owned and heart & {line.a, line.b}])
            owned.append(line)
            if len(heart) < 6:
                heart |= {line.a, line.b}
            if not [line for line in singles if line not in owned and heart & {line.a, line.b}]:
                break
        position = Position(title).owns(0, *(line.id for line in owned))
        by_hand = longest_trail_by_hand([(line.a, line.b, line.length) for line in owned])
        assert longest_path(position, 0) == by_hand, [line.id for line in owned]
