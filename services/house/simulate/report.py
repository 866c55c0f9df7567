"""What comes of a simulation: sums of money, frequencies beside what is known exactly, and the invariants."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from shared.money import PPM


@dataclass(frozen=True, slots=True, kw_only=True)
class Frequency:
    """How often something came, of how many times; `expected` and `z` only where the chance is known exactly.

    `z` is the distance from what was expected in standard deviations, the times taken as independent.
    """

    name: str
    count: int
    of: int
    expected: float | None = None
    z: float | None = None


def frequency(name: str, *, count: int, of: int, ways: int = 0, of_ways: int = 0) -> Frequency:
    """Return a frequency, with what is expected where so many of all ways lead to it."""
    if not of_ways or not of:
        return Frequency(name=name, count=count, of=of)
    chance = ways / of_ways
    expected = of * chance
    z = (count - expected) / sqrt(expected * (1 - chance))
    return Frequency(name=name, count=count, of=of, expected=round(expected, 3), z=round(z, 3))


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A simulation's figures. `checks` says how often each invariant was looked at, `broken` what did not hold."""

    game: str
    hands: int
    seed: int
    figures: Mapping[str, int]
    frequencies: Mapping[str, tuple[Frequency, ...]]
    checks: Mapping[str, int]
    broken: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether every invariant held in every hand."""
        return not self.broken

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return asdict(self) | {"ok": self.ok}

    def lines(self) -> Iterator[str]:
        """Yield the report for people."""
        yield f"{self.game}: {self.hands:,} hands, seed {self.seed}"
        yield ""
        for name, figure in self.figures.items():
            yield f"  {_said(name):<34}{_amount(name, figure):>16}"
        for title, frequencies in self.frequencies.items():
            yield ""
            yield f"  {_said(title):<34}{'count':>12}{'share':>12}{'expected':>16}{'z':>8}"
            yield from (_row(each) for each in frequencies)
        yield ""
        for name, times in self.checks.items():
            yield f"  {name:<58}{times:>12,} times"
        yield from (f"  BROKEN {what}" for what in self.broken)
        yield "all invariants hold" if self.ok else "an invariant is broken"


def _row(each: Frequency) -> str:
    share = f"{each.count / each.of:.5%}" if each.of else "-"
    expected = "-" if each.expected is None else f"{each.expected:,.2f}"
    z = "-" if each.z is None else f"{each.z:+.2f}"
    return f"    {_said(each.name):<32}{each.count:>12,}{share:>12}{expected:>16}{z:>8}"


def _said(name: str) -> str:
    return name.replace("_", " ").removesuffix(" ppm")


def _amount(name: str, figure: int) -> str:
    return f"{figure * 100 / PPM:.3f} %" if name.endswith("_ppm") else f"{figure:,}"
