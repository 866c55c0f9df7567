"""A scenario as it was read: a table, and the hands that are played at it one after the other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from services.house.play.seating import Seating
from services.house.play.sight import Sight
from services.house.play.unreadable import Unreadable
from shared.cards import Card
from shared.hand import commands as ask
from shared.hand.holdings import Coming
from shared.money import Cents
from shared.rules.refusals import RuleBroken, code_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A line in which somebody acts: the command that it comes to, at a table as it lies.

    `coming` is the error that it announces for the next deal.
    """

    text: str
    command: Callable[[Sight], ask.Command]
    ends_stakes: bool
    coming: Coming | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """A line before the deal: whether a seat posts its ante and takes part."""

    text: str
    seat: int
    posts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetMeter:
    """A line that sets the progressive's meter."""

    text: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """A line whose deed must be refused with the code of `rule`, and must change nothing."""

    text: str
    rule: type[RuleBroken]
    deed: Deed | Posting

    @property
    def code(self) -> str:
        """The refusal that is expected."""
        return code_of(self.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What must hold: what is found at the table, and whether it is what was expected."""

    text: str
    expected: object
    find: Callable[[Sight], object]
    holds: Callable[[Any, Any], bool]


Line = Deed | Posting | SetMeter | Refuse | Expectation


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScript:
    """One hand: the deck, what lies on top after each mix, the lines, and what must hold at its end.

    `decks` are the deck by the size of the pack, where that depends on who takes part.
    """

    deck: tuple[Card, ...]
    mixes: tuple[tuple[Card, ...], ...]
    lines: tuple[Line, ...]
    expectations: tuple[Expectation, ...]
    decks: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)

    def deck_of(self, pack: int) -> tuple[Card, ...]:
        """Return the deck in the pack in use, or refuse with `Unreadable` one that names other cards."""
        if self.decks and pack not in self.decks:
            raise Unreadable(f"the deck cannot be one of the pack of {pack} cards, which is in use")
        return self.decks.get(pack, self.deck)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A whole file."""

    scenario_id: str
    title: str
    clauses: tuple[str, ...]
    seating: Seating
    hands: tuple[HandScript, ...]


def ends_stakes(line: Line) -> bool:
    """Whether the time for stakes is over when this line comes; the deed of a refusal counts as the line in it."""
    match line:
        case Deed(ends_stakes=ends) | Refuse(deed=Deed(ends_stakes=ends)):
            return ends
        case SetMeter() | Posting() | Refuse():
            return False
        case Expectation():
            return True


class Prelude(NamedTuple):
    """What stands before the first deal of a hand for the pot: so many lines, and the errors that are made at it."""

    lines: tuple[Posting | Refuse | Deed, ...] = ()

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Who posts and who sits out."""
        return tuple(line for line in self.lines if isinstance(line, Posting))

    @property
    def refused(self) -> tuple[Refuse, ...]:
        """Who may not post."""
        return tuple(line for line in self.lines if isinstance(line, Refuse))

    @property
    def coming(self) -> tuple[Coming, ...]:
        """The errors of the first deal."""
        return tuple(line.coming for line in self.lines if isinstance(line, Deed) and line.coming)


def prelude(script: HandScript) -> Prelude:
    """Return what stands before the first deal of a hand for the pot: who posts, and the errors that are made at it."""
    lines: list[Posting | Refuse | Deed] = []
    for line in script.lines:
        match line:
            case Posting() | Refuse(deed=Posting()) | Deed(coming=Coming()):
                lines.append(line)
            case _:
                break
    return Prelude(tuple(lines))


def named(found: Any, expected: Mapping[Any, Any]) -> Any:
    """Return the part of what was found that an expectation names."""
    return {key: found.get(key) for key in expected}
