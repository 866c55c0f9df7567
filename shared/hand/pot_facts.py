"""What has happened in a hand for the pot, beyond what every hand has: antes, mixes, showing, the showdown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.cards import Card
from shared.hand.fact import Fact
from shared.hand.holdings import Player, SeatAmount
from shared.money import Cents
from shared.rules.terms import Terms
from shared.secret import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class AntesPosted(Fact):
    """The antes lie in the pot, and with them what the last hand left there.

    `players` are the seats that take part, in order of play; `chips` is what lay before each of them until now.
    Where no ante is due, `earlier` is how much of what was carried in is each seat's ante of a deal before.
    """

    terms: Terms
    players: tuple[Player, ...]
    chips: tuple[SeatAmount, ...]
    antes: tuple[SeatAmount, ...]
    carried: Cents
    earlier: tuple[SeatAmount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced(Fact):
    """The croupier said the words that the law puts into his mouth."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsMixed(Fact):
    """The stub was too small: these piles went into it, and it was mixed. `order` is the new stub, as deck places.

    `cut_by` is the seat that cut it where the law names one.
    """

    step: int
    number: int
    piles: tuple[str, ...]
    order: Secret[tuple[int, ...]]
    cut_by: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowingRanked(Fact):
    """The evaluator's answer: the seats in the order in which what they show entitles them to speak first."""

    step: int
    speaking: tuple[int, ...]
    open_pair: bool
    barred: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownOpened(Fact):
    """The seats left may show or concede, in this order; who has said nothing when the time is over shows.

    `opener` is who opened the pot, where that has to be proved.
    """

    step: int
    order: tuple[int, ...]
    seconds: int
    opener: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingTabled(Fact):
    """A seat turned all its cards up."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingConceded(Fact):
    """A seat gave its holding up unshown."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingDemanded(Fact):
    """A seat still in asked to see a conceded holding; it lies open to all."""

    seat: int
    by: int
    cards: tuple[Card, ...]


POT_FACTS: Final[Mapping[str, type[Fact]]] = {
    kind.__name__: kind
    for kind in (
        AntesPosted,
        Announced,
        CardsMixed,
        ShowingRanked,
        ShowdownOpened,
        HoldingTabled,
        HoldingConceded,
        HoldingDemanded,
    )
}
"""Every fact of pot play by its name."""
