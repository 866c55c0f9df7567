"""What has happened at a table between its hands: it opened, people came and went, hands began and ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.hand.facts import Fact
from shared.money import Cents
from shared.rules.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(Fact):
    """A table stands ready, with its game and its terms. `practice` allows stacked decks and reported errors."""

    name: str
    terms: Terms
    practice: bool
    opened_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed(Fact):
    """No further hand begins here; the hand in play is finished."""

    closed_by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReopened(Fact):
    """Hands begin again."""

    reopened_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(Fact):
    """A person took a seat; he plays once his chips lie there."""

    seat: int
    person: str
    buy_in: Cents
    visit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReady(Fact):
    """The chips lie before the seat."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveAsked(Fact):
    """A person leaves with the end of the hand in play."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFreed(Fact):
    """A seat is free again; what lay there goes to its person."""

    seat: int
    person: str
    visit: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStarted(Fact):
    """The table's next hand began."""

    number: int
    eldest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFinished(Fact):
    """The table's hand is over; `head` is the last hash of its journal, so the table's chain holds it fast.

    `seats` are those who took part, in order of play.
    """

    number: int
    outcome: str
    head: str
    eldest: int = 0
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscPlaced(Fact):
    """The disc of la mà was put before a seat, which is eldest in the next hand."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAtTable(Fact):
    """Betting has begun this hand at this table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deposited(Fact):
    """Money came to a person's account from outside the house."""

    person: str
    amount: Cents
    taken_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsBrought(Fact):
    """Chips came before a seat, from its person's account."""

    seat: int
    person: str
    amount: Cents
    visit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyInRefused(Fact):
    """No chips came to a seat: its person's account does not hold them, or he has left it again."""

    seat: int
    person: str
    visit: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsAdded(Fact):
    """A seated person brought more chips; they count from the next hand."""

    seat: int
    person: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsTaken(Fact):
    """What lay before a seat went to its person's account."""

    seat: int
    person: str
    amount: Cents
    visit: int


TABLE_FACTS: Final[Mapping[str, type[Fact]]] = {
    kind.__name__: kind
    for kind in (
        TableOpened,
        TableClosed,
        TableReopened,
        SeatTaken,
        SeatReady,
        LeaveAsked,
        SeatFreed,
        HandStarted,
        HandFinished,
        DiscPlaced,
        HandAtTable,
        Deposited,
        ChipsBrought,
        BuyInRefused,
        ChipsAdded,
        ChipsTaken,
    )
}
"""Every fact of a table by its name."""
