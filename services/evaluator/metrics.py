"""How long the evaluator takes, from ten microseconds up. The wait in its queue is counted apart, by the runtime."""

from shared.telemetry import MICROSECONDS, seconds_histogram

_SECONDS = seconds_histogram(
    "crupier_evaluator_seconds",
    "Time to answer one question, without the wait for it",
    ("game", "question"),
    MICROSECONDS,
)


def record_answer(*, game: str, question: str, seconds: float) -> None:
    """Count one answered question."""
    _SECONDS.labels(game, question).observe(seconds)
