"""What is to be seen of a hand against the bank."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from services.betting.domain.banked.hand import Hand, Stage
from shared.games import game
from shared.hand import facts as say
from shared.money import Cents
from shared.rules.game import Decide


def stage(hand: Hand) -> str:
    """Return how far the hand has come, in the words of the scenario format."""
    return STAGES[hand.stage]


def takes_stakes(hand: Hand) -> bool:
    """Whether the boxes are open for stakes."""
    return hand.stage is Stage.STAKES


def pot(facts: Sequence[say.Fact]) -> Cents:
    """Return what was put into the first and second boxes; a side bet is a bet of its own and lies in no pot."""
    put_in = 0
    for fact in facts:
        match fact:
            case say.StakePlaced(ante=amount) | say.ActionTaken(put_in=amount):
                put_in += amount
    return Cents(put_in)


def to_call(hand: Hand, seat: int) -> Cents:
    """Return the second bet of a seat that has yet to decide, at most its chips."""
    if hand.stage is not Stage.DECIDE or seat in hand.answered or seat not in hand.stakes:
        return Cents(0)
    step = game(hand.game).course[hand.step]
    assert isinstance(step, Decide), f"step {hand.step} of {hand.game} is no decision"
    return Cents(min(hand.stakes[seat].ante * step.factor, hand.chips[seat]))


def winners(facts: Sequence[say.Fact]) -> tuple[int, ...]:
    """Return the seats that the house paid on their bets, from the lowest."""
    results = [result for fact in facts if isinstance(fact, say.HandSettled) for result in fact.results]
    return tuple(sorted(result.seat for result in results if result.paid))


def awards(facts: Sequence[say.Fact]) -> tuple[Mapping[str, Any], ...]:
    """Return the awards in the order paid."""
    paid = [award for fact in facts if isinstance(fact, say.HandSettled) for award in fact.awards]
    return tuple({"seat": each.seat, "award": each.award, "amount": each.amount} for each in paid)


def qualified(facts: Sequence[say.Fact]) -> bool | None:
    """Return whether the croupier plays; nothing where his holding was not looked at."""
    return next((fact.qualified for fact in facts if isinstance(fact, say.AwardsDecided)), None)


STAGES: Final[Mapping[Stage, str]] = {
    Stage.UNOPENED: "deal",
    Stage.STAKES: "deal",
    Stage.DEAL: "deal",
    Stage.DECIDE: "decide",
    Stage.SHOWDOWN: "showdown",
    Stage.CLOSED: "closed",
}
