"""Pots: what was put in, split by the levels up to which each seat contends."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shared.money import Cents


class SidePot(NamedTuple):
    """An amount, and the seats that contend for it."""

    amount: Cents
    seats: tuple[int, ...]


def uncalled(put_in: Mapping[int, Cents], live: Sequence[int]) -> tuple[int, Cents]:
    """Return the seat whose last chips nobody met, and how many they are; (0, 0) where there are none."""
    seat = max(put_in, key=lambda each: put_in[each])
    met = max((amount for other, amount in put_in.items() if other != seat), default=Cents(0))
    excess = Cents(put_in[seat] - met)
    return (seat, excess) if excess and seat in live else (0, Cents(0))


def split(put_in: Mapping[int, Cents], live: Sequence[int], *, carried: Cents = Cents(0)) -> tuple[SidePot, ...]:
    """Return the pots, the main one first; `live` stand in order of play.

    A level that only seats have reached that are out of the hand joins the last pot that somebody can win.
    """
    levels = sorted({put_in[seat] for seat in live})
    below, pots = 0, []
    for level in levels:
        last = level == levels[-1]
        layer = sum((amount if last else min(amount, level)) - min(amount, below) for amount in put_in.values())
        pots.append(SidePot(Cents(layer), tuple(seat for seat in live if put_in[seat] >= level)))
        below = level
    main, *side = pots
    return tuple(pot for pot in (SidePot(Cents(main.amount + carried), main.seats), *side) if pot.amount)
