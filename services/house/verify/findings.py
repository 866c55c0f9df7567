"""What the checks found: how often each rule was tried, and where it is broken."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from shared.ledger.invariants import Breach

SHOWN_MAX: Final = 20
"""Of each rule so many breaches are printed; the count tells of the others."""


class Findings:
    """Gathers what the checks find."""

    def __init__(self) -> None:
        self.tried: Final[Counter[str]] = Counter()
        self.breaches: Final[list[Breach]] = []

    def hold(self, rule: str, subject: str, *, expected: object, found: object) -> None:
        """Try a rule once: what is found has to be what is expected."""
        self.tried[rule] += 1
        if expected != found:
            self.breaches.append(Breach(rule=rule, subject=subject, expected=str(expected), found=str(found)))

    def add(self, rule: str, *, tried: int, breaches: Iterable[Breach], of: str) -> None:
        """Take over what was found elsewhere, by a check that names its own subjects."""
        self.tried[rule] += tried
        self.breaches.extend(
            Breach(rule=rule, subject=f"{of} {each.subject}", expected=each.expected, found=each.found)
            for each in breaches
        )

    @property
    def good(self) -> bool:
        """Whether everything is as it must be."""
        return not self.breaches

    def lines(self) -> tuple[str, ...]:
        """Return the findings as a person reads them: every rule, and below it where it is broken."""
        said: list[str] = []
        for rule, times in self.tried.items():
            broken = [each for each in self.breaches if each.rule == rule]
            said.append(f"BROKEN {rule} ({len(broken)} times)" if broken else f"ok {rule} ({times} looked at)")
            said += [f"    {b.subject}: expected {b.expected}, found {b.found}" for b in broken[:SHOWN_MAX]]
        return tuple(said)

    def as_dict(self) -> dict[str, object]:
        """Return the findings as one object."""
        return {
            "good": self.good,
            "tried": dict(self.tried),
            "breaches": [
                {"rule": b.rule, "subject": b.subject, "expected": b.expected, "found": b.found} for b in self.breaches
            ],
        }
