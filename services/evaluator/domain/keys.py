"""A number for each card, such that the sum over a holding tells its ranks and its flush.

A card's key is the key of its rank, times 256, and the key of its suit. Sums tell only among equally many cards.
"""

from itertools import combinations_with_replacement
from typing import Final

from shared.cards import RANK_VALUE, SUITS, Card

SUIT_BITS: Final = 8
SUIT_PART: Final = (1 << SUIT_BITS) - 1

HIGH_ACE: Final = 14
LOW_ACE: Final = 1
"""The rank value of an ace that stands below the pack's lowest rank."""

FLUSH_LEAST: Final = 5

LEAST_APART: Final = (0, 1, 5, 22, 98, 453, 2_031, 8_698, 22_854, 83_661, 262_349, 636_345, 1_479_181)
"""From the deuce up, each the least number with which any two holdings of seven whose ranks differ have other sums.

Then this is so for fewer cards as well: if two holdings of six had one sum, a card more of the same rank would keep it.
"""

_CENTRE: Final = 559_000
# The sums lie on both sides of zero and stay within thirty bits, where Python adds in one step.

RANK_KEY: Final[dict[int, int]] = {
    value: apart - _CENTRE for value, apart in zip(range(2, HIGH_ACE + 1), LEAST_APART, strict=True)
}
RANK_KEY[LOW_ACE] = RANK_KEY[HIGH_ACE]

RANK_BIT: Final[dict[int, int]] = {value: 1 << value for value in range(2, HIGH_ACE + 1)}
RANK_BIT[LOW_ACE] = RANK_BIT[HIGH_ACE]

SUIT_KEY: Final = dict(zip(SUITS, (0, 1, 25, 32), strict=True))
"""Small numbers whose sum over five, six or seven cards tells whether five are of one suit, and of which."""

CARD_BIT: Final[dict[Card, int]] = {card: RANK_BIT[value] for card, value in RANK_VALUE.items()}


def card_key(card: Card) -> int:
    """Return the key of a card."""
    return (RANK_KEY[RANK_VALUE[card]] << SUIT_BITS) + SUIT_KEY[card[1]]


def flush_suits(count: int) -> tuple[str, ...]:
    """Return, for each suit part of a sum over so many cards, the suit of its flush, or nothing."""
    suit_of = [""] * (SUIT_PART + 1)
    for suits in combinations_with_replacement(SUITS, count):
        for suit in SUITS:
            if suits.count(suit) >= FLUSH_LEAST:
                suit_of[sum(map(SUIT_KEY.__getitem__, suits))] = suit
    return tuple(suit_of)
