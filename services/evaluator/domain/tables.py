"""The tables behind every ranking: from a sum of card keys to a strength.

The key of a card has two parts. Low 31 bits: 5 to the power of the rank's place, so that a sum of keys counts each rank
in base five; no pack has five of a rank, therefore holdings of other ranks never share a sum. Above them, six bits for
each suit, to which a card adds seven: four cards make 28, five make 35, seven make 49, so the bit of 32 is lit exactly
when there is a flush. A strength is written in hexadecimal digits: the ranking's rung, then the ranks of the best five.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from shared.cards import RANK_VALUE, SUITS, Card
from shared.rules.ranking import Ranking

RANK_BITS: Final = 31
RANKS_PART: Final = (1 << RANK_BITS) - 1
SUIT_BITS: Final = 6
FLUSH_OF: Final = {suit: 32 << (RANK_BITS + SUIT_BITS * place) for place, suit in enumerate(SUITS)}
"""The bit that a flush of the suit lights in a sum of keys."""
ANY_FLUSH: Final = sum(FLUSH_OF.values())

DIGIT_BITS: Final = 4
RUNG_SHIFT: Final = 5 * DIGIT_BITS
HIGH_ACE: Final = 14
LOW_ACE: Final = 1
"""The ace's digit where it stands below the pack's lowest rank."""

Five = tuple[int, ...]
"""The rank values of five cards: groups first, the larger before the smaller, then from high to low."""
Ladder = tuple[Ranking, ...]
"""The rankings from low to high."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """Sums to strengths, for five, six and seven cards of one pack under one order."""

    keys: dict[Card, int]
    by_ranks: dict[int, int]
    """Strengths by the ranks part of the sum, where there is no flush."""
    by_suited_five: dict[int, int]
    """Strengths of five cards of one suit, by the ranks part of their sum."""


def build(*, pack: Sequence[Card], straights: tuple[Five, ...], ladder: Ladder) -> Tables:
    """Return the tables of a pack. Six cards are worth the best five of them, seven the best six."""
    ranks = tuple(sorted({RANK_VALUE[card] for card in pack}, reverse=True))
    five = _strengths(_unsuited(ranks, straights), ladder)
    six = _with_one_more(five, ranks)
    seven = _with_one_more(six, ranks)
    return Tables(
        keys={card: _card_key(card) for card in pack},
        by_ranks=five | six | seven,
        by_suited_five=_strengths(_suited(ranks, straights), ladder),
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


def _strengths(fives: Iterable[tuple[Ranking, Five]], ladder: Ladder) -> dict[int, int]:
    rungs = {ranking: rung for rung, ranking in enumerate(ladder)}
    return {_sum(five): strength_of(rungs[ranking], five) for ranking, five in fives}


def _with_one_more(strengths: dict[int, int], ranks: Five) -> dict[int, int]:
    # The weaker first: where a holding comes about in several ways, the strongest is written last and stays.
    # Five of a rank come about too. They carry over in base five and look like one to three cards: no holding's sum.
    weaker_first = sorted(strengths, key=strengths.__getitem__)
    return {held + _RANK_KEY[more]: strengths[held] for held in weaker_first for more in ranks}


def _sum(ranks: Five) -> int:
    return sum(map(_RANK_KEY.__getitem__, ranks))


def _card_key(card: Card) -> int:
    return _RANK_KEY[RANK_VALUE[card]] + (7 << (RANK_BITS + SUIT_BITS * SUITS.index(card[1])))


_RANK_KEY: Final[dict[int, int]] = {value: 5 ** (value - 2) for value in range(2, HIGH_ACE + 1)}
_RANK_KEY[LOW_ACE] = _RANK_KEY[HIGH_ACE]
