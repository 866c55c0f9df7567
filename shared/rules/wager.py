"""The words for play for the pot: antes, intervals of betting, their limits, and who gets the odd unit."""

from dataclasses import dataclass
from enum import Enum

from shared.rules.openers import Openers
from shared.rules.terms import Param


class FirstToSpeak(Enum):
    """Who speaks first in an interval."""

    LOWEST_CARD = "lowest_card"
    HIGHEST_SHOWING = "highest_showing"
    ELDEST = "eldest"
    """The first in order of play that is still in."""
    OPENER = "opener"
    """Who opened the pot, and if he has left the next one that is still in."""


class Limit(Enum):
    """The most that a bet, and what a raise adds, may come to."""

    LOW = "low"
    HIGH = "high"
    HALF_POT = "half_pot"
    """Half of the pot as it stands when the interval opens; an odd unit is left out."""
    POT = "pot"
    """The pot as it stands when the interval opens."""


class OpenPair(Enum):
    """What it means for an interval that somebody's first two up-cards are a pair."""

    MANDATORY = "mandatory"
    """Everybody bets by the high limit."""
    OPTIONAL = "optional"
    """Everybody may bet by either limit."""


class OddUnit(Enum):
    """Who gets what a shared pot leaves over, one unit each."""

    NEAREST = "nearest"
    """The nearest in order of play."""
    HIGHEST_CARD = "highest_card"
    """The highest card among all that he was dealt, by rank and then by suit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """An interval of betting: each seat in turn checks, bets, calls, raises or folds until all bets are equal.

    `pot_limited` is the limit at tables whose structure is pot-limited. `forced` is the bet that the first to speak
    must make, nothing where it is zero. `open_pair` is the table's choice, or the law's. `opens_pot`: the first bet
    opens the pot, on openers, and until then a seat checks or bets.
    """

    first: FirstToSpeak
    limit: Limit
    pot_limited: Limit | None = None
    forced: Param[int] | None = None
    open_pair: Param[str] | OpenPair | None = None
    opens_pot: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """A table's amounts. Without `least`, or where it is zero, a bet is exactly the limit of its interval."""

    low: Param[int]
    high: Param[int]
    least: Param[int] | None = None
    structure: Param[str] | None = None
    """`split_limit` or `pot_limited`; without it every interval has one fixed limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaisesPerPlayer:
    """Each seat raises so many times at most in an interval."""

    most: Param[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RaisesPerRound:
    """All seats together raise so many times at most in an interval, and without end once only two are left."""

    most: Param[int]


RaiseCap = RaisesPerPlayer | RaisesPerRound


@dataclass(frozen=True, slots=True, kw_only=True)
class ForThePot:
    """The seats play against each other for what they have put in.

    `suit_order` ranks the suits from high to low where suits decide, as in the choice of the lowest card; without it
    the order of play decides. `ghosts`: whoever folds with nothing to call leaves a place that is dealt to until the
    next bet. `show_seconds` is the time in which a seat may show or concede; afterwards it shows by itself. `openers`
    says on what the pot may be opened.
    """

    ante: Param[int]
    stakes: Stakes
    raise_cap: RaiseCap
    all_in: Param[bool]
    odd_unit: OddUnit
    show_seconds: Param[int]
    suit_order: Param[tuple[str, ...]] | None = None
    ghosts: bool = False
    openers: Openers | None = None


SPLIT_LIMIT = "split_limit"
POT_LIMITED = "pot_limited"
