"""What every fact is made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """The head of every fact: which hand of which game at which table."""

    hand: str
    table: str
    game: str
