"""A consumer that no message can stop: what has not our form goes to the dead letters, and the next one is taken in."""

import json
import re
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, Final

from celery import bootsteps
from celery.worker import state
from celery.worker.consumer import Consumer
from kombu import compression
from kombu.message import Message
from vine import promise

from shared.telemetry import logs, traffic

BODY_BYTES_MAX: Final = 64 * 1024
ID_FORM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,199}")
SIGNATURES: Final = ("callbacks", "errbacks", "chain", "chord")
FORBIDDEN_HEADERS: Final = (
    "eta",
    "expires",
    "group",
    "shadow",
    "compression",
    "stamped_headers",
    "replaced_task_nesting",
)
"""Whatever Celery would act upon: a delay, an end, another name, a packed body."""


class Unfit(Exception):
    """A message that has not the form in which our services write; the text is one of few words."""


def check(message: Message, *, known: Collection[str]) -> None:
    """Refuse with `Unfit` everything but a plain call of a known task with one `message`."""
    headers: Any = message.headers
    if not isinstance(headers, dict) or not isinstance(headers.get("task"), str):
        raise Unfit("no_task")
    if not isinstance(headers.get("id"), str) or not ID_FORM.fullmatch(headers["id"]):
        raise Unfit("no_id")
    if headers["task"].startswith("celery.") or headers["task"] not in known:
        raise Unfit("unknown_task")
    if any(headers.get(name) for name in FORBIDDEN_HEADERS) or headers.get("timelimit") not in (None, [None, None]):
        raise Unfit("forbidden_header")
    if message.content_type != "application/json" or message.content_encoding not in ("utf-8", None):
        raise Unfit("content_type")
    _check_body(message.body)


def _check_body(body: Any) -> None:
    if not isinstance(body, str | bytes | memoryview) or len(body) > BODY_BYTES_MAX:
        raise Unfit("too_long")
    try:
        content = json.loads(bytes(body) if isinstance(body, memoryview) else body)
    except (ValueError, RecursionError):
        raise Unfit("not_json") from None
    match content:
        case [[], {"message": dict()}, dict() as embedded]:
            if any(embedded.get(name) for name in SIGNATURES):
                raise Unfit("embedded_call")
        case _:
            raise Unfit("not_our_form")


class GuardedConsumer(Consumer):
    """Celery's consumer without remote control, events and delays, behind `check`."""

    app: Any
    connection: Any
    strategies: dict[str, Any]
    connection_errors: tuple[type[Exception], ...]
    channel_errors: tuple[type[Exception], ...]

    class Blueprint(bootsteps.Blueprint):
        """Connection, tasks and the loop; nothing that listens to other workers."""

        name = "Consumer"
        default_steps = {  # noqa: RUF012  # as Celery declares its own
            "celery.worker.consumer.connection:Connection",
            "celery.worker.consumer.tasks:Tasks",
            "celery.worker.consumer.consumer:Evloop",
        }

        def shutdown(self, parent: Any) -> None:
            self.send_all(parent, "shutdown")

    def create_task_handler(self, promise: type[promise] = promise) -> Callable[[Message], None]:
        """Return Celery's handler behind the guard."""
        take = super().create_task_handler(promise=promise)
        ours = frozenset(name for name in self.strategies if not name.startswith("celery."))
        passed_on = (*self.connection_errors, *self.channel_errors)

        def guarded(message: Message) -> None:
            try:
                check(message, known=ours)
                take(message)
            except Unfit as unfit:
                self.put_aside(message, reason=str(unfit))
            except passed_on:
                raise
            except Exception as failure:  # the last guard: a message must never end the worker
                self.put_aside(message, reason=f"guard_{type(failure).__name__}"[:40])

        return guarded

    def register_with_event_loop(self, hub: Any) -> None:
        """Look twice a second whether to stop, and say that the loop turns."""
        super().register_with_event_loop(hub)
        self.app.patience.pulse = self.keep_alive
        hub.call_repeatedly(0.5, self._turn)

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Without a broker there is no loop that could hang."""
        self.app.paused()
        super().on_connection_error_after_connected(exc)

    def keep_alive(self) -> None:
        """While a message is held the loop does not turn; the broker and the health page are to hear from us."""
        self.app.turned()
        # Of a lost connection kombu would make a new one here, from which nobody consumes, or raise in the held task.
        if self.connection is None or not self.connection.connected:
            return
        wire = self.connection.connection
        if hasattr(wire, "send_heartbeat"):
            with suppress(*self.connection_errors):
                wire.send_heartbeat()

    def _turn(self) -> None:
        self.app.turned()
        if self.app.patience.stopping.is_set():
            state.should_stop = 0  # type: ignore[assignment]  # the stubs know None only

    def on_decode_error(self, message: Message, exc: Exception) -> None:
        """Celery would acknowledge such a message, and it would be gone."""
        self.put_aside(message, reason="undecodable")

    def on_unknown_message(self, body: Any, message: Message) -> None:
        self.put_aside(message, reason="no_task")

    def on_unknown_task(self, body: Any, message: Message, exc: Exception) -> None:
        self.put_aside(message, reason="unknown_task")

    def on_invalid_task(self, body: Any, message: Message, exc: Exception) -> None:
        self.put_aside(message, reason="not_our_form")

    def put_aside(self, message: Message, *, reason: str) -> None:
        """Reject a message into the dead letters, and say so without quoting it."""
        service = str((message.delivery_info or {}).get("routing_key", "")).partition(".")[0]
        known = service if service in self.app.amqp.queues else "unknown"
        traffic.record_dead_letter(service=known, reason=reason)
        logs.get(service=known).error("message put aside", reason=reason)
        if not message.acknowledged:
            message.reject(requeue=False)


def refuse_compression() -> None:
    """Make every unpacking fail: kombu would unpack a body before anybody can look at its size."""
    for content_type in compression.encoders():
        compression.register(_refused, _refused, content_type)


def _refused(body: bytes) -> bytes:
    raise Unfit("compressed")
