"""Who draws or shows his cards gets the time of an outage back, as who bets does."""

from typing import Any

import pytest

from services.dealer import wiring as dealer
from shared.journal.ports import Tx
from shared.runtime.health import Health
from shared.runtime.sweeper import Sweeper
from tests.services.dealer.test_draw_doors import in_draw
from tests.services.doors import HAND, Doors

HOUR = 3_600_000_000


def at_the_showdown() -> Doors:
    return Doors("andorra_stud", ante=10, show_seconds=20).open().check_down()


def an_hour_later(tx: Tx) -> None:
    for rows in ("heartbeat SET at_us = at_us", "timer SET due_us = due_us"):
        tx.session.change(f"UPDATE {rows} - {HOUR}")  # type: ignore[attr-defined]  # words of this file


@pytest.mark.parametrize(("opened", "clock"), [(in_draw, "draw"), (at_the_showdown, "showdown")])
def test_who_was_to_draw_or_to_show_still_is_after_an_outage(opened: Any, clock: str) -> None:
    doors = opened()
    wired = doors.felt._wired["dealer"]
    sweeper = Sweeper(service=dealer.SERVICE, wiring=wired, health=Health(service="dealer"))
    before = doors.felt.facts()
    sweeper.turn()
    wired.store.decide(an_hour_later)
    sweeper.turn()
    with wired.store.reading() as tx:
        left = tx.seconds_left(f"{HAND}:{clock}")
    doors.felt._carry()

    assert before == doors.felt.facts()
    assert left >= 9
    doors.leave()
