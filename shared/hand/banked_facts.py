"""What has happened in a hand against the bank: boxes and stakes, the croupier's holding, and the progressive."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.cards import Card
from shared.hand.fact import Fact
from shared.hand.holdings import AwardTo, Player, RankedHolding, SeatAmount, Stake
from shared.money import Cents
from shared.rules.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class CroupierTurned(Fact):
    """The croupier's cards lie face up, in the order in which they came."""

    step: int
    terms: Terms
    live: tuple[int, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxesOpened(Fact):
    """The boxes are open for stakes; `chips` is what each seat has in front of it."""

    terms: Terms
    players: tuple[Player, ...]
    chips: tuple[SeatAmount, ...]
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StakePlaced(Fact):
    """A seat put its first bet, and its side bet or none, into its own boxes."""

    seat: int
    ante: Cents
    side_bet: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSatOut(Fact):
    """A seat takes no part in this hand."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StakesTaken(Fact):
    """No more bets: these seats are in, in order of play."""

    terms: Terms
    stakes: tuple[Stake, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAbandoned(Fact):
    """Nobody takes part, or fewer than a hand needs; there is nothing to deal."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolOpened(Fact):
    """A progressive begins: its parameters, and the seed that the house puts in."""

    pool: str
    terms: Terms
    seed: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterAdjusted(Fact):
    """An authorised correction of a meter, up or down, by two people; at a practice table it is set by one."""

    pool: str
    by: Cents
    reason: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionsTaken(Fact):
    """Side bets went into the progressive: the meter's part, the house's part, and the part of a unit carried on."""

    pool: str
    stakes: tuple[SeatAmount, ...]
    live: tuple[int, ...]
    to_meter: Cents
    to_house: Cents
    carried_ppm: int
    meter: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardsDecided(Fact):
    """The awards of a hand in the order paid, the resets that the house put in, and the meter after them.

    `exceptional` marks the cases that the catalogue treats apart: several awards, or a meter emptied.
    """

    pool: str
    ranked: tuple[RankedHolding, ...]
    qualified: bool
    awards: tuple[AwardTo, ...]
    resets: tuple[Cents, ...]
    exceptional: bool
    meter: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class CroupierPlayed(Fact):
    """The evaluator's answer: which of the croupier's cards the house way changes, as places counted from 0."""

    step: int
    discards: tuple[int, ...]


BANKED_FACTS: Final[Mapping[str, type[Fact]]] = {
    kind.__name__: kind
    for kind in (
        CroupierTurned,
        BoxesOpened,
        StakePlaced,
        SeatSatOut,
        StakesTaken,
        HandAbandoned,
        PoolOpened,
        MeterAdjusted,
        ContributionsTaken,
        AwardsDecided,
        CroupierPlayed,
    )
}
"""The facts of a hand against the bank, by name."""
