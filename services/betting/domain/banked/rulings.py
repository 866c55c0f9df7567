"""While the floor decides nobody stakes or plays; what it voids goes back to everybody, side bets too."""

from services.betting.domain.banked.hand import Hand, Stage
from services.betting.domain.banked.stage import head
from shared.games import game
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand.holdings import SeatAmount
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.refusals import NotYet


@cites("ESD-41")
def hold_hand(hand: Hand, command: ask_floor.HoldHand) -> tuple[say.Fact, ...]:
    """Let nobody act until the floor has ruled."""
    _must_be_open(hand, command)
    # A ruling may overtake the doubt that it decides.
    if hand.stage is Stage.CLOSED or command.referral <= max(hand.held, hand.decided):
        return ()
    return (at_floor.HandHeld(**head(hand), referral=command.referral),)


@cites("ESD-41")
def release_hand(hand: Hand, command: ask_floor.ReleaseHand) -> tuple[say.Fact, ...]:
    """Let the hand go on where it stood; the seat to act has its whole time again."""
    _must_be_open(hand, command)
    if hand.stage is Stage.CLOSED or command.referral < hand.held:
        return ()
    seconds = hand.terms.of(game(hand.game).decision_seconds)
    return (at_floor.HandReleased(**head(hand), referral=command.referral, turn=hand.turn, seconds=seconds),)


@cites("ESD-41")
def void_hand(hand: Hand, command: ask_floor.VoidHand) -> tuple[say.Fact, ...]:
    """Give back first, second and side bets."""
    _must_be_open(hand, command)
    if hand.stage is Stage.CLOSED:
        return ()
    stakes = tuple(hand.stakes[seat] for seat in hand.order)
    boxes = tuple(SeatAmount(seat=each.seat, amount=Cents(each.ante + hand.play.get(each.seat, 0))) for each in stakes)
    sides = tuple(SeatAmount(seat=each.seat, amount=each.side_bet) for each in stakes if each.side_bet)
    taken = hand.stage is not Stage.STAKES
    return (
        at_floor.HandVoided(
            **head(hand),
            reason=command.reason,
            returned=boxes,
            carried=Cents(0),
            side_boxes=() if taken else sides,
            side_bets=sides if taken else (),
            pool=hand.terms.of(game(hand.game).banked.side_bet.pool),
        ),
    )


def _must_be_open(hand: Hand, command: ask_floor.HoldHand | ask_floor.ReleaseHand | ask_floor.VoidHand) -> None:
    if hand.stage is Stage.UNOPENED:
        raise NotYet(f"hand {command.hand} has no boxes yet")
