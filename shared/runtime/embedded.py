"""The whole house in one process: every service, one consumer for all queues, a broker in memory."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from shared.runtime import memory_broker, topology
from shared.runtime.broker import connection_for
from shared.runtime.celery_app import CrupierApp, Wired, make_app
from shared.runtime.consuming import consume
from shared.runtime.patience import Patience
from shared.runtime.publisher import ImmediatePublisher, Sender, sender_for
from shared.runtime.running import Running

REST_SECONDS: Final = 1.0
"""How long a stop waits for the messages under way, at most."""


@dataclass(slots=True, kw_only=True)
class Embedded:
    """Services side by side. Messages live in memory only; what is lost with the process is sent again by re-drive."""

    services: Sequence[Wired]
    running: dict[str, Running] = field(default_factory=dict, init=False)
    _patience: Patience = field(init=False)
    _app: CrupierApp = field(init=False)
    _sender: Sender = field(init=False)
    _thread: threading.Thread | None = field(default=None, init=False)
    _exit_code: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        settings = self.services[0][1].settings
        self._patience = Patience(service="house", seconds=settings.hold_seconds)
        self.running = {service.name: Running(service=service, wiring=wiring) for service, wiring in self.services}
        answering = next((wiring for _, wiring in self.services if not wiring.has_database), self.services[0][1])
        self._sender = sender_for(answering)
        self._app = make_app(
            settings, self.services, patience=self._patience, publisher=ImmediatePublisher(self._sender)
        )

    def start(self) -> None:
        """Declare the queues, then begin to consume, to relay and to sweep."""
        memory_broker.forget_everything()
        with connection_for(self.services[0][1].settings, "dealer") as connection:
            topology.declare(connection)
        self._thread = threading.Thread(target=self._consume, name="consumer", daemon=True)
        self._thread.start()
        for running in self.running.values():
            running.start()

    def stop(self) -> int:
        """End everything in good order; return the exit code, which is not 0 when the consumer ended by itself."""
        for running in self.running.values():
            running.stop_sending()
        self._take_in_the_rest()
        self._patience.stopping.set()
        if self._thread is not None:
            self._thread.join()
        for running in self.running.values():
            running.stop()
        self._sender.drop()
        return self._exit_code

    @property
    def ended(self) -> bool:
        """Whether the consumer has ended, by request or by itself."""
        return self._thread is not None and not self._thread.is_alive()

    def _take_in_the_rest(self) -> None:
        """Let what is under way arrive, so that the next start need not wait for it to be asked for again."""
        until = time.monotonic() + REST_SECONDS
        while not memory_broker.at_rest() and not self.ended and time.monotonic() < until:
            time.sleep(0.01)

    def _consume(self) -> None:
        queues = tuple(service.name for service, _ in self.services if service.tasks)
        self._app.turned = self._turned
        self._exit_code = consume(self._app, queues=queues)

    def _turned(self) -> None:
        for running in self.running.values():
            running.health.turned("consumer")
