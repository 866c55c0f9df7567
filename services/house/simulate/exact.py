"""How many of all hands of a pack are of each ranking: what a simulation is measured against."""

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

COUNT_32: Final[Mapping[Ranking, int]] = {
    Ranking.HIGH_CARD: 52_020,
    Ranking.PAIR: 107_520,
    Ranking.TWO_PAIR: 24_192,
    Ranking.THREE_OF_A_KIND: 10_752,
    Ranking.STRAIGHT: 5_100,
    Ranking.FLUSH: 204,
    Ranking.FULL_HOUSE: 1_344,
    Ranking.FOUR_OF_A_KIND: 224,
    Ranking.STRAIGHT_FLUSH: 16,
    Ranking.ROYAL_FLUSH: 4,
}
"""With the ace also below the seven, so that A-7-8-9-10 is a straight: 201,376 hands in all."""

COUNTS: Final = {52: COUNT_52, 32: COUNT_32}

FIRST_THREE: Final[Mapping[Ranking, int]] = {
    Ranking.HIGH_CARD: 18_304,
    Ranking.PAIR: 3_744,
    Ranking.THREE_OF_A_KIND: 52,
}
"""Three cards of 52, of which only groups count: 22,100 hands in all."""


def at_least_pair_of(rank: str, *, pack: int = 52) -> int:
    """Return how many five-card hands hold a pair of this rank or anything higher: 789,540 of 52 for eights."""
    counts, ranks = COUNTS[pack], pack // 4
    pairs = len(RANKS) - RANKS.index(rank)
    above = sum(count for ranking, count in counts.items() if ranking > Ranking.PAIR)
    return counts[Ranking.PAIR] // ranks * pairs + above
