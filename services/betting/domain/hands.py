"""Any hand in betting's journal: which kind of contest it is decides which rules apply."""

from collections.abc import Mapping
from typing import Final, assert_never

from services.betting.domain import correcting
from services.betting.domain.banked import decide as banked
from services.betting.domain.banked import hand as banked_hand
from services.betting.domain.banked import transfers as banked_money
from services.betting.domain.pot import decide as pot
from services.betting.domain.pot import hand as pot_hand
from services.betting.domain.pot import transfers as pot_money
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.journal.ports import Transfer
from shared.money import Cents
from shared.rules.game import AgainstTheBank
from shared.rules.wager import ForThePot

Hand = banked_hand.Hand | pot_hand.Hand

NEW: Final[Hand] = banked_hand.NEW
"""A hand of which nothing is known yet, not even what kind it is."""


def decide(hand: Hand, command: ask.Command) -> tuple[say.Fact, ...]:
    """Return the facts that a command leads to, or refuse with the broken rule."""
    contest = game(command.game).contest
    match contest:
        case AgainstTheBank():
            return banked.decide(_banked(hand), command)
        case ForThePot():
            return pot.decide(_for_the_pot(hand), command)
        case _:
            assert_never(contest)


def apply(hand: Hand, fact: say.Fact) -> Hand:
    """Return the hand after a fact. Never refuses one."""
    contest = game(fact.game).contest
    match contest:
        case AgainstTheBank():
            return banked_hand.apply(_banked(hand), fact)
        case ForThePot():
            return pot_hand.apply(_for_the_pot(hand), fact)
        case _:
            assert_never(contest)


def posted(hand: Hand) -> Mapping[int, Cents]:
    """Return the ante that each seat has left in a pot that was not won; nothing where there is none."""
    return hand.posted if isinstance(hand, pot_hand.Hand) else {}


def transfers(fact: say.Fact) -> tuple[Transfer, ...]:
    """Return the money that a fact moves."""
    if isinstance(fact, at_floor.SettlementCorrected):
        return tuple(correcting.transfers(fact))
    contest = game(fact.game).contest
    match contest:
        case AgainstTheBank():
            return banked_money.transfers(fact)
        case ForThePot():
            return pot_money.transfers(fact)
        case _:
            assert_never(contest)


def _banked(hand: Hand) -> banked_hand.Hand:
    return hand if isinstance(hand, banked_hand.Hand) else banked_hand.NEW


def _for_the_pot(hand: Hand) -> pot_hand.Hand:
    return hand if isinstance(hand, pot_hand.Hand) else pot_hand.NEW
