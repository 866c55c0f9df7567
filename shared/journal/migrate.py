"""Bringing a service's database to this release. Two migrations at once wait for each other."""

from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text

from shared.journal.engine import open_engine
from shared.journal.releases import MIGRATIONS, step_places, steps_taken

ONE_AT_A_TIME: Final = 0x63727570_69657200
"""The advisory lock of all migrations in one PostgreSQL database."""


class SchemaIsNewer(Exception):
    """The database was migrated by a later release; this one does not know its tables and leaves them alone."""


def migrate(*, url: str, schema: str = "", service: str = "") -> tuple[str, ...]:
    """Bring a database to this release's tables and return its revisions, or refuse with `SchemaIsNewer`."""
    engine = open_engine(url, schema=schema)
    try:
        with engine.begin() as connection:
            _wait_for_turn(connection, schema)
            script = _steps(service)
            _check_known(connection, script)
            command.upgrade(_config(service, connection), "heads")
            return tuple(sorted(steps_taken(connection)))
    finally:
        engine.dispose()


def _wait_for_turn(connection: Connection, schema: str) -> None:
    # On SQLite the transaction has begun as the only writer; on PostgreSQL it takes a lock and the time it needs.
    if connection.dialect.name != "postgresql":
        return
    connection.execute(text("SET LOCAL lock_timeout = 0"))
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:name)"), {"name": ONE_AT_A_TIME})
    if schema and schema not in inspect(connection).get_schema_names():
        connection.execute(text(f'CREATE SCHEMA "{schema}"'))


def _check_known(connection: Connection, script: ScriptDirectory) -> None:
    for revision in sorted(steps_taken(connection)):
        try:
            script.get_revision(revision)
        except CommandError as unknown:
            raise SchemaIsNewer(
                f"the database stands at {revision}, which this release does not know: run the release that migrated it"
            ) from unknown


def _steps(service: str) -> ScriptDirectory:
    return ScriptDirectory.from_config(_config(service))


def _config(service: str, connection: Connection | None = None) -> Config:
    config = Config()
    locations = "\n".join(map(str, step_places(service)))
    options = {"script_location": str(MIGRATIONS), "path_separator": "newline", "version_locations": locations}
    for name, value in options.items():
        config.set_main_option(name, value.replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
