"""The messages' part of a transaction: what comes in is noted once, what goes out waits in the outbox."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from shared.journal.ports import OutboxStats, Outgoing, SameIdOtherBody
from shared.journal.session import Session, Statements
from shared.journal.tables import INBOX, OUTBOX

INBOX_COLUMNS: Final = ("id", "kind", "sender", "body_sha256")
OUTBOX_COLUMNS: Final = ("id", "queue", "kind", "table_id", "hand", "payload", "cause", "answers", "times_sent")

# What was decided first stands, with its sealing; sending it again is all that a second time can mean.
SEND_AGAIN: Final = "ON CONFLICT (id) DO UPDATE SET sent_us = NULL"

RESEND: Final = """
    UPDATE outbox SET sent_us = NULL, resent_us = {now}
    WHERE answers = :question AND sent_us IS NOT NULL AND (resent_us IS NULL OR resent_us <= {now} - :pause_us)
"""
UNSENT: Final = """
    SELECT position, id, queue, kind, table_id, hand, payload, cause, answers FROM outbox
    WHERE sent_us IS NULL ORDER BY position LIMIT :limit {skip}
"""
FIRST_OF_TABLE: Final = """
    SELECT table_id, min(position) FROM outbox
    WHERE sent_us IS NULL AND position < :last AND table_id IN :tables GROUP BY table_id
"""
MARK_SENT: Final = "UPDATE outbox SET sent_us = {now}, times_sent = times_sent + 1 WHERE id IN :ids"
STATS: Final = "SELECT count(*), coalesce({now} - min(created_us), 0) FROM outbox WHERE sent_us IS NULL"


class Mail:
    """The inbox and the outbox of one transaction."""

    def __init__(self, session: Session, *, resend_seconds: float) -> None:
        self._session = session
        self._resend_seconds = resend_seconds
        self._leaving: dict[str, Outgoing] = {}
        self.left = 0

    @property
    def waiting(self) -> int:
        """How many statements are still to be written."""
        return int(bool(self._leaving))

    def receive(self, *, command_id: str, kind: str, sender: str, body_sha256: str) -> bool:
        """Note an incoming command; False when it was received before, a refusal when it was another one."""
        row = (command_id, kind, sender, body_sha256)
        if self._session.insert(INBOX, INBOX_COLUMNS, [row], new=("id",)):
            return True
        before = self._session.rows("SELECT kind, sender, body_sha256 FROM inbox WHERE id = :id", id=command_id)
        if before[0] != row[1:]:
            raise SameIdOtherBody(f"command {command_id} came before as {before[0]}, and now as {row[1:]}")
        return False

    def send(self, messages: Sequence[Outgoing]) -> None:
        """Leave messages in the outbox; one that was left before, under the same id, is sent once more."""
        for message in messages:
            self._leaving.setdefault(message.message_id, message)

    def resend(self, question: str) -> int:
        """Mark what answers a question as unsent again, unless that was done a moment ago; return how many."""
        pause_us = round(self._resend_seconds * 1_000_000)
        marked = self._session.change(RESEND, question=question, pause_us=pause_us)
        self.left += marked
        return marked

    def write(self) -> None:
        """Write the messages of this transaction, after its facts, so that a stream's order is the outbox's order."""
        leaving, self._leaving = self._leaving, {}
        if leaving:
            rows = [_row(message) for message in leaving.values()]
            self._session.insert(OUTBOX, OUTBOX_COLUMNS, rows, then=SEND_AGAIN)
            self.left += len(rows)


class Unsent:
    """What one relay holds: nobody else is given the messages that it claimed, and a table's stay in their order."""

    def __init__(self, session: Statements) -> None:
        self._session = session

    def claim_unsent(self, limit: int) -> tuple[Outgoing, ...]:
        """Return the oldest unsent messages; a table whose earlier ones another relay holds waits for its turn."""
        rows = self._session.rows(UNSENT, limit=limit)
        if not rows:
            return ()
        first: dict[str, int] = {}
        for row in rows:
            first.setdefault(row[4], row[0])
        ahead = self._session.rows(FIRST_OF_TABLE, last=rows[-1][0], tables=sorted(first))
        waiting = {table for table, position in ahead if position < first[table]}
        return tuple(_message(row[1:]) for row in rows if row[4] not in waiting)

    def mark_sent(self, message_ids: Sequence[str]) -> None:
        """Note that the broker has confirmed these."""
        if message_ids:
            self._session.change(MARK_SENT, ids=list(message_ids))


def stats(session: Statements) -> OutboxStats:
    """Return how many messages wait to be sent, and for how long the oldest has waited."""
    unsent, oldest_us = session.rows(STATS)[0]
    return OutboxStats(unsent=int(unsent), oldest_seconds=int(oldest_us) / 1_000_000)


def text_of(payload: Mapping[str, Any]) -> str:
    """Return a payload as the text that is kept of it."""
    return json.dumps(dict(payload), separators=(",", ":"))


def _row(message: Outgoing) -> tuple[str | int, ...]:
    return (
        message.message_id,
        message.queue,
        message.kind,
        message.table,
        message.hand,
        text_of(message.payload),
        message.cause,
        message.answers,
        0,
    )


def _message(row: tuple[str, ...]) -> Outgoing:
    message_id, queue, kind, table, hand, payload, cause, answers = row
    return Outgoing(
        message_id=message_id,
        queue=queue,
        kind=kind,
        table=table,
        hand=hand,
        payload=json.loads(payload),
        cause=cause,
        answers=answers,
    )
