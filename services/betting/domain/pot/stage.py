"""What every rule of pot play checks first, in the order in which refusals go before one another."""

from typing import Any

from services.betting.domain.pot.hand import Hand, Stage
from shared.hand import commands as ask
from shared.rulebook import cites
from shared.rules.refusals import DealInProgress, HandClosed, NotActive, NotYourTurn, StaleAct, TooLate, WrongStage


def head(hand: Hand) -> dict[str, Any]:
    """Return what every fact of this hand begins with."""
    return {"hand": hand.hand, "table": hand.table, "game": hand.game}


@cites("AD7-16", "PR7-04")
def must_be(hand: Hand, stage: Stage) -> None:
    """Refuse what belongs to another stage; while cards are dealt, or the floor has to decide, nobody acts."""
    if hand.stage is Stage.CLOSED:
        raise HandClosed(f"hand {hand.hand} is closed; wait for the next one")
    if hand.held:
        raise WrongStage(f"hand {hand.hand} waits for the floor's ruling", found="awaiting_ruling")
    if hand.stage is stage:
        return
    if hand.stage is Stage.DEAL:
        raise DealInProgress(f"hand {hand.hand}: cards are being dealt; act when you have yours")
    raise WrongStage(
        f"hand {hand.hand} is at {hand.stage.value}, and this belongs to {stage.value}",
        expected=stage.value,
        found=hand.stage.value,
    )


def must_be_on_turn(hand: Hand, command: ask.Act) -> None:
    """Refuse a seat that is not in the hand, or whose turn it is not, and an act meant for an earlier turn."""
    _must_not_be_late(hand, command.seat)
    must_be(hand, Stage.WAGER)
    if command.seat not in hand.live:
        raise NotActive(
            f"seat {command.seat} is not in hand {hand.hand}",
            expected=", ".join(map(str, hand.live)),
            found=command.seat,
        )
    if command.seat != hand.turn:
        raise NotYourTurn(
            f"it is the turn of seat {hand.turn}, not of seat {command.seat}", expected=hand.turn, found=command.seat
        )
    if command.turn not in (-1, hand.turns):
        raise StaleAct(
            f"hand {hand.hand} is at turn {hand.turns}; the act was meant for turn {command.turn}",
            expected=hand.turns,
            found=command.turn,
        )


def _must_not_be_late(hand: Hand, seat: int) -> None:
    """Refuse what comes after the clock has acted for its seat: nobody is to be told that he acted out of turn."""
    meanwhile = hand.stage is Stage.WAGER or seat in hand.folded
    if seat in hand.timed_out and seat != hand.turn and meanwhile and hand.stage is not Stage.CLOSED:
        raise TooLate(f"the time of seat {seat} was over before this came; the clock has acted for it", found=seat)
