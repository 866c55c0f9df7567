"""How many of all five-card hands of a pack are of each ranking: what a simulation is measured against."""

from collections.abc import Mapping
from typing import Final

from shared.cards import RANKS
from shared.rules.ranking import Ranking

FIVE_OF_52: Final = 2_598_960
"""All ways to deal five cards of 52."""

COUNT_52: Final[Mapping[Ranking, int]] = {
    Ranking.HIGH_CARD: 1_302_540,
    Ranking.PAIR: 1_098_240,
    Ranking.TWO_PAIR: 123_552,
    Ranking.THREE_OF_A_KIND: 54_912,
    Ranking.STRAIGHT: 10_200,
    Ranking.FLUSH: 5_108,
    Ranking.FULL_HOUSE: 3_744,
    Ranking.FOUR_OF_A_KIND: 624,
    Ranking.STRAIGHT_FLUSH: 36,
    Ranking.ROYAL_FLUSH: 4,
}


def at_least_pair_of(rank: str) -> int:
    """Return how many five-card hands of 52 hold a pair of this rank or anything higher: 789,540 for eights."""
    pairs = len(RANKS) - RANKS.index(rank)
    above = sum(count for ranking, count in COUNT_52.items() if ranking > Ranking.PAIR)
    return COUNT_52[Ranking.PAIR] // len(RANKS) * pairs + above
