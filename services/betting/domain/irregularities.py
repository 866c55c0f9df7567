"""Refused acts that the law itself forbids: nothing changes, and the attempt goes on record."""

from shared.hand import commands as ask
from shared.hand import facts as say
from shared.rules.refusals import RuleBroken


def of(refusal: RuleBroken, command: ask.Act) -> tuple[say.IrregularityRecorded, ...]:
    """Return the record of a refused act, or nothing where the refusal is no irregularity."""
    if not refusal.irregularity:
        return ()
    return (
        say.IrregularityRecorded(
            hand=command.hand,
            table=command.table,
            game=command.game,
            clause=refusal.irregularity,
            seat=command.seat,
            what=refusal.code,
            reported_by="betting",
        ),
    )
