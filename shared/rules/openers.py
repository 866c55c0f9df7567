"""The words for a pot that must be opened on a least holding, which rises while nobody opens."""

from dataclasses import dataclass
from typing import Final

from shared.rules.terms import Param

STRICT: Final = "strict"
DECLARED: Final = "declared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Openers:
    """The pot is opened on a pair of the first rank of `ranks` or better; each blank hand asks for the next rank.

    Once every rank has been asked for, the last one stays, and no further ante is due. `check` is `strict`, where a bet
    without openers is refused, or `declared`, where it stands and is looked into at the end. `disc_moves` says whether
    the disc of la mà moves on after a blank hand. `unproved` is the clause under which false openers go on record.
    """

    ranks: tuple[str, ...]
    check: Param[str]
    disc_moves: Param[bool]
    unproved: str

    def least(self, blanks: int) -> str:
        """Return the rank of the pair that is asked for after so many blank hands in a row."""
        return self.ranks[min(blanks, len(self.ranks) - 1)]

    def ante_due(self, blanks: int) -> bool:
        """Whether the hand after so many blank ones in a row begins with an ante."""
        return blanks < len(self.ranks)
