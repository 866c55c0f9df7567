"""What every rule of betting checks first."""

from typing import Any

from services.betting.domain.banked.hand import Hand, Stage
from shared.hand import commands as ask
from shared.rules.refusals import DealInProgress, HandClosed, NotActive, StaleAct, TooLate, WrongStage


def head(hand: Hand) -> dict[str, Any]:
    """Return what every fact of this hand begins with."""
    return {"hand": hand.hand, "table": hand.table, "game": hand.game}


def must_be(hand: Hand, *stages: Stage) -> None:
    """Refuse what belongs to another stage; while the floor has to decide, nobody acts."""
    if hand.stage in stages and not hand.held:
        return
    if hand.stage is Stage.CLOSED:
        raise HandClosed(f"hand {hand.hand} is closed; wait for the next one")
    if hand.held:
        raise WrongStage(f"hand {hand.hand} waits for the floor's ruling", found="awaiting_ruling")
    if hand.stage is Stage.DEAL:
        raise DealInProgress(f"hand {hand.hand}: cards are being dealt; act when you have yours")
    allowed = " or ".join(stage.value for stage in stages)
    raise WrongStage(
        f"hand {hand.hand} is at {hand.stage.value}, and this belongs to {allowed}",
        expected=allowed,
        found=hand.stage.value,
    )


def must_take_part(hand: Hand, seat: int) -> None:
    """Refuse a seat that has no part in the hand."""
    if seat not in hand.chips:
        seats = ", ".join(str(player.seat) for player in hand.players)
        raise NotActive(f"seat {seat} takes no part in hand {hand.hand}", expected=seats, found=seat)


def must_not_be_late(hand: Hand, seat: int) -> None:
    """Refuse what comes after a seat's time to decide: nobody is to be told that he decided twice."""
    if seat in hand.timed_out and hand.stage is not Stage.CLOSED:
        raise TooLate(f"the time of seat {seat} in hand {hand.hand} was over before this came", found=seat)


def must_be_current(hand: Hand, command: ask.Act) -> None:
    """Refuse an act that was meant for an earlier turn."""
    if command.turn not in (-1, hand.turns):
        raise StaleAct(
            f"hand {hand.hand} is at turn {hand.turns}; the act was meant for turn {command.turn}",
            expected=hand.turns,
            found=command.turn,
        )
