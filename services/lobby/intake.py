"""Hears what is said at all tables, from a durable queue, and keeps it before the broker is told that it came."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import kombu
from kombu.message import Message

from services.lobby import keeping, metrics
from services.lobby.domain.view import Event, Table
from services.lobby.keeping import Heard, Kept
from shared.journal.ports import StoreUnavailable, StreamMoved
from shared.messages.envelope import EnvelopeRefused, open_envelope
from shared.runtime import topology
from shared.runtime.broker import connection_for
from shared.runtime.health import Health
from shared.runtime.patience import silent
from shared.runtime.wiring import Wiring
from shared.telemetry import logs, traffic

BATCH: Final = 100
LISTEN_SECONDS: Final = 0.5
GATHER_SECONDS: Final = 0.005
PAUSE_SECONDS: Final = 1.0
BODY_BYTES_MAX: Final = 64 * 1024
SPEAKERS: Final = frozenset({"dealer", "betting", "jackpot"})
"""The services that say something at a table."""

CONNECTION_LOST: Final[tuple[type[BaseException], ...]] = (
    OSError,
    *kombu.Connection("amqp://").connection_errors,
)


class NotHeard(Exception):
    """A message that is no public event of ours; the text is one of few words."""


def read(body: Any, *, wiring: Wiring) -> Heard:
    """Return the event in a message, or refuse with `NotHeard`."""
    if not isinstance(body, str | bytes) or len(body) > BODY_BYTES_MAX:
        raise NotHeard("too_long")
    try:
        envelope = open_envelope(json.loads(body), keys=wiring.message_keys)
    except (ValueError, RecursionError):
        raise NotHeard("not_json") from None
    except EnvelopeRefused as refused:
        raise NotHeard(refused.reason) from None
    if envelope.sender not in SPEAKERS or not envelope.table or "." in envelope.kind:
        raise NotHeard("sender")
    metrics.record_lag(seconds=wiring.clock().timestamp() - envelope.sent_at.timestamp())
    return Heard(
        message_id=envelope.id,
        event=Event(
            name=envelope.kind,
            table=envelope.table,
            hand=envelope.hand,
            at=_stamp(envelope.sent_at),
            body=envelope.payload,
        ),
    )


@dataclass(slots=True, kw_only=True)
class Intake:
    """One thread. Several processes may run one each: the counter's row lets one batch in after the other."""

    wiring: Wiring
    health: Health
    on_kept: Callable[[], None] = silent
    _views: dict[str, tuple[int, Table]] = field(default_factory=dict, init=False)
    _batch: list[tuple[Message, Heard]] = field(default_factory=list, init=False)
    _stopping: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)

    def start(self) -> None:
        """Begin to listen."""
        self._thread = threading.Thread(target=self._run, name="lobby-intake", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the batch at hand; what is not acknowledged stays in the queue."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def keep(self, batch: list[Heard]) -> Kept:
        """Keep a batch, and remember the views that it leaves."""
        kept = self.wiring.store.decide(lambda tx: keeping.keep(tx, batch, cached=self._views))
        self._views.update(kept.views)
        for outcome, count in (("kept", kept.new), ("repeated", kept.repeated), ("refused", len(kept.refused))):
            metrics.record_heard(outcome=outcome, count=count)
        if kept.new:
            self.on_kept()
        return kept

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with connection_for(self.wiring.settings, self.wiring.service) as connection:
                    self._listen(connection)
            except CONNECTION_LOST as failure:
                self._wait("intake waits for the broker", failure)
            except StoreUnavailable as failure:
                self._wait("intake waits for the database", failure)
            except Exception as failure:  # the thread's edge: an intake that ended would leave every page as it is
                self._wait("intake failed", failure)
            self._batch.clear()
        self.health.ended("intake")

    def _listen(self, connection: kombu.Connection) -> None:
        topology.declare(connection, services=(self.wiring.service,))
        queue = topology.events_queue(self.wiring.service)
        with connection.channel() as channel, self._consumer(channel, queue):
            while not self._stopping.is_set():
                self.health.turned("intake")
                self._gather(connection)
                if self._batch:
                    self._keep_batch()
                if not self.wiring.settings.embedded:
                    connection.heartbeat_check()

    @contextmanager
    def _consumer(self, channel: Any, queue: kombu.Queue) -> Iterator[None]:
        consumer = kombu.Consumer(channel, [queue], on_message=self._take, prefetch_count=2 * BATCH)
        consumer.consume()
        yield
        # A connection that is lost takes its consumer with it; one that stands is told that we go.
        with suppress(*CONNECTION_LOST):
            consumer.cancel()

    def _gather(self, connection: kombu.Connection) -> None:
        """Wait for a message, and take those that come right behind it."""
        with suppress(TimeoutError):
            connection.drain_events(timeout=LISTEN_SECONDS)
            while len(self._batch) < BATCH:
                connection.drain_events(timeout=GATHER_SECONDS)

    def _take(self, message: Message) -> None:
        try:
            heard = read(message.body, wiring=self.wiring)
        except NotHeard as refused:
            self._put_aside(message, reason=str(refused))
        else:
            self._batch.append((message, heard))

    def _keep_batch(self) -> None:
        try:
            kept = self.keep([heard for _, heard in self._batch])
        except (StoreUnavailable, StreamMoved) as failure:
            # The messages are held, not given back: each return would count against their delivery limit.
            self._wait("intake waits for the database", failure)
            return
        for message, heard in self._batch:
            if heard.message_id in kept.refused:
                self._put_aside(message, reason="unfit")
            else:
                message.ack()
        self._batch.clear()

    def _put_aside(self, message: Message, *, reason: str) -> None:
        traffic.record_dead_letter(service=self.wiring.service, reason=reason)
        logs.get(service=self.wiring.service).error("event put aside", reason=reason)
        message.reject(requeue=False)

    def _wait(self, what: str, failure: BaseException) -> None:
        logs.get(service=self.wiring.service).warning(what, error=type(failure).__name__, where=logs.where(failure))
        self.health.turned("intake")
        self._stopping.wait(PAUSE_SECONDS)


def _stamp(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds")
