"""The dead letters: what the services could not take in. They are looked at, sent again, or taken away for good."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import amqp

from shared.runtime import topology
from shared.runtime.broker import connection_for
from shared.runtime.settings import Settings

CONFIRM_SECONDS: Final = 5
LISTED_MAX: Final = 1_000
TEXT_MAX: Final = 200
OUR_HEADERS: Final = ("lang", "task", "id", "root_id", "parent_id")


class NoSuchLetter(LookupError):
    """No dead letter has that id."""


class NotTaken(RuntimeError):
    """The broker did not take the message; the dead letter stays where it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetter:
    """One message that was put aside. Everything in it may be anybody's work: nothing here is believed, only shown."""

    service: str
    place: int
    message_id: str
    task: str
    reason: str
    exchange: str
    routing_key: str
    since: str
    headers: Mapping[str, Any]
    properties: Mapping[str, Any]
    body: bytes

    @property
    def envelope(self) -> Mapping[str, Any]:
        """The envelope, where the body has the form of one."""
        try:
            content: Any = json.loads(self.body)
        except (ValueError, RecursionError):
            return {}
        match content:
            case [[], {"message": dict() as envelope}, dict()]:
                return dict(envelope)
            case {"kind": _, "payload": _}:
                return dict(content)
        return {}

    def said(self) -> dict[str, Any]:
        """Return what is shown of it; hidden cards are sealed in it, and stay so."""
        envelope = self.envelope
        return {
            "service": self.service,
            "place": self.place,
            "id": self.message_id,
            "task": self.task,
            "reason": self.reason,
            "since": self.since,
            "hand": shown(envelope.get("hand", "")),
            "table": shown(envelope.get("table", "")),
            "sender": shown(envelope.get("sender", "")),
            "bytes": len(self.body),
        }


def list_dead(settings: Settings) -> tuple[DeadLetter, ...]:
    """Return the dead letters service by service, oldest first; they stay where they are."""
    with _channel(settings) as channel:
        return tuple(letter for service in topology.SERVICES for letter, _ in _held(channel, service))


def find_dead(settings: Settings, message_id: str) -> tuple[DeadLetter, ...]:
    """Return the dead letters with that id, or refuse with `NoSuchLetter`."""
    found = tuple(letter for letter in list_dead(settings) if letter.message_id == message_id)
    if not found:
        raise NoSuchLetter(f"no dead letter {message_id}")
    return found


def replay(settings: Settings, *, service: str, message_ids: frozenset[str] | None) -> tuple[DeadLetter, ...]:
    """Send letters of a service again, all of them for `None`; each leaves its place once the broker has the copy."""
    done: list[DeadLetter] = []
    with _channel(settings) as channel:
        channel.confirm_select()
        returned: list[Any] = []
        channel.events["basic_return"].add(lambda *told: returned.append(told))
        for letter, tag in _held(channel, service):
            if message_ids is not None and letter.message_id not in message_ids:
                continue
            _send_again(channel, letter, returned)
            channel.basic_ack(tag)
            done.append(letter)
    return tuple(done)


def drop(settings: Settings, *, service: str, message_ids: frozenset[str]) -> tuple[DeadLetter, ...]:
    """Take letters of a service away for good and return them, so that the caller can keep what they were."""
    done: list[DeadLetter] = []
    with _channel(settings) as channel:
        for letter, tag in _held(channel, service):
            if letter.message_id in message_ids:
                channel.basic_ack(tag)
                done.append(letter)
    return tuple(done)


def shown(value: object) -> str:
    """Return a stranger's text so that a terminal cannot be led astray by it."""
    text = value if isinstance(value, str) else repr(value)
    return json.dumps(text[:TEXT_MAX])[1:-1]


@contextmanager
def _channel(settings: Settings) -> Iterator[Any]:
    with connection_for(settings, "operator") as connection:
        connection.ensure_connection(max_retries=2)
        with connection.channel() as channel:
            yield channel


def _held(channel: Any, service: str) -> Iterator[tuple[DeadLetter, int]]:
    """Yield what lies in a queue now. What is not acknowledged goes back to its place when the channel closes."""
    queue = topology.dead_queue(service).name
    waiting = channel.queue_declare(queue, passive=True).message_count
    for place in range(1, min(waiting, LISTED_MAX) + 1):
        message = channel.basic_get(queue)
        if message is None:
            return
        yield _letter(message, service=service, place=place), message.delivery_tag


def _letter(message: Any, *, service: str, place: int) -> DeadLetter:
    headers = message.headers if isinstance(message.headers, dict) else {}
    deaths = headers.get("x-death") or [{}]
    first = deaths[-1] if isinstance(deaths, list) and isinstance(deaths[-1], dict) else {}
    keys = first.get("routing-keys") or [message.delivery_info.get("routing_key", "")]
    body = message.body if isinstance(message.body, bytes) else str(message.body).encode()
    properties = {
        name: message.properties[name]
        for name in ("content_type", "content_encoding", "correlation_id", "message_id", "priority")
        if name in message.properties
    }
    return DeadLetter(
        service=service,
        place=place,
        message_id=shown(properties.get("message_id") or headers.get("id") or ""),
        task=shown(headers.get("task", "")),
        reason=shown(first.get("reason", "")),
        exchange=str(first.get("exchange") or topology.COMMANDS.name),
        routing_key=str(keys[0]),
        since=str(first.get("time", "")),
        headers=headers,
        properties=properties,
        body=body,
    )


def _send_again(channel: Any, letter: DeadLetter, returned: list[Any]) -> None:
    returned.clear()
    message = amqp.Message(
        letter.body,
        delivery_mode=2,
        application_headers={name: letter.headers[name] for name in OUR_HEADERS if name in letter.headers},
        **letter.properties,
    )
    channel.basic_publish_confirm(
        message,
        exchange=letter.exchange,
        routing_key=letter.routing_key,
        mandatory=True,
        confirm_timeout=CONFIRM_SECONDS,
    )
    if returned:
        raise NotTaken(f"no queue takes {letter.message_id} from {letter.exchange} under {letter.routing_key}")
