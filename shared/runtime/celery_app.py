"""The Celery application: settings that neither lose nor hide a message, and one task per door."""

import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

from celery import Celery
from celery.exceptions import Reject
from celery.worker import state

from shared.messages.envelope import EnvelopeRefused
from shared.runtime import memory_broker, topology
from shared.runtime.guarded_consumer import refuse_compression
from shared.runtime.patience import GaveUp, Patience, silent
from shared.runtime.receiving import Publisher, receive
from shared.runtime.service import AnyDoor, ServiceDoor
from shared.runtime.settings import Settings
from shared.runtime.wiring import Wiring
from shared.telemetry import logs, traffic

EXIT_UNAVAILABLE: Final = 69

Wired = tuple[ServiceDoor, Wiring]

CELERY_SETTINGS: Final[dict[str, Any]] = {
    "accept_content": ["json"],
    "task_serializer": "json",
    "task_protocol": 2,
    # A message leaves the queue when its transaction has committed, and a failed one goes to the dead letters.
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "task_acks_on_failure": False,
    "task_acks_on_timeout": False,
    "worker_cancel_long_running_tasks_on_connection_loss": True,
    # Answers are messages of their own; nothing is kept in a result backend, nothing is told to other workers.
    "task_ignore_result": True,
    "task_store_errors_even_if_ignored": False,
    "result_backend": None,
    "worker_send_task_events": False,
    "task_send_sent_event": False,
    "task_track_started": False,
    "worker_enable_remote_control": False,
    # One message at a time per worker; queues exist because we declare them, in one place.
    "worker_prefetch_multiplier": 1,
    "worker_concurrency": 1,
    "worker_pool": "solo",
    "worker_detect_quorum_queues": True,
    "task_create_missing_queues": False,
    "task_default_exchange": topology.COMMANDS.name,
    "task_default_exchange_type": "topic",
    "broker_heartbeat": 10,
    "broker_connection_retry": True,
    "broker_connection_retry_on_startup": True,
    "broker_connection_max_retries": None,
    "worker_soft_shutdown_timeout": 0.0,
    "worker_consumer": "shared.runtime.guarded_consumer:GuardedConsumer",
    # Our own logging says what is allowed; Celery's lines would quote arguments.
    "worker_hijack_root_logger": False,
    "worker_redirect_stdouts": False,
    "enable_utc": True,
    "timezone": "UTC",
}


class CrupierApp(Celery):
    """A Celery application that knows how long its process waits, and whom to tell that its loop turns or cannot."""

    patience: Patience
    turned: Callable[[], None] = staticmethod(silent)
    paused: Callable[[], None] = staticmethod(silent)
    in_memory: bool


def make_app(
    settings: Settings, services: Sequence[Wired], *, patience: Patience, publisher: Publisher | None = None
) -> CrupierApp:
    """Return the application that carries out the commands of these services."""
    refuse_compression()
    app = CrupierApp("crupier", set_as_current=False, fixups=[])
    app.patience = patience
    app.in_memory = settings.embedded
    app.conf.update(CELERY_SETTINGS)
    app.conf.task_queues = [topology.command_queue(name) for name in topology.RECEIVERS]
    app.conf.task_default_queue = services[0][0].name
    if settings.embedded:
        app.conf.update(_in_memory())
    else:
        app.conf.update(_over_amqp(settings.broker_for(services[0][0].name)))
    for service, wiring in services:
        for door in service.tasks:
            body = _task_body(door, wiring=wiring, patience=patience, publisher=publisher)
            app.task(name=door.task, bind=False, shared=False)(body)
    app.finalize()
    logging.getLogger("celery").setLevel(logging.WARNING)
    return app


def _in_memory() -> dict[str, Any]:
    return {
        "broker_url": memory_broker.URL,
        "broker_transport": memory_broker.TRANSPORT,
        "broker_transport_options": {"polling_interval": 0.005},
    }


def _over_amqp(address: str) -> dict[str, Any]:
    return {
        "broker_url": address,
        "broker_transport_options": {"confirm_publish": True, "read_timeout": 5, "write_timeout": 5},
    }


def _task_body(
    door: AnyDoor, *, wiring: Wiring, patience: Patience, publisher: Publisher | None
) -> Callable[..., None]:
    log = logs.get(service=wiring.service, task=door.task)

    def carry_out(*, message: dict[str, Any], **_newer: object) -> None:
        try:
            patience.insist(lambda: receive(message, door=door, wiring=wiring, publisher=publisher))
        except EnvelopeRefused as refused:
            traffic.record_dead_letter(service=wiring.service, reason=refused.reason)
            log.warning("message refused", reason=refused.reason, error=str(refused))
            raise Reject(refused.reason, requeue=False) from None
        except GaveUp as gone:
            log.critical("gave up waiting", error=str(gone))
            # Celery's loop ends the process with this code; whoever supervises it starts it again.
            state.should_terminate = EXIT_UNAVAILABLE  # type: ignore[assignment]  # the stubs know None only
            raise Reject("away", requeue=True) from None
        except Exception as failure:  # the task's edge: our own fault must cost one message, never the worker
            traffic.record_dead_letter(service=wiring.service, reason="failed")
            log.critical("handler failed", error=type(failure).__name__, where=logs.where(failure))
            raise Reject("failed", requeue=False) from None

    carry_out.__name__ = door.task.partition(".")[2]
    return carry_out
