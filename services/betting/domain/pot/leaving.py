"""Leaving between two streets: whoever made the forced bet and was not raised may go before anybody acts again."""

from services.betting.domain.pot.hand import Hand, Stage, rules_of
from services.betting.domain.pot.stage import head
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand.command import Verb
from shared.money import Cents
from shared.rulebook import cites


def may_leave(hand: Hand, seat: int) -> bool:
    """Whether the seat is the one that may still leave, with nothing to call and out of turn."""
    waits = hand.stage is Stage.WAGER and not hand.held and not hand.interval.acted
    return waits and bool(hand.turn) and seat == hand.forced and rules_of(hand).ghosts


@cites("PR7-17")
def leave(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """Let the seat go. Its place is dealt to until the next bet, so the card that it has just got is dead."""
    left = say.ActionTaken(
        **head(hand),
        step=hand.step,
        seat=command.seat,
        verb=Verb.FOLD,
        put_in=Cents(0),
        discards=(),
        by_clock=False,
        turn=_turn_without(hand, command.seat),
        seconds=hand.terms.of(game(hand.game).decision_seconds),
        number=hand.turns,
    )
    return at_floor.PlaceVacated(**head(hand), step=hand.step, seat=command.seat), left


def _turn_without(hand: Hand, seat: int) -> int:
    """Return whose turn it is once the seat has gone, 0 where nobody is left to bet against."""
    others = [other for other in hand.able if other != seat]
    if len(others) < 2:
        return 0
    if hand.turn != seat:
        return hand.turn
    first = next(other for other in hand.interval.speaking if other in hand.live and other != seat)
    return first if first in others else next(other for other in hand.after(first) if other in others)
