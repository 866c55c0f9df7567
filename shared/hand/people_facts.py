"""What has happened to a person in the whole house, at whichever table he sits."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.hand.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockChanged(Fact):
    """The operator blocked a person, or let him in again; `number` counts how often that has changed."""

    person: str
    blocked: bool
    number: int
    changed_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockHeard(Fact):
    """A service heard of it: from here on the person's tokens count here no longer, or count again."""

    person: str
    blocked: bool
    number: int


PEOPLE_FACTS: Final[Mapping[str, type[Fact]]] = {kind.__name__: kind for kind in (BlockChanged, BlockHeard)}
"""Every fact about a person by its name."""


def stream_of(person: str) -> str:
    """Return the stream in which a service keeps what it knows of a person."""
    return f"person.{person}"
