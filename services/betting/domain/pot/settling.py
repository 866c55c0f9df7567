"""Settlement of a hand for the pot: what nobody called goes back, then each pot to its best holding."""

from collections.abc import Collection, Mapping, Sequence, Set
from typing import Final, assert_never

from services.betting.domain.pot.hand import Hand, Stage, rules_of
from services.betting.domain.pot.pots import SidePot, split, uncalled
from services.betting.domain.pot.stage import head, must_be
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.holdings import Pot, RankedHolding, SeatAmount
from shared.money import Cents, split_equally
from shared.records import changed
from shared.rulebook import cites
from shared.rules.wager import OddUnit

FALSE_OPENERS: Final = "false_openers"
"""The outcome of a hand whose pot stays because nobody is left but an opener without openers."""


@cites("AD7-20", "PR7-25")
def settle_uncontested(hand: Hand) -> tuple[say.Fact, ...]:
    """Give everything to the one seat that is left; no card is looked at. The floor may have put that one out, too."""
    if not hand.live:
        return (_stays(hand),)
    (winner,) = hand.live
    back, pots = _pots(hand)
    won = tuple(_won(pot, ((winner, pot.amount),)) for pot in pots)
    return (_settled(hand, outcome="uncontested", pots=won, back=back),)


@cites("AD7-01", "PR7-25", "PR7-27", "AD5-32")
def settle_hand(hand: Hand, command: ask.SettleHand) -> tuple[say.Fact, ...]:
    """Give each pot to the best holding among those that contend for it; equal ones share it."""
    must_be(hand, Stage.SHOWDOWN)
    # What the floor has ruled on the opener stands, and has been carried out already.
    if hand.opener and hand.ruling is None and not command.proved:
        return _without_opener(hand, command)
    return (_shown_down(hand, command),) if len(hand.live) > 1 else settle_uncontested(hand)


def _shown_down(hand: Hand, command: ask.SettleHand) -> say.HandSettled:
    ranked = {holding.seat: holding for holding in command.ranked}
    back, pots = _pots(hand)
    won = tuple(_won(pot, _shares(hand, pot, ranked)) for pot in pots)
    return _settled(hand, outcome="showdown", pots=won, back=back)


@cites("AD5-41", "AD5-42", "AD5-43", "AD5-44")
def _without_opener(hand: Hand, command: ask.SettleHand) -> tuple[say.Fact, ...]:
    """Settle among the others: a false opener wins nothing, and of what he bet nothing goes back to him.

    Where he is alone the whole pot stays for the next hand.
    """
    openers = rules_of(hand).openers
    assert openers is not None, f"{hand.game} has no openers to prove"
    record = say.IrregularityRecorded(
        **head(hand), clause=openers.unproved, seat=hand.opener, what="false openers", reported_by="betting"
    )
    others = changed(hand, folded=hand.folded | {hand.opener})
    settled = settle_uncontested(others) if len(others.live) < 2 else (_shown_down(others, command),)
    return record, *settled


@cites("AD5-44")
def _stays(hand: Hand) -> say.HandSettled:
    """Leave the whole pot for the next hand."""
    nets = tuple(SeatAmount(seat=seat, amount=Cents(-hand.put_in[seat])) for seat in hand.order)
    return say.HandSettled(**head(hand), outcome=FALSE_OPENERS, results=(), awards=(), nets=nets, carried=hand.pot)


@cites("PR7-29", "PR7-32")
def _shares(hand: Hand, pot: SidePot, ranked: Mapping[int, RankedHolding]) -> tuple[tuple[int, Cents], ...]:
    """Share a pot among its best; who wins it and asked himself to see what was conceded has to beat that as well."""
    here = [ranked[seat] for seat in pot.seats if seat in ranked]
    contending = [each for each in here if not each.conceded]
    # A side pot whose seats have all conceded is theirs alone all the same: nobody else has put anything into it.
    if not contending:
        return split_equally(pot.amount, _odd_first(hand, pot.seats, ranked))
    winners = _best(contending)
    again = [each for each in here if each.conceded and not winners.isdisjoint(each.demanded_by)]
    return split_equally(pot.amount, _odd_first(hand, _best([*contending, *again]), ranked))


def _best(holdings: Sequence[RankedHolding]) -> Set[int]:
    """Return the seats of the strongest of some holdings."""
    best = max(each.strength for each in holdings)
    return {each.seat for each in holdings if each.strength == best}


def _odd_first(hand: Hand, winners: Collection[int], ranked: Mapping[int, RankedHolding]) -> Sequence[int]:
    """Return the winners of a shared pot in the order in which they get its odd units, one each."""
    odd = rules_of(hand).odd_unit
    match odd:
        case OddUnit.NEAREST:
            return [seat for seat in hand.order if seat in winners]
        case OddUnit.HIGHEST_CARD:
            return sorted(winners, key=lambda seat: ranked[seat].odd_height if seat in ranked else 0, reverse=True)
        case _:
            assert_never(odd)


def _pots(hand: Hand) -> tuple[tuple[SeatAmount, ...], tuple[SidePot, ...]]:
    staked, carried = hand.staked, Cents(hand.carried - sum(hand.earlier.values()))
    seat, excess = uncalled(staked, hand.live)
    if not excess:
        return (), split(staked, hand.live, carried=carried)
    met = {**staked, seat: Cents(staked[seat] - excess)}
    return (SeatAmount(seat=seat, amount=excess),), split(met, hand.live, carried=carried)


def _won(pot: SidePot, shares: Sequence[tuple[int, Cents]]) -> Pot:
    winners = tuple(SeatAmount(seat=seat, amount=amount) for seat, amount in shares)
    return Pot(amount=pot.amount, seats=pot.seats, winners=winners)


def _settled(hand: Hand, *, outcome: str, pots: tuple[Pot, ...], back: tuple[SeatAmount, ...]) -> say.HandSettled:
    received = [*back, *(winner for pot in pots for winner in pot.winners)]
    nets = tuple(
        SeatAmount(seat=seat, amount=Cents(sum(r.amount for r in received if r.seat == seat) - hand.put_in[seat]))
        for seat in hand.order
    )
    return say.HandSettled(**head(hand), outcome=outcome, results=(), awards=(), nets=nets, pots=pots, uncalled=back)
