"""Cards and packs. A card is written as rank and suit, `As` or `Td`; nothing here knows a game."""

from collections.abc import Iterable, Sequence
from typing import Final, NewType

Card = NewType("Card", str)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

PACK_52: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)
PACK_32: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for rank in RANKS[5:] for suit in SUITS)
PACKS: Final[dict[int, tuple[Card, ...]]] = {52: PACK_52, 32: PACK_32}

RANK_VALUE: Final[dict[Card, int]] = {c: RANKS.index(c[0]) + 2 for c in PACK_52}
"""2 for a deuce up to 14 for an ace."""


class NotACard(ValueError):
    """A text that names no card of the 52."""


def card(text: str) -> Card:
    """Return the card that `text` names, or refuse with `NotACard`."""
    if text in _KNOWN:
        return Card(text)
    raise NotACard(f"{text!r} is no card: expected a rank of {RANKS} and a suit of {SUITS}, as in As or Td")


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text such as `"As Kd 9h"`, in its order."""
    return tuple(card(word) for word in text.split())


def written(hand: Iterable[Card]) -> str:
    """Return cards as one text, the inverse of `cards`."""
    return " ".join(hand)


def is_pack(order: Sequence[Card], size: int) -> bool:
    """Whether `order` holds every card of the pack of `size` exactly once."""
    return len(order) == size and set(order) == set(PACKS[size])


_KNOWN: Final = frozenset(PACK_52)
