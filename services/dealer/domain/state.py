"""The state of a hand for the dealer: its deck, and which places of it lie where."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from services.dealer.domain.drawn import Drawn
from services.dealer.domain.trouble import Trouble
from shared.cards import Card
from shared.hand.holdings import Dealt, Player, Series
from shared.rules.terms import Terms


class Stage(Enum):
    """How far a hand has come, for the dealer."""

    UNOPENED = "unopened"
    STAKES = "stakes"
    PLAY = "play"
    DRAW = "draw"
    SHOWDOWN = "showdown"
    SHOWN = "shown"
    VOID = "void"
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True)
class Hand:
    """The fold of a hand's facts in the dealer's journal.

    `held` gives the places of the deck (counted from 1) that each seat holds, in the order in which it got them;
    `up` are the places that lie face up; `undealt` is the stub from the top. `dead` cards were set aside or given to
    the place of a seat that had left; `burnt` cards went out of play; `common` belong to every holding. `street` is
    the last deal, card by card.
    """

    stage: Stage = Stage.UNOPENED
    hand: str = ""
    table: str = ""
    game: str = ""
    number: int = 0
    series: Series = Series()
    terms: Terms = field(default_factory=lambda: Terms({}))
    players: tuple[Player, ...] = ()
    eldest: int = 0
    pack: int = 0
    deck: tuple[Card, ...] = field(default=(), repr=False)
    seed: str = field(default="", repr=False)
    commitment: str = ""
    mixes: tuple[str, ...] = field(default=(), repr=False)
    mixed: int = 0
    undealt: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    burnt: tuple[int, ...] = ()
    common: tuple[int, ...] = ()
    step: int = -1
    street: tuple[Dealt, ...] = ()
    trouble: Trouble = field(default_factory=Trouble)
    drawn: Drawn = field(default_factory=Drawn)
    held: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    up: frozenset[int] = frozenset()
    muck: tuple[int, ...] = ()
    changed: frozenset[int] = frozenset()
    live: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    showing_order: tuple[int, ...] = ()
    opener: int = 0
    conceded: tuple[int, ...] = ()
    demands: tuple[tuple[int, int], ...] = ()
    """Who demanded to see whose conceded holding."""

    @property
    def known_to_all(self) -> frozenset[int]:
        """The places of the cards that lie face up, and of those that were shown to all."""
        return self.up | self.trouble.seen

    def hole(self, seat: int) -> tuple[int, ...]:
        """Return the places of a seat's cards that lie face down."""
        return tuple(place for place in self.held.get(seat, ()) if place not in self.up)

    def cards(self, seat: int) -> tuple[Card, ...]:
        """Return what a seat holds, in the order received; kept cards before new ones."""
        return tuple(self.deck[place - 1] for place in self.held.get(seat, ()))

    def showing(self, seat: int) -> tuple[Card, ...]:
        """Return what everybody sees of a seat."""
        return tuple(self.deck[place - 1] for place in self.held.get(seat, ()) if place in self.up)

    @property
    def stub(self) -> int:
        """How many cards are left to deal."""
        return len(self.undealt)

    @property
    def common_cards(self) -> tuple[Card, ...]:
        """The cards that belong to every holding."""
        return self.at(self.common)

    def at(self, places: Iterable[int]) -> tuple[Card, ...]:
        """Return the cards at places of the deck."""
        return tuple(self.deck[place - 1] for place in places)
