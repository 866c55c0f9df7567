"""Celery's worker without its command line: a solo loop that takes commands in until it is asked to stop."""

import socket
import time
from contextlib import suppress
from typing import Any, Final

from celery.app.trace import reset_worker_optimizations, setup_worker_optimizations
from celery.exceptions import WorkerShutdown
from celery.worker import WorkController, state

from shared.runtime.celery_app import CrupierApp
from shared.runtime.guarded_consumer import GuardedConsumer

DRAIN_SECONDS: Final = 0.2
TURN_SECONDS: Final = 0.5


class MemoryConsumer(GuardedConsumer):
    """The consumer of an embedded run: the same guard around a plain loop, ended by an event instead of a signal."""

    @staticmethod
    def loop(consumer: Any, connection: Any, tasks: Any, *_: Any) -> None:
        """Deliver messages one by one."""
        app: CrupierApp = consumer.app
        tasks.on_message = consumer.create_task_handler()
        tasks.consume()
        consumer.on_ready()
        next_turn = 0.0
        while not app.patience.stopping.is_set():
            state.maybe_shutdown()
            if time.monotonic() >= next_turn:
                app.turned()
                next_turn = time.monotonic() + TURN_SECONDS
            with suppress(TimeoutError):
                connection.drain_events(timeout=DRAIN_SECONDS)
        raise WorkerShutdown(0)


def consume(app: CrupierApp, *, queues: tuple[str, ...]) -> int:
    """Take in what comes to these queues, in this thread, until the application is asked to stop; return the exit code.

    Only one consumer can run in a process at a time: Celery's own state belongs to the process.
    """
    state.should_stop = state.should_terminate = None
    node = f"crupier@{socket.gethostname()}"
    setup_worker_optimizations(app, node)
    controller = WorkController(
        app=app,
        hostname=node,
        queues=list(queues),
        pool_cls="solo",
        concurrency=1,
        consumer_cls=MemoryConsumer if app.in_memory else GuardedConsumer,
        without_mingle=True,
        without_gossip=True,
        without_heartbeat=True,
        task_events=False,
    )
    try:
        controller.start()
    finally:
        reset_worker_optimizations(app)
        ended_by: Any = state.should_terminate
        state.should_stop = state.should_terminate = None
    return int(ended_by or controller.exitcode or 0)
