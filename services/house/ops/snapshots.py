"""All services' databases as of one moment."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import psycopg
from psycopg import sql

from services.house import databases, roster
from shared.runtime.settings import Settings

Row = tuple[Any, ...]

LOCK_SECONDS: Final = 20.0
BATCH: Final = 5_000

_TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY tablename"
_COLUMNS: Final = """
    SELECT column_name FROM information_schema.columns
    WHERE table_schema = %s AND table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position
"""

_KEYS: Final = """
    SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = format('%%I.%%I', %s::text, %s::text)::regclass AND i.indisprimary
    ORDER BY array_position(i.indkey::int2[], a.attnum)
"""


class SeparateDatabases(RuntimeError):
    """The services keep their data in different databases, which cannot be read as of one moment."""


class Snapshot(Protocol):
    """One service's tables as they were at that moment."""

    def tables(self) -> tuple[str, ...]: ...

    def columns(self, table: str) -> tuple[str, ...]:
        """The columns that are kept; what the database computes by itself is not among them."""
        ...

    def rows(self, table: str, columns: tuple[str, ...]) -> Iterator[Row]:
        """The rows in the order of their key, so that the same content is written alike."""
        ...


@contextmanager
def snapshots(settings: Settings) -> Iterator[Mapping[str, Snapshot]]:
    """The services' databases, all as of the same moment; the house may go on meanwhile."""
    names = tuple(service.name for service in roster.all_services() if service.has_database)
    addresses = {name: settings.database_for(name) for name in names}
    on_files = addresses[names[0]].startswith(databases.SQLITE)
    with _of_files(addresses) if on_files else _of_postgres(addresses) as taken:
        yield taken


class SqliteSnapshot:
    """A file's tables, read in one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection: Final = connection

    def tables(self) -> tuple[str, ...]:
        found = self._connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        )
        return tuple(name for (name,) in found)

    def columns(self, table: str) -> tuple[str, ...]:
        return sqlite_columns(self._connection, table)

    def rows(self, table: str, columns: tuple[str, ...]) -> Iterator[Row]:
        named = ", ".join(f'"{column}"' for column in columns)
        keys = [row[1] for row in self._connection.execute(f'PRAGMA table_info("{table}")') if row[5]]
        order = ", ".join(f'"{column}"' for column in keys or columns)
        yield from self._connection.execute(f'SELECT {named} FROM "{table}" ORDER BY {order}')  # noqa: S608  # our own


class PostgresSnapshot:
    """A schema's tables, read in one transaction."""

    def __init__(self, connection: psycopg.Connection[Any], schema: str) -> None:
        self._connection: Final = connection
        self._schema: Final = schema

    def tables(self) -> tuple[str, ...]:
        return tuple(name for (name,) in self._connection.execute(_TABLES, (self._schema,)))

    def columns(self, table: str) -> tuple[str, ...]:
        return postgres_columns(self._connection, self._schema, table)

    def rows(self, table: str, columns: tuple[str, ...]) -> Iterator[Row]:
        keys = [name for (name,) in self._connection.execute(_KEYS, (self._schema, table))]
        statement = sql.SQL("SELECT {} FROM {} ORDER BY {}").format(
            sql.SQL(", ").join(map(sql.Identifier, columns)),
            sql.Identifier(self._schema, table),
            sql.SQL(", ").join(map(sql.Identifier, keys or columns)),
        )
        with self._connection.cursor(name=f"of_{table}") as cursor:
            cursor.itersize = BATCH
            yield from cursor.execute(statement)


def sqlite_columns(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    """Return the columns that are kept; the seventh value of each row says that one is computed."""
    return tuple(row[1] for row in connection.execute(f'PRAGMA table_xinfo("{table}")') if row[6] == 0)


def postgres_columns(connection: psycopg.Connection[Any], schema: str, table: str) -> tuple[str, ...]:
    """Return the columns that are kept."""
    return tuple(name for (name,) in connection.execute(_COLUMNS, (schema, table)))


def plain(address: str) -> str:
    """Return a database's address in the form that the driver itself takes."""
    return address.replace("postgresql+psycopg://", "postgresql://", 1)


@contextmanager
def _of_files(addresses: Mapping[str, str]) -> Iterator[Mapping[str, Snapshot]]:
    """While every file's one writer is ourselves, each file is opened to read; then all may write again."""
    with ExitStack() as opened:
        reading: dict[str, Snapshot] = {}
        with ExitStack() as held:
            paths = {name: Path(address.removeprefix(databases.SQLITE)) for name, address in addresses.items()}
            for path in paths.values():
                held.enter_context(_writer(path))
            for name, path in paths.items():
                connection = opened.enter_context(closing(_connected(path)))
                connection.execute("BEGIN")
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
                reading[name] = SqliteSnapshot(connection)
        yield reading


@contextmanager
def _writer(path: Path) -> Iterator[None]:
    with closing(_connected(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def _connected(path: Path) -> sqlite3.Connection:
    if not path.exists():
        raise FileNotFoundError(2, "no such database", str(path))
    return sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)


@contextmanager
def _of_postgres(addresses: Mapping[str, str]) -> Iterator[Mapping[str, Snapshot]]:
    """The first connection says what moment it sees, and the others ask to see the same."""
    with ExitStack() as opened:
        taken: dict[str, Snapshot] = {}
        moment = ""
        for name, address in addresses.items():
            connection = opened.enter_context(psycopg.connect(plain(address), autocommit=True))
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            if moment:
                try:
                    connection.execute(sql.SQL("SET TRANSACTION SNAPSHOT {}").format(sql.Literal(moment)))
                except psycopg.Error as refused:
                    raise SeparateDatabases(
                        f"{name} is not in the same database as the others ({type(refused).__name__}): "
                        "back such an installation up with PostgreSQL's own tools, stopped"
                    ) from None
            else:
                (moment,) = connection.execute("SELECT pg_export_snapshot()").fetchall()[0]
            taken[name] = PostgresSnapshot(connection, name)
        yield taken
