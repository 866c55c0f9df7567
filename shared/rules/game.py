"""A game, written down once, a frozen record in the words of this package. Services interpret it and never name it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from itertools import pairwise
from typing import Any

from shared.rulebook import cites
from shared.rules.draw import Draw
from shared.rules.faults import Miscounted, Remedies, Skipped, TurnedUp
from shared.rules.ranking import Ranking
from shared.rules.shortage import Shortage
from shared.rules.terms import Param, Terms, TermsRefused, settle_terms
from shared.rules.wager import ForThePot, Wager

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
class Announcement:
    """Words that the croupier must say, by language; `key` names them in records."""

    key: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Cards go round, one at a time, to each seat still in and then to the croupier where he has cards of his own.

    `burn`: the top card goes out of play first. `set_aside`: a dead card is put apart once all have theirs. `shortage`
    says what is done when the stub is too small for all, `skipped` when the croupier passes over a seat, `turned_up`
    when he deals a card face up that is to lie face down, `miscounted` when he gives a seat too many or too few cards;
    where one is left out the floor decides.
    """

    faces: tuple[Face, ...]
    croupier: tuple[Face, ...] = ()
    burn: bool = False
    set_aside: bool = False
    shortage: Shortage | None = None
    skipped: Skipped | None = None
    turned_up: TurnedUp | None = None
    miscounted: Miscounted | None = None
    announce_before: Announcement | None = None
    announce_after: Announcement | None = None


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
    """Holdings are shown and ranked, and the hand is settled.

    `right_to_see`: who is still in may demand to see what was conceded.
    """

    right_to_see: bool = False


Step = Deal | Decide | CroupierPlays | Wager | Draw | Showdown


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


Contest = AgainstTheBank | ForThePot


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortPack:
    """The smaller pack that is used when no more than `seats_max` take part, and the order of rankings in it."""

    cards: int
    seats_max: Param[int]
    flush_beats_full_house: Param[bool]
    ace_low: Param[bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One regulated game, whole. Every number carries its clause where it is written.

    `refused_under` names the clause behind a refusal, by its code. `rising` are amounts of which none may be below the
    one before it.
    """

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
    refused_under: Mapping[str, str] = field(default_factory=dict)
    remedies: Remedies = Remedies()
    rising: tuple[tuple[Param[int], ...], ...] = ()
    short_pack: ShortPack | None = None

    @property
    def banked(self) -> AgainstTheBank:
        """How this game is played against the bank; only for one that is."""
        assert isinstance(self.contest, AgainstTheBank), f"{self.game_id} has no bank"
        return self.contest

    @property
    def for_the_pot(self) -> ForThePot:
        """How this game is played for the pot; only for one that is."""
        assert isinstance(self.contest, ForThePot), f"{self.game_id} is not played for the pot"
        return self.contest

    @cites("AD5-01")
    def pack_for(self, seats: int, terms: Terms) -> int:
        """Return how many cards the pack has in a hand in which so many seats take part."""
        short = self.short_pack
        return short.cards if short and seats <= terms.of(short.seats_max) else self.pack

    def seats_at(self, terms: Mapping[str, Any]) -> int:
        """Return how many seats a table with these terms has: as many as the pack serves, or fewer."""
        return int(terms.get("seats_max", self.seats_max))

    def terms(self, given: Mapping[str, Any]) -> Terms:
        """Return a table's terms: what the operator gave, and the defaults."""
        terms = settle_terms(self.params, given)
        for lower, upper in (pair for amounts in self.rising for pair in pairwise(amounts)):
            if terms.of(lower) > terms.of(upper):
                raise TermsRefused(
                    f"{lower.name} is {terms.of(lower)} and {upper.name} {terms.of(upper)}: it may not be above it"
                )
        return terms
