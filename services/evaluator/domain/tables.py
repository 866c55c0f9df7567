"""The tables behind every ranking: from a sum of card keys to a strength.

A strength is written in hexadecimal digits: the ranking's rung on the ladder, then the ranks of the best five.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from services.evaluator.domain.keys import HIGH_ACE, RANK_BIT, RANK_KEY, card_key, flush_suits
from shared.cards import RANK_VALUE, Card
from shared.rules.ranking import Ranking

DIGIT_BITS: Final = 4
RUNG_SHIFT: Final = 5 * DIGIT_BITS

Five = tuple[int, ...]
"""The rank values of five cards: groups first, the larger before the smaller, then from high to low."""
Ladder = tuple[Ranking, ...]
"""The rankings from low to high."""


OfCount = tuple[tuple[str, ...], dict[int, int]]
"""For sums of so many cards: by the suit part the suit of the flush, if any; by the rest the strength without one.

A plain pair, since it is unpacked for each holding that is ranked.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """From cards to strengths, for one pack under one order."""

    keys: dict[Card, int]
    five: OfCount
    six: OfCount
    seven: OfCount
    suited: dict[int, int]
    """The strength of five to seven cards of one suit, by their ranks as bits."""

    def of_count(self, count: int) -> OfCount:
        """Return the pair for five, six or seven cards."""
        return {5: self.five, 6: self.six, 7: self.seven}[count]


def build(*, pack: Sequence[Card], straights: tuple[Five, ...], ladder: Ladder) -> Tables:
    """Return the tables of a pack. Six cards are worth the best five of them, seven the best six."""
    ranks = tuple(sorted({RANK_VALUE[card] for card in pack}, reverse=True))
    five = _strengths(_unsuited(ranks, straights), ladder, RANK_KEY)
    six = _with_one_more(five, ranks, ladder)
    seven = _with_one_more(six, ranks, ladder)
    bits = tuple(RANK_BIT[rank] for rank in ranks)
    suited = _strengths(_suited(ranks, straights), ladder, RANK_BIT)
    six_suited = _with_one_more_suited(suited, bits)
    return Tables(
        keys={card: card_key(card) for card in pack},
        five=(flush_suits(5), five),
        six=(flush_suits(6), six),
        seven=(flush_suits(7), seven),
        suited=suited | six_suited | _with_one_more_suited(six_suited, bits),
    )


def strength_of(rung: int, ranks: Iterable[int]) -> int:
    """Return the strength of a ranking's rung and the ranks that decide within it, highest digit first."""
    strength = rung
    places = 0
    for rank in ranks:
        strength = strength << DIGIT_BITS | rank
        places += 1
    return strength << DIGIT_BITS * (5 - places)


def rung_of(strength: int) -> int:
    """Return the rung on the ladder."""
    return strength >> RUNG_SHIFT


def ranks_of(strength: int) -> Five:
    """Return the rank values of the best five."""
    return tuple(strength >> DIGIT_BITS * place & 15 for place in (4, 3, 2, 1, 0))


def _unsuited(ranks: Five, straights: tuple[Five, ...]) -> Iterator[tuple[Ranking, Five]]:
    for five in combinations(ranks, 5):
        yield Ranking.HIGH_CARD, five
    # These five ranks came above as high cards; the later entry is the one that stays.
    for straight in straights:
        yield Ranking.STRAIGHT, straight
    for group in ranks:
        others = tuple(rank for rank in ranks if rank != group)
        for three in combinations(others, 3):
            yield Ranking.PAIR, (group, group, *three)
        for two in combinations(others, 2):
            yield Ranking.THREE_OF_A_KIND, (group, group, group, *two)
        for other in others:
            yield Ranking.FULL_HOUSE, (group, group, group, other, other)
            yield Ranking.FOUR_OF_A_KIND, (group, group, group, group, other)
    for high, low in combinations(ranks, 2):
        for kicker in ranks:
            if kicker not in (high, low):
                yield Ranking.TWO_PAIR, (high, high, low, low, kicker)


def _suited(ranks: Five, straights: tuple[Five, ...]) -> Iterator[tuple[Ranking, Five]]:
    for five in combinations(ranks, 5):
        yield Ranking.FLUSH, five
    for straight in straights:
        yield Ranking.ROYAL_FLUSH if straight[0] == HIGH_ACE else Ranking.STRAIGHT_FLUSH, straight


def _strengths(fives: Iterable[tuple[Ranking, Five]], ladder: Ladder, key_of: Mapping[int, int]) -> dict[int, int]:
    rungs = {ranking: rung for rung, ranking in enumerate(ladder)}
    return {sum([key_of[rank] for rank in five]): strength_of(rungs[ranking], five) for ranking, five in fives}


def _with_one_more(strengths: dict[int, int], ranks: Five, ladder: Ladder) -> dict[int, int]:
    # The weaker first: where a holding comes about in several ways, the strongest is written last and stays.
    weaker_first = sorted(strengths, key=strengths.__getitem__)
    keys = tuple(RANK_KEY[rank] for rank in ranks)
    least_four = strength_of(ladder.index(Ranking.FOUR_OF_A_KIND), ())
    first_four = bisect_left(weaker_first, least_four, key=strengths.__getitem__)
    grown = {held + key: strengths[held] for held in weaker_first[:first_four] for key in keys}
    # Only four of a kind, the last where flushes are apart, have a rank of which there is no further card.
    for held in weaker_first[first_four:]:
        of_a_kind, *_ = ranks_of(strengths[held])
        grown |= {held + RANK_KEY[rank]: strengths[held] for rank in ranks if rank != of_a_kind}
    return grown


def _with_one_more_suited(strengths: dict[int, int], bits: tuple[int, ...]) -> dict[int, int]:
    # A bit that is there already leaves the holding and its strength as they are.
    weaker_first = sorted(strengths, key=strengths.__getitem__)
    return {held | bit: strengths[held] for held in weaker_first for bit in bits}
