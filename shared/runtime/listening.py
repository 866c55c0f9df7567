"""Hears the public events of all tables, for whoever shows them: one queue of its own, gone with the listener."""

import json
import threading
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import kombu
from amqp.exceptions import AMQPError
from kombu import Queue
from kombu.message import Message

from shared.messages.envelope import Envelope, EnvelopeRefused, open_envelope
from shared.runtime import topology
from shared.runtime.broker import connection_for
from shared.runtime.health import Health
from shared.runtime.wiring import Wiring
from shared.telemetry import logs, traffic

EVERYTHING: Final = "table.#"
PAUSE_SECONDS: Final = 1.0


@dataclass(slots=True, kw_only=True)
class Listener:
    """One thread. `on_event` gets each event; `on_gap` is told whenever events may have been missed."""

    wiring: Wiring
    health: Health
    on_event: Callable[[Envelope], None]
    on_gap: Callable[[], None]
    _stopping: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)

    def start(self) -> None:
        """Begin to listen."""
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Take the queue away and end."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with connection_for(self.wiring.settings, self.wiring.service) as connection:
                    self._listen(connection)
            except (OSError, AMQPError) as failure:
                logs.get(service=self.wiring.service).warning("listener waits", error=type(failure).__name__)
                self.health.turned("listener")
                self._stopping.wait(PAUSE_SECONDS)
        self.health.ended("listener")

    def _listen(self, connection: kombu.Connection) -> None:
        queue = Queue(
            f"{self.wiring.service}.events.{uuid.uuid4().hex}",
            exchange=topology.TABLE_EVENTS,
            routing_key=EVERYTHING,
            durable=False,
            exclusive=True,
            auto_delete=True,
        )
        with connection.channel() as channel, kombu.Consumer(channel, [queue], on_message=self._take, no_ack=True):
            # Only from here on can nothing be missed; what was shown before may be out of date.
            self.on_gap()
            while not self._stopping.is_set():
                self.health.turned("listener")
                with suppress(TimeoutError):
                    connection.drain_events(timeout=0.5)
                if not self.wiring.settings.embedded:
                    connection.heartbeat_check()
            queue(channel).delete()

    def _take(self, message: Message) -> None:
        try:
            event = open_envelope(json.loads(message.body or ""), keys=self.wiring.message_keys)
        except (EnvelopeRefused, ValueError, RecursionError):
            traffic.record_dead_letter(service=self.wiring.service, reason="event")
            return
        self.on_event(event)
