"""An event stream (text/event-stream) of one table: resumes where the reader was, and ends after a while."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import Empty
from typing import Final

from services.lobby import keeping
from services.lobby.keeping import Numbered
from services.lobby.tailing import Subscription, Tail, as_text, view_of
from shared.runtime.wiring import Wiring

HEARTBEAT_SECONDS: Final = 15.0
STREAM_SECONDS: Final = 600.0
"""Streams end after a while, so that a process that is to end is not held up; the browser comes back by itself."""
RESUMED_MAX: Final = 1_000
RETRY: Final = "retry: 2000\n\n"
HEARTBEAT: Final = ": still here\n\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """What one reader of one table is told, as text. `after` is the last event he has, or -1 for from now on."""

    wiring: Wiring
    tail: Tail
    subscription: Subscription
    after: int
    heartbeat_seconds: float = HEARTBEAT_SECONDS
    stream_seconds: float = STREAM_SECONDS
    clock: Callable[[], float] = time.monotonic

    def texts(self) -> Iterator[str]:
        """Yield what is missed, the view as it stands, and then whatever comes."""
        ends = self.clock() + self.stream_seconds
        try:
            yield RETRY
            last = self.after
            for text, reached in self._missed():
                last = reached
                yield text
            yield self._view()
            while not self.subscription.cut_off and (left := ends - self.clock()) > 0:
                try:
                    item_or_end = self.subscription.items.get(timeout=min(self.heartbeat_seconds, left))
                except Empty:
                    yield HEARTBEAT
                    continue
                if item_or_end is None:
                    break
                if isinstance(item_or_end, Numbered) and item_or_end.seq <= last:
                    continue
                yield as_text(item_or_end, now=self.wiring.clock())
        finally:
            self.tail.unsubscribe(self.subscription)

    def _missed(self) -> Iterator[tuple[str, int]]:
        """Yield the events that the reader has not had, with the number up to which he then has them."""
        last = self.after
        with self.wiring.store.reading() as tx:
            oldest, newest = keeping.oldest_seq(tx), keeping.last_seq(tx)
        if 0 <= last < oldest - 1:
            yield f'event: gap\ndata: {{"after":{last},"oldest":{oldest}}}\n\n', last
        while 0 <= last < newest:
            with self.wiring.store.reading() as tx:
                page = keeping.after(tx, last, most=RESUMED_MAX, table=self.subscription.table)
            for numbered in page:
                last = numbered.seq
                yield as_text(numbered, now=self.wiring.clock()), last
            if len(page) < RESUMED_MAX:
                break

    def _view(self) -> str:
        with self.wiring.store.reading() as tx:
            seen = view_of(tx, self.subscription.table)
        return as_text(seen, now=self.wiring.clock()) if seen else HEARTBEAT
