"""The words for a stub that is too small to give everybody the card that is due."""

from dataclasses import dataclass

from shared.rules.terms import Param


@dataclass(frozen=True, slots=True, kw_only=True)
class MixThenCommon:
    """Mix in what lies aside, step by step and only as needed: dead cards, burnt cards, discards; else a common card.

    `reuse_discards` is the table's choice about the last of these steps.
    """

    reuse_discards: Param[bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class MixBurnt:
    """Mix the burnt cards in; where that is not enough the floor decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnThenCommon:
    """Burn the top card and turn one common card up; the last card of all is turned up without a burn."""


Shortage = MixThenCommon | MixBurnt | BurnThenCommon
