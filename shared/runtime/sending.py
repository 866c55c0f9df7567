"""What leaves a service: commands and public events as outbox rows, and their signed form on the wire."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final, Protocol

from shared.hand.commands import Command
from shared.journal.ports import Codec, Outgoing, Tx
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


def send_commands(tx: Tx, codec: Codec, commands: Iterable[Command], *, stream: str, cause: str) -> None:
    """Send commands as the consequence of the question that is open on `stream`."""
    answers = tx.question(stream)
    tx.send([outgoing(command, codec=codec, cause=cause, answers=answers) for command in commands])


class AtTable(Protocol):
    """Anything that says at which table and in which hand: a command, a fact."""

    @property
    def table(self) -> str: ...

    @property
    def hand(self) -> str: ...


def table_event(where: AtTable, *, event: str, payload: Mapping[str, Any], seq: int, cause: str) -> Outgoing:
    """Return the outbox row of a public event: what everyone at the table may see, numbered within its hand."""
    return Outgoing(
        message_id=f"{where.hand or where.table}:{event}:{seq}",
        queue=EVENTS,
        kind=event,
        table=where.table,
        hand=where.hand,
        payload=payload,
        cause=cause,
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
