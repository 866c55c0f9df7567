"""Money is whole minor units, rates are parts per million, and every division names who gets the odd unit."""

from collections.abc import Sequence
from typing import Final, NewType, TypeVar

Cents = NewType("Cents", int)

PPM: Final = 1_000_000
CENTS_MAX: Final = 10**12
"""The largest amount that any door accepts."""

Who = TypeVar("Who")


def portion(amount: int, rate_ppm: int, carried_ppm: int = 0) -> tuple[Cents, int]:
    """Return the whole units that `rate_ppm` of `amount` comes to, and the part of a unit to carry on, in ppm."""
    whole, carry = divmod(amount * rate_ppm + carried_ppm, PPM)
    return Cents(whole), carry


def split_equally(amount: int, among: Sequence[Who]) -> tuple[tuple[Who, Cents], ...]:
    """Share `amount` equally; odd units go one each to the first of `among`: the caller's order names them."""
    share, odd = divmod(amount, len(among))
    return tuple((who, Cents(share + (1 if place < odd else 0))) for place, who in enumerate(among))
