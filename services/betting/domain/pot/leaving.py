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
    """Whether the seat may still leave: nothing is to call, nobody has acted, and it is not its turn."""
    waits = hand.stage is Stage.WAGER and not hand.held and not hand.interval.acted
    return waits and 0 != seat == hand.forced and hand.turn not in (0, seat) and rules_of(hand).ghosts


@cites("PR7-17")
def leave(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """Let the seat go. Its place is dealt to until the next bet, so the card that it has just got is dead."""
    more_than_one = len([other for other in hand.able if other != command.seat]) > 1
    left = say.ActionTaken(
        **head(hand),
        step=hand.step,
        seat=command.seat,
        verb=Verb.FOLD,
        put_in=Cents(0),
        discards=(),
        by_clock=False,
        turn=hand.turn if more_than_one else 0,
        seconds=hand.terms.of(game(hand.game).decision_seconds),
        number=hand.turns,
    )
    return at_floor.PlaceVacated(**head(hand), step=hand.step, seat=command.seat), left
