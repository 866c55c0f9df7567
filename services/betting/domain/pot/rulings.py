"""While the floor decides nobody acts; what it voids goes back to everybody."""

from services.betting.domain.pot.hand import Hand, Stage
from services.betting.domain.pot.stage import head
from shared.games import game
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand.holdings import SeatAmount
from shared.rules.refusals import NotYet


def hold_hand(hand: Hand, command: ask_floor.HoldHand) -> tuple[say.Fact, ...]:
    """Let nobody act until the floor has ruled."""
    _must_have_begun(hand, command)
    return () if hand.stage is Stage.CLOSED else (at_floor.HandHeld(**head(hand), referral=command.referral),)


def release_hand(hand: Hand, command: ask_floor.ReleaseHand) -> tuple[say.Fact, ...]:
    """Let the hand go on where it stood; the seat to act has its whole time again."""
    _must_have_begun(hand, command)
    if hand.stage is Stage.CLOSED:
        return ()
    seconds = hand.terms.of(game(hand.game).decision_seconds)
    return (at_floor.HandReleased(**head(hand), referral=command.referral, turn=hand.turn, seconds=seconds),)


def void_hand(hand: Hand, command: ask_floor.VoidHand) -> tuple[say.Fact, ...]:
    """Give back all that was put in; what was carried in stays in the pot for the next hand."""
    _must_have_begun(hand, command)
    if hand.stage is Stage.CLOSED:
        return ()
    returned = tuple(SeatAmount(seat=seat, amount=hand.put_in[seat]) for seat in hand.order)
    return (at_floor.HandVoided(**head(hand), reason=command.reason, returned=returned, carried=hand.carried),)


def _must_have_begun(hand: Hand, command: ask_floor.HoldHand | ask_floor.ReleaseHand | ask_floor.VoidHand) -> None:
    if hand.stage is Stage.UNOPENED:
        raise NotYet(f"hand {command.hand} has no antes yet")
