"""What a holding can be worth. The names are the glossary's; the order among them belongs to the pack in use."""

from enum import IntEnum


class Ranking(IntEnum):
    """The rankings of five cards, from low to high as the 52-card pack ranks them."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
