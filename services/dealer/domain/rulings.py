"""What the floor rules: the hand goes on, or it is void."""

from typing import assert_never

from services.dealer.domain import drawing
from services.dealer.domain.course import head, must_be
from services.dealer.domain.faults import IN_PLAY
from services.dealer.domain.hand import Hand, Stage, apply
from services.dealer.domain.series import openers_of
from shared.games import game
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.rulebook import cites
from shared.rules.faults import Decision
from shared.rules.refusals import NoAnswer, NotTheFloor, WrongStage


@cites("AD5-43", "AD5-45")
def rule(hand: Hand, command: ask_floor.Rule) -> tuple[say.Fact, ...]:
    """Record a ruling; it may void any hand that is in play, and let one go on that waits for it."""
    if not command.by_floor:
        raise NotTheFloor(f"only the floor rules on hand {hand.hand}", expected="floor", found=command.ruled_by)
    must_be(hand, *IN_PLAY)
    match command.decision:
        case Decision.RESUME:
            if not hand.trouble.referral:
                raise WrongStage(f"hand {hand.hand} waits for no ruling")
        case Decision.VOID:
            pass
        case Decision.OPENERS_PROVED | Decision.OPENERS_NOT_PROVED:
            _must_concern_the_opener(hand, command)
        case _:
            assert_never(command.decision)
    ruled = at_floor.Ruled(
        **head(hand),
        number=hand.trouble.referral,
        decision=command.decision,
        clause=hand.trouble.clause,
        seat=command.seat,
        ruled_by=command.ruled_by,
        reason=command.reason,
        rulings=hand.trouble.rulings,
    )
    out = command.decision is Decision.OPENERS_NOT_PROVED and command.seat in hand.live
    return (ruled, *drawing.left(apply(hand, ruled), command.seat)) if out else (ruled,)


def _must_concern_the_opener(hand: Hand, command: ask_floor.Rule) -> None:
    if openers_of(game(hand.game)) is None:
        raise NoAnswer(f"{hand.game} has no openers to rule on")
    # Until the draw betting alone knows who has opened; it lets a ruling on anybody else have no effect.
    known = bool(hand.drawn.order) or hand.stage is Stage.SHOWDOWN
    opener = hand.opener or hand.drawn.opener
    if command.seat not in hand.held or (known and opener != command.seat):
        raise NoAnswer(f"seat {command.seat} has not opened the pot of hand {hand.hand}", found=command.seat)
