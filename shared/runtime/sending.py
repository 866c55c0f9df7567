"""What leaves a service: a command as an outbox row, and the signed form of every row on the wire."""

from datetime import datetime
from typing import Any, Final

from shared.hand.commands import Command
from shared.journal.ports import Codec, Outgoing
from shared.messages.envelope import Envelope, seal_envelope
from shared.messages.keyring import Keyring
from shared.runtime.topology import TABLE_EVENTS

EVENTS: Final = TABLE_EVENTS.name


def outgoing(command: Command, *, codec: Codec, cause: str, answers: str = "") -> Outgoing:
    """Return the outbox row of a command; its id is the command's own, so sending it twice is harmless."""
    return Outgoing(
        message_id=command.command_id,
        queue=command.task.partition(".")[0],
        kind=command.task,
        table=command.table,
        hand=command.hand,
        payload=codec.fields(command),
        cause=cause,
        answers=answers,
    )


def routing_key(message: Outgoing) -> str:
    """Return where a message goes: `table.<id>.<event>` for a public event, the task's name for a command."""
    return f"table.{message.table}.{message.kind}" if message.queue == EVENTS else message.kind


def compose(message: Outgoing, *, sender: str, keys: Keyring, now: datetime) -> dict[str, Any]:
    """Return the signed envelope of an outbox row."""
    return seal_envelope(
        Envelope(
            id=message.message_id,
            kind=message.kind,
            table=message.table,
            hand=message.hand,
            cause=message.cause,
            sender=sender,
            sent_at=now,
            payload=message.payload,
        ),
        keys=keys,
    )
