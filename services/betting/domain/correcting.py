"""A ruling on a hand that was paid: money moves once more, from account to account, and nothing is edited."""

from collections.abc import Iterator, Mapping

from services.betting.domain.banked import hand as banked_hand
from services.betting.domain.pot import hand as pot_hand
from shared.games import game
from shared.hand import floor_facts as at_floor
from shared.journal.ports import Transfer
from shared.ledger import accounts
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.game import AgainstTheBank
from shared.rules.refusals import NotActive, NotBalanced, NotEnoughChips, WrongStage

Hand = banked_hand.Hand | pot_hand.Hand


@cites("ESD-41", "AD5-45")
def correct(
    hand: Hand,
    *,
    amounts: Mapping[int, Cents],
    holds: Mapping[int, Cents],
    number: int,
    clause: str,
    reason: str,
    ruled_by: str,
) -> at_floor.SettlementCorrected:
    """Return the correction of a hand that is over: what each seat's person gets, or gives where it is below zero.

    `holds` is what these people have in their accounts. Against the bank the house is the other side; in a hand for
    the pot what some get the others give.
    """
    if hand.stage not in (banked_hand.Stage.CLOSED, pot_hand.Stage.CLOSED):
        raise WrongStage(f"hand {hand.hand} is in play: rule on it there", expected="closed", found=hand.stage.value)
    people = {player.seat: player.person for player in hand.players}
    for seat, amount in amounts.items():
        if seat not in people:
            raise NotActive(f"seat {seat} took no part in hand {hand.hand}", found=seat)
        if amount + holds[seat] < 0:
            raise NotEnoughChips(
                f"the account of who sat at seat {seat} holds {holds[seat]}, not {-amount}",
                expected=holds[seat],
                found=-amount,
            )
    left = sum(int(amount) for amount in amounts.values())
    if left and not isinstance(game(hand.game).contest, AgainstTheBank):
        raise NotBalanced(f"hand {hand.hand} was played for the pot: what some get others give", expected=0, found=left)
    return at_floor.SettlementCorrected(
        hand=hand.hand,
        table=hand.table,
        game=hand.game,
        number=number,
        clause=clause,
        corrections=tuple(
            at_floor.Correction(seat=seat, person=people[seat], amount=amount)
            for seat, amount in sorted(amounts.items())
        ),
        reason=reason,
        ruled_by=ruled_by,
    )


def transfers(fact: at_floor.SettlementCorrected) -> Iterator[Transfer]:
    """Yield what a correction moves, from who gives to who gets, in the order of seats."""
    bank = accounts.bank(fact.table)
    owed = {each.person: int(each.amount) for each in fact.corrections}
    if isinstance(game(fact.game).contest, AgainstTheBank):
        moves = [(owner, bank, -amount) if amount < 0 else (bank, owner, amount) for owner, amount in _accounts(owed)]
    else:
        moves = list(_matched(dict(_accounts(owed))))
    for place, (giver, taker, amount) in enumerate(moves):
        yield Transfer(
            transfer_id=f"{fact.hand}:corrected:{fact.number}.{place}",
            debit=giver,
            credit=taker,
            amount=Cents(amount),
            reason="corrected",
            hand=fact.hand,
        )


def _accounts(owed: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    return ((accounts.player(person), amount) for person, amount in owed.items())


def _matched(owed: dict[str, int]) -> Iterator[tuple[str, str, int]]:
    """Yield who gives whom how much, until nobody is owed anything."""
    takers = [account for account, amount in owed.items() if amount > 0]
    for giver in [account for account, amount in owed.items() if amount < 0]:
        while owed[giver]:
            amount = min(-owed[giver], owed[takers[0]])
            yield giver, takers[0], amount
            owed[giver] += amount
            owed[takers[0]] -= amount
            if not owed[takers[0]]:
                takers.pop(0)
