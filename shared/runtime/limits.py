"""How often one person may act: a bucket of turns that fills with time, kept by each process for itself."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from flask import current_app

from shared.runtime.problems import Problem
from shared.runtime.tokens import Person

PERSONS_MAX: Final = 10_000
BURST_SECONDS: Final = 2


@dataclass(slots=True, kw_only=True)
class Limit:
    """At most `per_second` in the long run, and twice as many at once."""

    per_second: float
    clock: Callable[[], float] = time.monotonic
    _full_at: OrderedDict[str, float] = field(default_factory=OrderedDict, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def wait_for(self, who: str) -> float:
        """Take one turn and return 0.0, or take none and return the seconds until the next."""
        now = self.clock()
        with self._lock:
            full_at = max(self._full_at.pop(who, now), now) + 1 / self.per_second
            allowed = full_at - now <= BURST_SECONDS
            self._full_at[who] = full_at if allowed else full_at - 1 / self.per_second
            while len(self._full_at) > PERSONS_MAX:
                self._full_at.popitem(last=False)
        return 0.0 if allowed else full_at - now - BURST_SECONDS


def check(who: Person) -> None:
    """Refuse with 429 somebody who acts faster than a person can."""
    limit: Limit = current_app.extensions["crupier.limit"]
    seconds = limit.wait_for(who.person)
    if seconds:
        raise Problem(429, "too_fast", "slower, please", headers={"Retry-After": str(ceil(seconds))})
