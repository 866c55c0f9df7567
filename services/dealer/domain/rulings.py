"""What the floor rules: the hand goes on, or it is void."""

from typing import assert_never

from services.dealer.domain.course import head, must_be
from services.dealer.domain.faults import IN_PLAY
from services.dealer.domain.hand import Hand
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.rules.faults import Decision
from shared.rules.refusals import NotTheFloor, WrongStage


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
        case _:
            assert_never(command.decision)
    return (
        at_floor.Ruled(
            **head(hand),
            number=hand.trouble.referral,
            decision=command.decision,
            clause=hand.trouble.clause,
            seat=command.seat,
            ruled_by=command.ruled_by,
            reason=command.reason,
        ),
    )
