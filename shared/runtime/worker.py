"""`crupier work SERVICE`: one process that takes a service's commands in, one by one, until it is told to end."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from celery.worker import state

from shared.runtime import topology
from shared.runtime.broker import connection_for
from shared.runtime.celery_app import make_app
from shared.runtime.consuming import consume
from shared.runtime.ops_pages import OpsPages
from shared.runtime.patience import Patience
from shared.runtime.publisher import ImmediatePublisher, sender_for
from shared.runtime.running import Running
from shared.runtime.service import ServiceDoor
from shared.runtime.wiring import Wiring
from shared.telemetry import logs


def run_worker(service: ServiceDoor, wiring: Wiring) -> int:
    """Work until SIGTERM or SIGINT; return 0, or the code that says why the process ended by itself."""
    running = Running(service=service, wiring=wiring)
    patience = Patience(service=service.name, seconds=wiring.settings.hold_seconds)
    sender = sender_for(wiring)
    app = make_app(wiring.settings, [(service, wiring)], patience=patience, publisher=ImmediatePublisher(sender))
    app.turned = lambda: running.health.turned("consumer")
    app.paused = lambda: running.health.ended("consumer")
    pages = OpsPages(health=running.health, host=wiring.settings.ops_host, port=wiring.settings.ops_port)
    log = logs.get(service=service.name)
    with ended_by_signals(patience):
        pages.start()
        declare_when_there(service, wiring, patience)
        running.start()
        log.info("at work", port=pages.port)
        try:
            return consume(app, queues=(service.name,))
        finally:
            running.stop()
            sender.drop()
            pages.stop()


def declare_when_there(service: ServiceDoor, wiring: Wiring, patience: Patience) -> None:
    """Declare what this service reads and writes as soon as the broker answers; refuse what differs from ours."""
    while not patience.stopping.is_set():
        with suppress(OSError), connection_for(wiring.settings, service.name) as connection:
            topology.declare(connection, services=(service.name,))
            return
        logs.get(service=service.name).warning("broker away, waiting")
        patience.stopping.wait(1.0)


@contextmanager
def ended_by_signals(patience: Patience) -> Iterator[None]:
    """Turn SIGTERM and SIGINT into a request to stop after the message at hand."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        patience.stopping.set()
        state.should_stop = 0  # type: ignore[assignment]  # the stubs know None only

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
