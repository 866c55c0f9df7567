"""The small records that commands and facts are made of. Seat 0 is the croupier's own place."""

from dataclasses import dataclass

from shared.cards import Card
from shared.money import Cents
from shared.rules.faults import Fault
from shared.rules.game import Face
from shared.rules.ranking import Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A person at a seat."""

    seat: int
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Where a table stands in a run of blank hands.

    `blanks` is how many there have been in a row, which says how much it takes to open. `players` are those who alone
    may play for what stayed in the pot, empty for everybody. `ante_due` says that the next hand begins with an ante.
    """

    blanks: int = 0
    players: tuple[Player, ...] = ()
    ante_due: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAmount:
    """An amount of one seat, whole minor units; signed where it is a result."""

    seat: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What lies in a seat's boxes before the deal."""

    seat: int
    ante: Cents
    side_bet: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A card given to a seat: its place in the deck, counted from 1, and how it lies.

    A dead card went to the place of a seat that has left the hand; nobody will play it.
    """

    seat: int
    position: int
    face: Face
    dead: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """The cards of a seat that everybody sees, in the order in which they came."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """The cards of a seat at the showdown; `served` says that it changed none.

    `conceded`: it was given up unshown, and `demanded_by` these seats, who are still in, to be seen.
    """

    seat: int
    cards: tuple[Card, ...]
    served: bool
    conceded: bool = False
    demanded_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedHolding:
    """What a holding is worth. `strength` compares only with others of the same hand.

    `odd_height` says how near it stands to the odd unit of a shared pot: the highest before the others. One that was
    `conceded` counts again in a pot that one of those wins who demanded to see it.
    """

    seat: int
    ranking: Ranking
    strength: int
    best: tuple[Card, ...]
    served: bool
    odd_height: int = 0
    conceded: bool = False
    demanded_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardTo:
    """An award, or one seat's share of it, in the order of payment."""

    seat: int
    award: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """How a seat came out of a banked hand, in whole minor units.

    `returned` goes back from its boxes, `paid` comes from the house, `lost` goes to the house.
    """

    seat: int
    outcome: str
    returned: Cents
    paid: Cents
    lost: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """One pot of a hand: what is in it, the seats that contend for it, and what the winners take of it."""

    amount: Cents
    seats: tuple[int, ...]
    winners: tuple[SeatAmount, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """An error that is made at the next deal: which seat, which of its cards, and whether the others have looked."""

    fault: Fault
    seat: int
    card: int
    seen: bool
    reported_by: str
