"""Who sits where, and which hand is in play, as far as betting needs to know."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from shared.hand import facts as say
from shared.hand import table_facts as at_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """The fold of a table's facts in betting's journal: `hand` is the hand in play, or the last one.

    `visits` says for each seat whose chips lie there, by the number of the visit; `over` the last visit that has ended.
    """

    hand: str = ""
    game: str = ""
    people: Mapping[int, str] = field(default_factory=dict)
    visits: Mapping[int, int] = field(default_factory=dict)
    over: Mapping[int, int] = field(default_factory=dict)

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
            people, visits = {**seated.people, fact.seat: fact.person}, {**seated.visits, fact.seat: fact.visit}
            return replace(seated, game=fact.game, people=people, visits=visits)
        case at_table.ChipsTaken():
            return _left(seated, fact)
        case _:
            return seated


def _left(seated: Seated, fact: at_table.ChipsTaken) -> Seated:
    """Return who sits where after a visit has ended, which may have been over before its chips came."""
    over = {**seated.over, fact.seat: max(fact.visit, seated.over.get(fact.seat, 0))}
    if seated.visits.get(fact.seat) != fact.visit:
        return replace(seated, over=over)
    people = {seat: person for seat, person in seated.people.items() if seat != fact.seat}
    visits = {seat: visit for seat, visit in seated.visits.items() if seat != fact.seat}
    return replace(seated, people=people, visits=visits, over=over)
