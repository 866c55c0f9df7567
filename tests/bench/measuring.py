"""How a benchmark measures: ours and theirs in turn, in one run, and what counts is the ratio of each pair."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Rate = Callable[[], float]
"""Measures once: so many of something in a second."""


class NotHere(Exception):
    """What a benchmark needs cannot be had here; it is left out, and the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How long is measured: so many rounds, each of so many seconds for each side."""

    short: bool
    rounds: int
    seconds: float


FULL = Size(short=False, rounds=7, seconds=1.0)
SHORT = Size(short=True, rounds=3, seconds=0.2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is aimed at. One that is `hard` counts something that load cannot change: to miss it is a failure."""

    limit: float
    at_least: bool = True
    hard: bool = False

    def is_met(self, value: float) -> bool:
        """Whether a value is good enough."""
        return value >= self.limit if self.at_least else value <= self.limit

    def __str__(self) -> str:
        return f"{'≥' if self.at_least else '≤'} {self.limit:g}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One result: the median of what was measured, with its spread, beside what is aimed at."""

    name: str
    what: str
    unit: str
    values: tuple[float, ...] = ()
    target: Target | None = None
    note: str = ""

    @property
    def median(self) -> float:
        """The value that counts."""
        return statistics.median(self.values)

    @property
    def verdict(self) -> str:
        """One word about the target."""
        if not self.values:
            return "skipped"
        if self.target is None:
            return "–"
        return "met" if self.target.is_met(self.median) else "missed"

    @property
    def failed(self) -> bool:
        """Whether something was missed that must not be."""
        return self.verdict == "missed" and self.target is not None and self.target.hard

    def as_dict(self) -> dict[str, Any]:
        """Return the line as one object."""
        spread = {"median": self.median, "lowest": min(self.values), "highest": max(self.values)} if self.values else {}
        about = {"name": self.name, "what": self.what, "unit": self.unit, "verdict": self.verdict, "note": self.note}
        return about | spread | {"target": str(self.target or "")}


def in_turn(sides: Mapping[str, Rate], *, size: Size) -> dict[str, tuple[float, ...]]:
    """Measure each side once in each round, A B A B; return what each came to, round by round."""
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(size.rounds):
        for name, rate in sides.items():
            taken[name].append(rate())
    return {name: tuple(values) for name, values in taken.items()}


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, ...]:
    """Return how many times ours is theirs, pair by pair."""
    return tuple(one / other for one, other in zip(ours, theirs, strict=True))


def rate_of(work: Callable[[], int], *, seconds: float) -> float:
    """Return how many a second `work` does, which returns how many it has done; it is warmed up first."""
    work()
    done, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds or not done:
        done += work()
    return done / max(passed, time.perf_counter() - began)
