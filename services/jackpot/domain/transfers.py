"""The money that a pool's fact moves in the jackpot's own ledger."""

from collections.abc import Iterator

from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.journal.ports import Transfer
from shared.ledger import accounts
from shared.money import Cents


def transfers(fact: say.Fact) -> tuple[Transfer, ...]:
    """Return what a fact moves; amounts of nothing are left out."""
    return tuple(move for move in _moves(fact) if move.amount)


def _moves(fact: say.Fact) -> Iterator[Transfer]:
    betting = accounts.control("betting")
    match fact:
        case say.PoolOpened():
            meter, bank = accounts.meter(fact.pool), accounts.pool_bank(fact.pool)
            yield _move(fact, f"{fact.pool}:seed", bank, meter, fact.seed)
        case say.MeterAdjusted():
            meter, bank = accounts.meter(fact.pool), accounts.pool_bank(fact.pool)
            giver, taker = (bank, meter) if fact.by > 0 else (meter, bank)
            yield _move(fact, f"{fact.hand}:adjust", giver, taker, Cents(abs(fact.by)))
        case say.ContributionsTaken():
            meter, bank = accounts.meter(fact.pool), accounts.pool_bank(fact.pool)
            yield _move(fact, f"{fact.hand}:meter", betting, meter, fact.to_meter)
            yield _move(fact, f"{fact.hand}:house", betting, bank, fact.to_house)
        case say.AwardsDecided():
            meter, bank = accounts.meter(fact.pool), accounts.pool_bank(fact.pool)
            # Resets go in first: the ledger refuses a meter below zero, and the sum is the same.
            for place, reset in enumerate(fact.resets):
                yield _move(fact, f"{fact.hand}:reset:{place}", bank, meter, reset)
            for place, award in enumerate(fact.awards):
                yield _move(fact, f"{fact.hand}:award:{place}", meter, betting, award.amount)
        case at_floor.ContributionsReturned():
            meter, bank = accounts.meter(fact.pool), accounts.pool_bank(fact.pool)
            yield _move(fact, f"{fact.hand}:meter_back", meter, betting, fact.from_meter)
            yield _move(fact, f"{fact.hand}:house_back", bank, betting, fact.from_house)
        case _:
            return


def _move(fact: say.Fact, transfer_id: str, debit: str, credit: str, amount: Cents) -> Transfer:
    reason = transfer_id.split(":")[1]
    return Transfer(transfer_id=transfer_id, debit=debit, credit=credit, amount=amount, reason=reason, hand=fact.hand)
