"""What has happened in a hand. Facts are never edited; a hand is the fold of its facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.cards import Card
from shared.hand import banked_facts, draw_facts, fact, floor_facts, people_facts, pot_facts
from shared.hand.command import Verb
from shared.hand.holdings import (
    AwardTo,
    Coming,
    Dealt,
    Holding,
    Player,
    Pot,
    RankedHolding,
    SeatAmount,
    SeatResult,
    Series,
    Showing,
)
from shared.money import Cents
from shared.rules.terms import Terms
from shared.secret import Secret

Fact = fact.Fact

CroupierTurned = banked_facts.CroupierTurned
BoxesOpened = banked_facts.BoxesOpened
StakePlaced = banked_facts.StakePlaced
SeatSatOut = banked_facts.SeatSatOut
StakesTaken = banked_facts.StakesTaken
HandAbandoned = banked_facts.HandAbandoned
PoolOpened = banked_facts.PoolOpened
MeterAdjusted = banked_facts.MeterAdjusted
ContributionsTaken = banked_facts.ContributionsTaken
AwardsDecided = banked_facts.AwardsDecided
CroupierPlayed = banked_facts.CroupierPlayed


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOpened(Fact):
    """The dealer opened a hand: its players in order of play, its pack, and the commitment to its shuffle.

    `deck` and `seed` are hidden; `commitment` is the Merkle root over the salted places of the deck, in hex. `mixes`
    is for stacked decks only: what lies on top after the first, second… mix in this hand. `coming` are errors that a
    croupier in training will make at the first deal; `by_hand` says that errors can be reported in this hand at all.
    `series` is where the table stands in a run of blank hands.
    """

    number: int
    terms: Terms
    players: tuple[Player, ...]
    eldest: int
    pack: int
    deck: Secret[tuple[Card, ...]]
    seed: Secret[str]
    commitment: str
    mixes: Secret[tuple[str, ...]] = Secret(())
    coming: tuple[Coming, ...] = ()
    by_hand: bool = False
    series: Series = Series()


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetDealt(Fact):
    """A step's cards lie before the seats. `showing` is what everybody sees; `stub` counts the cards left.

    `live` are the seats dealt to, in order of play; `burnt` and `aside` are the deck places of cards that went out of
    play; `common` is the place of a card that belongs to all, 0 for none. `barred`: nobody may bet on this street.
    `misdeal`: the deal does not count. `least` is the rank of the pair on which the pot may be opened, empty where
    nothing is asked; `hidden` are the holdings to be looked into for it.
    """

    step: int
    dealt: tuple[Dealt, ...]
    showing: tuple[Showing, ...]
    stub: int
    live: tuple[int, ...] = ()
    burnt: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    common: int = 0
    common_cards: tuple[Card, ...] = ()
    barred: bool = False
    terms: Terms = Terms({})
    misdeal: bool = False
    least: str = ""
    pack: int = 0
    hidden: Secret[tuple[Showing, ...]] = Secret(())


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsExchanged(Fact):
    """A seat changed cards: which places of its holding went, and which places of the deck came.

    Where the stub runs out in between there are two such facts, and the second lays nothing down. In a draw `turn` is
    the next to draw, 0 for nobody (yet).
    """

    step: int
    seat: int
    discards: tuple[int, ...]
    drawn: tuple[int, ...]
    turn: int = 0
    seconds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingsShown(Fact):
    """The holdings still in, shown to all, in showing order; the croupier's last where he has one.

    `common` belongs to each of them. A conceded holding is here only if somebody demanded to see it. `opening` is what
    the opener of the pot held when he opened it, to be proved on `least`; it stays hidden.
    """

    terms: Terms
    pack: int
    holdings: tuple[Holding, ...]
    common: tuple[Card, ...] = ()
    opener: int = 0
    least: str = ""
    opening: Secret[tuple[Card, ...]] = Secret(())


@dataclass(frozen=True, slots=True, kw_only=True)
class HandClosed(Fact):
    """The hand is over. `nets` is what each seat won or lost; `eldest` was first of those who took part, 0 for none.

    `seats` are those who took part, in order of play.
    """

    outcome: str
    nets: tuple[SeatAmount, ...]
    eldest: int = 0
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetOpened(Fact):
    """Betting or deciding began; `turn` is the seat to act, 0 where nobody can.

    In an interval of betting a bet, and what a raise adds, is one of `sizes`, or where there are none anything from
    `least` to `most`. `forced` is the bet that the first to speak must make, 0 for none. `speaker` is who speaks first.
    `openers` are the seats that may open the pot, where that is looked into at once.
    """

    step: int
    turn: int
    seconds: int
    speaker: int = 0
    sizes: tuple[Cents, ...] = ()
    least: Cents = Cents(0)
    most: Cents = Cents(0)
    forced: Cents = Cents(0)
    strict: bool = False
    openers: Secret[tuple[int, ...]] = Secret(())


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken(Fact):
    """A seat acted. `put_in` left its chips; `turn` is the seat to act next, 0 for nobody (yet).

    `number` counts the acts of the hand from 0; `begins` marks the first act of its interval.
    """

    step: int
    seat: int
    verb: Verb
    put_in: Cents
    discards: tuple[int, ...]
    by_clock: bool
    turn: int
    seconds: int
    number: int = 0
    begins: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPassed(Fact):
    """The seat served, the next one is to act."""

    step: int
    turn: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetClosed(Fact):
    """Everybody has answered; `live` are the seats still in, in order of play.

    `first` shows first, should a showdown follow; `ghosts` have left, and their places are dealt to. `opener` is who
    opened the pot, 0 for nobody.
    """

    step: int
    live: tuple[int, ...]
    first: int = 0
    ghosts: tuple[int, ...] = ()
    opener: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSettled(Fact):
    """All boxes and pots are empty: what each seat got back, was paid and lost, its awards, and its net.

    In a hand for the pot: the pots with their winners, what came back uncalled, and what stays for the next hand.
    """

    outcome: str
    results: tuple[SeatResult, ...]
    awards: tuple[AwardTo, ...]
    nets: tuple[SeatAmount, ...]
    pots: tuple[Pot, ...] = ()
    uncalled: tuple[SeatAmount, ...] = ()
    carried: Cents = Cents(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingsRanked(Fact):
    """The evaluator's answer to a showdown; `qualified` says whether the croupier plays.

    `proved` says whether who opened the pot held openers.
    """

    terms: Terms
    ranked: tuple[RankedHolding, ...]
    qualified: bool
    proved: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityRecorded(Fact):
    """Something was done that the rules forbid and that changed nothing: on record, under its clause."""

    clause: str
    seat: int
    what: str
    reported_by: str


FACTS: Final[Mapping[str, type[Fact]]] = {
    **{kind.__name__: kind for kind in Fact.__subclasses__()},
    **banked_facts.BANKED_FACTS,
    **pot_facts.POT_FACTS,
    **floor_facts.FLOOR_FACTS,
    **draw_facts.DRAW_FACTS,
    **people_facts.PEOPLE_FACTS,
}
"""Every fact by its name."""
