"""Openers: the least holding with which a pot may be opened; it rises with each passed-out hand."""

from collections.abc import Sequence

from services.evaluator.domain.ranking import RankingOrder
from services.evaluator.domain.threshold import Threshold, at_least
from shared.cards import Card
from shared.rulebook import cites


@cites("AD5-06", "AD5-12", "AD5-13", "AD5-14")
def holds_openers(cards: Sequence[Card], openers: Threshold, order: RankingOrder) -> bool:
    """Whether a holding may open the pot: the pair that is asked for in this hand, or a higher combination."""
    return at_least(cards, openers, order)
