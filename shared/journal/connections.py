"""The connections of one store: handed out for one transaction each, given back whole or thrown away."""

import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from sqlalchemy import Connection, Engine, PoolProxiedConnection

from shared.journal.drivers import Clock, open_session
from shared.journal.engine import BUSY_SECONDS, READING, open_engine
from shared.journal.ports import Contended, StoreUnavailable
from shared.journal.session import Row, Session


class Connections:
    """A pool of connections to one database. It connects when first used, and threads may share it."""

    def __init__(self, url: str, *, schema: str, pool_size: int, clock: Clock) -> None:
        self._engine = open_engine(url, schema=schema, pool_size=pool_size)
        self._clock = clock
        self._one_writer = threading.Lock()
        _forget_connections_after_fork(self._engine)

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a file with one writer at a time."""
        return self._engine.dialect.name == "sqlite"

    @contextmanager
    def session(self, *, writing: bool) -> Iterator[Session]:
        """A session in a transaction that is committed at the end of the block, and undone when the block raises."""
        with self._turn(writing=writing):
            session, held = self._begun(writing=writing)
            try:
                yield session
                session.commit()
            except BaseException as error:
                self._undo(session, held, broken=isinstance(error, StoreUnavailable))
                raise
            held.close()

    @contextmanager
    def inspecting(self) -> Iterator[Connection]:
        """A SQLAlchemy connection that reads one moment, without a limit of time."""
        with self._engine.connect() as connection:
            if self.is_sqlite:
                connection.execution_options(**{READING: True})
            else:
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            yield connection

    def close(self) -> None:
        """Close the connections that are not in use."""
        self._engine.dispose()

    def _turn(self, *, writing: bool) -> AbstractContextManager[None]:
        # SQLite lets one write at a time. Within a process it is better to queue for that than to ask again and again.
        return taken(self._one_writer) if writing and self.is_sqlite else nullcontext()

    def _begun(self, *, writing: bool) -> tuple[Session, PoolProxiedConnection]:
        try:
            return self._begun_on(self._engine, writing=writing)
        except StoreUnavailable:
            # The pool's connections may be of before a restart of the server: a fresh one shows whether it is back.
            self._engine.dispose()
            return self._begun_on(self._engine, writing=writing)

    def _begun_on(self, engine: Engine, *, writing: bool) -> tuple[Session, PoolProxiedConnection]:
        session, held = open_session(engine, clock=self._clock)
        try:
            session.begin(writing=writing)
        except StoreUnavailable:
            held.invalidate()
            raise
        except BaseException:
            held.close()
            raise
        return session, held

    def _undo(self, session: Session, held: PoolProxiedConnection, *, broken: bool) -> None:
        try:
            session.rollback()
        except Exception:
            broken = True
        if broken:
            held.invalidate()
            self._engine.dispose()
        else:
            held.close()


class EachForItself:
    """Runs each statement in a transaction of its own."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def rows(self, statement: str, **values: Any) -> list[Row]:
        with self._connections.session(writing=False) as session:
            return session.rows(statement, **values)

    def change(self, statement: str, **values: Any) -> int:
        with self._connections.session(writing=True) as session:
            return session.change(statement, **values)


@contextmanager
def taken(lock: threading.Lock) -> Iterator[None]:
    """Hold a lock, or refuse with `Contended` when it is not to be had in the time that a database would wait."""
    if not lock.acquire(timeout=BUSY_SECONDS):
        raise Contended(f"another thread of this process has been at work for {BUSY_SECONDS} s")
    try:
        yield
    finally:
        lock.release()


def _forget_connections_after_fork(engine: Engine) -> None:
    # Two processes on one connection would read each other's answers.
    known = weakref.ref(engine)

    def forget() -> None:
        if kept := known():
            kept.dispose(close=False)

    os.register_at_fork(after_in_child=forget)
