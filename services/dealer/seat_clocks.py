"""Seats whose chips were asked for: until they are known to have moved, they are asked for again."""

from collections.abc import Iterable
from typing import Final

from services.dealer.domain.table import Table
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import path
from shared.hand import table_facts as at_table
from shared.journal.ports import Timer, Tx
from shared.runtime.sending import outgoing
from shared.runtime.wiring import Wiring

KIND: Final = "chips"
AGAIN_SECONDS: Final = (10.0, 20.0, 40.0, 80.0, 160.0, 320.0)
"""Nobody says that chips were taken away, and taking them twice takes nothing: so often it is asked for."""


def watch(tx: Tx, facts: Iterable[say.Fact]) -> None:
    """Set the clocks of the seats that were taken or freed."""
    for fact in facts:
        if isinstance(fact, at_table.SeatTaken | at_table.SeatFreed):
            tx.set_timers([_clock(fact.table, fact.visit, attempt=0)])


def ask_again(tx: Tx, timer: Timer, table: Table, wiring: Wiring) -> None:
    """Ask once more for the chips of a visit, if they may not have moved yet."""
    visit, attempt = timer.payload["visit"], timer.payload["attempt"]
    last = next(kept.fact for kept in reversed(tx.history(timer.stream)) if getattr(kept.fact, "visit", 0) == visit)
    seat = table.seats.get(last.seat)
    waits = seat is not None and seat.visit == visit and not seat.ready
    if isinstance(last, at_table.SeatFreed) or waits:
        commands: tuple[ask.Command, ...] = path.after(last)
        tx.send([outgoing(command, codec=wiring.codec, cause=timer.timer_id) for command in commands])
        if waits or attempt + 1 < len(AGAIN_SECONDS):
            tx.set_timers([_clock(timer.stream, visit, attempt=attempt + 1)])


def _clock(table: str, visit: int, *, attempt: int) -> Timer:
    return Timer(
        timer_id=f"{table}:{KIND}:{visit}",
        stream=table,
        kind=KIND,
        seconds=AGAIN_SECONDS[min(attempt, len(AGAIN_SECONDS) - 1)],
        payload={"visit": visit, "attempt": attempt},
    )
