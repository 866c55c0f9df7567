"""Any hand in betting's journal: which kind of contest it is decides which rules apply."""

from typing import Final, assert_never

from services.betting.domain.banked import decide as banked
from services.betting.domain.banked import hand as banked_hand
from services.betting.domain.banked import transfers as banked_money
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.journal.ports import Transfer
from shared.rules.game import AgainstTheBank

Hand = banked_hand.Hand

NEW: Final[Hand] = banked_hand.NEW


def decide(hand: Hand, command: ask.Command) -> tuple[say.Fact, ...]:
    """Return the facts that a command leads to, or refuse with the broken rule."""
    contest = game(command.game).contest
    match contest:
        case AgainstTheBank():
            return banked.decide(hand, command)
        case _:
            assert_never(contest)


def apply(hand: Hand, fact: say.Fact) -> Hand:
    """Return the hand after a fact. Never refuses one."""
    contest = game(fact.game).contest
    match contest:
        case AgainstTheBank():
            return banked_hand.apply(hand, fact)
        case _:
            assert_never(contest)


def transfers(fact: say.Fact) -> tuple[Transfer, ...]:
    """Return the money that a fact moves."""
    return banked_money.transfers(fact)
