"""The HTTP door's part of a transaction: the answer to a request is kept under its key, beside the effect."""

from typing import Final

from shared.journal.ports import Answered, Contended, KeyReused
from shared.journal.session import Session
from shared.journal.tables import IDEMPOTENCY

KEY: Final = ("actor", "route", "key")
COLUMNS: Final = (*KEY, "request_sha256", "status", "body")
READ: Final = """
    SELECT request_sha256, status, body FROM idempotency WHERE actor = :actor AND route = :route AND key = :key
"""


def answered(session: Session, *, actor: str, route: str, key: str) -> Answered | None:
    """Return the answer that was given under a key, if any."""
    for fingerprint, status, body in session.rows(READ, actor=actor, route=route, key=key):
        return Answered(actor=actor, route=route, key=key, fingerprint=fingerprint, status=status, body=body)
    return None


def keep_answer(session: Session, answer: Answered) -> None:
    """Keep an answer; refuse with `KeyReused`, or with `Contended` when the same request was answered meanwhile."""
    row = (answer.actor, answer.route, answer.key, answer.fingerprint, answer.status, answer.body)
    if session.insert(IDEMPOTENCY, COLUMNS, [row], new=KEY):
        return
    before = answered(session, actor=answer.actor, route=answer.route, key=answer.key)
    if before and before.fingerprint != answer.fingerprint:
        raise KeyReused(f"key {answer.key} of {answer.actor} at {answer.route} stood for another request")
    raise Contended(f"key {answer.key} of {answer.actor} at {answer.route} was answered meanwhile")
