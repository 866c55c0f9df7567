"""How a public event changes the view of its table; a hand's events come from several services, in any order."""

from typing import Final

from services.lobby.domain.hand_events import HAND_EVENTS
from services.lobby.domain.table_events import TABLE_EVENTS
from services.lobby.domain.view import Event, Hand, Table

METERED: Final = frozenset({"meter_moved", "awards_decided"})


def apply(table: Table, event: Event) -> Table:
    """Return the view after an event; one that the view does not show leaves it as it is."""
    if event.hand and event.name in HAND_EVENTS:
        hand = table.hand_of(event.hand)
        if hand is None:
            return table
        told = HAND_EVENTS[event.name](hand, event)
        table = _heal_seats(table, told) if event.name == "hand_opened" else table
        table = table.with_hand(told)
    return TABLE_EVENTS[event.name](table, event) if event.name in TABLE_EVENTS else table


def _heal_seats(table: Table, opened: Hand) -> Table:
    """Take the players of a new hand as they are; who played the last one and not this one has left."""
    earlier = [hand for hand in table.hands if hand.opened and hand.number < opened.number]
    played = {part.seat for part in earlier[-1].parts.values() if part.person} if earlier else set()
    plays = {part.seat: part.person for part in opened.parts.values() if part.person}
    for seat in sorted(played - plays.keys()):
        table = table.without_seat(seat)
    for seat, person in plays.items():
        table = table.with_seat(seat, person=person)
    return table


def meter_of(event: Event) -> tuple[str, int] | None:
    """Return the pool and the meter that an event tells of, if it does."""
    if event.name in METERED:
        return event.body["pool"], event.body["meter"]
    return None
