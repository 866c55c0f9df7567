"""The two ledgers: each in itself, each against its facts, and both against each other."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection

from services.betting.domain import hands as betting_hands
from services.house.verify.findings import Findings
from services.jackpot.domain import pool as pools
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import table_facts as at_table
from shared.journal.ports import Recorded, Transfer, Tx
from shared.ledger import accounts, invariants

MIRROR: Final = "control/jackpot of betting and control/betting of jackpot"


@dataclass(slots=True)
class Sides:
    """What betting and jackpot say of each hand, in amounts."""

    side_bets: Counter[str] = field(default_factory=Counter)
    contributed: Counter[str] = field(default_factory=Counter)
    awarded: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)

    def differences(self, hand: str) -> int:
        """Return what betting and jackpot do not yet agree on in a hand."""
        return self.side_bets[hand] - self.contributed[hand] - self.paid[hand] + self.awarded[hand]


def check_ledger(found: Findings, service: str, connection: Connection, *, closed: frozenset[str]) -> None:
    """Check what must be true of any ledger, and that nothing is left in the boxes and pots of closed hands."""
    for rule in invariants.OF_EVERY_LEDGER:
        found.add(rule.__name__, tried=1, breaches=rule(connection), of=service)
    empty = invariants.closed_hands_are_empty(connection, hands=closed)
    found.add("closed_hands_are_empty", tried=len(closed), breaches=empty, of=service)


def check_betting_hand(found: Findings, tx: Tx, history: Sequence[Recorded], sides: Sides) -> None:
    """Check that a hand's transfers are those that its facts lead to, and that its nets are what moved."""
    hand = history[0].stream
    due = Counter(_key(move) for recorded in history for move in betting_hands.transfers(recorded.fact))
    posted = tx.transfers(hand)
    moved = Counter(map(_key, posted))
    found.hold("transfers_are_what_facts_say", hand, expected=dict(due - moved), found=dict(moved - due))
    for recorded in history:
        match recorded.fact:
            case say.StakesTaken(stakes=stakes):
                sides.side_bets[hand] += sum(stake.side_bet for stake in stakes)
            case at_floor.HandVoided(side_bets=back):
                sides.side_bets[hand] -= sum(each.amount for each in back)
            case say.HandSettled(awards=awards, nets=nets, table=table):
                sides.paid[hand] += sum(award.amount for award in awards)
                told = {each.seat: int(each.amount) for each in nets}
                seen = {seat: _net(posted, accounts.seat(table, seat)) for seat in told}
                found.hold("nets_are_what_moved", hand, expected=told, found=seen)
            case _:
                pass


def check_pool(found: Findings, tx: Tx, history: Sequence[Recorded], sides: Sides) -> None:
    """Check that a pool's meter follows from its facts, and that its ledger says the same."""
    pool = pools.NEW
    for recorded in history:
        before = pool.meter
        pool = pools.apply(pool, recorded.fact)
        match recorded.fact:
            case say.ContributionsTaken(hand=hand, stakes=stakes, to_meter=to_meter):
                sides.contributed[hand] += sum(stake.amount for stake in stakes)
                found.hold("meter_moves_by_its_facts", hand, expected=before + to_meter, found=pool.meter)
            case at_floor.ContributionsReturned(hand=hand, from_meter=from_meter, from_house=from_house):
                sides.contributed[hand] -= from_meter + from_house
                found.hold("meter_moves_by_its_facts", hand, expected=before - from_meter, found=pool.meter)
            case say.AwardsDecided(hand=hand, awards=awards, resets=resets):
                sides.awarded[hand] += sum(award.amount for award in awards)
                after = before - sum(award.amount for award in awards) + sum(resets)
                found.hold("meter_moves_by_its_facts", hand, expected=after, found=pool.meter)
            case _:
                pass
    ledger = tx.balance(accounts.meter(pool.pool))
    found.hold("meter_is_its_ledger", pool.pool, expected=pool.meter, found=ledger)


def check_agreement(found: Findings, sides: Sides, *, closed: frozenset[str], betting: Tx, jackpot: Tx) -> None:
    """Check that betting and jackpot say the same of each closed hand, and that their control accounts mirror.

    What is under way is in the one and not yet in the other: for open hands exactly that much may be missing.
    """
    for hand in sorted(closed):
        found.hold("side_bets_were_contributed", hand, expected=sides.side_bets[hand], found=sides.contributed[hand])
        found.hold("awards_were_paid", hand, expected=sides.awarded[hand], found=sides.paid[hand])
    known = set(sides.side_bets) | set(sides.contributed) | set(sides.awarded) | set(sides.paid)
    under_way = sum(sides.differences(hand) for hand in known - closed)
    sum_of_both = betting.balance(accounts.control("jackpot")) + jackpot.balance(accounts.control("betting"))
    found.hold("controls_mirror_each_other", MIRROR, expected=under_way, found=sum_of_both)


def check_world(found: Findings, betting: Tx, people: Sequence[Sequence[Recorded]]) -> None:
    """Check that all money in the house came from outside by a recorded deposit."""
    brought = sum(
        recorded.fact.amount
        for history in people
        for recorded in history
        if isinstance(recorded.fact, at_table.Deposited)
    )
    found.hold("money_came_by_deposits", accounts.WORLD, expected=brought, found=-betting.balance(accounts.WORLD))


def _key(move: Transfer) -> tuple[str, str, str, int]:
    return (move.transfer_id, move.debit, move.credit, int(move.amount))


def _net(posted: Sequence[Transfer], account: str) -> int:
    received = sum(int(move.amount) for move in posted if move.credit == account)
    return received - sum(int(move.amount) for move in posted if move.debit == account)
