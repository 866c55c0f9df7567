"""House ways: the fixed ways in which the croupier changes cards, by the name that a table's terms give."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import Final

from services.evaluator.domain.keys import HIGH_ACE, LOW_ACE
from services.evaluator.domain.qualify import qualifies
from services.evaluator.domain.ranking import RankingOrder, WrongCardCount, check, ranking_of
from services.evaluator.domain.threshold import Threshold
from shared.cards import RANK_VALUE, Card
from shared.rulebook import cites
from shared.rules.ranking import Ranking

HouseWay = Callable[[Sequence[Card], Threshold, RankingOrder], tuple[Card, ...]]
"""From the croupier's five cards, and the least holding with which he plays, to the cards that he changes."""


class UnknownHouseWay(ValueError):
    """A house way that is not written here."""


@cites("ESD-12")
def discards(cards: Sequence[Card], *, house_way: str, least: Threshold, order: RankingOrder) -> tuple[Card, ...]:
    """Return the cards that the croupier changes, in the order in which they lie; none where he stands."""
    if house_way not in HOUSE_WAYS:
        raise UnknownHouseWay(f"no house way {house_way!r}: expected one of {', '.join(HOUSE_WAYS)}")
    if len(cards) != 5:
        raise WrongCardCount(f"{len(cards)} cards: a house way is for 5")
    check(cards, order)
    return HOUSE_WAYS[house_way](cards, least, order)


def caribbean_draw(cards: Sequence[Card], least: Threshold, order: RankingOrder) -> tuple[Card, ...]:
    """Change the lowest cards beside the groups, two at most; with no group keep four to a flush, else to a straight.

    He draws whether he would qualify as he stands or not, so `least` changes nothing.
    """
    match ranking_of(cards, order):
        case Ranking.THREE_OF_A_KIND | Ranking.TWO_PAIR:
            return _beside_groups(cards)
        case Ranking.PAIR:
            return _lowest_two(cards, _beside_groups(cards))
        case Ranking.HIGH_CARD:
            return _off_four_to_flush(cards) or _off_four_to_straight(cards, order) or _lowest_two(cards, cards)
        case _:
            return ()


def only_if_not_qualified(cards: Sequence[Card], least: Threshold, order: RankingOrder) -> tuple[Card, ...]:
    """Stand with whatever qualifies; else change as in `caribbean_draw`."""
    return () if qualifies(cards, least, order) else caribbean_draw(cards, least, order)


def _beside_groups(cards: Sequence[Card]) -> tuple[Card, ...]:
    count = Counter(RANK_VALUE[card] for card in cards)
    return tuple(card for card in cards if count[RANK_VALUE[card]] == 1)


def _lowest_two(cards: Sequence[Card], among: Sequence[Card]) -> tuple[Card, ...]:
    lowest = sorted(among, key=RANK_VALUE.__getitem__)[:2]
    return tuple(card for card in cards if card in lowest)


def _off_four_to_flush(cards: Sequence[Card]) -> tuple[Card, ...]:
    count = Counter(card[1] for card in cards)
    return tuple(card for card in cards if count[card[1]] == 1) if 4 in count.values() else ()


def _off_four_to_straight(cards: Sequence[Card], order: RankingOrder) -> tuple[Card, ...]:
    # With A-2-3-4 and A-K-Q-J one rank alone makes the straight, so they stand behind an open four, as inside ones do.
    straights = _straights(order)
    ways = []
    for four in combinations(cards, 4):
        held = {RANK_VALUE[card] for card in four}
        makes = [place for place, straight in enumerate(straights) if held <= straight]
        if makes:
            ways.append((len(makes), max(makes), four))
    if not ways:
        return ()
    _, _, kept = max(ways, key=lambda way: way[:2])
    return tuple(card for card in cards if card not in kept)


@cache
def _straights(order: RankingOrder) -> tuple[frozenset[int], ...]:
    """Return the rank values in each straight, the lowest straight first; an ace is an ace at either end."""
    return tuple(frozenset(HIGH_ACE if value == LOW_ACE else value for value in five) for five in order.straights)


HOUSE_WAYS: Final[Mapping[str, HouseWay]] = MappingProxyType(
    {"caribbean_draw": caribbean_draw, "only_if_not_qualified": only_if_not_qualified}
)
