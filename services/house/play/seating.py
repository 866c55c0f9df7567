"""Who sits where, and at what kind of table, before the first hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.money import Cents
from shared.rules.terms import Terms

SEED: Final = "00" * 32
"""A stacked deck was not shuffled, so nothing depends on its seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """A table as a scenario finds it. `eldest` is the seat with the disc of la mà, 0 where the game has none."""

    game: str
    terms: Terms
    chips_by_seat: Mapping[int, Cents]
    eldest: int
