"""What is asked when something went wrong: a fault is reported, a doubt goes to the floor, the floor rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.hand.command import Command
from shared.money import Cents
from shared.rules.faults import Decision, Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFault(Command):
    """Report an error. `coming`: it is made at the next deal, as a croupier in training makes it.

    `nth` is which of the seat's cards in that deal; `seen` says that the others have looked at theirs. `clause` is for
    what no remedy has a clause for: a doubt, or conduct.
    """

    task = "dealer.report_fault"

    fault: Fault
    seat: int = 0
    card: int = 1
    seen: bool = False
    coming: bool = False
    clause: str = ""
    what: str = ""
    reported_by: str = "croupier"
    number: int = 0

    def nth(self) -> str:
        return f"{self.fault.value}.{self.seat}.{self.card}.{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Command):
    """Rule on a hand; only the floor may."""

    task = "dealer.rule"

    decision: Decision
    by_floor: bool
    seat: int = 0
    ruled_by: str = ""
    reason: str = ""
    number: int = 0

    def nth(self) -> str:
        return f"{self.decision.value}.{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuryCards(Command):
    """A seat left between two streets: the card that it was dealt meanwhile is dead."""

    task = "dealer.bury_cards"
    is_aside = True

    step: int
    seat: int

    def nth(self) -> str:
        return f"{self.step}.{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldHand(Command):
    """Nobody acts until the floor has ruled."""

    task = "betting.hold_hand"

    referral: int

    def nth(self) -> str:
        return str(self.referral)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseHand(Command):
    """The floor lets the hand go on."""

    task = "betting.release_hand"

    referral: int

    def nth(self) -> str:
        return str(self.referral)


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidHand(Command):
    """The hand does not count: everybody gets back what he put in, but after a misdeal not his ante."""

    task = "betting.void_hand"

    reason: str
    misdeal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BarStreet(Command):
    """A fault has ended the betting of this step."""

    task = "betting.bar_street"

    step: int

    def nth(self) -> str:
        return str(self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnContributions(Command):
    """Give the side bets of a voided hand back."""

    task = "jackpot.return_contributions"

    pool: str
    amount: Cents


FLOOR_COMMANDS: Final[Mapping[str, type[Command]]] = {
    kind.task: kind
    for kind in (ReportFault, Rule, BuryCards, HoldHand, ReleaseHand, VoidHand, BarStreet, ReturnContributions)
}
"""Every command about errors and rulings by its task."""
