"""Serving a seat in the draw, card by card; where the stub runs out the discards are mixed into a new one."""

from services.dealer.domain.course import head
from services.dealer.domain.hand import Hand, apply
from services.dealer.domain.shortage import Pile, mix
from shared.games import game
from shared.hand import facts as say
from shared.hand import pot_facts as at_pot
from shared.rulebook import cites
from shared.rules.draw import Draw


@cites("AD5-19", "AD5-24", "AD5-26")
def served(hand: Hand, *, seat: int, discards: tuple[int, ...], turn: int, seconds: int) -> tuple[say.Fact, ...]:
    """Return how a seat gets as many cards as it lays down.

    With one card left and more than one to serve, the last card goes into the mix; where it serves the seat exactly
    nothing is mixed, and with an empty stub the new one is made of discards alone.
    """
    step, need = hand.drawn.step, len(discards)
    if need <= hand.stub:
        whole = say.CardsExchanged(
            **head(hand),
            step=step,
            seat=seat,
            discards=discards,
            drawn=hand.undealt[:need],
            turn=turn,
            seconds=seconds,
        )
        return (whole,)
    now = max(hand.stub - 1, 0)
    part = say.CardsExchanged(**head(hand), step=step, seat=seat, discards=discards, drawn=hand.undealt[:now])
    mixed = _new_stub(hand, apply(hand, part), seat=seat, discards=discards, need=need - now)
    ready = apply(apply(hand, part), mixed)
    rest = say.CardsExchanged(
        **head(hand),
        step=step,
        seat=seat,
        discards=(),
        drawn=ready.undealt[: need - now],
        turn=turn,
        seconds=seconds,
    )
    return part, mixed, rest


@cites("AD5-24", "AD5-25", "AD5-27")
def _new_stub(before: Hand, now: Hand, *, seat: int, discards: tuple[int, ...], need: int) -> at_pot.CardsMixed:
    """Mix what is left with the discards; the opener's stay out, and the seat's own unless nothing else is enough."""
    piles = [Pile("discards", before.muck)]
    draw = game(now.game).course[now.drawn.step]
    assert isinstance(draw, Draw), f"step {now.drawn.step} of {now.game} is no draw"
    if now.terms.of(draw.shortage.reuse_folded):
        piles.append(Pile("folded", _folded(now)))
    if now.stub + sum(len(pile.places) for pile in piles) < need:
        piles.append(Pile("own", tuple(before.held[seat][index] for index in discards)))
    used = tuple(pile for pile in piles if pile.places)
    return mix(now, used, step=now.drawn.step, cut_by=_before(now, seat))


def _folded(hand: Hand) -> tuple[int, ...]:
    """Return the holdings of the seats that have left; what the opener had stays sealed, to be looked into."""
    seats = (player.seat for player in hand.players)
    return tuple(
        place for seat in seats if seat not in (*hand.live, hand.drawn.opener) for place in hand.held.get(seat, ())
    )


def _before(hand: Hand, seat: int) -> int:
    """Return the seat still in that comes before this one in order of play."""
    order = tuple(player.seat for player in hand.players if player.seat in hand.live)
    return order[order.index(seat) - 1]
