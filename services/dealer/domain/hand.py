"""A hand as the dealer sees it: the deck, who holds which place of it, and how far the course has come."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from shared.cards import Card
from shared.hand import facts as say
from shared.hand.holdings import Player
from shared.rules.game import CROUPIER, Face
from shared.rules.terms import Terms


class Stage(Enum):
    """How far a hand has come, for the dealer."""

    UNOPENED = "unopened"
    STAKES = "stakes"
    PLAY = "play"
    SHOWN = "shown"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The fold of a hand's facts in the dealer's journal.

    `held` gives the places of the deck (counted from 1) that each seat holds, in the order in which it got them;
    `up` are the places that lie face up; `top` is the place of the next card.
    """

    stage: Stage = Stage.UNOPENED
    hand: str = ""
    table: str = ""
    game: str = ""
    number: int = 0
    terms: Terms = field(default_factory=lambda: Terms({}))
    players: tuple[Player, ...] = ()
    eldest: int = 0
    pack: int = 0
    deck: tuple[Card, ...] = field(default=(), repr=False)
    seed: str = field(default="", repr=False)
    commitment: str = ""
    top: int = 1
    step: int = -1
    held: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    up: frozenset[int] = frozenset()
    muck: tuple[int, ...] = ()
    changed: frozenset[int] = frozenset()
    live: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()

    def cards(self, seat: int) -> tuple[Card, ...]:
        """Return what a seat holds, in the order received; kept cards before new ones."""
        return tuple(self.deck[place - 1] for place in self.held.get(seat, ()))

    def showing(self, seat: int) -> tuple[Card, ...]:
        """Return what everybody sees of a seat."""
        return tuple(self.deck[place - 1] for place in self.held.get(seat, ()) if place in self.up)

    @property
    def stub(self) -> int:
        """How many cards are left to deal."""
        return len(self.deck) + 1 - self.top


NEW: Final = Hand()


def apply(hand: Hand, fact: say.Fact) -> Hand:
    """Return the hand after a fact. Never refuses one."""
    match fact:
        case say.HandOpened():
            return _opened(fact)
        case say.StreetDealt():
            return _dealt(hand, fact)
        case say.CardsExchanged():
            return _exchanged(hand, fact)
        case say.CroupierTurned():
            return replace(hand, step=fact.step, live=fact.live, up=hand.up | set(hand.held[CROUPIER]))
        case say.HoldingsShown():
            seats = tuple(holding.seat for holding in fact.holdings)
            up = hand.up.union(*(hand.held[seat] for seat in seats))
            return replace(hand, stage=Stage.SHOWN, shown=seats, up=up)
        case say.HandClosed():
            return replace(hand, stage=Stage.CLOSED)
        case _:
            return hand


def _opened(fact: say.HandOpened) -> Hand:
    return Hand(
        stage=Stage.STAKES,
        hand=fact.hand,
        table=fact.table,
        game=fact.game,
        number=fact.number,
        terms=fact.terms,
        players=fact.players,
        eldest=fact.eldest,
        pack=fact.pack,
        deck=fact.deck.reveal(),
        seed=fact.seed.reveal(),
        commitment=fact.commitment,
    )


def _dealt(hand: Hand, fact: say.StreetDealt) -> Hand:
    held = dict(hand.held)
    for given in fact.dealt:
        held[given.seat] = (*held.get(given.seat, ()), given.position)
    return replace(
        hand,
        stage=Stage.PLAY,
        step=fact.step,
        held=held,
        up=hand.up.union(given.position for given in fact.dealt if given.face is Face.UP),
        top=len(hand.deck) + 1 - fact.stub,
    )


def _exchanged(hand: Hand, fact: say.CardsExchanged) -> Hand:
    before = hand.held[fact.seat]
    kept = tuple(place for index, place in enumerate(before) if index not in fact.discards)
    return replace(
        hand,
        held={**hand.held, fact.seat: (*kept, *fact.drawn)},
        up=hand.up.union(fact.drawn) if fact.seat == CROUPIER else hand.up,
        muck=(*hand.muck, *(before[index] for index in fact.discards)),
        changed=hand.changed | {fact.seat} if fact.discards else hand.changed,
        top=hand.top + len(fact.drawn),
    )
