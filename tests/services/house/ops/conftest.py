"""Houses with something in their books, on files and on a PostgreSQL server that is set up as `deploy/` does it."""

import base64
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.house import databases, furnishing, roster
from services.house.running import House
from shared.money import Cents
from shared.runtime.settings import Settings
from tests.servers.binaries import Unavailable, postgres_bin
from tests.servers.postgres import Postgres

ROOT = Path(__file__).parents[4]


def keys() -> dict[str, str]:
    """Key rings drawn for one test."""
    drawn = {name: base64.b64encode(os.urandom(32)).decode() for name in ("MESSAGE", "SEAL", "TOKEN")}
    return {f"CRUPIER_{name}_KEYS": f"k1:{key}" for name, key in drawn.items()}


@pytest.fixture
def house_keys() -> dict[str, str]:
    return keys()


@pytest.fixture
def on_files(tmp_path: Path, house_keys: dict[str, str]) -> Settings:
    """A house on files, opened once, with a table and a person's money in its books."""
    settings = Settings.from_environment(
        {"CRUPIER_DATA": str(tmp_path / "var"), "CRUPIER_PORT": "0", "CRUPIER_LOG_LEVEL": "error", **house_keys}
    )
    house = House(settings)
    house.open()
    try:
        furnishing.open_tables(house.inside, each=1, hasty=True)
        furnishing.deposit(house.inside, "ada", Cents(123_456), key="deposit-of-ada-1")
        furnishing.deposit(house.inside, "bea", Cents(50_000), key="deposit-of-bea-1")
    finally:
        house.close()
    return settings


@pytest.fixture(scope="session")
def deployed_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Postgres, Path]]:
    """A PostgreSQL server with the roles and schemas of deploy/postgres/roles.sh, and the directory of its secrets."""
    try:
        postgres_bin()
    except Unavailable as reason:
        if os.environ.get("CRUPIER_REQUIRE_SERVICES") == "1":
            pytest.fail(str(reason), pytrace=False)
        pytest.skip(str(reason))
    secrets = tmp_path_factory.mktemp("secrets")
    subprocess.run([sys.executable, ROOT / "deploy" / "make-secrets", "--directory", secrets], check=True)
    # pytest's own directories are closed to the server's user.
    place = Path(tempfile.mkdtemp(prefix="crupier-ops-"))
    place.chmod(0o755)
    server = Postgres.start(place / "server")
    try:
        yield server, secrets
    finally:
        server.remove()
        shutil.rmtree(place, ignore_errors=True)


@pytest.fixture
def on_postgres(deployed_postgres: tuple[Postgres, Path], house_keys: dict[str, str]) -> Iterator[dict[str, str]]:
    """The environment of a migrated, empty house on PostgreSQL, as the roles that own its schemas."""
    server, secrets = deployed_postgres
    subprocess.run(
        [shutil.which("psql") or "psql", "-qc", "CREATE DATABASE house", server.url.replace("+psycopg", "")], check=True
    )
    environment = {
        **os.environ,
        "SECRETS_DIR": str(secrets),
        "POSTGRES_USER": "crupier",
        "POSTGRES_DB": "house",
        "PGHOST": "127.0.0.1",
        "PGPORT": str(server.port),
    }
    subprocess.run([ROOT / "deploy" / "postgres" / "roles.sh"], env=environment, check=True, capture_output=True)
    address = f"postgresql+psycopg://{{service}}_owner@127.0.0.1:{server.port}/house"
    settings = {"CRUPIER_DATABASE_URL": address, "CRUPIER_BROKER_URL": "amqp://x@localhost/none", **house_keys}
    databases.bring_up(Settings.from_environment(settings), roster.all_services())
    yield settings
    _forget(server)


def _forget(server: Postgres) -> None:
    roles = [
        f"{service}{of}" for service in ("dealer", "betting", "jackpot", "lobby") for of in ("", "_owner", "_auditor")
    ]
    for statement in ("DROP DATABASE house WITH (FORCE)", f"DROP ROLE {', '.join(roles)}, auditor"):
        subprocess.run(["psql", "-qc", statement, server.url.replace("+psycopg", "")], check=True)
