"""What went wrong in a hand and what followed: faults with their remedies, doubts, and the floor's rulings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.cards import Card
from shared.hand.fact import Fact
from shared.hand.holdings import Coming, Dealt, SeatAmount
from shared.money import Cents
from shared.rules.faults import Decision, Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultComing(Fact):
    """A croupier in training will make this error at the next deal."""

    coming: Coming


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDealtEarly(Fact):
    """A seat got a card, by its place in the deck, before the betting had ended; it lies there until then."""

    clause: str
    seat: int
    position: int
    reported_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRemedied(Fact):
    """An error was put right by the law's own remedy.

    `dealt` is who holds which cards of the street now, where that changed; `burnt` went out of play; `turned_up` lies
    open. `barred`: the betting is over.
    """

    step: int
    clause: str
    fault: Fault
    seat: int
    reported_by: str
    what: str
    dealt: tuple[Dealt, ...] = ()
    burnt: tuple[int, ...] = ()
    turned_up: tuple[int, ...] = ()
    turned_cards: tuple[Card, ...] = ()
    barred: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleCardsExposed(Fact):
    """A seat's hole cards were seen by all. `covered`: they lie face down again. `next_up`: its next card comes up."""

    seat: int
    to: int
    cards: tuple[Card, ...]
    covered: bool
    next_up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsBuried(Fact):
    """A seat left between two streets; what it was dealt meanwhile, by places of the deck, is dead."""

    step: int
    seat: int
    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferredToFloor(Fact):
    """A doubt was put to the floor; the hand waits for its ruling. `number` counts the doubts of the hand from 1."""

    number: int
    clause: str
    seat: int
    what: str
    reported_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(Fact):
    """The floor ruled. `number` is the doubt that it decides, 0 where there was none; `clause` is that doubt's.

    `rulings` counts the rulings of the hand before this one.
    """

    number: int
    decision: Decision
    clause: str
    seat: int
    ruled_by: str
    reason: str
    rulings: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandHeld(Fact):
    """Nobody acts until the floor has ruled; clocks stand still."""

    referral: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandReleased(Fact):
    """The hand goes on; `turn` is the seat to act, 0 for nobody."""

    referral: int
    turn: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceVacated(Fact):
    """Who made the forced bet, and was not raised, left before the next street's first act."""

    step: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandVoided(Fact):
    """Everybody got back what he had put in, after a misdeal less his ante; `carried` stays for the next hand.

    Against the bank `returned` comes from the boxes, `side_boxes` from side bets that still lay at the table and
    `side_bets` from those that `pool` had taken.
    """

    reason: str
    returned: tuple[SeatAmount, ...]
    carried: Cents
    misdeal: bool = False
    nets: tuple[SeatAmount, ...] = ()
    side_boxes: tuple[SeatAmount, ...] = ()
    side_bets: tuple[SeatAmount, ...] = ()
    pool: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionsReturned(Fact):
    """The side bets of a voided hand went back: what the meter gave, what the house gave, and the meter after it."""

    pool: str
    from_meter: Cents
    from_house: Cents
    carried_ppm: int
    meter: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What a person gets to his account, or where it is less than nothing gives from it."""

    seat: int
    person: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementCorrected(Fact):
    """The floor has ruled on a hand that was paid: money moves once more, and what was paid stays on record."""

    number: int
    clause: str
    corrections: tuple[Correction, ...]
    reason: str
    ruled_by: str


FLOOR_FACTS: Final[Mapping[str, type[Fact]]] = {
    kind.__name__: kind
    for kind in (
        FaultComing,
        CardDealtEarly,
        FaultRemedied,
        HoleCardsExposed,
        CardsBuried,
        ReferredToFloor,
        Ruled,
        HandHeld,
        HandReleased,
        PlaceVacated,
        HandVoided,
        ContributionsReturned,
        SettlementCorrected,
    )
}
"""Every fact about errors and rulings by its name."""
