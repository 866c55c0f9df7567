"""Who sits where, and which hand is in play, as far as betting needs to know."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from shared.hand import facts as say
from shared.hand import table_facts as at_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """The fold of a table's facts in betting's journal: `hand` is the hand in play, or the last one."""

    hand: str = ""
    game: str = ""
    people: Mapping[int, str] = field(default_factory=dict)

    def seat_of(self, person: str) -> int:
        """Return the seat where a person sits, 0 for none."""
        return next((seat for seat, other in self.people.items() if other == person), 0)


NEW: Final = Seated()


def apply(seated: Seated, fact: say.Fact) -> Seated:
    """Return who sits where after a fact. Never refuses one."""
    match fact:
        case at_table.HandAtTable():
            return replace(seated, hand=fact.hand, game=fact.game)
        case at_table.ChipsBrought():
            return replace(seated, game=fact.game, people={**seated.people, fact.seat: fact.person})
        case at_table.ChipsTaken():
            rest = {seat: person for seat, person in seated.people.items() if seat != fact.seat}
            return replace(seated, people=rest)
        case _:
            return seated
