"""Bringing a service's database to this release, and asking whether it is there.

The steps lie in `migrations/`; a service with tables of its own keeps theirs in `services/<service>/migrations/`, as a
branch beside the journal's that does not depend on it. Two migrations at once wait for each other.
"""

import importlib.util
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text

from shared.journal.engine import open_engine

HERE: Final = Path(__file__).parent / "migrations"
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
            return _revisions(connection)
    finally:
        engine.dispose()


def head_matches(*, url: str, schema: str = "", service: str = "") -> bool:
    """Whether the database has the tables of this very release."""
    engine = open_engine(url, schema=schema)
    try:
        with engine.connect() as connection:
            return set(_revisions(connection)) == set(_steps(service).get_heads())
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
    for revision in _revisions(connection):
        try:
            script.get_revision(revision)
        except CommandError as unknown:
            raise SchemaIsNewer(
                f"the database stands at {revision}, which this release does not know: run the release that migrated it"
            ) from unknown


def _revisions(connection: Connection) -> tuple[str, ...]:
    return tuple(sorted(MigrationContext.configure(connection).get_current_heads()))


def _steps(service: str) -> ScriptDirectory:
    return ScriptDirectory.from_config(_config(service))


def _config(service: str, connection: Connection | None = None) -> Config:
    config = Config()
    locations = "\n".join(map(str, (HERE / "versions", *_of_service(service))))
    options = {"script_location": str(HERE), "path_separator": "newline", "version_locations": locations}
    for name, value in options.items():
        config.set_main_option(name, value.replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _of_service(service: str) -> tuple[Path, ...]:
    # By name and not by import: shared code knows no service.
    package = importlib.util.find_spec("services")
    places = package.submodule_search_locations if package and service else ()
    found = (Path(place) / service / "migrations" for place in places or ())
    return tuple(place for place in found if place.is_dir())
