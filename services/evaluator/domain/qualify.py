"""Qualifying: the least holding with which the croupier plays against the seats."""

from collections.abc import Sequence

from services.evaluator.domain.ranking import RankingOrder
from services.evaluator.domain.threshold import Threshold, at_least
from shared.cards import Card
from shared.rulebook import cites


@cites("ESD-17")
def qualifies(cards: Sequence[Card], least: Threshold, order: RankingOrder) -> bool:
    """Whether the croupier plays with this holding; in the Spanish game `least` is a pair of eights."""
    return at_least(cards, least, order)
