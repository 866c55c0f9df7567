"""What has happened in a hand with a draw and with openers, beyond what every hand for the pot has."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.cards import Card
from shared.hand.fact import Fact
from shared.secret import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class PackChanged(Fact):
    """Fewer seats posted than took their places, so another pack is dealt; no card had been.

    `commitment` is the Merkle root over its places, as the one before it was over the first pack's.
    """

    pack: int
    deck: Secret[tuple[Card, ...]]
    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenersFound(Fact):
    """The evaluator's answer: the seats that may open the pot. Betting is told, and nobody else."""

    step: int
    seats: Secret[tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOpened(Fact):
    """The seats still in draw in this order. `opening` are the cards, by places of the deck, that the opener held."""

    step: int
    order: tuple[int, ...]
    opener: int
    opening: tuple[int, ...]
    turn: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPrompted(Fact):
    """The seat to draw has let its clock run out once; it is asked again."""

    step: int
    seat: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodPat(Fact):
    """A seat is served and changes nothing; `turn` is the next to draw, 0 for nobody. `by_clock`: it kept silent."""

    step: int
    seat: int
    by_clock: bool
    turn: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeftDraw(Fact):
    """A seat that had to leave the hand draws no more; `turn` is the next to draw, 0 for nobody."""

    step: int
    seat: int
    turn: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawClosed(Fact):
    """Every seat still in has drawn or is served."""

    step: int
    live: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTold(Fact):
    """A seat asked how many cards another one drew, and was told."""

    seat: int
    of: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsEnded(Fact):
    """The betting has begun again, and with it the time to ask is over."""

    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenersRuled(Fact):
    """The floor has decided whether who opened the pot had openers; without them he is out, and his chips stay."""

    seat: int
    proved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MisdealDeclared(Fact):
    """The deal does not count: bets go back, the antes stay in the pot, and the same eldest is dealt to first again."""

    step: int
    clause: str
    seat: int
    what: str
    reported_by: str


DRAW_FACTS: Final[Mapping[str, type[Fact]]] = {
    kind.__name__: kind
    for kind in (
        PackChanged,
        OpenersFound,
        DrawOpened,
        DrawPrompted,
        StoodPat,
        SeatLeftDraw,
        DrawClosed,
        CountTold,
        CountsEnded,
        OpenersRuled,
        MisdealDeclared,
    )
}
"""Every fact of a draw, and of openers, by its name."""
