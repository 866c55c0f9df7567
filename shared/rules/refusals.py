"""A refusal is the broken rule. Its code is its name in upper snake case, in HTTP, scenarios and records alike."""

import re
from collections.abc import Callable
from typing import Any, Final


class RuleBroken(Exception):
    """A person asked for what the rules do not allow. Nothing has changed; say what, expected, found and what to do.

    `clause` is the clause that refuses. `irregularity` names a clause under which the attempt itself is put on record.
    """

    def __init__(
        self,
        what: str,
        *,
        clause: str = "",
        expected: object = None,
        found: object = None,
        irregularity: str = "",
    ) -> None:
        super().__init__(what)
        self.clause = clause
        self.expected = expected
        self.found = found
        self.irregularity = irregularity
        self.to_record: Callable[[Any], None] = _nothing
        """What a handler wants written down about the attempt, once the refusal has undone everything else."""

    @property
    def code(self) -> str:
        """The rule's name, as in `RAISE_CAP`."""
        return code_of(type(self))


def _nothing(_tx: Any) -> None:
    """Leave no trace: most refusals are no irregularity."""


class NotYet(Exception):
    """A message came before the fact that it follows from; it is to be tried again, nothing is wrong."""


def code_of(rule: type[RuleBroken]) -> str:
    """Return the refusal code of a rule: `RaiseCap` is `RAISE_CAP`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", rule.__name__).upper()


class HandClosed(RuleBroken):
    """The hand is over; nothing more can be done in it."""


class WrongStage(RuleBroken):
    """The hand is at another stage than the act belongs to."""


class DealInProgress(RuleBroken):
    """Cards are being dealt; nobody acts until each has his own."""


class NotActive(RuleBroken):
    """The seat takes no part in this hand, or has left it."""


class NoSuchAct(RuleBroken):
    """The game that is played here knows no such act."""


class NotYourTurn(RuleBroken):
    """Another seat is to act."""


class StaleAct(RuleBroken):
    """The act was meant for an earlier turn; the state has moved on."""


class TooLate(RuleBroken):
    """The seat's time had run out, and the clock has acted for it."""


class CannotCheck(RuleBroken):
    """There is a bet to answer: call, raise or fold."""


class NothingToCall(RuleBroken):
    """Nobody has bet: check or bet."""


class AlreadyBet(RuleBroken):
    """Somebody has bet: call or raise instead."""


class NothingToRaise(RuleBroken):
    """Nobody has bet: bet instead."""


class OpenerCannotFold(RuleBroken):
    """Who opens an interval checks or bets; he may fold only once he faces a bet."""


class OpenersRequired(RuleBroken):
    """The pot may be opened only on the required pair or better."""


class BettingNotReopened(RuleBroken):
    """A short all-in does not reopen the betting to who has acted: call or fold."""


class RaiseCap(RuleBroken):
    """All the raises that the rules allow have been made: call or fold."""


class LimitExceeded(RuleBroken):
    """The amount is above the interval's limit."""


class BelowMinimum(RuleBroken):
    """The amount is none that the rules allow here, and not above the limit."""


class NotEnoughChips(RuleBroken):
    """The seat has fewer chips than the act takes."""


class AlreadyDecided(RuleBroken):
    """The seat has said VOY or PASO, or has drawn; neither is done twice."""


class TooManyDiscards(RuleBroken):
    """More cards than the rules let a seat change."""


class NotYourCard(RuleBroken):
    """The card is not in the seat's holding, or was named twice."""


class BetNotMultiple(RuleBroken):
    """The stake is not the table's minimum or a whole multiple of it."""


class AboveMaximum(RuleBroken):
    """The stake is above the table's maximum."""


class WrongSecondBet(RuleBroken):
    """The second bet is exactly the fixed multiple of the first."""


class WrongSideBet(RuleBroken):
    """The side bet is one fixed amount, placed with the first bet and before the deal."""


class WrongBox(RuleBroken):
    """A player bets in the box of his own seat, and in one box only."""


class TableFull(RuleBroken):
    """No seat is left, or this one is taken."""


class AlreadySeated(RuleBroken):
    """One person, one seat at a table."""


class NoSuchSeat(RuleBroken):
    """The table has no seat of that number."""


class BuyInOutOfRange(RuleBroken):
    """The buy-in is outside what the table takes."""


class TableNotOpen(RuleBroken):
    """The table is closed; no hand starts and nobody sits down."""


class NotBalanced(RuleBroken):
    """In a hand for the pot, what one person gets by a correction others give."""


class CardsNotReorderable(RuleBroken):
    """Up-cards keep the order in which they came."""


class NotTheFloor(RuleBroken):
    """Only the floor rules on a doubt."""


class NoAnswer(RuleBroken):
    """What was asked may not be asked at this point."""


BY_CODE: Final[dict[str, type[RuleBroken]]] = {code_of(rule): rule for rule in RuleBroken.__subclasses__()}
