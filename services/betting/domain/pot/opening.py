"""Opening the pot: who may, what an unopened pot asks of a seat, and a hand in which nobody opens."""

from typing import Final

from services.betting.domain.pot.hand import Hand, rules_of
from services.betting.domain.pot.stage import head
from shared.games import game
from shared.hand import facts as say
from shared.hand.holdings import SeatAmount
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.refusals import OpenerCannotFold, OpenersRequired
from shared.rules.wager import Wager

BLANK: Final = "blank"


def unopened(hand: Hand) -> bool:
    """Whether the pot has still to be opened in this interval."""
    step = game(hand.game).course[hand.step]
    return isinstance(step, Wager) and step.opens_pot and not hand.opener


@cites("AD5-06")
def check_openers(hand: Hand, seat: int) -> None:
    """Refuse a seat that would open without openers, where that is looked into at once; only it learns of it."""
    if unopened(hand) and not may_open(hand, seat):
        raise OpenersRequired(f"seat {seat} does not hold what it takes to open the pot: check")


def may_open(hand: Hand, seat: int) -> bool:
    """Whether nothing speaks against a seat's opening the pot now."""
    return not hand.interval.strict or seat in hand.interval.openers.reveal()


@cites("AD5-05")
def check_fold(hand: Hand, seat: int) -> None:
    """Refuse to fold before the pot is opened: a seat opens it or checks."""
    if unopened(hand):
        raise OpenerCannotFold(f"the pot is not open: seat {seat} opens it or checks", clause="AD5-05")


@cites("AD5-11")
def is_blank(hand: Hand) -> bool:
    """Whether all have checked. Where nobody had chips to open with, the hand is drawn and shown all the same."""
    return unopened(hand) and bool(hand.interval.acted)


@cites("AD5-11", "AD5-12")
def settle_blank(hand: Hand) -> tuple[say.Fact, ...]:
    """Leave the whole pot for the next hand."""
    nets = tuple(SeatAmount(seat=seat, amount=Cents(-hand.put_in[seat])) for seat in hand.order)
    return (say.HandSettled(**head(hand), outcome=BLANK, results=(), awards=(), nets=nets, carried=hand.pot),)


def needs_proof(hand: Hand) -> bool:
    """Whether the opener has still to be shown to have had openers before anybody is paid."""
    return rules_of(hand).openers is not None and bool(hand.opener) and hand.ruling is None
