"""A database comes to this release's tables from nothing, and from no other place than an earlier release."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, inspect

from shared.journal import releases
from shared.journal.engine import BadSchemaName, open_engine
from shared.journal.migrate import SchemaIsNewer, _steps, migrate
from shared.journal.releases import is_of_this_release, last_steps
from shared.journal.tables import METADATA
from tests.shared.journal.stores import schema_of

OWN_TABLE = '''
"""A table of the lobby's own."""
import sqlalchemy as sa
from alembic import op
revision = "lobby_0001"
down_revision = None
branch_labels = ("lobby",)
depends_on = None
def upgrade() -> None:
    op.create_table("session", sa.Column("id", sa.Text(), primary_key=True))
'''


def test_a_new_database_is_not_ready_until_it_is_migrated(store_url: str) -> None:
    schema = schema_of(store_url)
    before = is_of_this_release(url=store_url, schema=schema)
    revisions = migrate(url=store_url, schema=schema)

    assert (False, ("journal_0001",), True) == (
        before,
        revisions,
        is_of_this_release(url=store_url, schema=schema),
    )


def test_migrating_again_changes_nothing(migrated_url: str) -> None:
    assert ("journal_0001",) == migrate(url=migrated_url, schema=schema_of(migrated_url))


def test_the_migrations_build_the_tables_that_the_code_knows(engine: Engine) -> None:
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), METADATA)
        inspector = inspect(connection)
        checks = {
            table.name: sorted(str(check["name"]) for check in inspector.get_check_constraints(table.name))
            for table in METADATA.sorted_tables
        }

    assert [] == differences
    assert checks == {
        table.name: sorted(
            str(check.name) for check in table.constraints if check.__class__.__name__ == "CheckConstraint"
        )
        for table in METADATA.sorted_tables
    }


def test_two_at_once_wait_for_each_other(store_url: str) -> None:
    results: list[object] = []

    def run() -> None:
        try:
            results.append(migrate(url=store_url, schema=schema_of(store_url)))
        except Exception as error:
            results.append(error)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [("journal_0001",)] * 3 == results


def test_the_tables_of_a_later_release_are_left_alone(engine: Engine, migrated_url: str) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'journal_0999'")

    assert not is_of_this_release(url=migrated_url, schema=schema_of(migrated_url))
    with pytest.raises(SchemaIsNewer, match="journal_0999"):
        migrate(url=migrated_url, schema=schema_of(migrated_url))


def test_a_service_brings_tables_of_its_own(store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are a branch beside the journal's; to a service that knows nothing of them the database is a stranger's."""
    (tmp_path / "lobby_0001.py").write_text(OWN_TABLE)
    own = {"lobby": (tmp_path,)}
    monkeypatch.setattr(releases, "_of_service", lambda service: own.get(service, ()))
    schema = schema_of(store_url)
    revisions = migrate(url=store_url, schema=schema, service="lobby")
    engine = open_engine(store_url, schema=schema)
    with engine.connect() as connection:
        tables = inspect(connection).get_table_names()
    engine.dispose()

    assert ("journal_0001", "lobby_0001") == revisions
    assert {"session", "journal", "transfer"} <= set(tables)
    assert is_of_this_release(url=store_url, schema=schema, service="lobby")
    assert not is_of_this_release(url=store_url, schema=schema)


@pytest.mark.parametrize("service", ["dealer", "betting", "jackpot", "lobby"])
def test_the_last_steps_are_those_that_the_builder_of_tables_ends_with(service: str) -> None:
    assert set(_steps(service).get_heads()) == last_steps(service)


def test_who_only_asks_for_the_release_does_not_load_the_builder_of_tables() -> None:
    program = "import sys, services.house.processes, shared.runtime.worker; print('alembic' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert "False" == told.stdout.strip()


def test_a_service_is_looked_for_by_its_name() -> None:
    assert () == releases._of_service("")
    assert () == releases._of_service("no_such_service")


def test_services_share_a_database_each_in_its_schema(pg_url: str) -> None:
    for schema in ("dealer", "betting"):
        migrate(url=pg_url, schema=schema)
    engine = open_engine(pg_url)
    with engine.connect() as connection:
        inspector = inspect(connection)
        found = [schema for schema in inspector.get_schema_names() if "journal" in inspector.get_table_names(schema)]
    engine.dispose()

    assert ["betting", "dealer"] == sorted(found)


@pytest.mark.parametrize("name", ["Betting", "x; DROP TABLE account", "a-b", "1st", "ñ"])
def test_a_schemas_name_is_plain(name: str) -> None:
    with pytest.raises(BadSchemaName):
        open_engine("postgresql+psycopg://nobody@127.0.0.1/x", schema=name)
