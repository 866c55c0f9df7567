"""The two databases' sessions.

They hand finished SQL to the driver: SQLAlchemy would take longer to compile it than the database to run it. Its engine
keeps the connections, and its tables say what the columns are.
"""

# ruff: noqa: S608 (the SQL is put together from our own words; values go in as values)

import json
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import lru_cache
from typing import Any, Final

import psycopg
from sqlalchemy import Engine, Integer, PoolProxiedConnection, Table
from sqlalchemy.exc import SQLAlchemyError

from shared.journal.ports import StoreUnavailable
from shared.journal.refusals import named
from shared.journal.session import Row, Session

Clock = Callable[[], int | None]

IN_LIST: Final = re.compile(r"\bIN :(\w+)")
VALUE: Final = re.compile(r"(?<![:\w]):(\w+)")
GIVEN_TIME: Final = "coalesce(CAST(:now AS BIGINT), "
SQLITE_NOW: Final = f"{GIVEN_TIME}CAST(round((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) * 1000)"
POSTGRESQL_NOW: Final = f"{GIVEN_TIME}CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT))"


def database_clock() -> int | None:
    """Leave the time to the database. A simulator hands in a clock of its own instead, in microseconds."""
    return None


def open_session(engine: Engine, *, clock: Clock) -> tuple[Session, PoolProxiedConnection]:
    """Return a session on a connection of the engine's pool, and the pool's hold on that connection."""
    try:
        held = engine.raw_connection()
    except (SQLAlchemyError, sqlite3.Error, psycopg.Error) as error:
        raise named(error) from error
    driver: Any = held.driver_connection
    if engine.dialect.name == "sqlite":
        return SqliteSession(driver, clock=clock), held
    return PostgresSession(driver, clock=clock), held


class SqliteSession:
    """A session on SQLite."""

    def __init__(self, connection: sqlite3.Connection, *, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock
        self._refused: Exception | None = None

    def rows(self, statement: str, **values: Any) -> list[Row]:
        return self._run(statement, values).fetchall()

    def change(self, statement: str, **values: Any) -> int:
        return self._run(statement, values).rowcount

    def insert(
        self,
        table: Table,
        columns: tuple[str, ...],
        rows: Sequence[Row],
        *,
        new: tuple[str, ...] = (),
        once: str = "",
        then: str = "",
    ) -> int:
        statement = _sqlite_insert(table, columns, columns if once else new, then)
        now = self._clock()
        given = (dict(zip((*columns, "now"), (*row, now), strict=True)) for row in rows)
        return sum(self._execute(statement, values).rowcount for values in given)

    def begin(self, *, writing: bool) -> None:
        self._execute("BEGIN IMMEDIATE" if writing else "BEGIN", {})

    def gather(self) -> None:
        """There is nobody to wait for: the database is in this process."""

    def commit(self) -> None:
        if self._refused:
            raise self._refused
        self._execute("COMMIT", {})

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self._execute("ROLLBACK", {})

    def _run(self, statement: str, values: Mapping[str, Any]) -> sqlite3.Cursor:
        flat = {name: json.dumps(value) if isinstance(value, list) else value for name, value in values.items()}
        return self._execute(_sqlite_form(statement), {**flat, "now": self._clock()})

    def _execute(self, statement: str, values: Mapping[str, Any]) -> sqlite3.Cursor:
        try:
            return self._connection.execute(statement, values)
        except sqlite3.Error as error:
            self._refused = named(error, values)
            raise self._refused from error


class PostgresSession:
    """A session on PostgreSQL. Transactions are begun and ended by name, in the driver's autocommit mode."""

    def __init__(self, connection: psycopg.Connection[Row], *, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock
        self._refused: Exception | None = None
        self._gathering = ExitStack()

    def rows(self, statement: str, **values: Any) -> list[Row]:
        return self._run(statement, values).fetchall()

    def change(self, statement: str, **values: Any) -> int:
        return self._run(statement, values).rowcount

    def insert(
        self,
        table: Table,
        columns: tuple[str, ...],
        rows: Sequence[Row],
        *,
        new: tuple[str, ...] = (),
        once: str = "",
        then: str = "",
    ) -> int:
        statement = _postgresql_insert(table, columns, new, once, then)
        values = {name: list(given) for name, given in zip(columns, zip(*rows, strict=True), strict=True)}
        return self._execute(statement, {**values, "now": self._clock()}).rowcount

    def begin(self, *, writing: bool) -> None:
        if not self._connection.autocommit:
            self._connection.autocommit = True
        self._execute(b"BEGIN" if writing else b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", None)

    def gather(self) -> None:
        self._gathering.enter_context(self._connection.pipeline())

    def commit(self) -> None:
        if self._refused:
            raise self._refused
        self._execute(b"COMMIT", None)
        try:
            self._gathering.close()
        except psycopg.Error as error:
            raise named(error) from error

    def rollback(self) -> None:
        with suppress(psycopg.Error):  # what was refused is known; here are only those that came after it
            self._gathering.close()
        # Past the driver, or it would forget what it has prepared, and each refusal would cost preparing it again.
        done = self._connection.pgconn.exec_(b"ROLLBACK")
        if done.status != psycopg.pq.ExecStatus.COMMAND_OK:
            raise StoreUnavailable(f"PostgreSQL: {done.get_error_message()}")

    def _run(self, statement: str, values: Mapping[str, Any]) -> psycopg.Cursor[Row]:
        return self._execute(_postgresql_form(statement), {**values, "now": self._clock()})

    def _execute(self, statement: bytes, values: Mapping[str, Any] | None) -> psycopg.Cursor[Row]:
        try:
            return self._connection.execute(statement, values)
        except psycopg.Error as error:
            self._refused = named(error)
            raise self._refused from error


@lru_cache(maxsize=256)
def _sqlite_form(statement: str) -> str:
    bare = statement.replace("{lock}", "").replace("{skip}", "").replace("{now}", SQLITE_NOW)
    return IN_LIST.sub(r"IN (SELECT value FROM json_each(:\1))", bare)


@lru_cache(maxsize=256)
def _postgresql_form(statement: str) -> bytes:
    locked = statement.replace("{lock}", "FOR UPDATE").replace("{skip}", "FOR UPDATE SKIP LOCKED")
    listed = IN_LIST.sub(r"= ANY(:\1)", locked.replace("{now}", POSTGRESQL_NOW))
    return VALUE.sub(r"%(\1)s", listed).encode()


@lru_cache(maxsize=64)
def _sqlite_insert(table: Table, columns: tuple[str, ...], new: tuple[str, ...], then: str) -> str:
    stamps = _stamps(table, columns)
    values = ", ".join((*(f":{column}" for column in columns), *(SQLITE_NOW for _ in stamps)))
    same = " AND ".join(f"{column} = :{column}" for column in new)
    only = f"NOT EXISTS (SELECT 1 FROM {table.name} WHERE {same})" if new else "true"
    return f"INSERT INTO {table.name} ({', '.join((*columns, *stamps))}) SELECT {values} WHERE {only} {then}"


@lru_cache(maxsize=64)
def _postgresql_insert(table: Table, columns: tuple[str, ...], new: tuple[str, ...], once: str, then: str) -> bytes:
    stamps = _stamps(table, columns)
    taken = ", ".join((*(f"given.{column}" for column in columns), *(POSTGRESQL_NOW for _ in stamps)))
    kinds = ("bigint" if isinstance(table.c[column].type, Integer) else "text" for column in columns)
    given = ", ".join(f":{column}::{kind}[]" for column, kind in zip(columns, kinds, strict=True))
    statement = (
        f"INSERT INTO {table.name} ({', '.join((*columns, *stamps))}) SELECT {taken} "
        f"FROM unnest({given}) AS given ({', '.join(columns)}) {_on_conflict(table, columns, new, once) or then}"
    )
    return VALUE.sub(r"%(\1)s", statement).encode()


def _on_conflict(table: Table, columns: tuple[str, ...], new: tuple[str, ...], once: str) -> str:
    if once:
        before, now = (", ".join(f"{row}.{column}" for column in columns) for row in (table.name, "excluded"))
        return f"ON CONFLICT ({once}) DO UPDATE SET {once} = excluded.{once} WHERE ({before}) IS DISTINCT FROM ({now})"
    return f"ON CONFLICT ({', '.join(new)}) DO NOTHING" if new else ""


def _stamps(table: Table, columns: tuple[str, ...]) -> tuple[str, ...]:
    times = (column for column in table.c if column.name.endswith("_us") and not column.nullable)
    return tuple(column.name for column in times if column.name not in columns)
