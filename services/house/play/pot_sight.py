"""What is to be seen of a hand for the pot."""

from collections.abc import Mapping, Sequence
from typing import Final

from services.betting.domain.pot.hand import Hand, Stage
from shared.hand import facts as say
from shared.hand import pot_facts as at_pot
from shared.money import Cents


def stage(hand: Hand) -> str:
    """Return how far the hand has come, in the words of the scenario format."""
    return STAGES[hand.stage]


def pot(facts: Sequence[say.Fact]) -> Cents:
    """Return all that was put in and carried in, less what came back uncalled."""
    lies = 0
    for fact in facts:
        match fact:
            case at_pot.AntesPosted():
                lies += fact.carried + sum(ante.amount for ante in fact.antes)
            case say.ActionTaken():
                lies += fact.put_in
            case say.HandSettled():
                lies -= sum(back.amount for back in fact.uncalled)
    return Cents(lies)


def to_call(hand: Hand, seat: int) -> Cents:
    """Return what a seat must add to stay in, at most its chips."""
    if hand.stage is not Stage.WAGER or seat not in hand.live:
        return Cents(0)
    return Cents(min(hand.interval.to_call(seat), hand.chips[seat]))


def winners(facts: Sequence[say.Fact]) -> tuple[int, ...]:
    """Return the seats that won a pot or a share of one, from the lowest."""
    pots = [pot for fact in facts if isinstance(fact, say.HandSettled) for pot in fact.pots]
    return tuple(sorted({winner.seat for pot in pots for winner in pot.winners if winner.amount}))


STAGES: Final[Mapping[Stage, str]] = {
    Stage.UNOPENED: "deal",
    Stage.DEAL: "deal",
    Stage.WAGER: "wager",
    Stage.SHOWDOWN: "showdown",
    Stage.CLOSED: "closed",
}
