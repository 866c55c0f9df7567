"""What the lobby counts."""

from typing import Final

from shared.telemetry import MILLISECONDS, counter, gauge, seconds_histogram

_HEARD: Final = counter("crupier_lobby_events_total", "Public events heard, by what became of them", ("outcome",))
_LAG: Final = seconds_histogram(
    "crupier_lobby_event_lag_seconds", "From sending a public event to keeping it", (), MILLISECONDS
)
_STREAMS: Final = gauge("crupier_lobby_streams", "Event streams that are open in this process")
_SIGN_INS: Final = counter("crupier_lobby_sign_ins_total", "Tries to sign in, by outcome", ("outcome",))


def record_heard(*, outcome: str, count: int = 1) -> None:
    """Events came; `outcome` is `kept`, `repeated` or `refused`."""
    _HEARD.labels(outcome).inc(count)


def record_lag(*, seconds: float) -> None:
    """How long an event was under way; clocks of two hosts may differ, so less than nothing counts as nothing."""
    _LAG.observe(max(0.0, seconds))


def record_streams(*, count: int) -> None:
    """How many event streams are open now."""
    _STREAMS.set(count)


def record_sign_in(*, outcome: str) -> None:
    """Somebody tried to sign in; `outcome` is `in`, `refused` or `limited`."""
    _SIGN_INS.labels(outcome).inc()
