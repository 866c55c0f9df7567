"""What each public event says about its table: who sits where, with how many chips, and which pool it feeds."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from services.lobby.domain.view import NOT_KNOWN, Event, Refusal, Table

LEFT: Final = "left"
"""Why a seat is free again whose person wished it so."""


def _table_opened(table: Table, event: Event) -> Table:
    terms = dict(event.body["terms"])
    pool = next((str(value) for name, value in terms.items() if name.endswith("_pool")), "")
    return replace(table, name=event.body["name"], game=event.body["game"], terms=terms, open=True, pool=pool)


def _table_closed(table: Table, _event: Event) -> Table:
    return replace(table, open=False)


def _table_reopened(table: Table, _event: Event) -> Table:
    return replace(table, open=True)


def _seat_taken(table: Table, event: Event) -> Table:
    person = event.body["person"]
    return table.with_seat(event.body["seat"], person=person).with_refusal(person, None)


def _seat_freed(table: Table, event: Event) -> Table:
    seat, reason = event.body["seat"], event.body["reason"]
    before = table.seats.get(str(seat))
    table = table.without_seat(seat)
    if reason == LEFT or before is None or not before.person:
        return table
    return table.with_refusal(before.person, Refusal(seat=seat, reason=reason, at=event.at))


def _chips_came(table: Table, event: Event) -> Table:
    seat, amount = event.body["seat"], event.body["amount"]
    before = table.seats[str(seat)].chips if str(seat) in table.seats else 0
    table = table.with_seat(seat, chips=before + amount)
    part = table.present.part(seat)
    if part.chips == NOT_KNOWN or table.present.settled:
        return table
    return table.with_hand(table.present.with_part(seat, chips=part.chips + amount))


def _game_of_hand(table: Table, event: Event) -> Table:
    return table if table.game else replace(table, game=event.body["game"])


def _stacks_known(table: Table, event: Event) -> Table:
    for each in event.body["chips"]:
        table = table.with_seat(each["seat"], chips=each["amount"])
    return table


def _stake_left(table: Table, event: Event) -> Table:
    return _took(table, event.body["seat"], event.body["ante"] + event.body["side_bet"])


def _bet_left(table: Table, event: Event) -> Table:
    return _took(table, event.body["seat"], event.body["put_in"])


def _took(table: Table, seat: int, amount: int) -> Table:
    before = table.seats.get(str(seat))
    return table.with_seat(seat, chips=before.chips - amount) if before else table


def _chips_back(table: Table, event: Event) -> Table:
    hand = table.hand_of(event.hand)
    for each in event.body["nets"]:
        part = hand.part(each["seat"]) if hand else None
        seat = table.seats.get(str(each["seat"]))
        if part is None or seat is None:
            continue
        # Where nobody told what lay there at the start, what was put in has been taken off since.
        began = part.chips if part.chips != NOT_KNOWN else seat.chips + part.ante + part.put_in
        table = table.with_seat(each["seat"], chips=began + each["amount"])
    return table


def _antes_left(table: Table, event: Event) -> Table:
    for each in event.body["antes"]:
        table = _took(table, each["seat"], each["amount"])
    return table


def _chips_returned(table: Table, event: Event) -> Table:
    for each in event.body["returned"]:
        seat = table.seats.get(str(each["seat"]))
        if seat is not None:
            table = table.with_seat(each["seat"], chips=seat.chips + each["amount"])
    return table


def _pool_known(table: Table, event: Event) -> Table:
    return replace(table, pool=event.body["pool"])


TABLE_EVENTS: Final[Mapping[str, Callable[[Table, Event], Table]]] = {
    "table_opened": _table_opened,
    "table_closed": _table_closed,
    "table_reopened": _table_reopened,
    "seat_taken": _seat_taken,
    "seat_freed": _seat_freed,
    "chips_came": _chips_came,
    "hand_opened": _game_of_hand,
    "boxes_opened": _stacks_known,
    "stake_placed": _stake_left,
    "acted": _bet_left,
    "antes_posted": _antes_left,
    "hand_settled": _chips_back,
    "hand_voided": _chips_returned,
    "meter_moved": _pool_known,
    "awards_decided": _pool_known,
}
"""What an event says about its table, beside what it says about its hand."""
