"""A least holding: a pair of some rank, or any higher combination."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.evaluator.domain.ranking import RankingOrder, strength
from services.evaluator.domain.tables import strength_of
from shared.cards import RANKS, Card
from shared.rules.ranking import Ranking


class NoSuchRank(ValueError):
    """A threshold that names no rank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A pair of `pair_rank`, written as on a card, and everything above it."""

    pair_rank: str

    def __post_init__(self) -> None:
        if len(self.pair_rank) != 1 or self.pair_rank not in RANKS:
            raise NoSuchRank(f"{self.pair_rank!r} is no rank: expected one of {', '.join(RANKS)}")


def at_least(cards: Sequence[Card], threshold: Threshold, order: RankingOrder) -> bool:
    """Whether the holding reaches the threshold under this order, whatever lies beside the pair."""
    pair = RANKS.index(threshold.pair_rank) + 2
    return strength(cards, order) >= strength_of(order.rung(Ranking.PAIR), (pair, pair))
