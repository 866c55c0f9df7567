"""The money that a fact moves, as transfers of one debit and one credit each."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.journal.ports import Transfer
from shared.ledger import accounts
from shared.money import Cents
from shared.rulebook import cites


def transfers(fact: say.Fact) -> tuple[Transfer, ...]:
    """Return what a fact moves; amounts of nothing are left out, and most facts move nothing."""
    moves = MOVES.get(type(fact))
    return tuple(move for move in moves(fact) if move.amount) if moves else ()


def _stake(fact: say.StakePlaced) -> Iterator[Transfer]:
    seat, box = accounts.seat(fact.table, fact.seat), accounts.box(fact.hand, fact.seat)
    yield _move(fact, f"ante:{fact.seat}", seat, box, fact.ante)
    yield _move(fact, f"side:{fact.seat}", seat, accounts.side_box(fact.hand, fact.seat), fact.side_bet)


@cites("ESD-28")
def _side_bets(fact: say.StakesTaken) -> Iterator[Transfer]:
    for stake in fact.stakes:
        side = accounts.side_box(fact.hand, stake.seat)
        yield _move(fact, f"jackpot:{stake.seat}", side, accounts.control("jackpot"), stake.side_bet)


def _second_bet(fact: say.ActionTaken) -> Iterator[Transfer]:
    seat, box = accounts.seat(fact.table, fact.seat), accounts.box(fact.hand, fact.seat)
    yield _move(fact, f"second:{fact.seat}", seat, box, fact.put_in)


def _settlement(fact: say.HandSettled) -> Iterator[Transfer]:
    bank = accounts.bank(fact.table)
    for result in fact.results:
        seat, box = accounts.seat(fact.table, result.seat), accounts.box(fact.hand, result.seat)
        yield _move(fact, f"returned:{result.seat}", box, seat, result.returned)
        yield _move(fact, f"lost:{result.seat}", box, bank, result.lost)
        yield _move(fact, f"paid:{result.seat}", bank, seat, result.paid)
    for place, award in enumerate(fact.awards):
        seat = accounts.seat(fact.table, award.seat)
        yield _move(fact, f"award:{place}:{award.seat}", accounts.control("jackpot"), seat, award.amount)


def _voided(fact: at_floor.HandVoided) -> Iterator[Transfer]:
    for sources, what, account in (
        (fact.returned, "void", accounts.box),
        (fact.side_boxes, "void_side", accounts.side_box),
    ):
        for each in sources:
            seat = accounts.seat(fact.table, each.seat)
            yield _move(fact, f"{what}:{each.seat}", account(fact.hand, each.seat), seat, each.amount)
    for each in fact.side_bets:
        seat = accounts.seat(fact.table, each.seat)
        yield _move(fact, f"void_jackpot:{each.seat}", accounts.control("jackpot"), seat, each.amount)


def _move(fact: say.Fact, what: str, debit: str, credit: str, amount: Cents) -> Transfer:
    return Transfer(
        transfer_id=f"{fact.hand}:{what}",
        debit=debit,
        credit=credit,
        amount=amount,
        reason=what.partition(":")[0],
        hand=fact.hand,
    )


MOVES: Final[Mapping[type[say.Fact], Callable[[Any], Iterator[Transfer]]]] = {
    say.StakePlaced: _stake,
    say.StakesTaken: _side_bets,
    say.ActionTaken: _second_bet,
    say.HandSettled: _settlement,
    at_floor.HandVoided: _voided,
}
"""The facts that move money in betting's ledger."""
