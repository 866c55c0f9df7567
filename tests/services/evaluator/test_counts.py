"""How many holdings are worth what: every five cards of both packs, and every seven of the full one by classes."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from services.evaluator.domain.ranking import RankingOrder, rank, strength
from services.evaluator.domain.tables import rung_of
from shared.cards import PACK_32, PACK_52, RANKS, SUITS, Card
from shared.rules.ranking import Ranking

FULL = RankingOrder(pack=52)

FIVE_OF_52 = {
    Ranking.ROYAL_FLUSH: 4,
    Ranking.STRAIGHT_FLUSH: 36,
    Ranking.FOUR_OF_A_KIND: 624,
    Ranking.FULL_HOUSE: 3_744,
    Ranking.FLUSH: 5_108,
    Ranking.STRAIGHT: 10_200,
    Ranking.THREE_OF_A_KIND: 54_912,
    Ranking.TWO_PAIR: 123_552,
    Ranking.PAIR: 1_098_240,
    Ranking.HIGH_CARD: 1_302_540,
}
SIX_OF_52 = {
    Ranking.ROYAL_FLUSH: 188,
    Ranking.STRAIGHT_FLUSH: 1_656,
    Ranking.FOUR_OF_A_KIND: 14_664,
    Ranking.FULL_HOUSE: 165_984,
    Ranking.FLUSH: 205_792,
    Ranking.STRAIGHT: 361_620,
    Ranking.THREE_OF_A_KIND: 732_160,
    Ranking.TWO_PAIR: 2_532_816,
    Ranking.PAIR: 9_730_740,
    Ranking.HIGH_CARD: 6_612_900,
}
SEVEN_OF_52 = {
    Ranking.ROYAL_FLUSH: 4_324,
    Ranking.STRAIGHT_FLUSH: 37_260,
    Ranking.FOUR_OF_A_KIND: 224_848,
    Ranking.FULL_HOUSE: 3_473_184,
    Ranking.FLUSH: 4_047_644,
    Ranking.STRAIGHT: 6_180_020,
    Ranking.THREE_OF_A_KIND: 6_461_620,
    Ranking.TWO_PAIR: 31_433_400,
    Ranking.PAIR: 58_627_800,
    Ranking.HIGH_CARD: 23_294_460,
}
FIVE_OF_32 = {
    Ranking.ROYAL_FLUSH: 4,
    Ranking.STRAIGHT_FLUSH: 12,
    Ranking.FOUR_OF_A_KIND: 224,
    Ranking.FULL_HOUSE: 1_344,
    Ranking.FLUSH: 208,
    Ranking.STRAIGHT: 4_080,
    Ranking.THREE_OF_A_KIND: 10_752,
    Ranking.TWO_PAIR: 24_192,
    Ranking.PAIR: 107_520,
    Ranking.HIGH_CARD: 53_040,
}
FIVE_OF_32_WITH_LOW_ACE = FIVE_OF_32 | {
    Ranking.STRAIGHT_FLUSH: 16,
    Ranking.FLUSH: 204,
    Ranking.STRAIGHT: 5_100,
    Ranking.HIGH_CARD: 52_020,
}


def counted(holdings, order):
    rungs = Counter(rung_of(strength(holding, order)) for holding in holdings)
    return {order.ladder[rung]: count for rung, count in rungs.items()}


def test_every_five_cards_of_the_full_pack():
    assert sum(FIVE_OF_52.values()) == 2_598_960
    assert counted(combinations(PACK_52, 5), FULL) == FIVE_OF_52


@pytest.mark.parametrize("flush_above", [True, False])
@pytest.mark.parametrize(("ace_low", "expected"), [(False, FIVE_OF_32), (True, FIVE_OF_32_WITH_LOW_ACE)])
def test_every_five_cards_of_the_short_pack(ace_low, flush_above, expected):
    order = RankingOrder(pack=32, ace_low_in_32=ace_low, flush_beats_full_house_in_32=flush_above)

    assert sum(expected.values()) == 201_376
    assert expected == counted(combinations(PACK_32, 5), order)


def test_all_seven_thousand_strengths_of_five_cards_come_about():
    assert len({strength(holding, FULL) for holding in five_card_classes()}) == 7_462


@pytest.mark.parametrize(("count", "total", "expected"), [(6, 20_358_520, SIX_OF_52), (7, 133_784_560, SEVEN_OF_52)])
def test_all_classes_of_six_and_seven_cards(count, total, expected):
    found = Counter()
    for ranks in rank_multisets(count):
        found[ranking_of(unsuited(ranks))] += prod(comb(4, n) for n in Counter(ranks).values()) - with_flush(ranks)
    for suited in range(5, count + 1):
        beside = count - suited
        for ranks in combinations(range(13), suited):
            holding = [Card(RANKS[rank] + "s") for rank in ranks] + OF_OTHER_SUITS[:beside]
            found[ranking_of(holding)] += 4 * comb(39, beside)

    assert total == sum(expected.values())
    assert expected == found


@pytest.mark.parametrize("count", [6, 7])
def test_more_cards_are_worth_the_best_five_among_them(count):
    best = {ranks: strength(unsuited(ranks), FULL) for ranks in rank_multisets(5)}

    for ranks in rank_multisets(count):
        fives = set(combinations(ranks, 5))
        assert max(best[five] for five in fives) == strength(unsuited(ranks), FULL)


@pytest.mark.parametrize("suited", [6, 7])
def test_more_cards_of_one_suit_are_worth_the_best_five_among_them(suited):
    best = {ranks: strength(in_spades(ranks), FULL) for ranks in combinations(range(13), 5)}

    for ranks in combinations(range(13), suited):
        assert max(best[five] for five in combinations(ranks, 5)) == strength(in_spades(ranks), FULL)


OF_OTHER_SUITS = [Card("2h"), Card("2d")]


def rank_multisets(count):
    """Every choice of ranks, none more than four times, as places in ascending order."""
    for ranks in combinations_with_replacement(range(13), count):
        if max(Counter(ranks).values()) <= 4:
            yield ranks


def unsuited(ranks):
    """Cards of these ranks, of which no five are of one suit."""
    return [Card(RANKS[rank] + SUITS[place % 4]) for place, rank in enumerate(ranks)]


def in_spades(ranks):
    return [Card(RANKS[rank] + "s") for rank in ranks]


def five_card_classes():
    """One holding for each strength that five cards can have."""
    yield from (unsuited(ranks) for ranks in rank_multisets(5))
    yield from (in_spades(ranks) for ranks in combinations(range(13), 5))


def ranking_of(holding):
    return rank(holding, FULL).ranking


def with_flush(ranks):
    """In how many ways suits can be given to the ranks so that five or more are of one suit."""
    by_suited = [1]
    for n in Counter(ranks).values():
        # With the suit: the other cards of the rank come from three suits. Without: all of them do.
        without, beside = comb(3, n), comb(3, n - 1)
        by_suited = [
            (by_suited[k] if k < len(by_suited) else 0) * without + (by_suited[k - 1] if k else 0) * beside
            for k in range(len(by_suited) + 1)
        ]
    return 4 * sum(by_suited[5:])
