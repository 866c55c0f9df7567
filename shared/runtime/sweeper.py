"""Fires the timers that are due, each in a transaction of its own, and gives an outage's length back to all clocks."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from shared.journal.ports import StoreUnavailable, StreamMoved, Timer, Tx
from shared.messages.envelope import EnvelopeRefused
from shared.rules.refusals import NotYet, RuleBroken
from shared.runtime.health import Health
from shared.runtime.receiving import fire_again, next_try
from shared.runtime.service import AGAIN, ServiceDoor
from shared.runtime.wiring import Wiring
from shared.telemetry import logs, traffic

AFTER_FAILURE_SECONDS: Final = 10.0
AT_LEAST_SECONDS: Final = 10.0
PAUSE_SECONDS_MAX: Final = 5.0
BEAT_SECONDS: Final = 1.0
TIDY_SECONDS: Final = 10.0
TIDY_LIMIT: Final = 5_000
"""Together enough for 500 messages a second, each in a transaction that holds up nobody."""


@dataclass(slots=True, kw_only=True)
class Sweeper:
    """One thread per service and process. Several may sweep one database: each timer is fired by one of them."""

    service: ServiceDoor
    wiring: Wiring
    health: Health
    clock: Callable[[], float] = time.monotonic
    _stopping: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)
    _last_beat: float = field(default=float("-inf"), init=False)
    _last_tidy: float = field(default=float("-inf"), init=False)

    def start(self) -> None:
        """Begin to sweep; the first sweep gives back the time since the last beat."""
        self._thread = threading.Thread(target=self._run, name=f"{self.wiring.service}-sweeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the timer at hand."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def sweep(self) -> int:
        """Fire everything that is due; return how many timers fired."""
        fired = 0
        while not self._stopping.is_set() and self.fire_one():
            fired += 1
        return fired

    def fire_one(self) -> bool:
        """Fire one due timer; False when none is due. What refuses is put right in a second transaction."""
        taken: list[Timer] = []
        try:
            self.wiring.store.decide(lambda tx: self._fire(tx, taken))
            outcome = "fired"
        except NotYet:
            outcome = self._put_right(taken[0], later=next_try(taken[0]) if taken[0].kind == AGAIN else None)
        except RuleBroken as refusal:
            # The hand has moved on since the timer was set: it no longer matters.
            logs.get(service=self.wiring.service).info("timer refused", timer=taken[0].kind, rule=refusal.code)
            outcome = self._put_right(taken[0], later=None)
        except EnvelopeRefused as refused:
            traffic.record_dead_letter(service=self.wiring.service, reason=refused.reason)
            outcome = self._put_right(taken[0], later=None)
        except (StoreUnavailable, StreamMoved):
            raise
        except Exception as failure:  # the timer's edge: one that fails must not keep the others from firing
            if not taken:
                raise
            logs.get(service=self.wiring.service).critical(
                "timer failed", timer=taken[0].kind, error=type(failure).__name__, where=logs.where(failure)
            )
            self._put_right(taken[0], later=replace(taken[0], seconds=AFTER_FAILURE_SECONDS))
            outcome = "failed"
        if taken:
            traffic.record_timer(service=self.wiring.service, outcome=outcome)
        return bool(taken)

    def beat(self) -> None:
        """Say that the service lives; after a gap all timers that a person plays against get its length back.

        Whether nobody swept or the database's clock was set on, looks the same from here, and is put right in the same
        way. A clock that was set back takes all timers with it, or every table would stand still for so long.
        """
        kinds = self.service.person_timers
        limit = self.wiring.settings.outage_seconds

        def work(tx: Tx) -> float:
            gap = tx.beat()
            if gap > limit and kinds:
                tx.extend_timers(seconds=gap, kinds=kinds, at_least=AT_LEAST_SECONDS)
            if gap < -limit:
                tx.shift_timers(seconds=gap)
            return gap

        gap = self.wiring.store.decide(work)
        if gap > limit:
            traffic.record_clock_extended(service=self.wiring.service)
            logs.get(service=self.wiring.service).warning("clocks extended after an outage", seconds=gap)
        if gap < -limit:
            logs.get(service=self.wiring.service).warning("clocks set back with the database's", seconds=gap)

    def turn(self) -> None:
        """Beat and tidy when it is time, and fire what is due; nobody's time is up before a beat has said so."""
        if self.clock() - self._last_beat >= BEAT_SECONDS or self._is_somebodys_time_up():
            self.beat()
            self._last_beat = self.clock()
        self.sweep()
        if self.clock() - self._last_tidy >= TIDY_SECONDS:
            self.tidy()
            self._last_tidy = self.clock()

    def tidy(self) -> int:
        """Let go of some messages and answers that are too old for anybody to ask for; return how many."""
        return self.wiring.store.decide(lambda tx: tx.forget_old(limit=TIDY_LIMIT))

    def _fire(self, tx: Tx, taken: list[Timer]) -> None:
        taken.clear()
        due = tx.due_timers(1)
        if not due:
            return
        taken.append(due[0])
        if due[0].kind == AGAIN:
            fire_again(tx, due[0], doors=self.service.doors, wiring=self.wiring)
        else:
            self.service.on_timer(tx, due[0], self.wiring)

    def _is_somebodys_time_up(self) -> bool:
        if not self.service.person_timers:
            return False
        with self.wiring.store.reading() as tx:
            return tx.is_any_due(kinds=self.service.person_timers)

    def _put_right(self, timer: Timer, *, later: Timer | None) -> str:
        if later is None:
            self.wiring.store.decide(lambda tx: tx.clear_timers([timer.timer_id]))
            return "dropped"
        self.wiring.store.decide(lambda tx: tx.set_timers([later]))
        return "postponed"

    def _run(self) -> None:
        usual = pause = self.wiring.settings.sweep_seconds
        while not self._stopping.is_set():
            self.health.turned("sweeper")
            try:
                self.turn()
                pause = usual
            except (StoreUnavailable, StreamMoved) as failure:
                pause = min(pause * 2, PAUSE_SECONDS_MAX)
                logs.get(service=self.wiring.service).warning("sweeper waits", error=type(failure).__name__)
            except Exception as failure:  # the thread's edge: a sweeper that ended would stop all clocks
                logs.get(service=self.wiring.service).critical(
                    "sweeper failed", error=type(failure).__name__, where=logs.where(failure)
                )
            self._stopping.wait(pause)
        self.health.ended("sweeper")
