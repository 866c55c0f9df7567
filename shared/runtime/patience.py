"""Waiting for a database that is away: the message is held, not given back, and the broker hears that we live."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from shared.journal.ports import StoreUnavailable, StreamMoved
from shared.telemetry import logs, traffic

T = TypeVar("T")

PAUSE_SECONDS_MIN: Final = 0.1
PAUSE_SECONDS_MAX: Final = 5.0


class BrokerAway(Exception):
    """The broker did not confirm in time, or is not there; what was sent may or may not have arrived."""


class GaveUp(Exception):
    """What we need stayed away longer than we wait; the process is to end, so that somebody notices."""


def silent() -> None:
    """Tell nobody."""


AWAY: Final = (StoreUnavailable, StreamMoved, BrokerAway)
"""What ends by itself, and what no message is to be given up for."""


@dataclass(slots=True, kw_only=True)
class Patience:
    """How long one process waits. `pulse` is called about twice a second while it does."""

    service: str
    seconds: float
    stopping: threading.Event = field(default_factory=threading.Event)
    pulse: Callable[[], None] = silent

    def insist(self, work: Callable[[], T]) -> T:
        """Do `work`, again and again while the database is away; refuse with `GaveUp` when patience ends."""
        began = time.monotonic()
        pause = PAUSE_SECONDS_MIN
        while True:
            try:
                done = work()
            except AWAY as failure:
                self._note(failure)
                if self.stopping.is_set() or time.monotonic() - began >= self.seconds:
                    raise GaveUp(type(failure).__name__) from failure
            else:
                if pause > PAUSE_SECONDS_MIN:
                    traffic.record_holding(service=self.service, holding=False)
                return done
            self._wait(pause)
            pause = min(pause * 2, PAUSE_SECONDS_MAX)

    def _wait(self, pause: float) -> None:
        end = time.monotonic() + pause
        while (left := end - time.monotonic()) > 0 and not self.stopping.wait(min(left, 0.5)):
            self.pulse()

    def _note(self, failure: Exception) -> None:
        traffic.record_holding(service=self.service, holding=True)
        logs.get(service=self.service).warning("database away, message held", error=type(failure).__name__)
