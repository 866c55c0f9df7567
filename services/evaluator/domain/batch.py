"""Strengths of many holdings at once, from bytes: each card is its place in the 52-card pack, holding after holding."""

from array import array
from collections.abc import Iterable
from typing import Final

from services.evaluator.domain.ranking import (
    CardNotInPack,
    RankingOrder,
    WrongCardCount,
    strength_of_suited,
)
from services.evaluator.domain.tables import ANY_FLUSH, RANKS_PART
from shared.cards import PACK_52, PACKS, Card


def places(cards: Iterable[Card]) -> bytes:
    """Return cards in the form that `strengths` takes: a deuce of clubs is 0 and an ace of spades 51, in each pack."""
    return bytes(map(_PLACE.__getitem__, cards))


def strengths(holdings: bytes, *, cards_each: int, order: RankingOrder) -> "array[int]":
    """Return the strength of each holding of five, six or seven cards; as with `strength`, none has a card twice."""
    if cards_each not in (5, 6, 7):
        raise WrongCardCount(f"{cards_each} cards each: expected 5, 6 or 7")
    if len(holdings) % cards_each:
        raise WrongCardCount(f"{len(holdings)} cards do not make up holdings of {cards_each}")
    if foreign := holdings.translate(None, places(PACKS[order.pack])):
        raise CardNotInPack(f"{len(foreign)} of the cards are not in the pack of {order.pack}")
    keys = map([order.tables.keys.get(card, 0) for card in PACK_52].__getitem__, holdings)
    by_ranks = order.tables.by_ranks
    totals = list(map(sum, zip(*[keys] * cards_each, strict=True)))
    found = array("I", [_OPEN if total & ANY_FLUSH else by_ranks[total & RANKS_PART] for total in totals])
    # Flushes are one holding in thirty, and the sum alone does not tell which of the cards are suited.
    for at in [at for at, strength in enumerate(found) if strength == _OPEN]:
        cards = [PACK_52[place] for place in holdings[at * cards_each : (at + 1) * cards_each]]
        found[at] = strength_of_suited(cards, totals[at], order.tables)
    return found


_OPEN: Final = 0
"""No holding is worth nothing: even high cards have ranks in their strength."""

_PLACE: Final = {card: place for place, card in enumerate(PACK_52)}
