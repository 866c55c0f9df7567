"""What has to hold in every hand of a simulation, whatever the cards."""

from collections import Counter
from typing import Final

from services.house.pure_table import PureTable
from shared.hand import facts as say
from shared.hand import pot_facts as at_pot
from shared.hand.command import Verb
from shared.ledger import accounts
from shared.rules.game import AgainstTheBank, Game

Counts = Counter[str]

EVERY_HAND: Final = (
    "a hand ends",
    "balances add up to zero, and none is below zero that may not be",
    "a closed hand's boxes and pots are empty",
    "every card of the pack lies in one place",
)
EVERY_HAND_FOR_THE_POT: Final = (
    "pots, what came back and what stays are what was put in",
    "who has folded wins nothing",
)
ONCE_A_TABLE: Final = (
    "chips are what was bought and what was won and lost",
    "the bank's account is what the seats lost and won",
    "the meter is seed, contributions and resets less awards",
)
ONCE_A_TABLE_FOR_THE_POT: Final = (
    "chips are what was bought and what was won and lost",
    "what stays in the pot is what the seats have lost",
)


def check_hand(table: PureTable, counts: Counts) -> None:
    """Assert what has to hold once a hand is closed; the table's purse has looked at the money by itself."""
    last = table.facts[-1][1]
    assert isinstance(last, say.HandClosed), f"the hand ended with {type(last).__name__} and is not closed"
    hand = table.cards
    held = (place for places in hand.held.values() for place in places)
    aside = (*hand.muck, *hand.drawn.laid, *hand.dead, *hand.burnt, *hand.common)
    lying = sorted((*held, *hand.undealt, *aside))
    assert lying == list(range(1, hand.pack + 1)), "a card lies in two places, or in none"
    assert len(set(hand.deck)) == hand.pack, "the pack is not whole"
    if not isinstance(table.rules.contest, AgainstTheBank):
        _check_pots([fact for _, fact in table.facts])
    counts["checked_hands"] += 1


def _check_pots(facts: list[say.Fact]) -> None:
    put_in, folded = 0, set()
    for fact in facts:
        match fact:
            case at_pot.AntesPosted():
                put_in += fact.carried + sum(ante.amount for ante in fact.antes)
            case say.ActionTaken():
                put_in += fact.put_in
                folded |= {fact.seat} if fact.verb is Verb.FOLD else set()
            case say.HandSettled():
                winners = [winner for pot in fact.pots for winner in pot.winners]
                out = sum(each.amount for each in (*winners, *fact.uncalled)) + fact.carried
                assert out == put_in, f"{put_in} lay in the pots, and {out} went out or stays"
                assert not folded & {each.seat for each in winners}, "a seat wins that has folded"


def check_table(table: PureTable, counts: Counts) -> None:
    """Assert what has to hold when a table's hands are played."""
    chips = sum(table.seat_chips(seat) for seat in table.seats)
    assert chips == counts["drop"] + counts["net"], f"{chips} chips, of {counts['drop']} bought and {counts['net']} won"
    if isinstance(table.rules.contest, AgainstTheBank):
        bank = table.purse.balance(accounts.bank(table.table))
        assert bank == counts["lost"] - counts["paid"], f"the bank has {bank}"
        meter = counts["seed"] + counts["to_meter"] + counts["resets"] - counts["awards_money"]
        assert meter == table.meter() == table.pool.meter, f"the meter shows {table.meter()}, not {meter}"
    else:
        assert table.carried() == -counts["net"], f"{table.carried()} stays, of {-counts['net']} lost"
    counts["checked_tables"] += 1


def times(counts: Counts, *, game: Game) -> dict[str, int]:
    """Return how often each invariant was looked at."""
    banked = isinstance(game.contest, AgainstTheBank)
    of_hands = EVERY_HAND if banked else (*EVERY_HAND, *EVERY_HAND_FOR_THE_POT)
    of_tables = ONCE_A_TABLE if banked else ONCE_A_TABLE_FOR_THE_POT
    return dict.fromkeys(of_hands, counts["checked_hands"]) | dict.fromkeys(of_tables, counts["checked_tables"])
