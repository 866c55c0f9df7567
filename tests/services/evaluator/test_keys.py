"""The sums of card keys tell what they are said to tell."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from services.evaluator.domain.keys import (
    FLUSH_LEAST,
    LEAST_APART,
    SUIT_BITS,
    SUIT_KEY,
    SUIT_PART,
    card_key,
    flush_suits,
)
from shared.cards import PACK_52, SUITS

COUNTS = (5, 6, 7)


@pytest.mark.parametrize(("count", "holdings"), [(5, 6_175), (6, 18_395), (7, 49_205)])
def test_no_two_holdings_of_other_ranks_share_a_sum(count, holdings):
    sums = [
        sum(LEAST_APART[place] for place in ranks)
        for ranks in combinations_with_replacement(range(13), count)
        if max(Counter(ranks).values()) <= 4
    ]

    assert holdings == len(sums)
    assert holdings == len(set(sums))


@pytest.mark.parametrize("count", COUNTS)
def test_the_sum_of_suit_keys_tells_a_flush_and_its_suit(count):
    told = flush_suits(count)

    for suits in combinations_with_replacement(SUITS, count):
        flush = "".join(suit for suit in SUITS if suits.count(suit) >= FLUSH_LEAST)
        assert flush == told[sum(SUIT_KEY[suit] for suit in suits)]


def test_suit_keys_never_spill_into_the_ranks_part():
    assert 7 * max(SUIT_KEY.values()) <= SUIT_PART


def test_every_sum_fits_the_thirty_bits_of_one_machine_step():
    keys = sorted(card_key(card) for card in PACK_52)

    assert sum(keys[:7]) > -(2**30)
    assert sum(keys[-7:]) < 2**30


def test_ranks_part_is_told_apart_from_the_suit_part():
    for two in combinations(PACK_52[::7], 2):
        total = sum(card_key(card) for card in two)
        assert sum(SUIT_KEY[card[1]] for card in two) == total & SUIT_PART
        assert sum(card_key(card) >> SUIT_BITS for card in two) == total >> SUIT_BITS
