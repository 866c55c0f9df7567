"""The databases that a backup goes into: empty, at the same migration, filled past their own triggers."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import psycopg
from psycopg import sql

from services.house import databases, roster
from services.house.ops.snapshots import Row, plain, postgres_columns, sqlite_columns
from shared.runtime.settings import Settings

Fill = Callable[[str, tuple[str, ...], Iterable[Row]], None]

_SEQUENCES: Final = """
    SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = %s AND is_identity = 'YES'
"""


class Target(Protocol):
    """One service's database."""

    def revisions(self) -> tuple[str, ...]: ...

    def columns(self, table: str) -> tuple[str, ...]: ...

    def holds_rows(self, table: str) -> bool: ...

    def filling(self) -> AbstractContextManager[Fill]:
        """One transaction in which tables are filled without the triggers that guard them in daily work."""
        ...


@contextmanager
def targets(settings: Settings) -> Iterator[Mapping[str, Target]]:
    """Every service's database, opened to be filled."""
    with ExitStack() as opened:
        found: dict[str, Target] = {}
        for service in (each.name for each in roster.all_services() if each.has_database):
            address = settings.database_for(service)
            if address.startswith(databases.SQLITE):
                path = Path(address.removeprefix(databases.SQLITE))
                if not path.exists():
                    raise FileNotFoundError(2, "no such database; run `crupier migrate` first", str(path))
                found[service] = SqliteTarget(
                    opened.enter_context(closing(sqlite3.connect(path, isolation_level=None)))
                )
            else:
                connection = opened.enter_context(psycopg.connect(plain(address), autocommit=True))
                found[service] = PostgresTarget(connection, schema=service)
        yield found


class SqliteTarget:
    """A file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection: Final = connection

    def revisions(self) -> tuple[str, ...]:
        return tuple(revision for (revision,) in self._connection.execute("SELECT version_num FROM alembic_version"))

    def columns(self, table: str) -> tuple[str, ...]:
        return sqlite_columns(self._connection, table)

    def holds_rows(self, table: str) -> bool:
        return bool(self._connection.execute(f'SELECT EXISTS (SELECT 1 FROM "{table}")').fetchone()[0])  # noqa: S608  # our own

    @contextmanager
    def filling(self) -> Iterator[Fill]:
        """Take the triggers away, fill, and put them back, in one transaction."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            found = self._connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers: list[tuple[str, str]] = found.fetchall()
            for name, _ in triggers:
                self._connection.execute(f'DROP TRIGGER "{name}"')
            yield self._fill
            for _, statement in triggers:
                self._connection.execute(statement)
            self._connection.execute("COMMIT")
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise

    def _fill(self, table: str, columns: tuple[str, ...], rows: Iterable[Row]) -> None:
        named, places = ", ".join(f'"{column}"' for column in columns), ", ".join("?" for _ in columns)
        self._connection.execute(f'DELETE FROM "{table}"')  # noqa: S608  # our own
        self._connection.executemany(f'INSERT INTO "{table}" ({named}) VALUES ({places})', rows)  # noqa: S608  # our own


class PostgresTarget:
    """A schema, reached as the role that owns its tables."""

    def __init__(self, connection: psycopg.Connection[Any], *, schema: str) -> None:
        self._connection: Final = connection
        self._schema: Final = schema

    def revisions(self) -> tuple[str, ...]:
        found = self._connection.execute(self._on("SELECT version_num FROM {}", "alembic_version"))
        return tuple(revision for (revision,) in found)

    def columns(self, table: str) -> tuple[str, ...]:
        return postgres_columns(self._connection, self._schema, table)

    def holds_rows(self, table: str) -> bool:
        return bool(self._connection.execute(self._on("SELECT EXISTS (SELECT 1 FROM {})", table)).fetchall()[0][0])

    @contextmanager
    def filling(self) -> Iterator[Fill]:
        """Silence the triggers, fill, let the counters go on after the last number, and set the triggers again."""
        filled: list[str] = []

        def fill(table: str, columns: tuple[str, ...], rows: Iterable[Row]) -> None:
            filled.append(table)
            self._connection.execute(self._on("ALTER TABLE {} DISABLE TRIGGER USER", table))
            self._connection.execute(self._on("DELETE FROM {}", table))
            named = sql.SQL(", ").join(map(sql.Identifier, columns))
            statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(self._schema, table), named)
            with self._connection.cursor() as cursor, cursor.copy(statement) as copy:
                for row in rows:
                    copy.write_row(row)

        with self._connection.transaction():
            yield fill
            self._go_on_counting()
            for table in filled:
                self._connection.execute(self._on("ALTER TABLE {} ENABLE TRIGGER USER", table))

    def _go_on_counting(self) -> None:
        for table, column in self._connection.execute(_SEQUENCES, (self._schema,)).fetchall():
            statement = sql.SQL(
                "SELECT setval(pg_get_serial_sequence({}, {}), max({})) FROM {} HAVING max({}) > 0"
            ).format(
                sql.Literal(f'"{self._schema}"."{table}"'),
                sql.Literal(column),
                sql.Identifier(column),
                sql.Identifier(self._schema, table),
                sql.Identifier(column),
            )
            self._connection.execute(statement)

    def _on(self, statement: str, table: str) -> sql.Composed:
        return sql.SQL(statement).format(sql.Identifier(self._schema, table))
