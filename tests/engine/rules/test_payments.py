"""Every payment of a line, harbour or station, against an oracle that tries all assignments of cards to jobs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import pytest
from kit import Position, cards

from branchline.engine.actions import BuildHarbour, BuildStation, ClaimLine, LayCards, Pay

Cards = tuple[str, ...]
Works = Callable[[Cards], bool]

LOCOMOTIVE = "locomotive"
EIGHT = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")
SIX = ("purple", "yellow", "green", "red", "black", "white")


# --- the oracle: nothing below this line and above the tests knows the engine


def paid(words: str) -> Cards:
    return tuple(sorted(cards(words)))


@cache
def parts_of(hand: Cards) -> frozenset[Cards]:
    """Every sub-multiset of a hand, the cards sorted."""
    held = Counter(hand)
    kinds = sorted(held)
    return frozenset(
        tuple(kind for kind, n in zip(kinds, counts, strict=True) for _ in range(n))
        for counts in product(*(range(held[kind] + 1) for kind in kinds))
    )


def without(hand: Cards, taken: Cards) -> Cards:
    return tuple(sorted((Counter(hand) - Counter(taken)).elements()))


@cache
def groups_of(hand: Cards, size: int) -> frozenset[Cards]:
    """Every way to take so many cards out of a hand."""
    if size == 0:
        return frozenset({()})
    return frozenset(
        tuple(sorted((*group, card))) for card in set(hand) for group in groups_of(without(hand, (card,)), size - 1)
    )


@dataclass(frozen=True)
class Job:
    """Something to be paid: one of these cards, or so many cards of any kind."""

    fitting: frozenset[str]
    any_cards: int = 0


@cache
def does_all(laid: Cards, jobs: tuple[Job, ...]) -> bool:
    """Whether the cards can be given to the jobs, every job done and no card left over."""
    if not jobs:
        return not laid
    if len(laid) < len(jobs):
        return False
    job, rest = jobs[0], jobs[1:]
    if any(does_all(without(laid, (card,)), rest) for card in set(laid) & job.fitting):
        return True
    if not job.any_cards:
        return False
    return any(does_all(without(laid, group), rest) for group in groups_of(laid, job.any_cards))


def a_set(spaces: int, colours: tuple[str, ...], *, jokers: bool = True) -> Works:
    """C6, U1, N1: cards of one colour, with locomotives where they are allowed."""
    wild = {LOCOMOTIVE} if jokers else set()
    return lambda laid: any(does_all(laid, (Job(frozenset({colour} | wild)),) * spaces) for colour in colours)


def ferry(spaces: int, symbols: int, colours: tuple[str, ...], any_cards: int = 0) -> Works:
    """E2, N3: a locomotive for each symbol; on nordic ferries any three cards are as good as a locomotive."""
    symbol = Job(frozenset({LOCOMOTIVE}), any_cards)

    def works(laid: Cards) -> bool:
        return any(
            does_all(
                laid, (symbol,) * symbols + (Job(frozenset({colour, LOCOMOTIVE}), any_cards),) * (spaces - symbols)
            )
            for colour in colours
        )

    return works


def murmansk_lieksa(laid: Cards) -> bool:
    """N5: nine cards of one colour, for each of which any four cards may stand in."""
    return any(does_all(laid, (Job(frozenset({colour}), 4),) * 9) for colour in EIGHT)


def world_rail(spaces: int, colours: tuple[str, ...]) -> Works:
    """W4: train cards of one colour, with or without the mark."""
    return lambda laid: any(
        does_all(laid, (Job(frozenset({f"{colour}-train", f"{colour}-harbour-train", LOCOMOTIVE})),) * spaces)
        for colour in colours
    )


def sea(spaces: int, colours: tuple[str, ...]) -> Works:
    """W4, W5: ship cards of one colour; a double ship covers one or two spaces."""

    def covers(laid: Cards, left: int) -> bool:
        if not laid:
            return left == 0
        if left <= 0:
            return False
        takes = (1, 2) if laid[0].endswith("-double-ship") else (1,)
        return any(covers(laid[1:], left - n) for n in takes)

    def works(laid: Cards) -> bool:
        return covers(laid, spaces) and any(
            set(laid) <= {f"{colour}-ship", f"{colour}-double-ship", LOCOMOTIVE} for colour in colours
        )

    return works


def pairs(spaces: int) -> Works:
    """W6: for each space two train cards of one colour, a locomotive being of any."""

    def alike(a: str, b: str) -> bool:
        return LOCOMOTIVE in (a, b) or a.partition("-")[0] == b.partition("-")[0]

    def works(laid: Cards, left: int = spaces) -> bool:
        if not laid:
            return left == 0
        if left == 0 or any(card.endswith("-ship") for card in laid):
            return False
        card, others = laid[0], laid[1:]
        return any(
            alike(card, other) and works(others[:n] + others[n + 1 :], left - 1) for n, other in enumerate(others)
        )

    return works


def harbour(laid: Cards) -> bool:
    """W7: two marked train cards and two single ships of one colour, locomotives for any of them."""
    return any(
        does_all(
            laid,
            (Job(frozenset({f"{colour}-harbour-train", LOCOMOTIVE})),) * 2
            + (Job(frozenset({f"{colour}-ship", LOCOMOTIVE})),) * 2,
        )
        for colour in SIX
    )


def oracle(hand: Cards, works: Works) -> set[Cards]:
    """All payments a hand allows. R15: none from which a card can be taken away."""
    valid = {part for part in parts_of(hand) if works(part)}
    return {part for part in valid if not any(without(part, (card,)) in valid for card in set(part))}


def hands(seed: str, kinds: dict[str, int], times: int) -> Iterator[Cards]:
    """Random small hands: so many of each kind at the most, every fourth hand very poor."""
    dice = random.Random(seed)
    for n in range(times):
        held = {card: dice.randint(0, most) for card, most in kinds.items()}
        if n % 4 == 3:
            held = {card: int(dice.random() < 0.2) for card in kinds}
        yield tuple(sorted(Counter(held).elements()))


def words_of(hand: Cards) -> str:
    return ", ".join(f"{n} {card}" for card, n in Counter(hand).items())


# --- the comparison


def compare_line(title: str, line: str, works: Works, kinds: dict[str, int], times: int = 200) -> None:
    """Claimable exactly when the oracle finds a payment, and payable in exactly its ways."""
    position = Position(title)
    affordable = 0
    for hand in hands(line, kinds, times):
        position.hand(0, words_of(hand))
        expected = oracle(hand, works)
        claim = ClaimLine(line)
        assert (claim in position.legal()) == bool(expected), f"{line} with {words_of(hand)}"
        assert (position.why_not(claim) is None) == bool(expected), f"{line} with {words_of(hand)}"
        if expected:
            affordable += 1
            assert position.payments(line) == expected, f"{line} with {words_of(hand)}"
    assert 0 < affordable < times, "the hands have to be a mixture of rich and poor ones"


def compare_refusals(title: str, line: str, works: Works, kinds: dict[str, int], times: int = 60) -> None:
    """Every part of the hand is accepted or refused as a payment, as the oracle says."""
    position = Position(title)
    asked = 0
    for hand in hands(f"refused {line}", kinds, times):
        position.hand(0, words_of(hand))
        expected = oracle(hand, works)
        if not expected:
            continue
        game = position.game.copy()
        game.play(0, ClaimLine(line))
        for part in parts_of(hand):
            asked += 1
            assert (game.why_not(0, Pay(part)) is None) == (part in expected), f"{line} with {words_of(part)}"
    assert asked > 0


SETS = [
    pytest.param("usa", "montreal-new-york-1", a_set(3, ("blue",)), id="usa-blue-3"),
    pytest.param("usa", "boston-new-york-1", a_set(2, ("red",)), id="usa-red-2"),
    pytest.param("usa", "calgary-vancouver-1", a_set(3, EIGHT), id="usa-gray-3"),
    pytest.param("usa", "atlanta-nashville-1", a_set(1, EIGHT), id="usa-gray-1"),
    pytest.param("usa", "calgary-seattle-1", a_set(4, EIGHT), id="usa-gray-4"),
    pytest.param("europe", "erzurum-sochi-1", a_set(3, ("red",)), id="europe-tunnel-red-3"),
    pytest.param("europe", "barcelona-pamplona-1", a_set(2, EIGHT), id="europe-tunnel-gray-2"),
]
SET_KINDS = {"red": 3, "blue": 3, "green": 2, LOCOMOTIVE: 2}

EUROPE_FERRIES = [
    pytest.param("athina-smyrna-1", ferry(2, 1, EIGHT), id="2-spaces-1-symbol"),
    pytest.param("amsterdam-london-1", ferry(2, 2, EIGHT), id="2-spaces-2-symbols"),
    pytest.param("brindisi-palermo-1", ferry(3, 1, EIGHT), id="3-spaces-1-symbol"),
    pytest.param("constantinople-sevastopol-1", ferry(4, 2, EIGHT), id="4-spaces-2-symbols"),
]

NORDIC_RAILS = [
    pytest.param("boden-umea-1", a_set(3, ("red",), jokers=False), id="red-3"),
    pytest.param("norrkoping-orebro-1", a_set(2, EIGHT, jokers=False), id="gray-2"),
]

NORDIC_FERRIES = [
    pytest.param("arhus-kobenhavn-1", ferry(1, 1, EIGHT, 3), id="gray-1-space-1-symbol"),
    pytest.param("alborg-goteborg-1", ferry(2, 1, EIGHT, 3), id="gray-2-spaces-1-symbol"),
    pytest.param("helsinki-stockholm-1", ferry(4, 2, EIGHT, 3), id="gray-4-spaces-2-symbols"),
    pytest.param("alborg-kristiansand-1", ferry(2, 1, ("red",), 3), id="red-2-spaces-1-symbol"),
    pytest.param("stockholm-turku-1", ferry(3, 1, ("blue",), 3), id="blue-3-spaces-1-symbol"),
    pytest.param("kristiansand-stavanger-1", ferry(3, 1, ("orange",), 3), id="orange-3-spaces-1-symbol"),
    pytest.param("stockholm-tallinn-1", ferry(4, 2, ("green",), 3), id="green-4-spaces-2-symbols"),
    pytest.param("honningsvag-tromso-1", ferry(4, 2, ("pink",), 3), id="pink-4-spaces-2-symbols"),
]

WORLD_RAILS = [
    pytest.param("bangkok-mumbai-1", world_rail(3, ("red",)), id="red-3"),
    pytest.param("athina-hamburg-1", world_rail(2, ("green",)), id="green-2"),
    pytest.param("al-qahira-casablanca-1", world_rail(3, SIX), id="gray-3"),
    pytest.param("cape-town-luanda-1", world_rail(2, SIX), id="gray-2"),
]
WORLD_RAIL_KINDS = {
    "red-train": 2,
    "red-harbour-train": 2,
    "green-train": 2,
    "green-harbour-train": 1,
    "red-ship": 1,
    "green-double-ship": 1,
    LOCOMOTIVE: 2,
}

SEAS = [
    pytest.param("darwin-port-moresby-1", sea(1, ("red",)), id="red-1"),
    pytest.param("bangkok-manila-1", sea(2, ("red",)), id="red-2"),
    pytest.param("honolulu-tokyo-1", sea(5, ("red",)), id="red-5"),
    pytest.param("dar-es-salaam-mumbai-1", sea(4, ("white",)), id="white-4"),
    pytest.param("petropavlovsk-tokyo-1", sea(2, SIX), id="gray-2"),
    pytest.param("hong-kong-tokyo-1", sea(3, SIX), id="gray-3"),
    pytest.param("honolulu-lima-1", sea(6, SIX), id="gray-6"),
]
SEA_KINDS = {
    "red-ship": 3,
    "red-double-ship": 3,
    "white-ship": 2,
    "white-double-ship": 2,
    "red-train": 1,
    LOCOMOTIVE: 2,
}

PAIRS = [
    pytest.param("casablanca-marseille-1", pairs(1), id="1-space"),
    pytest.param("anchorage-vancouver-1", pairs(2), id="2-spaces"),
    pytest.param("dar-es-salaam-luanda-1", pairs(2), id="2-other-spaces"),
    pytest.param("beijing-lahore-1", pairs(3), id="3-spaces"),
]
PAIR_KINDS = {
    "red-train": 3,
    "red-harbour-train": 2,
    "green-train": 2,
    "green-harbour-train": 1,
    "black-train": 1,
    "red-ship": 1,
    LOCOMOTIVE: 2,
}


@pytest.mark.parametrize(("title", "line", "works"), SETS)
def test_C6_every_set_for_a_plain_line_or_tunnel(title: str, line: str, works: Works) -> None:
    compare_line(title, line, works, SET_KINDS)


@pytest.mark.parametrize(("title", "line", "works"), SETS)
def test_C6_R9_no_other_set_for_a_plain_line_or_tunnel(title: str, line: str, works: Works) -> None:
    compare_refusals(title, line, works, SET_KINDS)


@pytest.mark.parametrize(("line", "works"), EUROPE_FERRIES)
def test_E2_every_payment_of_a_ferry(line: str, works: Works) -> None:
    compare_line("europe", line, works, {"red": 3, "blue": 2, LOCOMOTIVE: 4})


@pytest.mark.parametrize(("line", "works"), EUROPE_FERRIES)
def test_E2_R9_no_other_payment_of_a_ferry(line: str, works: Works) -> None:
    compare_refusals("europe", line, works, {"red": 3, "blue": 2, LOCOMOTIVE: 4})


@pytest.mark.parametrize(("line", "works"), NORDIC_RAILS)
def test_N1_every_set_for_an_ordinary_line_is_without_locomotives(line: str, works: Works) -> None:
    compare_line("nordic", line, works, SET_KINDS)


@pytest.mark.parametrize(("line", "works"), NORDIC_RAILS)
def test_N1_R9_no_other_set_for_an_ordinary_line(line: str, works: Works) -> None:
    compare_refusals("nordic", line, works, SET_KINDS)


def test_N1_every_set_for_a_tunnel_takes_locomotives() -> None:
    compare_line("nordic", "kristiansand-stavanger-2", a_set(2, ("green",)), SET_KINDS)


@pytest.mark.parametrize(("line", "works"), NORDIC_FERRIES)
def test_N3_every_payment_of_a_ferry_poor_hands(line: str, works: Works) -> None:
    compare_line("nordic", line, works, {"red": 2, "green": 2, "pink": 1, LOCOMOTIVE: 2})


@pytest.mark.parametrize(("line", "works"), NORDIC_FERRIES)
def test_N3_every_payment_of_a_ferry_hands_rich_in_its_colour(line: str, works: Works) -> None:
    colour = {"stockholm-turku-1": "blue", "kristiansand-stavanger-1": "orange", "honningsvag-tromso-1": "pink"}
    kinds = {colour.get(line, "red"): 4, "green": 3, "white": 1, LOCOMOTIVE: 3}
    compare_line("nordic", line, works, kinds)


@pytest.mark.parametrize("fixed", [paid("4 green"), paid("6 green"), paid("3 green, 3 red"), paid("7 green, 2 red")])
def test_N5_every_payment_of_murmansk_lieksa(fixed: Cards) -> None:
    position = Position("nordic")
    answers = set()
    for more in hands(f"murmansk {fixed}", {"green": 3, "red": 4, "white": 4, LOCOMOTIVE: 4}, 12):
        hand = tuple(sorted(fixed + more))
        position.hand(0, words_of(hand))
        expected = oracle(hand, murmansk_lieksa)
        answers.add(bool(expected))
        assert (ClaimLine("lieksa-murmansk-1") in position.legal()) == bool(expected), words_of(hand)
        if expected:
            assert position.payments("lieksa-murmansk-1") == expected, words_of(hand)
    assert True in answers


def test_N5_murmansk_lieksa_is_claimable_exactly_when_it_can_be_paid() -> None:
    position = Position("nordic")
    answers = Counter[bool]()
    for hand in hands("murmansk", {"green": 9, "red": 5, "white": 4, LOCOMOTIVE: 4}, 100):
        position.hand(0, words_of(hand))
        expected = any(murmansk_lieksa(part) for part in parts_of(hand))
        answers[expected] += 1
        assert (ClaimLine("lieksa-murmansk-1") in position.legal()) == expected, words_of(hand)
        assert (position.why_not(ClaimLine("lieksa-murmansk-1")) is None) == expected, words_of(hand)
    assert min(answers[True], answers[False]) > 5


@pytest.mark.parametrize(("line", "works"), WORLD_RAILS)
def test_W4_every_set_for_a_train_line(line: str, works: Works) -> None:
    compare_line("world", line, works, WORLD_RAIL_KINDS)


@pytest.mark.parametrize(("line", "works"), WORLD_RAILS)
def test_W4_R9_no_other_set_for_a_train_line(line: str, works: Works) -> None:
    compare_refusals("world", line, works, WORLD_RAIL_KINDS, times=30)


@pytest.mark.parametrize(("line", "works"), SEAS)
def test_W5_R15_every_payment_of_a_sea_line(line: str, works: Works) -> None:
    compare_line("world", line, works, SEA_KINDS)


@pytest.mark.parametrize(("line", "works"), SEAS)
def test_W5_R15_no_other_payment_of_a_sea_line(line: str, works: Works) -> None:
    compare_refusals("world", line, works, SEA_KINDS, times=30)


@pytest.mark.parametrize(("line", "works"), PAIRS)
def test_W6_every_payment_of_a_pair_line(line: str, works: Works) -> None:
    compare_line("world", line, works, PAIR_KINDS)


@pytest.mark.parametrize(
    ("title", "line", "kinds"),
    [
        ("world", "beijing-lahore-1", PAIR_KINDS),
        ("world", "anchorage-vancouver-1", PAIR_KINDS),
        ("nordic", "stockholm-tallinn-1", {"green": 3, "red": 3, "white": 1, LOCOMOTIVE: 2}),
        ("nordic", "alborg-goteborg-1", {"green": 2, "red": 2, "white": 1, LOCOMOTIVE: 1}),
    ],
)
def test_R9_no_step_of_a_payment_is_accepted_unless_it_is_listed(title: str, line: str, kinds: dict[str, int]) -> None:
    position = Position(title)
    asked = 0
    for hand in hands(f"steps {line}", kinds, 30):
        position.hand(0, words_of(hand))
        if position.why_not(ClaimLine(line)) is not None:
            continue
        ahead = [position.game.copy()]
        ahead[0].play(0, ClaimLine(line))
        while ahead and asked < 4000:
            game = ahead.pop()
            listed = game.legal()
            for card in kinds:
                for count in range(1, 5):
                    step = LayCards(card, count)
                    asked += 1
                    assert (game.why_not(0, step) is None) == (step in listed), f"{step} for {line}"
            for action in listed:
                if not isinstance(action, Pay):
                    after = game.copy()
                    after.play(0, action)
                    if after.decision is not None and after.decision.seat == 0:
                        ahead.append(after)
    assert asked > 100


def test_W7_every_payment_of_a_harbour() -> None:
    kinds = {
        "yellow-harbour-train": 3,
        "yellow-ship": 3,
        "yellow-train": 1,
        "yellow-double-ship": 1,
        "red-harbour-train": 2,
        "red-ship": 2,
        LOCOMOTIVE: 3,
    }
    position = Position("world").owns(0, "caracas-lima-1")
    affordable = 0
    for hand in hands("harbour", kinds, 150):
        position.hand(0, words_of(hand))
        expected = oracle(hand, harbour)
        build = BuildHarbour("lima")
        assert (build in position.legal()) == bool(expected), words_of(hand)
        assert (position.why_not(build) is None) == bool(expected), words_of(hand)
        if not expected:
            continue
        affordable += 1
        game = position.game.copy()
        game.play(0, build)
        found = {tuple(sorted(action.cards)) for action in game.legal() if isinstance(action, Pay)}
        assert found == expected, words_of(hand)
        for part in groups_of(hand, 4) | groups_of(hand, min(3, len(hand))):
            assert (game.why_not(0, Pay(part)) is None) == (part in expected), words_of(part)
    assert 0 < affordable < 150


@pytest.mark.parametrize("price", [1, 2, 3])
def test_E6_every_payment_of_a_station(price: int) -> None:
    position = Position("europe").built(0, *("paris", "london")[: price - 1])
    works = a_set(price, EIGHT)
    affordable = 0
    for hand in hands(f"station {price}", {"red": 2, "blue": 1, "green": 1, LOCOMOTIVE: 1}, 150):
        position.hand(0, words_of(hand))
        expected = oracle(hand, works)
        build = BuildStation("roma")
        assert (build in position.legal()) == bool(expected), words_of(hand)
        assert (position.why_not(build) is None) == bool(expected), words_of(hand)
        if not expected:
            continue
        affordable += 1
        game = position.game.copy()
        game.play(0, build)
        found = {tuple(sorted(action.cards)) for action in game.legal() if isinstance(action, Pay)}
        assert found == expected, words_of(hand)
        for part in parts_of(hand):
            assert (game.why_not(0, Pay(part)) is None) == (part in expected), words_of(part)
    assert 0 < affordable < 150


# --- the oracle itself knows the rulebooks' examples


def test_N5_the_oracle_knows_the_example_of_the_book() -> None:
    assert murmansk_lieksa(paid("7 green, 3 red, 3 white, 2 locomotive"))
    assert not murmansk_lieksa(paid("7 green, 3 red, 3 white, 1 locomotive"))
    assert not murmansk_lieksa(paid("8 green, 1 locomotive"))


def test_N3_the_oracle_knows_the_example_of_the_book() -> None:
    works = ferry(3, 1, ("orange",), 3)
    assert works(paid("1 locomotive, 2 orange"))
    assert works(paid("2 orange, 1 red, 1 blue, 1 green"))
    assert not works(paid("3 orange"))


def test_W5_the_oracle_knows_the_example_of_the_book() -> None:
    works = sea(5, ("red",))
    assert oracle(paid("3 red-double-ship, 1 red-ship"), works) == {
        paid("3 red-double-ship"),
        paid("2 red-double-ship, 1 red-ship"),
    }
    assert paid("1 red-double-ship, 4 red-ship") not in oracle(paid("1 red-double-ship, 4 red-ship"), works)
