"""The words of a scenario line, and how each is read."""

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Final

from services.house.play.unreadable import Unreadable
from shared.cards import Card, NotACard, card
from shared.money import Cents
from shared.rules.game import CROUPIER as CROUPIERS_PLACE

CROUPIER: Final = "croupier"
FLOOR: Final = "floor"


def split(text: str) -> list[str]:
    """Return the words of a line; what stands in quotes is one word."""
    try:
        return shlex.split(text)
    except ValueError as wrong:
        raise Unreadable(f"{wrong}") from None


def seat(word: str) -> int:
    """Read the number of a seat."""
    if not re.fullmatch(r"[1-9][0-9]?", word):
        raise Unreadable(f"{word!r} is no seat: expected a number from 1")
    return int(word)


def place(word: str) -> int:
    """Read a seat or the croupier's place."""
    return CROUPIERS_PLACE if word == CROUPIER else seat(word)


def amount(word: str) -> Cents:
    """Read an amount in whole minor units."""
    if not re.fullmatch(r"[0-9]+", word):
        raise Unreadable(f"{word!r} is no amount: expected a whole number")
    return Cents(int(word))


def a_card(word: str) -> Card:
    """Read a card."""
    try:
        return card(word)
    except NotACard as wrong:
        raise Unreadable(str(wrong)) from None


def amounts(words: Sequence[str], *, required: Sequence[str] = (), optional: Sequence[str] = ()) -> Mapping[str, Cents]:
    """Read words such as `ante=10 jackpot=1`, each name once and with an amount."""
    found: dict[str, Cents] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in (*required, *optional) or name in found:
            known = ", ".join(f"{each}=N" for each in (*required, *optional))
            raise Unreadable(f"{word!r} does not belong here: expected {known}, each once")
        found[name] = amount(value)
    if missing := [name for name in required if name not in found]:
        raise Unreadable(f"{missing[0]}=N is missing")
    return found


def nothing(words: Sequence[str]) -> None:
    """Refuse words after the end of a line."""
    if words:
        raise Unreadable(f"{' '.join(words)!r} is too much")
