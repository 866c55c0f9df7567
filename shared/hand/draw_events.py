"""What everyone at the table may see of a draw and of openers. Who holds openers is told to nobody."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from shared.hand import draw_facts as at_draw
from shared.hand.event import Event
from shared.hand.fact import Fact
from shared.rulebook import cites


def turn(seat: int, seconds: int) -> tuple[Event, ...]:
    """Return whose turn it is, nothing where it is nobody's."""
    return (Event(name="turn", body={"seat": seat, "seconds": seconds}),) if seat else ()


def _pack_changed(fact: at_draw.PackChanged) -> tuple[Event, ...]:
    return (Event(name="pack_changed", body={"pack": fact.pack, "commitment": fact.commitment}),)


def _draw_opened(fact: at_draw.DrawOpened) -> tuple[Event, ...]:
    body = {"step": fact.step, "order": list(fact.order), "opener": fact.opener}
    return Event(name="draw_opened", body=body), *turn(fact.turn, fact.seconds)


def _prompted(fact: at_draw.DrawPrompted) -> tuple[Event, ...]:
    return Event(name="draw_prompted", body={"seat": fact.seat}), *turn(fact.seat, fact.seconds)


@cites("AD5-21")
def _stood(fact: at_draw.StoodPat) -> tuple[Event, ...]:
    stood = Event(name="stood_pat", body={"seat": fact.seat, "by_clock": fact.by_clock})
    return stood, *turn(fact.turn, fact.seconds)


def _left(fact: at_draw.SeatLeftDraw) -> tuple[Event, ...]:
    return turn(fact.turn, fact.seconds)


def _draw_closed(fact: at_draw.DrawClosed) -> tuple[Event, ...]:
    return (Event(name="draw_closed", body={"live": list(fact.live)}),)


@cites("AD5-28")
def _told(fact: at_draw.CountTold) -> tuple[Event, ...]:
    return (Event(name="count_told", body={"seat": fact.seat, "of": fact.of, "count": fact.count}),)


def _openers_ruled(fact: at_draw.OpenersRuled) -> tuple[Event, ...]:
    return (Event(name="openers_ruled", body={"seat": fact.seat, "proved": fact.proved}),)


def _misdeal(fact: at_draw.MisdealDeclared) -> tuple[Event, ...]:
    return (Event(name="misdeal", body={"clause": fact.clause, "seat": fact.seat, "what": fact.what}),)


DRAW_PUBLIC: Final[Mapping[type[Fact], Callable[[Any], tuple[Event, ...]]]] = {
    at_draw.PackChanged: _pack_changed,
    at_draw.DrawOpened: _draw_opened,
    at_draw.DrawPrompted: _prompted,
    at_draw.StoodPat: _stood,
    at_draw.SeatLeftDraw: _left,
    at_draw.DrawClosed: _draw_closed,
    at_draw.CountTold: _told,
    at_draw.OpenersRuled: _openers_ruled,
    at_draw.MisdealDeclared: _misdeal,
}
"""The public events of each fact of a draw."""
