"""The one way in for a command, whoever brings it: Celery, the embedded run, a timer, the simulator."""

import hashlib
import time
from collections.abc import Mapping
from dataclasses import fields, replace
from enum import Enum
from functools import cache
from typing import Any, Final, Protocol, get_origin, get_type_hints

from marshmallow import ValidationError

from shared.hand.commands import COMMANDS, Command
from shared.journal.ports import Outgoing, SameIdOtherBody, Timer, Tx
from shared.messages.envelope import (
    Envelope,
    EnvelopeRefused,
    MalformedEnvelope,
    canonical_json,
    check_sender,
    open_envelope,
)
from shared.rules.refusals import NotYet, RuleBroken
from shared.runtime.recording import decide
from shared.runtime.sending import outgoing
from shared.runtime.service import AGAIN, AnsweringDoor, AnyDoor, Door
from shared.runtime.wiring import Wiring
from shared.secret import Secret
from shared.telemetry import logs, traffic

TRIES_SECONDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""When an early message is tried again; after the last it is left to the sender's re-drive."""


class Outcome(Enum):
    """What became of a command."""

    TAKEN = "taken"
    REPEATED = "repeated"
    REFUSED = "refused"
    EARLY = "early"
    ANSWERED = "answered"


class OtherBody(EnvelopeRefused):
    """The same id came before with other content."""

    reason = "other_body"


class Publisher(Protocol):
    """Publishes messages and returns when the broker has confirmed them all, or raises."""

    def publish(self, messages: tuple[Outgoing, ...]) -> None: ...


def receive(message: Any, *, door: AnyDoor, wiring: Wiring, publisher: Publisher | None = None) -> Outcome:
    """Take one signed message in; refuse with `EnvelopeRefused` what is to be put aside."""
    began = time.perf_counter()
    envelope = _admitted(message, door=door, wiring=wiring)
    command = _command(envelope, door=door, wiring=wiring)
    traffic.record_queue_wait(service=wiring.service, seconds=wiring.clock().timestamp() - envelope.sent_at.timestamp())
    if isinstance(door, AnsweringDoor):
        outcome = _answer(command, door=door, wiring=wiring, publisher=publisher)
    else:
        outcome = _take_in(message, envelope=envelope, command=command, door=door, wiring=wiring)
    traffic.record_command(task=door.task, outcome=outcome.value, seconds=time.perf_counter() - began)
    return outcome


def _take_in(
    message: Mapping[str, Any], *, envelope: Envelope, command: Command, door: Door, wiring: Wiring
) -> Outcome:
    try:
        return decide(
            wiring.store, lambda tx: take_in(tx, envelope=envelope, command=command, door=door, wiring=wiring)
        )
    except SameIdOtherBody as other:
        raise OtherBody(str(other)) from None
    except RuleBroken as refusal:
        _note_refusal(refusal, envelope=envelope, wiring=wiring)
        return Outcome.REFUSED
    except NotYet:
        wiring.store.decide(lambda tx: tx.set_timers([try_again(message, envelope=envelope, attempt=0)]))
        return Outcome.EARLY


def take_in(tx: Tx, *, envelope: Envelope, command: Command, door: Door, wiring: Wiring) -> Outcome:
    """Within one transaction: answer again what was answered, else let the handler decide."""
    digest = digest_of(envelope, command=type(command))
    if not tx.receive(command_id=envelope.id, kind=envelope.kind, sender=envelope.sender, body_sha256=digest):
        tx.resend(envelope.id)
        return Outcome.REPEATED
    if not command.is_aside:
        tx.put_question(stream=command.hand or command.table, command_id=envelope.id)
    door.handler(tx, command, wiring)
    return Outcome.TAKEN


def fire_again(tx: Tx, timer: Timer, *, doors: Mapping[str, AnyDoor], wiring: Wiring) -> Outcome:
    """Try an early message once more, in the transaction that ends its timer."""
    message = timer.payload["message"]
    envelope = open_envelope(message, keys=wiring.message_keys)
    door = doors[envelope.kind]
    assert isinstance(door, Door)
    command = _command(envelope, door=door, wiring=wiring)
    return take_in(tx, envelope=envelope, command=command, door=door, wiring=wiring)


def try_again(message: Mapping[str, Any], *, envelope: Envelope, attempt: int) -> Timer:
    """Return the timer row that keeps an early message until its next try."""
    return Timer(
        timer_id=f"again:{envelope.id}",
        stream=envelope.hand or envelope.table,
        kind=AGAIN,
        seconds=TRIES_SECONDS[attempt],
        payload={"message": dict(message), "attempt": attempt},
    )


def next_try(timer: Timer) -> Timer | None:
    """Return the next try of a message that is still early, or `None` when it is left to the sender's re-drive."""
    attempt = int(timer.payload["attempt"]) + 1
    if attempt >= len(TRIES_SECONDS):
        return None
    return replace(timer, seconds=TRIES_SECONDS[attempt], payload={**timer.payload, "attempt": attempt})


def _admitted(message: Any, *, door: AnyDoor, wiring: Wiring) -> Envelope:
    envelope = open_envelope(message, keys=wiring.message_keys)
    if envelope.kind != door.task:
        raise MalformedEnvelope(f"{envelope.kind} came as {door.task}")
    check_sender(envelope)
    return envelope


def _command(envelope: Envelope, *, door: AnyDoor, wiring: Wiring) -> Command:
    try:
        command: Command = wiring.codec.build(door.command.__name__, envelope.payload)
    except ValidationError as wrong:
        named = wrong.messages if isinstance(wrong.messages, dict) else {"_": wrong.messages}
        raise MalformedEnvelope(f"{door.task}: fields {', '.join(sorted(map(str, named)))}") from None
    if (command.command_id, command.hand, command.table) != (envelope.id, envelope.hand, envelope.table):
        raise MalformedEnvelope(f"{door.task}: envelope and content name different things")
    return command


def _answer(command: Command, *, door: AnsweringDoor, wiring: Wiring, publisher: Publisher | None) -> Outcome:
    assert publisher is not None, f"{door.task} answers at once and needs a publisher"
    answers = door.handler(command, wiring)
    publisher.publish(tuple(outgoing(answer, codec=wiring.codec, cause=command.command_id) for answer in answers))
    return Outcome.ANSWERED


def digest_of(envelope: Envelope, *, command: type[Command]) -> str:
    """Return the fingerprint by which a repeat is known; sealed fields are left out, as sealing differs each time."""
    open_fields = {name: value for name, value in envelope.payload.items() if name not in _sealed(command.task)}
    return hashlib.sha256(canonical_json([envelope.kind, open_fields])).hexdigest()


@cache
def _sealed(task: str) -> frozenset[str]:
    command = COMMANDS[task]
    hints = get_type_hints(command)
    return frozenset(each.name for each in fields(command) if get_origin(hints[each.name]) is Secret)


def _note_refusal(refusal: RuleBroken, *, envelope: Envelope, wiring: Wiring) -> None:
    logs.get(service=wiring.service).info(
        "command refused",
        task=envelope.kind,
        rule=refusal.code,
        clause=refusal.clause,
        message_id=envelope.id,
        hand=envelope.hand,
    )
