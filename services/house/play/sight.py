"""What is to be seen at a table, read from the facts of the hand and from the ledger."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any, Final

from services.betting.domain import hands as betting
from services.betting.domain.banked import hand as banked_hand
from services.betting.domain.pot import hand as pot_hand
from services.dealer.domain import hand as cards
from services.dealer.domain.course import least
from services.house.play import banked_sight, pot_sight
from shared.cards import Card
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.money import Cents
from shared.rules.game import CROUPIER

HIDDEN: Final = "??"
"""A card that lies face down."""

AWAITING_RULING: Final = "awaiting_ruling"
VOID: Final = "void"
WAGER: Final = "wager"
DRAW: Final = "draw"


@dataclass(frozen=True, kw_only=True)
class Sight:
    """A hand in play or just closed. `before` is what lay in front of each seat when it was opened.

    `carried` lies in the pot for the next hand; `eldest` is first in it, and a pair of `next_min_open` opens it.
    """

    told: tuple[tuple[str, say.Fact], ...]
    chips: Mapping[int, Cents]
    before: Mapping[int, Cents]
    meter: Cents
    carried: Cents = Cents(0)
    eldest: int = 0
    next_min_open: str = ""

    @cached_property
    def facts(self) -> tuple[say.Fact, ...]:
        """The facts of the hand, of all services."""
        return tuple(fact for _, fact in self.told)

    @cached_property
    def head(self) -> dict[str, Any]:
        """What every command in this hand begins with."""
        first = self.facts[0]
        return {"hand": first.hand, "table": first.table, "game": first.game}

    @cached_property
    def dealt(self) -> cards.Hand:
        """The hand as the dealer sees it."""
        return reduce(cards.apply, self._said_by("dealer"), cards.NEW)

    @cached_property
    def betting(self) -> betting.Hand:
        """The hand as betting sees it."""
        return reduce(betting.apply, self._said_by("betting"), betting.NEW)

    @property
    def _banked(self) -> bool:
        return isinstance(self.betting, banked_hand.Hand)

    @property
    def lies(self) -> tuple[object, ...]:
        """Everything that a refused act must leave as it was; an irregularity may be put on record."""
        return tuple(f for f in self.facts if not isinstance(f, say.IrregularityRecorded)), self.chips, self.meter

    @property
    def stage(self) -> str:
        """How far the hand has come, in the words of the scenario format."""
        if self._said(at_floor.HandVoided):
            return VOID
        if self.dealt.trouble.referral:
            return AWAITING_RULING
        match self.betting:
            case banked_hand.Hand() as boxes:
                return banked_sight.stage(boxes)
            case pot_hand.Hand() as pot:
                return pot_sight.stage(pot)

    @property
    def referrals(self) -> int:
        """How many doubts and rulings there have been in this hand."""
        return self._said(at_floor.ReferredToFloor, at_floor.Ruled)

    @property
    def turn(self) -> int:
        """The seat to act, 0 for nobody."""
        return self.betting.turn or self.dealt.drawn.turn

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that are still in, from the lowest."""
        return tuple(sorted(self.betting.live))

    @property
    def pot(self) -> Cents:
        """All that was put in, with the bets that lie on the table."""
        return banked_sight.pot(self.facts) if self._banked else pot_sight.pot(self.facts)

    def to_call(self, seat: int) -> Cents:
        """What a seat must add to stay in, at most its chips."""
        match self.betting:
            case banked_hand.Hand() as boxes:
                return banked_sight.to_call(boxes, seat)
            case pot_hand.Hand() as pot:
                return pot_sight.to_call(pot, seat)

    def cards(self, seat: int) -> tuple[Card, ...]:
        """What a seat holds, in the order received."""
        return self.dealt.cards(seat)

    def view(self, by: int, of: int) -> tuple[str, ...]:
        """What seat `by` sees of seat `of`."""
        return self.cards(of) if by == of != CROUPIER else self.public(of)

    def public(self, seat: int) -> tuple[str, ...]:
        """What everyone sees of a seat."""
        places, up = self.dealt.held.get(seat, ()), self.dealt.known_to_all
        return tuple(card if place in up else HIDDEN for card, place in zip(self.cards(seat), places, strict=True))

    @property
    def stub(self) -> tuple[Card, ...]:
        """The cards that are left to deal, from the top."""
        return self.dealt.at(self.dealt.undealt)

    @property
    def piles(self) -> Mapping[str, tuple[Card, ...]]:
        """Every card that lies before no seat, by its pile."""
        hand = self.dealt
        return {
            "stub": self.stub,
            "muck": hand.at(hand.muck),
            "dead": self.dead,
            "burnt": self.burnt,
            "common": hand.common_cards,
            "on_the_pot": hand.at(hand.drawn.laid),
        }

    @property
    def dead(self) -> tuple[Card, ...]:
        """The dead cards, in the order in which they came to lie there."""
        return self.dealt.at(self.dealt.dead)

    @property
    def burnt(self) -> tuple[Card, ...]:
        """The burnt cards, in the order in which they came to lie there."""
        return self.dealt.at(self.dealt.burnt)

    @property
    def common(self) -> tuple[Card, ...]:
        """The card that belongs to everybody, if there is one."""
        return self.dealt.common_cards

    @property
    def min_open(self) -> str:
        """The rank of the pair that it takes to open this hand's pot."""
        return least(self.dealt)

    @property
    def count(self) -> int | None:
        """How many cards a seat drew, as was last told."""
        return pot_sight.told_count(self.facts)

    @property
    def cut_by(self) -> int:
        """Who cut the last mix, 0 where the law names nobody."""
        return pot_sight.cut_by(self.facts)

    @property
    def limit(self) -> Cents:
        """The most that the next bet or raise may add."""
        return pot_sight.limit(self.betting)

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats that showed their holdings, in showing order."""
        return tuple(seat for seat in self.dealt.shown if seat != CROUPIER)

    @property
    def irregularities(self) -> tuple[str, ...]:
        """The clauses under which something was put on record, in order."""
        return pot_sight.faults(self.facts)

    @property
    def on_record(self) -> tuple[str, ...]:
        """The clauses of the irregularities and of the doubts that were put to the floor, in order."""
        return pot_sight.on_record(self.facts)

    @property
    def announcements(self) -> tuple[str, ...]:
        """The words that the croupier had to say, in order."""
        return pot_sight.announced(self.facts)

    @property
    def nets(self) -> Mapping[int, Cents]:
        """What each seat has won or lost since the hand was opened, by the ledger."""
        return {seat: Cents(amount - self.before[seat]) for seat, amount in self.chips.items()}

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, from the lowest."""
        return banked_sight.winners(self.facts) if self._banked else pot_sight.winners(self.facts)

    @property
    def awards(self) -> tuple[Mapping[str, Any], ...]:
        """The awards in the order paid."""
        return banked_sight.awards(self.facts)

    @property
    def qualified(self) -> bool | None:
        """Whether the croupier plays; nothing where his holding was not looked at."""
        return banked_sight.qualified(self.facts)

    def _said(self, *kinds: type[say.Fact]) -> int:
        return sum(isinstance(fact, kinds) for fact in self.facts)

    def _said_by(self, service: str) -> Iterator[say.Fact]:
        return (fact for by, fact in self.told if by == service)
