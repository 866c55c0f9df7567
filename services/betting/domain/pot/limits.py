"""Limits: what a bet may come to in an interval, and how often it may be raised."""

from typing import NamedTuple, assert_never

from services.betting.domain.pot.hand import Hand, rules_of
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.refusals import RaiseCap
from shared.rules.terms import Param
from shared.rules.wager import POT_LIMITED, Limit, OpenPair, RaisesPerPlayer, RaisesPerRound, Wager


class Range(NamedTuple):
    """What a bet, and what a raise adds, may come to: one of `sizes`, or else from `least` to `most`."""

    sizes: tuple[Cents, ...]
    least: Cents
    most: Cents


@cites("AD7-02", "AD7-03", "AD7-04", "AD7-05")
def range_of(hand: Hand, wager: Wager, *, open_pair: bool) -> Range:
    """Return the range of an interval that opens now; an open pair counts only where the interval says so."""
    stakes = rules_of(hand).stakes
    pot_limited = stakes.structure is not None and hand.terms.of(stakes.structure) == POT_LIMITED
    pair = _open_pair(hand, wager) if open_pair else None
    limit = wager.pot_limited if pot_limited and wager.pot_limited else wager.limit
    if pair is OpenPair.MANDATORY:
        limit = Limit.HIGH
    most = _amount(hand, limit)
    least = hand.terms.of(stakes.least) if stakes.least else 0
    if pot_limited and not least:
        least = hand.terms.of(stakes.low)
    high = _amount(hand, Limit.HIGH)
    if pair is OpenPair.OPTIONAL and high > most:
        if not least:
            return Range(sizes=(most, high), least=most, most=high)
        most = high
    if not least:
        return Range(sizes=(most,), least=most, most=most)
    most = Cents(max(most, least))  # the pot may be so small that the limit would lie below the least bet
    return Range(sizes=(most,) if least == most else (), least=Cents(least), most=most)


@cites("AD7-09")
def check_raise_cap(hand: Hand, seat: int) -> None:
    """Refuse a raise by a seat when all that the game allows have been made."""
    cap, interval = rules_of(hand).raise_cap, hand.interval
    most = hand.terms.of(cap.most)
    match cap:
        case RaisesPerPlayer():
            made, whose = interval.raises.get(seat, 0), f"seat {seat} has made"
            reached = made >= most
        case RaisesPerRound():
            made, whose = interval.full_raises, "there have been"
            # Once only two are left a cap that had not been reached by then is none.
            reached = made >= most and not 0 <= interval.raises_when_two < most
        case _:
            assert_never(cap)
    if reached:
        raise RaiseCap(
            f"hand {hand.hand}: {whose} {made} raises of {most} in this interval; call or fold",
            expected=most,
            found=made,
        )


def _open_pair(hand: Hand, wager: Wager) -> OpenPair | None:
    match wager.open_pair:
        case Param() as chosen_by_the_table:
            return OpenPair(hand.terms.of(chosen_by_the_table))
        case by_law:
            return by_law


@cites("AD7-06", "AD7-07", "AD7-08")
def _amount(hand: Hand, limit: Limit) -> Cents:
    """Return a limit in whole units; those by the pot take it as it stands when the interval opens."""
    stakes = rules_of(hand).stakes
    match limit:
        case Limit.LOW:
            return Cents(hand.terms.of(stakes.low))
        case Limit.HIGH:
            return Cents(hand.terms.of(stakes.high))
        case Limit.HALF_POT:
            return Cents(hand.pot // 2)
        case Limit.POT:
            return hand.pot
        case _:
            assert_never(limit)
