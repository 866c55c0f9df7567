"""The fixtures of every test of the journal and the ledger: a migrated database, and stores on it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine

from shared.journal.engine import open_engine
from shared.journal.migrate import migrate
from shared.journal.store import SqlStore
from tests.shared.journal.toys import ToyCodec

MakeStore = Callable[..., SqlStore]


def schema_of(url: str) -> str:
    """PostgreSQL has a schema for each service; on SQLite the file is the service's."""
    return "" if url.startswith("sqlite") else "casino"


@pytest.fixture
def migrated_url(store_url: str) -> str:
    """The address of a database with this release's tables."""
    migrate(url=store_url, schema=schema_of(store_url))
    return store_url


@pytest.fixture
def make_store(migrated_url: str) -> Iterator[MakeStore]:
    """Opens further stores on the test's database, as other processes would."""
    opened: list[SqlStore] = []

    def make(**options: Any) -> SqlStore:
        known = {"codec": ToyCodec(), "schema": schema_of(migrated_url), "resend_seconds": 0.0}
        store = SqlStore(url=migrated_url, **{**known, **options})
        opened.append(store)
        return store

    yield make
    for store in opened:
        store.close()


@pytest.fixture
def store(make_store: MakeStore) -> SqlStore:
    """A store on an empty database; the test runs on SQLite and on PostgreSQL."""
    return make_store()


@pytest.fixture
def engine(migrated_url: str) -> Iterator[Engine]:
    """What anybody has who can reach the database: plain SQL."""
    engine = open_engine(migrated_url, schema=schema_of(migrated_url))
    yield engine
    engine.dispose()


@contextmanager
def without_triggers(engine: Engine) -> Iterator[Any]:
    """A connection of somebody who owns the database and has switched its rules off."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        else:
            kept = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
            for name, _ in kept:
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
        yield connection
        if engine.dialect.name == "sqlite":
            for _, written in kept:
                connection.exec_driver_sql(written)


@pytest.fixture
def pg_migrated(pg_url: str) -> Iterator[SqlStore]:
    """A store on PostgreSQL, for what SQLite cannot come to because it has one writer at a time."""
    migrate(url=pg_url)
    store = SqlStore(url=pg_url, codec=ToyCodec())
    yield store
    store.close()
