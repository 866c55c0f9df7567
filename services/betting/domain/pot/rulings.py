"""While the floor decides nobody acts; what it voids goes back to everybody."""

from services.betting.domain.pot.acts import next_to_act
from services.betting.domain.pot.hand import Hand, Stage, apply, rules_of
from services.betting.domain.pot.stage import head
from shared.games import game
from shared.hand import draw_commands as ask_draw
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand.holdings import SeatAmount
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.refusals import NotYet


def hold_hand(hand: Hand, command: ask_floor.HoldHand) -> tuple[say.Fact, ...]:
    """Let nobody act until the floor has ruled."""
    _must_have_begun(hand, command)
    # A ruling may overtake the doubt that it decides.
    if hand.stage is Stage.CLOSED or command.referral <= max(hand.held, hand.decided):
        return ()
    return (at_floor.HandHeld(**head(hand), referral=command.referral),)


def release_hand(hand: Hand, command: ask_floor.ReleaseHand) -> tuple[say.Fact, ...]:
    """Let the hand go on where it stood; the seat to act has its whole time again."""
    _must_have_begun(hand, command)
    if hand.stage is Stage.CLOSED or command.referral < hand.held:
        return ()
    seconds = hand.terms.of(game(hand.game).decision_seconds)
    return (at_floor.HandReleased(**head(hand), referral=command.referral, turn=hand.turn, seconds=seconds),)


@cites("AD5-34", "AD5-36", "AD5-37")
def void_hand(hand: Hand, command: ask_floor.VoidHand) -> tuple[say.Fact, ...]:
    """Give back all that was put in, after a misdeal less the antes; what was carried in stays for the next hand."""
    _must_have_begun(hand, command)
    if hand.stage is Stage.CLOSED:
        return ()
    stays = hand.antes if command.misdeal else {}
    returned = tuple(SeatAmount(seat=seat, amount=Cents(hand.put_in[seat] - stays.get(seat, 0))) for seat in hand.order)
    voided = at_floor.HandVoided(
        **head(hand),
        reason=command.reason,
        returned=returned,
        carried=Cents(hand.carried + sum(stays.values())),
        misdeal=command.misdeal,
        nets=tuple(SeatAmount(seat=seat, amount=Cents(-amount)) for seat, amount in stays.items()),
    )
    return (voided,)


@cites("AD5-43", "AD5-45")
def rule_openers(hand: Hand, command: ask_draw.RuleOpeners) -> tuple[say.Fact, ...]:
    """Obey the floor about an opener: without openers he is out, every chip that he has bet stays in the pot."""
    if hand.stage is Stage.UNOPENED:
        raise NotYet(f"hand {command.hand} has no antes yet")
    if hand.stage is Stage.CLOSED:
        return ()
    facts: tuple[say.Fact, ...] = ()
    if hand.opener == command.seat:
        facts = (at_draw.OpenersRuled(**head(hand), seat=command.seat, proved=command.proved),)
        openers = rules_of(hand).openers
        if not command.proved and openers is not None:
            record = say.IrregularityRecorded(
                **head(hand), clause=openers.unproved, seat=command.seat, what="false openers", reported_by="floor"
            )
            facts = (*facts, record)
    after = hand
    for fact in facts:
        after = apply(after, fact)
    gone = hand.turn in after.folded
    turn = next_to_act(after, hand.turn) if hand.turn and (gone or len(after.live) == 1) else hand.turn
    seconds = hand.terms.of(game(hand.game).decision_seconds)
    released = at_floor.HandReleased(**head(hand), referral=command.referral, turn=turn, seconds=seconds)
    return *facts, released


def _must_have_begun(hand: Hand, command: ask_floor.HoldHand | ask_floor.ReleaseHand | ask_floor.VoidHand) -> None:
    if hand.stage is Stage.UNOPENED:
        raise NotYet(f"hand {command.hand} has no antes yet")
