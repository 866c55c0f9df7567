"""What every fact is made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """The head of every fact: which hand of which game at which table. What is about a person names none."""

    hand: str
    table: str
    game: str
