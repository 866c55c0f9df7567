"""What nobody asks for any more is let go: messages and answers. Facts and transfers are kept for ever."""

from typing import Final

from shared.journal.session import Session

DAY_US: Final = 86_400_000_000

# A sender may send again what it still has: what came in is known for longer than anything that goes out is kept.
FORGET: Final = (
    (
        30 * DAY_US,
        """
        DELETE FROM outbox WHERE position IN (SELECT position FROM outbox ORDER BY position LIMIT :limit)
        AND sent_us IS NOT NULL AND created_us < {now} - :age_us
        """,
    ),
    (
        60 * DAY_US,
        """
        DELETE FROM inbox WHERE id IN
        (SELECT id FROM inbox WHERE received_us < {now} - :age_us ORDER BY received_us LIMIT :limit)
        """,
    ),
    (
        30 * DAY_US,
        """
        DELETE FROM idempotency WHERE created_us < {now} - :age_us AND (actor, route, key) IN
        (SELECT actor, route, key FROM idempotency ORDER BY created_us LIMIT :limit)
        """,
    ),
)
"""For how long each is kept, and how the oldest of it is let go."""


def forget(session: Session, *, limit: int) -> int:
    """Let go of at most so many of each that are too old; return how many went."""
    return sum(session.change(statement, age_us=age_us, limit=limit) for age_us, statement in FORGET)
