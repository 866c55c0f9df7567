"""The same answers as an independent evaluator, and as a plain one written out here for the pack of 32."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from pokerkit import StandardHighHand
from pokerkit.lookups import StandardLookup

from services.evaluator.domain.ranking import RankingOrder, rank, strength
from shared.cards import PACK_32, PACK_52, RANK_VALUE, RANKS, SUITS, Card
from shared.rules.ranking import Ranking

FULL = RankingOrder(pack=52)
LOOKUP = StandardLookup()

LABELS = {
    "High card": Ranking.HIGH_CARD,
    "One pair": Ranking.PAIR,
    "Two pair": Ranking.TWO_PAIR,
    "Three of a kind": Ranking.THREE_OF_A_KIND,
    "Straight": Ranking.STRAIGHT,
    "Flush": Ranking.FLUSH,
    "Full house": Ranking.FULL_HOUSE,
    "Four of a kind": Ranking.FOUR_OF_A_KIND,
    "Straight flush": Ranking.STRAIGHT_FLUSH,
}


@pytest.fixture(scope="module")
def places():
    """Our strength of each class of five cards, with the place that the other evaluator gives it."""
    found = {}
    for holding in five_card_classes():
        found[strength(holding, FULL)] = LOOKUP.get_entry("".join(holding)).index
    return found


def test_every_class_of_five_cards_stands_at_the_same_place(places):
    by_strength = sorted(places.items())

    assert list(range(7_462)) == [place for _, place in by_strength]


def test_every_class_of_five_cards_has_the_same_name():
    for holding in five_card_classes():
        ours = min(rank(holding, FULL).ranking, Ranking.STRAIGHT_FLUSH)
        assert LABELS[LOOKUP.get_entry("".join(holding)).label.value] == ours


@pytest.mark.parametrize(("count", "holdings"), [(5, 3_000), (6, 1_500), (7, 1_500)])
def test_random_holdings_of_five_six_and_seven_cards_agree(places, count, holdings):
    draw = Random(count)

    for _ in range(holdings):
        holding = draw.sample(PACK_52, count)
        ranked = rank(holding, FULL)
        theirs = StandardHighHand.from_game("".join(holding))
        assert theirs.entry.index == places[ranked.strength]
        assert theirs.entry.index == LOOKUP.get_entry("".join(ranked.best)).index
        assert set(ranked.best) <= set(holding)


@pytest.mark.parametrize("count", [6, 7])
def test_holdings_with_a_flush_agree(places, count):
    draw = Random(count)

    for _ in range(600):
        suit = draw.choice(SUITS)
        suited = draw.sample([card for card in PACK_52 if card[1] == suit], 5)
        holding = suited + draw.sample([card for card in PACK_52 if card not in suited], count - 5)
        theirs = StandardHighHand.from_game("".join(holding))
        assert theirs.entry.index == places[strength(holding, FULL)]


@pytest.mark.parametrize("ace_low", [True, False])
@pytest.mark.parametrize("flush_above", [True, False])
@pytest.mark.parametrize("count", [5, 6, 7])
def test_the_short_pack_agrees_with_a_plain_evaluator(count, flush_above, ace_low):
    order = RankingOrder(pack=32, flush_beats_full_house_in_32=flush_above, ace_low_in_32=ace_low)
    draw = Random(count)
    holdings = [draw.sample(PACK_32, count) for _ in range(2_500)]
    plain = {
        tuple(each): max(plainly(five, flush_above, ace_low) for five in combinations(each, 5)) for each in holdings
    }

    ranks = {worth: place for place, worth in enumerate(sorted(set(plain.values())))}
    ours = {worth: place for place, worth in enumerate(sorted({strength(each, order) for each in holdings}))}

    assert [ranks[plain[tuple(each)]] for each in holdings] == [ours[strength(each, order)] for each in holdings]


def plainly(five, flush_above, ace_low):
    """Worth of five cards of the short pack, as rung and ranks, by looking at them one way after the other."""
    values = sorted((RANK_VALUE[card] for card in five), reverse=True)
    count = Counter(values)
    groups = tuple(sorted(values, key=lambda value: (count[value], value), reverse=True))
    sizes = sorted(count.values(), reverse=True)
    flush = len({card[1] for card in five}) == 1
    if ace_low and values == [14, 10, 9, 8, 7]:
        straight, groups = True, (10, 9, 8, 7, 1)
    else:
        straight = len(count) == 5 and values[0] - values[4] == 4
    if flush and straight:
        return 8, groups
    if sizes == [4, 1]:
        return 7, groups
    if flush:
        return (6, groups) if flush_above else (5, groups)
    if sizes == [3, 2]:
        return (5, groups) if flush_above else (6, groups)
    if straight:
        return 4, groups
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}[tuple(sizes)], groups


def five_card_classes():
    """One holding for each strength that five cards can have."""
    for ranks in combinations_with_replacement(RANKS, 5):
        if max(Counter(ranks).values()) <= 4:
            yield [Card(rank + SUITS[place % 4]) for place, rank in enumerate(ranks)]
    for ranks in combinations(RANKS, 5):
        yield [Card(rank + "h") for rank in ranks]
