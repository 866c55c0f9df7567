"""Strengths of many holdings at once, from bytes: each card is its place in the 52-card pack, holding after holding."""

from array import array
from collections.abc import Iterable
from typing import Final

from services.evaluator.domain.keys import SUIT_BITS, SUIT_PART
from services.evaluator.domain.ranking import CardNotInPack, RankingOrder, WrongCardCount, suited_bits
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
    tables = order.tables
    flush_suit, by_ranks = tables.of_count(cards_each)
    keys = map([tables.keys.get(card, 0) for card in PACK_52].__getitem__, holdings)
    totals = list(map(sum, zip(*[keys] * cards_each, strict=True)))
    found = array("I", [_OPEN if flush_suit[t & SUIT_PART] else by_ranks[t >> SUIT_BITS] for t in totals])
    # Flushes are one holding in thirty; which of its cards are suited the sum alone does not tell.
    for at in [at for at, strength in enumerate(found) if strength == _OPEN]:
        cards = [PACK_52[place] for place in holdings[at * cards_each : (at + 1) * cards_each]]
        found[at] = tables.suited[suited_bits(cards, flush_suit[totals[at] & SUIT_PART])]
    return found


_OPEN: Final = 0
"""No holding is worth nothing: even high cards have ranks in their strength."""

_PLACE: Final = {card: place for place, card in enumerate(PACK_52)}
