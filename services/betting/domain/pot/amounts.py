"""What a bet or a raise may come to, and what may be put in by a seat that has less."""

from services.betting.domain.pot.hand import Hand, rules_of
from services.betting.domain.pot.interval import whole_levels
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.refusals import BelowMinimum, LimitExceeded, NotEnoughChips


@cites("AD7-02", "AD7-10")
def check_rise(hand: Hand, seat: int, *, to: int) -> None:
    """Refuse a bet or a raise to an amount that the limits do not allow; a seat may put in all it has if it is less."""
    interval = hand.interval
    levels = whole_levels(interval)
    has = interval.bet_of(seat) + hand.chips[seat]
    if not levels or to > levels[-1]:
        most = levels[-1] if levels else interval.level
        raise LimitExceeded(
            f"seat {seat} may go to {most} in this interval, not to {to}; the limit is {interval.most}",
            expected=most,
            found=to,
        )
    whole = to in levels if interval.sizes else levels[0] <= to
    if whole and to > has:
        raise NotEnoughChips(f"seat {seat} has chips for {has}, not for {to}", expected=has, found=to)
    if whole:
        return
    if to != has or to <= interval.level:
        allowed = ", ".join(map(str, levels)) if interval.sizes else f"{levels[0]} to {levels[-1]}"
        raise BelowMinimum(f"seat {seat} may go to {allowed}, not to {to}", expected=allowed, found=to)
    check_all_in(hand, seat, whole=levels[0])


def check_all_in(hand: Hand, seat: int, *, whole: int) -> None:
    """Refuse a seat that has less than the whole amount, at a table where nobody plays all-in."""
    if hand.terms.of(rules_of(hand).all_in):
        return
    has = Cents(hand.interval.bet_of(seat) + hand.chips[seat])
    raise NotEnoughChips(f"seat {seat} has chips for {has} and this takes {whole}; fold", expected=whole, found=has)
