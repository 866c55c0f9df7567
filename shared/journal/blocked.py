"""Whose tokens no longer count in this service: asked on every request, so it is one row by its key."""

from typing import Final

from shared.journal.session import Session

BLOCK: Final = "INSERT INTO blocked (person, at_us) VALUES (:person, {now}) ON CONFLICT (person) DO NOTHING"
UNBLOCK: Final = "DELETE FROM blocked WHERE person = :person"
FIND: Final = "SELECT 1 FROM blocked WHERE person = :person"


def block(session: Session, person: str, *, blocked: bool) -> None:
    """Block a person from this commit on, or let him in again."""
    session.change(BLOCK if blocked else UNBLOCK, person=person)


def is_blocked(session: Session, person: str) -> bool:
    """Whether the person is blocked."""
    return bool(session.rows(FIND, person=person))
