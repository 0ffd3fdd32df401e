"""The rules of USA, and the common ones where USA shows them plainly."""

from kit import Position, cards

from branchline.engine.actions import ClaimLine, DrawCard, Pay, TakeCard


def test_U1_a_locomotive_stands_for_any_card_of_any_route() -> None:
    position = Position("usa").hand(0, "2 blue, 1 locomotive")
    position.claim("montreal-new-york-1", "2 blue, 1 locomotive")
    assert position.holds(0) == {}


def test_C6_example_1_montreal_to_new_york_needs_three_blue_cards() -> None:
    position = Position("usa").hand(0, "3 blue, 3 red")
    assert position.payments("montreal-new-york-1") == {cards("3 blue")}


def test_U2_a_face_up_locomotive_is_the_whole_draw() -> None:
    position = Position("usa").row("locomotive", "red", "red", "blue", "blue").hand(0, "")
    position.play(TakeCard(0))
    assert position.public.seat == 1
    assert position.holds(0) == {"locomotive": 1}


def test_U2_a_face_up_locomotive_cannot_be_the_second_card() -> None:
    position = Position("usa").row("locomotive", "red", "red", "blue", "blue").hand(0, "")
    position.play(DrawCard("cards"))
    assert position.why_not(TakeCard(0)) == "a face-up locomotive cannot be the second card"
    assert TakeCard(0) not in position.legal()


def test_C6_a_payment_in_another_colour_is_refused_with_the_reason() -> None:
    position = Position("usa").hand(0, "3 blue, 3 red")
    position.play(ClaimLine("montreal-new-york-1"))
    assert position.why_not(Pay(cards("3 red"))) == "Montréal–New York cannot be paid in that colour"
