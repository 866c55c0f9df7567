"""How the two databases are opened: their pragmas, their time limits, and who begins a transaction."""

import re
import sqlite3
from typing import Any, Final

import psycopg
from psycopg.types.numeric import Int8Dumper
from sqlalchemy import Connection, Engine, create_engine, event, make_url

BUSY_SECONDS: Final = 5
PRAGMAS: Final = (
    f"busy_timeout = {BUSY_SECONDS * 1000}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "recursive_triggers = ON",
)
LIMITS: Final = ("lock_timeout=5s", "statement_timeout=10s", "idle_in_transaction_session_timeout=60s")
"""A wedged client may hold rows for a minute at most, and nobody waits for it longer than five seconds."""

SCHEMA_FORM: Final = re.compile(r"([a-z][a-z0-9_]{0,62})?")
READING: Final = "crupier_reading"
"""The execution option of a connection that only reads, so that on SQLite it does not take the writer's place."""


class BadSchemaName(ValueError):
    """A schema's name that is not plain lower-case letters, digits and underscores."""


def open_engine(url: str, *, schema: str = "", pool_size: int = 5) -> Engine:
    """Return an engine that connects when first used. `schema` is PostgreSQL's; SQLite has one file per service."""
    if not SCHEMA_FORM.fullmatch(schema):
        raise BadSchemaName(f"schema {schema!r}: expected lower-case letters, digits and underscores")
    if make_url(url).get_backend_name() == "sqlite":
        engine = create_engine(url, pool_size=pool_size, max_overflow=-1, connect_args={"timeout": BUSY_SECONDS})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    path = (f"search_path={schema}",) if schema else ()
    options = " ".join(f"-c {setting}" for setting in (*path, *LIMITS))
    engine = create_engine(
        url,
        pool_size=pool_size,
        max_overflow=-1,
        connect_args={"options": options, "connect_timeout": BUSY_SECONDS},
    )
    event.listen(engine, "connect", _set_up_postgresql)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # the driver begins no transaction behind our back
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later would fail at once when somebody wrote in between.
    reading = connection.get_execution_options().get(READING, False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _set_up_postgresql(connection: psycopg.Connection[Any], _record: Any) -> None:
    # One width for all whole numbers, so that a statement is prepared once and not once for each width; and at once, as
    # there are few statements and each comes again. (Prepared later, a statement that is sent together with one that is
    # refused would count as prepared although the server never looked at it.)
    connection.adapters.register_dumper(int, Int8Dumper)
    connection.prepare_threshold = 0
