"""A service's database, on SQLite or PostgreSQL."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final, TypeVar

from sqlalchemy import Connection

from shared.journal import mail
from shared.journal.cache import StateCache
from shared.journal.connections import Connections, EachForItself, taken
from shared.journal.drivers import Clock, database_clock
from shared.journal.ports import Codec, Committed, OutboxStats, StreamMoved
from shared.journal.transaction import SqlTx

T = TypeVar("T")

TRIES_MAX: Final = 8
PAUSE_SECONDS: Final = 0.002
"""The first pause before a transaction is decided again; each further one is twice as long."""


class SqlStore:
    """Implements `ServiceStore`. It connects when first used, and threads may share it.

    `schema` is PostgreSQL's; on SQLite a service has a file of its own. `resend_seconds` is the shortest time between
    two resendings of the answers to one question. `clock` replaces the database's clock in a simulation.
    """

    def __init__(
        self,
        *,
        url: str,
        codec: Codec,
        schema: str = "",
        pool_size: int = 5,
        cached_states: int = 1024,
        resend_seconds: float = 5.0,
        clock: Clock = database_clock,
    ) -> None:
        self._connections = Connections(url, schema=schema, pool_size=pool_size, clock=clock)
        self._codec = codec
        self._resend_seconds = resend_seconds
        self._cache = StateCache(capacity=cached_states)
        self._one_relay = threading.Lock()
        self._listeners: tuple[Callable[[Committed], None], ...] = ()

    def transaction(self) -> AbstractContextManager[SqlTx]:
        """A transaction that is committed at the end of the block, and undone when the block raises."""
        return self._writing(locking=False)

    @contextmanager
    def reading(self) -> Iterator[SqlTx]:
        """A transaction that sees one moment and writes nothing."""
        with self._connections.session(writing=False) as session:
            yield SqlTx(session, codec=self._codec, cache=self._cache)

    def decide(self, work: Callable[[SqlTx], T]) -> T:
        """Run `work` in a transaction, again from the start when somebody else was faster.

        The second time and after, it takes the streams that it reads for itself, so that it comes to an end.
        """
        for attempt in range(TRIES_MAX - 1):
            try:
                with self._writing(locking=attempt > 0) as tx:
                    return work(tx)
            except StreamMoved:
                time.sleep(PAUSE_SECONDS * 2**attempt * (0.5 + random.random()))  # noqa: S311 (no secret)
        with self._writing(locking=True) as tx:
            return work(tx)

    @contextmanager
    def relay(self) -> Iterator[mail.Unsent]:
        """The outbox, for one relay while it publishes: what it claims is held until the end of the block.

        On PostgreSQL row locks hold it. SQLite has none, and a lock on the file would hold up everybody for as long as
        the broker takes: there one relay at a time has its turn, and only the marking is a transaction.
        """
        if self._connections.is_sqlite:
            with taken(self._one_relay):
                yield mail.Unsent(EachForItself(self._connections))
        else:
            with self._connections.session(writing=True) as session:
                yield mail.Unsent(session)

    def outbox_stats(self) -> OutboxStats:
        """Return how many messages wait to be sent, and for how long the oldest has waited."""
        with self._connections.session(writing=False) as session:
            return mail.stats(session)

    def on_commit(self, listener: Callable[[Committed], None]) -> None:
        """Have `listener` called after each commit that left something; it must be quick and must not raise."""
        self._listeners = (*self._listeners, listener)

    def inspecting(self) -> AbstractContextManager[Connection]:
        """A connection that reads one moment without a limit of time, for `audit` and `invariants`."""
        return self._connections.inspecting()

    def ping(self) -> None:
        """Return when the database answers, else raise `StoreUnavailable`."""
        with self._connections.session(writing=False) as session:
            session.rows("SELECT 1")

    def close(self) -> None:
        """Close the connections that are not in use."""
        self._connections.close()

    @contextmanager
    def _writing(self, *, locking: bool) -> Iterator[SqlTx]:
        with self._connections.session(writing=True) as session:
            tx = SqlTx(
                session,
                codec=self._codec,
                cache=self._cache,
                locking=locking,
                resend_seconds=self._resend_seconds,
            )
            yield tx
            left = tx.finish()
        tx.committed()
        if left.facts or left.messages or left.timers:
            for listener in self._listeners:
                listener(left)
