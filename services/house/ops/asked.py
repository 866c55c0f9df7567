"""Series that are asked of somebody at each scrape: a database, a disk, a certificate."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from shared.telemetry import gauge, logs
from shared.telemetry.in_time import InTime

_ANSWERED: Final = gauge("crupier_watch_answered", "1 when this source answered the last scrape", ("source",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One series as it is declared; `counts` marks one that only rises."""

    name: str
    what: str
    labels: tuple[str, ...] = ()
    counts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One value of a series, its labels in the order in which the series declares them."""

    name: str
    value: float
    labels: tuple[str, ...] = ()


class Asked(Collector):
    """Yields the series of one source. When it does not answer they are absent, and `crupier_watch_answered` is 0."""

    def __init__(self, *, source: str, series: tuple[Series, ...], ask: Callable[[], Iterable[Sample]]) -> None:
        self._source: Final = source
        self._series: Final = series
        self._ask: Final = InTime(lambda: tuple(ask()))

    def describe(self) -> Iterator[Metric]:
        """Yield the series without a value, so that nobody is asked when they are registered."""
        yield from self._families().values()

    def collect(self) -> Iterator[Metric]:
        """Yield what the source answers now."""
        families = self._families()
        try:
            for sample in self._ask():
                families[sample.name].add_metric(sample.labels, sample.value)
        except Exception as failure:  # one source that does not answer must not hide what the others say
            logs.get(service="watch").warning("no answer", reason=self._source, error=type(failure).__name__)
            _ANSWERED.labels(self._source).set(0)
            return
        _ANSWERED.labels(self._source).set(1)
        yield from families.values()

    def _families(self) -> dict[str, GaugeMetricFamily | CounterMetricFamily]:
        return {
            each.name: (CounterMetricFamily if each.counts else GaugeMetricFamily)(
                each.name, each.what, labels=each.labels
            )
            for each in self._series
        }
