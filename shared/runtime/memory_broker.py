"""The broker of a house in one process: kombu's in memory, with dead letters, and without waiting for the next poll."""

import threading
import time
from queue import Empty, Queue
from typing import Any, Final

from kombu.transport import memory, virtual

URL: Final = "memory://localhost/"
TRANSPORT: Final = "shared.runtime.memory_broker:Transport"

_arrivals: Final = threading.Condition()


class Channel(memory.Channel):
    """A message that is rejected for good goes to `<service>.dead`, as RabbitMQ's dead-letter exchange does it."""

    queues: dict[str, Queue[Any]] = {}  # noqa: RUF012  # shared by all channels, as kombu's own is
    supports_fanout = False

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        if not requeue:
            message = self.qos.get(delivery_tag)
            service = str(message.delivery_info.get("routing_key", "")).partition(".")[0]
            self._put(f"{service}.dead", message.serializable())
        super().basic_reject(delivery_tag, requeue=requeue)

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        super()._put(queue, message, **kwargs)
        with _arrivals:
            _arrivals.notify_all()


class Transport(memory.Transport):
    """Consumers wake when a message arrives; the poll is only for what slipped between two looks."""

    Channel = Channel
    global_state = virtual.BrokerState()

    def drain_events(self, connection: Any, timeout: float | None = None, **_: Any) -> None:
        """Deliver one message, or raise `TimeoutError` as a socket would."""
        assert self.cycle is not None
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            try:
                self.cycle.get(self._deliver, timeout=timeout)
            except Empty:
                if end is not None and time.monotonic() >= end:
                    raise TimeoutError from None
                with _arrivals:
                    _arrivals.wait(self.polling_interval)
            else:
                return


def at_rest() -> bool:
    """Whether nothing waits to be taken in; dead letters wait for nobody."""
    return all(queue.empty() for name, queue in list(Channel.queues.items()) if not name.endswith(".dead"))


def forget_everything() -> None:
    """Empty the broker, as a restart of the process would."""
    Channel.queues.clear()
    Transport.global_state.clear()
