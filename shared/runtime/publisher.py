"""Sends signed messages and says which of them the broker has in keeping. Used by one thread only."""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Protocol

import amqp
import kombu
from amqp.exceptions import AMQPError

from shared.journal.ports import Outgoing
from shared.messages.keyring import Keyring
from shared.runtime import memory_broker, topology
from shared.runtime.patience import BrokerAway
from shared.runtime.sending import EVENTS, compose, routing_key
from shared.runtime.wiring import Wiring

NOTHING_EMBEDDED: Final = {"callbacks": None, "errbacks": None, "chain": None, "chord": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What became of a batch: ids that the broker keeps, ids that no queue takes, ids that it turned down."""

    confirmed: tuple[str, ...]
    unroutable: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class Sender(Protocol):
    """Where a relay hands its batches."""

    def send(self, batch: Sequence[Outgoing]) -> Sent: ...

    def drop(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A message as it goes out."""

    message_id: str
    exchange: str
    routing_key: str
    body: str
    headers: dict[str, Any]


def ready(message: Outgoing, *, sender: str, keys: Keyring, now: datetime) -> Ready:
    """Return the slim Celery message (protocol 2) of a command, or the bare envelope of a public event."""
    envelope = compose(message, sender=sender, keys=keys, now=now)
    if message.queue == EVENTS:
        return Ready(
            message_id=message.message_id,
            exchange=EVENTS,
            routing_key=routing_key(message),
            body=json.dumps(envelope, separators=(",", ":")),
            headers={},
        )
    return Ready(
        message_id=message.message_id,
        exchange=topology.COMMANDS.name,
        routing_key=routing_key(message),
        body=json.dumps([[], {"message": envelope}, NOTHING_EMBEDDED], separators=(",", ":")),
        headers={"lang": "py", "task": message.kind, "id": message.message_id, "root_id": None, "parent_id": None},
    )


@dataclass(slots=True, kw_only=True)
class AmqpSender:
    """One raw connection of its own, confirms in batches; whatever goes wrong, the socket is dropped at once."""

    address: str
    service: str
    keys: Keyring
    clock: Callable[[], datetime]
    confirm_seconds: float
    _connection: amqp.Connection | None = field(default=None, init=False)
    _channel: amqp.Channel | None = field(default=None, init=False)
    _open: dict[int, str] = field(default_factory=dict, init=False)
    _next_tag: int = field(default=1, init=False)
    _refused: list[str] = field(default_factory=list, init=False)
    _returned: list[str] = field(default_factory=list, init=False)

    def send(self, batch: Sequence[Outgoing]) -> Sent:
        """Publish all, wait for all confirms, and tell; refuse with `BrokerAway` when that cannot be known in time."""
        deadline = time.monotonic() + self.confirm_seconds
        try:
            channel = self._connected()
            self._refused, self._returned = [], []
            now = self.clock()
            for message in batch:
                self._publish(channel, ready(message, sender=self.service, keys=self.keys, now=now))
            self._await_confirms(deadline)
        except (AMQPError, OSError, AttributeError) as failure:
            # A polite close could hang on the same dead socket; py-amqp raises AttributeError when one goes under it.
            self.drop()
            raise BrokerAway(type(failure).__name__) from failure
        lost = {*self._refused, *self._returned}
        return Sent(
            confirmed=tuple(each.message_id for each in batch if each.message_id not in lost),
            unroutable=tuple(self._returned),
            refused=tuple(self._refused),
        )

    def drop(self) -> None:
        """Let go of the socket without a word to the broker."""
        connection, self._connection, self._channel = self._connection, None, None
        self._open.clear()
        if connection is not None:
            with suppress(Exception):  # nothing that a dead connection raises matters any more
                connection.collect()

    def _connected(self) -> amqp.Channel:
        if self._channel is not None:
            return self._channel
        with kombu.Connection(self.address) as address:
            # kombu only reads the address; the connection is py-amqp's own, with timeouts on the socket.
            info = address.info()
        self._connection = amqp.Connection(
            host=f"{info['hostname'] or '127.0.0.1'}:{info['port'] or 5672}",
            userid=info["userid"] or "guest",
            password=info["password"] or "guest",
            virtual_host=info["virtual_host"] or "/",
            ssl=info["ssl"] or self.address.startswith("amqps"),
            connect_timeout=self.confirm_seconds,
            read_timeout=self.confirm_seconds,
            write_timeout=self.confirm_seconds,
            heartbeat=0,
        )
        self._connection.connect()
        channel = self._connection.channel()
        channel.confirm_select()
        heard: Any = channel
        heard.events["basic_ack"].add(self._on_ack)
        heard.events["basic_nack"].add(self._on_nack)
        heard.events["basic_return"].add(self._on_return)
        self._channel, self._next_tag = channel, 1
        return channel

    def _publish(self, channel: amqp.Channel, message: Ready) -> None:
        channel.basic_publish(
            amqp.Message(
                message.body,
                content_type="application/json",
                content_encoding="utf-8",
                delivery_mode=2,
                message_id=message.message_id,
                correlation_id=message.message_id,
                application_headers=message.headers,
            ),
            exchange=message.exchange,
            routing_key=message.routing_key,
            # Nobody need listen to public events; a command without a queue is a fault, and the row stays unsent.
            mandatory=message.exchange != EVENTS,
            timeout=self.confirm_seconds,
        )
        self._open[self._next_tag] = message.message_id
        self._next_tag += 1

    def _await_confirms(self, deadline: float) -> None:
        assert self._connection is not None
        while self._open:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._connection.drain_events(timeout=left)

    def _on_ack(self, tag: int, multiple: bool) -> None:
        self._close(tag, multiple=multiple)

    def _on_nack(self, tag: int, multiple: bool) -> None:
        self._refused.extend(self._close(tag, multiple=multiple))

    def _close(self, tag: int, *, multiple: bool) -> list[str]:
        tags = [each for each in self._open if each <= tag] if multiple else [tag]
        return [self._open.pop(each) for each in tags if each in self._open]

    def _on_return(self, _failure: Exception, _exchange: str, _key: str, message: amqp.Message) -> None:
        self._returned.append(str(message.properties.get("message_id", "")))


@dataclass(slots=True, kw_only=True)
class MemorySender:
    """The same for the broker in memory, where putting a message down is having it confirmed."""

    service: str
    keys: Keyring
    clock: Callable[[], datetime]
    _connection: kombu.Connection | None = field(default=None, init=False)
    _producer: kombu.Producer | None = field(default=None, init=False)

    def send(self, batch: Sequence[Outgoing]) -> Sent:
        """Put all messages down."""
        if self._producer is None:
            self._connection = kombu.Connection(memory_broker.URL, transport=memory_broker.TRANSPORT)
            self._producer = kombu.Producer(self._connection.channel())
        now = self.clock()
        for message in batch:
            out = ready(message, sender=self.service, keys=self.keys, now=now)
            self._producer.publish(
                out.body,
                exchange=out.exchange,
                routing_key=out.routing_key,
                headers=out.headers,
                content_type="application/json",
                content_encoding="utf-8",
                message_id=out.message_id,
                correlation_id=out.message_id,
            )
        return Sent(confirmed=tuple(each.message_id for each in batch))

    def drop(self) -> None:
        """Let go of the channel."""
        connection, self._connection, self._producer = self._connection, None, None
        if connection is not None:
            connection.release()


def sender_for(wiring: Wiring) -> Sender:
    """Return the sender that fits the house's broker."""
    if wiring.settings.embedded:
        return MemorySender(service=wiring.service, keys=wiring.message_keys, clock=wiring.clock)
    return AmqpSender(
        address=wiring.settings.broker_for(wiring.service),
        service=wiring.service,
        keys=wiring.message_keys,
        clock=wiring.clock,
        confirm_seconds=wiring.settings.confirm_seconds,
    )


@dataclass(frozen=True, slots=True)
class ImmediatePublisher:
    """Publishes the answers of a service without an outbox; not confirmed is as good as not answered."""

    sender: Sender

    def publish(self, messages: tuple[Outgoing, ...]) -> None:
        """Return when the broker keeps them all, or refuse with `BrokerAway`."""
        sent = self.sender.send(messages)
        if len(sent.confirmed) < len(messages):
            raise BrokerAway(f"{len(messages) - len(sent.confirmed)} answers found no place")
