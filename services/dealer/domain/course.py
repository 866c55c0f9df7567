"""What every rule of the dealer needs: the head of its facts, and the check that the hand has come so far."""

from typing import Any

from services.dealer.domain.hand import Hand, Stage
from services.dealer.domain.series import openers_of
from shared.games import game
from shared.rules.game import Deal
from shared.rules.refusals import HandClosed, NotYet, WrongStage


def head(hand: Hand) -> dict[str, Any]:
    """Return what every fact of this hand begins with."""
    return {"hand": hand.hand, "table": hand.table, "game": hand.game}


def must_be(hand: Hand, *stages: Stage) -> None:
    """Refuse what belongs to another stage."""
    if hand.stage in stages:
        return
    if hand.stage is Stage.CLOSED:
        raise HandClosed(f"hand {hand.hand} is closed; wait for the next one")
    if hand.stage is Stage.VOID:
        raise WrongStage(f"hand {hand.hand} does not count; wait for the next one", found=hand.stage.value)
    allowed = " or ".join(stage.value for stage in stages)
    raise WrongStage(
        f"hand {hand.hand} is at {hand.stage.value}, and this belongs to {allowed}",
        expected=allowed,
        found=hand.stage.value,
    )


def last_deal(hand: Hand) -> Deal:
    """Return the step of the cards that were dealt last, or refuse once cards have been changed since."""
    deal = game(hand.game).course[hand.step]
    if not isinstance(deal, Deal) or hand.drawn.order or hand.changed:
        raise WrongStage(f"hand {hand.hand}: cards have been changed since they were dealt; put it to the floor")
    return deal


def must_not_wait(hand: Hand) -> None:
    """Put off what comes while the floor has a doubt to decide."""
    if hand.trouble.referral:
        raise NotYet(f"hand {hand.hand} waits for the floor")


def least(hand: Hand) -> str:
    """Return the rank of the pair that it takes to open this hand's pot, empty where nothing is asked."""
    openers = openers_of(game(hand.game))
    return openers.least(hand.series.blanks) if openers else ""


def must_not_be_held(hand: Hand) -> None:
    """Refuse a person who acts while the floor has a doubt to decide."""
    if hand.trouble.referral:
        raise WrongStage(f"hand {hand.hand} waits for the floor's ruling", found="awaiting_ruling")
