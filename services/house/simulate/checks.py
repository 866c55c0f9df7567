"""What has to hold in every hand of a simulation, whatever the cards."""

from collections import Counter
from typing import Final

from services.house.pure_table import PureTable
from shared.hand import facts as say
from shared.ledger import accounts
from shared.rules.game import AgainstTheBank

Counts = Counter[str]

EVERY_HAND: Final = (
    "a hand ends",
    "balances add up to zero, and none is below zero that may not be",
    "a closed hand's boxes and pots are empty",
    "every card of the pack lies in one place",
)
ONCE_A_TABLE: Final = (
    "chips are what was bought and what was won and lost",
    "the bank's account is what the seats lost and won",
    "the meter is seed, contributions and resets less awards",
)


def check_hand(table: PureTable, counts: Counts) -> None:
    """Assert what has to hold once a hand is closed; the table's purse has looked at the money by itself."""
    last = table.facts[-1][1]
    assert isinstance(last, say.HandClosed), f"the hand ended with {type(last).__name__} and is not closed"
    hand = table.cards
    held = (place for places in hand.held.values() for place in places)
    lying = sorted((*held, *hand.undealt, *hand.muck, *hand.dead, *hand.burnt, *hand.common))
    assert lying == list(range(1, hand.pack + 1)), "a card lies in two places, or in none"
    assert len(set(hand.deck)) == hand.pack, "the pack is not whole"
    counts["checked_hands"] += 1


def check_table(table: PureTable, counts: Counts) -> None:
    """Assert what has to hold when a table's hands are played."""
    chips = sum(table.seat_chips(seat) for seat in table.seats)
    assert chips == counts["drop"] + counts["net"], f"{chips} chips, of {counts['drop']} bought and {counts['net']} won"
    bank = table.purse.balance(accounts.bank(table.table))
    assert bank == counts["lost"] - counts["paid"], f"the bank has {bank}"
    if isinstance(table.rules.contest, AgainstTheBank):
        meter = counts["seed"] + counts["to_meter"] + counts["resets"] - counts["awards_money"]
        assert meter == table.meter() == table.pool.meter, f"the meter shows {table.meter()}, not {meter}"
    counts["checked_tables"] += 1


def times(counts: Counts) -> dict[str, int]:
    """Return how often each invariant was looked at."""
    hands = dict.fromkeys(EVERY_HAND, counts["checked_hands"])
    return hands | dict.fromkeys(ONCE_A_TABLE, counts["checked_tables"])
