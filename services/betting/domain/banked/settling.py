"""Settlement against the bank: each seat alone with the croupier, by the paytable."""

from services.betting.domain.banked.hand import Hand, Stage
from services.betting.domain.banked.stage import head, must_be
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.holdings import AwardTo, RankedHolding, SeatAmount, SeatResult
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.game import CROUPIER, Bank


@cites("ESD-01", "ESD-13")
def settle_hand(hand: Hand, command: ask.SettleHand) -> tuple[say.Fact, ...]:
    """Settle every box, each seat against the croupier alone, and pay the awards."""
    must_be(hand, Stage.SHOWDOWN)
    ranked = {holding.seat: holding for holding in command.ranked}
    bank = game(hand.game).banked.bank
    results = tuple(result_of(hand, bank, seat=seat, ranked=ranked, qualified=command.qualified) for seat in hand.order)
    outcome = "croupier_plays" if command.qualified else "croupier_does_not_play"
    return (_settled(hand, outcome=outcome, results=results, awards=command.awards),)


@cites("ESD-13")
def settle_folded(hand: Hand) -> tuple[say.Fact, ...]:
    """Settle a hand in which everybody said PASO: the croupier's cards are never looked at."""
    results = tuple(_folded(hand, seat) for seat in hand.order)
    return (_settled(hand, outcome="all_folded", results=results, awards=()),)


@cites("ESD-17", "ESD-18", "ESD-19", "ESD-20", "ESD-22", "ESD-23", "ESD-24")
def result_of(hand: Hand, bank: Bank, *, seat: int, ranked: dict[int, RankedHolding], qualified: bool) -> SeatResult:
    """Return what a seat gets back, is paid and loses."""
    if seat in hand.folded:
        return _folded(hand, seat)
    ante, second = hand.stakes[seat].ante, hand.play[seat]
    both = Cents(ante + second)
    own, croupier = ranked[seat], ranked[CROUPIER]
    if not qualified:
        return SeatResult(seat=seat, outcome="not_played", returned=both, paid=ante, lost=Cents(0))
    if own.strength == croupier.strength:
        return SeatResult(seat=seat, outcome="tie", returned=both, paid=Cents(0), lost=Cents(0))
    if own.strength < croupier.strength:
        return SeatResult(seat=seat, outcome="lost", returned=Cents(0), paid=Cents(0), lost=both)
    paid = Cents(ante + second * bank.paytable[own.ranking])
    return SeatResult(seat=seat, outcome="won", returned=both, paid=paid, lost=Cents(0))


def _folded(hand: Hand, seat: int) -> SeatResult:
    ante = hand.stakes[seat].ante
    return SeatResult(seat=seat, outcome="folded", returned=Cents(0), paid=Cents(0), lost=ante)


def _settled(
    hand: Hand, *, outcome: str, results: tuple[SeatResult, ...], awards: tuple[AwardTo, ...]
) -> say.HandSettled:
    nets = tuple(
        SeatAmount(
            seat=result.seat,
            amount=Cents(
                result.paid
                - result.lost
                - hand.stakes[result.seat].side_bet
                + sum(award.amount for award in awards if award.seat == result.seat)
            ),
        )
        for result in results
    )
    return say.HandSettled(**head(hand), outcome=outcome, results=results, awards=awards, nets=nets)
