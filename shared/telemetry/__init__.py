"""Metrics and logs. Series live on one registry; labels come from bounded sets: game, service, outcome, award, task."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

REGISTRY: Final = CollectorRegistry(auto_describe=True)
"""All series of this process; each service of an embedded run tells itself apart by a label."""

ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

MICROSECONDS: Final = (
    10e-6, 25e-6, 50e-6, 100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3, 50e-3, 0.1, 0.25, 1.0,
)  # fmt: skip
"""Buckets for work in memory, from ten microseconds."""

MILLISECONDS: Final = (1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3, 50e-3, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Buckets for what crosses a wire or a disk."""

FORBIDDEN_LABELS: Final = frozenset({"table", "hand", "player", "person", "seat", "task_id", "hostname", "card"})
"""Labels without a bound, or that tell on somebody."""


class UnboundedLabel(Exception):
    """A series was given a label that grows without end or names a person."""


def counter(name: str, what: str, labels: tuple[str, ...] = ()) -> Counter:
    """Return a counter on our registry; its name ends in `_total`."""
    return Counter(name, what, _checked(labels), registry=REGISTRY)


def gauge(name: str, what: str, labels: tuple[str, ...] = ()) -> Gauge:
    """Return a gauge on our registry."""
    return Gauge(name, what, _checked(labels), registry=REGISTRY)


def seconds_histogram(
    name: str, what: str, labels: tuple[str, ...] = (), buckets: tuple[float, ...] = MICROSECONDS
) -> Histogram:
    """Return a histogram of durations; its name ends in `_seconds`."""
    return Histogram(name, what, _checked(labels), buckets=buckets, registry=REGISTRY)


def _checked(labels: tuple[str, ...]) -> tuple[str, ...]:
    if refused := FORBIDDEN_LABELS.intersection(labels):
        raise UnboundedLabel(f"no series is told apart by {', '.join(sorted(refused))}")
    return labels
