"""The series that every service has: commands, queues, the outbox, dead letters, timers, requests."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from shared.telemetry import MILLISECONDS, REGISTRY, counter, gauge, seconds_histogram
from shared.telemetry.in_time import InTime

_COMMANDS = counter("crupier_commands_total", "Commands taken in, by what became of them", ("task", "outcome"))
_HANDLING = seconds_histogram("crupier_command_seconds", "From opening the envelope to the commit", ("task",))
_WAIT = seconds_histogram("crupier_queue_wait_seconds", "From sending a command to taking it in", ("service",))
_DEAD = counter("crupier_dead_letters_total", "Messages put aside, by reason", ("service", "reason"))
_PUBLISHED = counter("crupier_published_total", "Messages confirmed by the broker", ("service",))
_PUBLISH_FAILURES = counter("crupier_publish_failures_total", "Batches not confirmed", ("service", "reason"))
_TIMERS = counter("crupier_timers_total", "Timers that fired, by what became of them", ("service", "outcome"))
_CLOCK = counter("crupier_clock_extensions_total", "Times that all clocks were extended after an outage", ("service",))
_HOLDING = gauge("crupier_holding", "1 while a worker waits for its database", ("service",))
_ACT = seconds_histogram("crupier_act_seconds", "A player's act over HTTP, until committed", ("outcome",), MILLISECONDS)
_REQUESTS = counter("crupier_requests_total", "HTTP requests by answer", ("service", "method", "status"))
_REQUEST = seconds_histogram("crupier_request_seconds", "HTTP requests", ("service",), MILLISECONDS)
_BREACHES = counter("crupier_invariant_breaches_total", "Checks of the books that failed", ("service", "invariant"))
_ALIVE = gauge("crupier_last_turn_timestamp_seconds", "When the loop last turned", ("service", "loop"))

AT_ONCE: Final = ("forged", "sender", "other_body")
"""Reasons of which a single message alarms somebody."""

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def show_from_the_start(*, service: str) -> None:
    """Show at zero what an alert waits for: a series that is first seen at one has, for Prometheus, not risen."""
    for reason in AT_ONCE:
        _DEAD.labels(service, reason)
    _CLOCK.labels(service)


def record_command(*, task: str, outcome: str, seconds: float) -> None:
    """A command was taken in; `task` is a registered one."""
    _COMMANDS.labels(task, outcome).inc()
    _HANDLING.labels(task).observe(seconds)


def record_queue_wait(*, service: str, seconds: float) -> None:
    """How long a command was under way; clocks of two hosts may differ, so less than nothing counts as nothing."""
    _WAIT.labels(service).observe(max(0.0, seconds))


def record_dead_letter(*, service: str, reason: str) -> None:
    """A message was put aside."""
    _DEAD.labels(service, reason).inc()


def record_published(*, service: str, count: int) -> None:
    """The broker has confirmed messages."""
    _PUBLISHED.labels(service).inc(count)


def record_publish_failure(*, service: str, reason: str) -> None:
    """A batch, or one message of it, was not confirmed and stays in the outbox."""
    _PUBLISH_FAILURES.labels(service, reason).inc()


def record_timer(*, service: str, outcome: str) -> None:
    """A timer fired."""
    _TIMERS.labels(service, outcome).inc()


def record_clock_extended(*, service: str) -> None:
    """All running clocks got the length of an outage back."""
    _CLOCK.labels(service).inc()


def record_holding(*, service: str, holding: bool) -> None:
    """A worker began or ended to wait for its database."""
    _HOLDING.labels(service).set(1 if holding else 0)


def record_act(*, outcome: str, seconds: float) -> None:
    """A player's act was answered; `outcome` is `taken`, `refused` or `failed`."""
    _ACT.labels(outcome).observe(seconds)


def record_request(*, service: str, method: str, status: int, seconds: float) -> None:
    """An HTTP request was answered."""
    _REQUESTS.labels(service, method if method in METHODS else "other", str(status)).inc()
    _REQUEST.labels(service).observe(seconds)


def record_invariant_breach(*, service: str, invariant: str) -> None:
    """A check of the books failed."""
    _BREACHES.labels(service, invariant).inc()


def record_turn(*, service: str, loop: str) -> None:
    """A loop (consumer, relay, sweeper) is alive."""
    _ALIVE.labels(service, loop).set_to_current_time()


class OutboxCollector(Collector):
    """Depth and age of each service's outbox, asked of its database at scrape."""

    def __init__(self) -> None:
        self._asked: dict[str, Callable[[], tuple[int, float]]] = {}

    def watch(self, service: str, ask: Callable[[], tuple[int, float]]) -> None:
        """Ask this service too; `ask` returns the number of unsent messages and the age of the oldest in seconds."""
        self._asked[service] = InTime(ask)

    def forget(self, service: str) -> None:
        """Ask this service no longer."""
        self._asked.pop(service, None)

    def watched(self) -> Mapping[str, Callable[[], tuple[int, float]]]:
        """Return who is asked."""
        return dict(self._asked)

    def collect(self) -> Iterator[Metric]:
        """Yield the two series; a database that does not answer is left out, and its absence raises the alert."""
        depth = GaugeMetricFamily("crupier_outbox_unsent", "Messages that wait to be sent", labels=("service",))
        age = GaugeMetricFamily(
            "crupier_outbox_oldest_unsent_seconds", "Age of the oldest message that waits", labels=("service",)
        )
        for service, ask in self.watched().items():
            try:
                unsent, oldest = ask()
            except Exception:  # noqa: S112  # the scrape of all other series must not fail with one database
                continue
            depth.add_metric((service,), unsent)
            age.add_metric((service,), oldest)
        yield depth
        yield age


OUTBOX: Final = OutboxCollector()
REGISTRY.register(OUTBOX)
