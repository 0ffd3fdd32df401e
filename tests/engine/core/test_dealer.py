"""Chance: fair, repeatable, and for tables not to be foreseen."""

from __future__ import annotations

from collections import Counter

import pytest

from branchline.engine.core.dealer import Dealer, SealedDealer, sealed_commitment

SEEDS = [bytes([n]) * 32 for n in range(3)]


@pytest.mark.parametrize(
    "dealer",
    [Dealer(1), Dealer(-5), Dealer(2**200), SealedDealer(SEEDS[1])],
    ids=["small", "negative", "huge", "sealed"],
)
@pytest.mark.parametrize("n", [1, 2, 7, 110])
def test_every_outcome_is_as_likely_as_the_others(dealer: Dealer, n: int) -> None:
    throws = 2000 * n if n < 100 else 40_000
    seen = Counter(dealer.below(n) for _ in range(throws))
    assert set(seen) == set(range(n))
    expected = throws / n
    chi_square = sum((seen[k] - expected) ** 2 / expected for k in range(n))
    # Far beyond any likely value: five deviations above the mean of the distribution.
    assert chi_square < (n - 1) + 5 * (2 * n) ** 0.5 + 10


def test_neighbouring_draws_do_not_depend_on_each_other() -> None:
    dealer = Dealer(42)
    pairs = Counter((dealer.below(8), dealer.below(8)) for _ in range(64_000))
    chi_square = sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(8) for b in range(8))
    assert chi_square < 63 + 5 * (2 * 63) ** 0.5


def test_different_seeds_give_different_streams_and_the_same_the_same() -> None:
    def stream(dealer: Dealer) -> list[int]:
        return [dealer.below(1000) for _ in range(20)]

    streams = {tuple(stream(Dealer(seed))) for seed in range(500)}
    assert len(streams) == 500
    assert stream(Dealer(9)) == stream(Dealer(9))
    assert stream(SealedDealer(SEEDS[1])) == stream(SealedDealer(SEEDS[1])) != stream(SealedDealer(SEEDS[2]))


def test_a_copy_deals_on_the_same() -> None:
    for dealer in (Dealer(3), SealedDealer(SEEDS[0])):
        for _ in range(13):
            dealer.below(5)
        twin = dealer.copy()
        assert [dealer.below(99) for _ in range(30)] == [twin.below(99) for _ in range(30)]


def test_the_sealed_stream_is_hmac_sha_256_over_block_numbers() -> None:
    """The page says how the stream is made; this is made by hand from it."""
    import hmac

    block = hmac.digest(SEEDS[2], (0).to_bytes(8, "big"), "sha256")
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    dealer = SealedDealer(SEEDS[2])
    assert [dealer.below(2**16) for _ in range(8)] == [word % 2**16 for word in words]


def test_a_word_that_would_favour_an_outcome_is_skipped() -> None:
    dealer = SealedDealer(SEEDS[0])
    n = 3 * 2**30  # only three quarters of the words are fair
    before = dealer.words_used
    values = [dealer.below(n) for _ in range(200)]
    assert dealer.words_used - before > 220
    assert max(values) < n


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    import hashlib

    assert sealed_commitment(SEEDS[1]) == hashlib.sha256(b"branchline deal\n" + SEEDS[1]).hexdigest()
