"""Decks as scenarios write them: from the top, `?` for some card that is not named, and then the rest of the pack."""

from collections.abc import Sequence
from typing import Final

from services.house.play.unreadable import Unreadable
from shared.cards import PACKS, Card, NotACard, card

UNNAMED: Final = "?"
REST: Final = "..."


def deck(text: str, *, pack: int) -> tuple[Card, ...]:
    """Return the whole pack in the order that the text gives."""
    words = text.split()
    if words[-1:] == [REST]:
        words.pop()
    named = [_named(word, pack=pack) for word in words if word != UNNAMED]
    for place, each in enumerate(named):
        if each in named[:place]:
            raise Unreadable(f"the deck names {each} twice")
    if len(words) > pack:
        raise Unreadable(f"the deck names {len(words)} places; the pack has {pack} cards")
    others = iter(each for each in _in_fixed_order(PACKS[pack]) if each not in named)
    top = [next(others) if word == UNNAMED else card(word) for word in words]
    return (*top, *others)


def pile(text: str, *, pack: int) -> tuple[Card, ...]:
    """Return the cards that a text names, as what lies on top after a mix."""
    words = text.split()
    found = tuple(_named(word, pack=pack) for word in words)
    if len(set(found)) < len(found):
        raise Unreadable(f"the mix {text!r} names a card twice")
    return found


def _named(word: str, *, pack: int) -> Card:
    try:
        found = card(word)
    except NotACard as wrong:
        raise Unreadable(f"deck: {wrong}; or {UNNAMED!r} for some card, or {REST!r} at the end for the rest") from None
    if found not in PACKS[pack]:
        raise Unreadable(f"the deck names {found}, which the pack of {pack} cards does not have")
    return found


def _in_fixed_order(pack: Sequence[Card]) -> tuple[Card, ...]:
    """Return the pack in an order that is always the same and brings neither one suit nor one rank in a row."""
    return tuple(pack[place * _STRIDE % len(pack)] for place in range(len(pack)))


_STRIDE: Final = 9
"""Has no divisor in common with 52 or 32, so every card comes once; nine places on is another suit and another rank."""
