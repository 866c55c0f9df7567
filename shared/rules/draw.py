"""The words for a draw: each seat in turn lays cards down and is served as many."""

from dataclasses import dataclass

from shared.rules.terms import Param


@dataclass(frozen=True, slots=True, kw_only=True)
class MixDiscards:
    """With one card left and more to serve, the discards are mixed with it, and with none left by themselves.

    What the opener has laid down stays out, and what the seat being served has, unless nothing else is enough.
    `reuse_folded` is the table's choice about the holdings of seats that have left.
    """

    reuse_folded: Param[bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Each seat still in changes up to `discards_max` cards, the opener first, each served before the next.

    `silent` is the clause under which a seat that lets its clock run out twice is recorded as served, `in_turn` the one
    under which nobody draws before his turn.
    """

    discards_max: int
    shortage: MixDiscards
    silent: str
    in_turn: str
