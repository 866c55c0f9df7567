"""What is said about hands for the pot, about draws, and about faults and rulings in any hand."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from services.lobby.domain.view import NOT_KNOWN, Clock, Event, Hand

FOR_THE_HAND: Final = frozenset({"fold", "concede", "all_in", "sit_out"})
"""What a seat does once for the whole hand; every other act is of its interval alone."""


def _irregularity(hand: Hand, event: Event) -> Hand:
    return replace(hand, irregularities=(*hand.irregularities, f"{event.body['clause']}:{event.body['seat']}"))


def _interval_opened(hand: Hand, event: Event) -> Hand:
    """What was bet in earlier intervals lies in the pot."""
    for part in hand.parts.values():
        verb = part.verb if part.verb in FOR_THE_HAND else ""
        hand = hand.with_part(part.seat, before=part.put_in, verb=verb)
    return replace(hand, drawing=False, interval=max(hand.interval, event.body["step"]))


def _antes_posted(hand: Hand, event: Event) -> Hand:
    for each in event.body["antes"]:
        hand = hand.with_part(each["seat"], ante=each["amount"])
    return replace(hand, carried=event.body["carried"], taken=True)


def _announced(hand: Hand, event: Event) -> Hand:
    return replace(hand, said=event.body["words"])


def _showdown_opened(hand: Hand, event: Event) -> Hand:
    return replace(hand, shown=True, turn=Clock(), show=Clock(seconds=event.body["seconds"], at=event.at))


def _tabled(hand: Hand, event: Event) -> Hand:
    return hand.with_part(event.body["seat"], shown=tuple(event.body["cards"]))


def _conceded(hand: Hand, event: Event) -> Hand:
    return hand.with_part(event.body["seat"], verb="concede")


def _referred(hand: Hand, event: Event) -> Hand:
    return replace(_irregularity(hand, event), waits=True, turn=Clock())


def _ruled(hand: Hand, event: Event) -> Hand:
    return replace(hand, waits=False)


def _voided(hand: Hand, event: Event) -> Hand:
    for part in hand.parts.values():
        hand = hand.with_part(part.seat, net=0, outcome="returned" if part.ante else "")
    return replace(hand, outcome="voided", settled=True, waits=False, turn=Clock())


def _pack_changed(hand: Hand, event: Event) -> Hand:
    return replace(hand, pack=event.body["pack"], commitment=event.body["commitment"])


def _draw_opened(hand: Hand, event: Event) -> Hand:
    return replace(hand, drawing=True, draw=event.body["step"])


def _count_told(hand: Hand, event: Event) -> Hand:
    return hand.with_part(event.body["of"], asked=True)


def _stood_pat(hand: Hand, event: Event) -> Hand:
    seat = event.body["seat"]
    hand = hand.with_part(seat, verb="stand_pat", changes=0, by_clock=event.body["by_clock"])
    return replace(hand, turn=Clock()) if hand.turn.seat == seat else hand


def _draw_closed(hand: Hand, event: Event) -> Hand:
    return replace(hand, drawing=False, turn=Clock())


def _misdeal(hand: Hand, event: Event) -> Hand:
    """The cards come back and are dealt anew; what was posted stays."""
    for part in hand.parts.values():
        hand = hand.with_part(part.seat, faces={}, showing=(), shown=(), verb="", changes=NOT_KNOWN)
    hand = replace(hand, draw=NOT_KNOWN, interval=NOT_KNOWN, acted=NOT_KNOWN)
    return replace(_irregularity(hand, event), dealt=False, deciding=False, drawing=False, turn=Clock())


POT_EVENTS: Final[Mapping[str, Callable[[Hand, Event], Hand]]] = {
    "interval_opened": _interval_opened,
    "irregularity": _irregularity,
    "fault_remedied": _irregularity,
    "antes_posted": _antes_posted,
    "announced": _announced,
    "showdown_opened": _showdown_opened,
    "holding_tabled": _tabled,
    "holding_demanded": _tabled,
    "holding_conceded": _conceded,
    "cards_exposed": _tabled,
    "referred_to_floor": _referred,
    "ruled": _ruled,
    "hand_voided": _voided,
    "pack_changed": _pack_changed,
    "draw_opened": _draw_opened,
    "stood_pat": _stood_pat,
    "count_told": _count_told,
    "draw_closed": _draw_closed,
    "misdeal": _misdeal,
}
"""What an event says about its hand."""
