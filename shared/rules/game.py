"""A game, written down once, a frozen record in the words of this package. Services interpret it and never name it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

from shared.rules.ranking import Ranking
from shared.rules.terms import Param, Terms, settle_terms

CROUPIER = 0
"""The house's own place at a banked table; people's seats count from 1."""


class Rotation(IntEnum):
    """Which way deal and action go round, seats being numbered clockwise from the croupier's left."""

    CLOCKWISE = 1
    COUNTER_CLOCKWISE = -1


class Eldest(Enum):
    """Who is first in rotation."""

    CROUPIERS_LEFT = "croupiers_left"
    DISC = "disc"
    """The seat that carries the disc of la mà; it moves one seat in the direction of play after each deal."""


class Face(Enum):
    """How a card lies."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Cards go round, one at a time, to each seat still in and then to the croupier where he has cards of his own."""

    faces: tuple[Face, ...]
    croupier: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide:
    """Banked game: each seat in turn plays on for exactly `factor` times its first bet, changing cards, or folds."""

    factor: int
    discards_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CroupierPlays:
    """The croupier turns his holding up and changes cards by the table's house way."""

    discards_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """Holdings are shown and ranked, and the hand is settled."""


Step = Deal | Decide | CroupierPlays | Showdown


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxes:
    """Stakes of a banked game: each seat bets in its own box, the table's minimum or a whole multiple of it."""

    minimum: Param[int]
    maximum: Param[int]
    seconds: Param[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """How the house plays against each seat."""

    qualifies_with_pair_of: str
    paytable: Mapping[Ranking, int]
    """Odds to 1 on the second bet."""
    house_way: Param[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """One paying line of a side bet."""

    name: str
    ranking: Ranking
    served: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBet:
    """An optional fixed bet on the player's own cards, paid from a progressive meter; `awards` is the payment order."""

    pool: Param[str]
    stake: Param[int]
    contribution_ppm: Param[int]
    awards: tuple[Award, ...]
    awards_ppm: Param[Mapping[str, int]]
    shared: Param[tuple[str, ...]]
    seed: Param[int]
    reset: Param[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstTheBank:
    """Each seat plays against the croupier alone; nobody can win another player's chips."""

    boxes: Boxes
    bank: Bank
    side_bet: SideBet


Contest = AgainstTheBank


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One regulated game, whole. Every number carries its clause where it is written."""

    game_id: str
    clauses: str
    title: Mapping[str, str]
    language: str
    rotation: Rotation
    eldest: Eldest
    seats_min: int
    seats_max: int
    pack: int
    contest: Contest
    course: tuple[Step, ...]
    decision_seconds: Param[int]
    params: tuple[Param[Any], ...]

    def terms(self, given: Mapping[str, Any]) -> Terms:
        """Return a table's terms: what the operator gave, and the defaults."""
        return settle_terms(self.params, given)
