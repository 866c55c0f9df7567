"""The money that a fact of pot play moves, as transfers of one debit and one credit each."""

from collections.abc import Iterator

from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import pot_facts as at_pot
from shared.journal.ports import Transfer
from shared.ledger import accounts
from shared.money import Cents


def transfers(fact: say.Fact) -> tuple[Transfer, ...]:
    """Return what a fact moves; amounts of nothing are left out."""
    return tuple(move for move in _moves(fact) if move.amount)


def _moves(fact: say.Fact) -> Iterator[Transfer]:
    pot = accounts.pot(fact.hand)
    match fact:
        case at_pot.AntesPosted():
            for ante in fact.antes:
                yield _move(fact, f"ante:{ante.seat}", accounts.seat(fact.table, ante.seat), pot, ante.amount)
            yield _move(fact, "carried_in", accounts.carried(fact.table), pot, fact.carried)
        case say.ActionTaken():
            yield _move(fact, f"bet:{fact.number}:{fact.seat}", accounts.seat(fact.table, fact.seat), pot, fact.put_in)
        case say.HandSettled():
            yield from _settlement(fact, pot)
        case at_floor.HandVoided():
            for back in fact.returned:
                yield _move(fact, f"returned:{back.seat}", pot, accounts.seat(fact.table, back.seat), back.amount)
            yield _move(fact, "carried_out", pot, accounts.carried(fact.table), fact.carried)
        case _:
            return


def _settlement(fact: say.HandSettled, pot: str) -> Iterator[Transfer]:
    for back in fact.uncalled:
        yield _move(fact, f"uncalled:{back.seat}", pot, accounts.seat(fact.table, back.seat), back.amount)
    for number, each in enumerate(fact.pots):
        for winner in each.winners:
            seat = accounts.seat(fact.table, winner.seat)
            yield _move(fact, f"won:{number}:{winner.seat}", pot, seat, winner.amount)
    yield _move(fact, "carried_out", pot, accounts.carried(fact.table), fact.carried)


def _move(fact: say.Fact, what: str, debit: str, credit: str, amount: Cents) -> Transfer:
    return Transfer(
        transfer_id=f"{fact.hand}:{what}",
        debit=debit,
        credit=credit,
        amount=amount,
        reason=what.partition(":")[0],
        hand=fact.hand,
    )
