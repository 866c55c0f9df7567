"""Passes events on to the open streams of a process: one thread asks the database, however many people watch."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from queue import Full, Queue
from typing import Final, TypeVar

from services.lobby import keeping, metrics, showing
from services.lobby.keeping import Numbered
from shared.journal.ports import ServiceStore, StoreUnavailable, StreamMoved, Tx
from shared.runtime.wiring import Wiring
from shared.telemetry import logs

T = TypeVar("T")

POLL_SECONDS: Final = 0.2
PAUSE_SECONDS: Final = 1.0
READ_MAX: Final = 500
WAITING_MAX: Final = 1_000
"""How many events a slow reader may lie behind; then the stream ends, and the reader's next one resumes."""


class TooManyStreams(Exception):
    """As many streams are open in this process as it can serve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A table's view as JSON text, after the event `seq`."""

    seq: int
    text: str


Item = Numbered | Shown | None
"""What a stream is handed: an event, a view, or nothing for its end."""


@dataclass(slots=True, kw_only=True, eq=False)
class Subscription:
    """One open stream of one table."""

    table: str
    items: "Queue[Item]" = field(default_factory=lambda: Queue(WAITING_MAX))
    cut_off: bool = False

    def hand(self, item: Item) -> None:
        """Put something into the stream, or cut off a reader who does not keep up."""
        try:
            self.items.put_nowait(item)
        except Full:
            self.cut_off = True


@dataclass(slots=True, kw_only=True)
class Tail:
    """The streams of one process and the thread that feeds them; it begins with the first stream."""

    wiring: Wiring
    streams_max: int
    _subscriptions: set[Subscription] = field(default_factory=set, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _wake: threading.Event = field(default_factory=threading.Event, init=False)
    _stopping: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)

    def start(self) -> None:
        """Nothing to do before somebody watches."""

    def stop(self) -> None:
        """End all streams and the thread."""
        self._stopping.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
        for subscription in self._watching():
            subscription.hand(None)

    def wake(self) -> None:
        """Look at once whether there is something new."""
        self._wake.set()

    def subscribe(self, table: str) -> Subscription:
        """Return a stream that gets everything of a table from now on, or refuse with `TooManyStreams`."""
        subscription = Subscription(table=table)
        with self._lock:
            if len(self._subscriptions) >= self.streams_max or self._stopping.is_set():
                raise TooManyStreams(f"{len(self._subscriptions)} streams are open")
            self._subscriptions.add(subscription)
            metrics.record_streams(count=len(self._subscriptions))
            if self._thread is None:
                last = self._read(keeping.last_seq)
                self._thread = threading.Thread(target=self._run, args=(last,), name="lobby-tail", daemon=True)
                self._thread.start()
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Forget a stream."""
        with self._lock:
            self._subscriptions.discard(subscription)
            metrics.record_streams(count=len(self._subscriptions))

    def _run(self, last: int) -> None:
        while not self._stopping.is_set():
            self._wake.wait(POLL_SECONDS)
            self._wake.clear()
            try:
                last = self._pass_on(last)
            except (StoreUnavailable, StreamMoved) as failure:
                logs.get(service=self.wiring.service).warning("tail waits", error=type(failure).__name__)
                self._stopping.wait(PAUSE_SECONDS)

    def _pass_on(self, last: int) -> int:
        events = self._read(lambda tx: keeping.after(tx, last, most=READ_MAX))
        if not events:
            return last
        watched = {subscription.table for subscription in self._watching()}
        changed = {numbered.event.table for numbered in events} & watched
        with self.wiring.store.reading() as tx:
            views = {table: view_of(tx, table) for table in sorted(changed)}
        for subscription in self._watching():
            for numbered in events:
                if numbered.event.table == subscription.table:
                    subscription.hand(numbered)
            if view := views.get(subscription.table):
                subscription.hand(view)
        if len(events) == READ_MAX:
            self._wake.set()
        return events[-1].seq

    def _watching(self) -> tuple[Subscription, ...]:
        with self._lock:
            return tuple(self._subscriptions)

    def _read(self, work: Callable[[Tx], T]) -> T:
        with self.wiring.store.reading() as tx:
            return work(tx)


def view_of(tx: Tx, table: str) -> Shown | None:
    """Return a table's view as the stream carries it."""
    found = showing.table(tx, table)
    if found is None:
        return None
    return Shown(seq=found["last_event"], text=json.dumps(found, separators=(",", ":")))


def as_text(item: Numbered | Shown, *, now: datetime) -> str:
    """Return an event, or a view, in the form of an event stream; a view has no id, since it can be had again."""
    if isinstance(item, Shown):
        return f'event: view\ndata: {{"now":"{now.isoformat(timespec="milliseconds")}","table":{item.text}}}\n\n'
    event = item.event
    data = json.dumps({**event.body, "table": event.table, "hand": event.hand, "at": event.at}, separators=(",", ":"))
    return f"id: {item.seq}\nevent: {event.name}\ndata: {data}\n\n"


_tails: Final[dict[ServiceStore, Tail]] = {}
_tails_lock: Final = threading.Lock()


def tail_of(wiring: Wiring) -> Tail:
    """Return the process's one tail of this lobby."""
    with _tails_lock:
        tail = _tails.get(wiring.store)
        if tail is None:
            tail = _tails[wiring.store] = Tail(wiring=wiring, streams_max=streams_max(wiring))
        return tail


def streams_max(wiring: Wiring) -> int:
    """Return how many streams a process serves: fewer than its threads, so that requests still find one."""
    return EMBEDDED_STREAMS_MAX if wiring.settings.embedded else WEB_STREAMS_MAX


EMBEDDED_STREAMS_MAX: Final = 200
WEB_STREAMS_MAX: Final = 24
