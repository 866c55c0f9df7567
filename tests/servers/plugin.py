"""The pytest side: addresses as fixtures, versions in the header and the summary, and skips that nobody can miss."""

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.servers import postgres, rabbitmq
from tests.servers.binaries import Unavailable, postgres_bin, promtool_bin, rabbit_bin
from tests.servers.postgres import Postgres
from tests.servers.rabbitmq import Rabbit
from tests.servers.sharing import Run

STORES = ("sqlite", "postgres")


def pytest_configure(config: pytest.Config) -> None:
    """The first process of a run makes the directory that its workers share."""
    Run.join()


def pytest_unconfigure(config: pytest.Config) -> None:
    """The first process of a run removes the servers."""
    run = Run.join()
    if run.owner == os.getpid():
        run.remove()


def pytest_report_header() -> list[str]:
    """Say before the first test where the servers will come from."""
    return [_source("postgres", "CRUPIER_TEST_PG_URL"), _source("rabbitmq", "CRUPIER_TEST_AMQP_URL")]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say after the last test which servers it really was."""
    for line in Run.join().notes():
        terminalreporter.write_line(line, red="NOT TESTED" in line, green="NOT TESTED" not in line)


@pytest.fixture(scope="session")
def servers() -> Run:
    """The run's servers, none started yet."""
    return Run.join()


@pytest.fixture(scope="session")
def private_postgres(servers: Run) -> Postgres:
    """A PostgreSQL server of this process's own: a test may kill it, if it starts it again."""
    with _OrSkipped():
        return servers.postgres()


@pytest.fixture(scope="session")
def private_rabbit(servers: Run) -> Rabbit:
    """A RabbitMQ node of this process's own: a test may kill or freeze it, if it lets it go on again."""
    with _OrSkipped():
        return servers.rabbit()


@pytest.fixture(scope="session")
def promtool() -> str:
    """Prometheus' program that tries rules and alerts."""
    with _OrSkipped():
        return str(promtool_bin() / "promtool")


@pytest.fixture(scope="session")
def pg_server_url(servers: Run) -> str:
    """The address of a PostgreSQL server on which databases can be created: the given one, or the run's own."""
    given = os.environ.get("CRUPIER_TEST_PG_URL")
    with _OrSkipped():
        if not given:
            return servers.postgres().url
        servers.note("postgres", version=postgres.server_version(given), source="CRUPIER_TEST_PG_URL")
        return given


@pytest.fixture(scope="session")
def _pg_database(pg_server_url: str) -> Iterator[str]:
    # Making a database takes longer than most tests: each process of a run makes one, and empties it after each test.
    name = f"crupier_{uuid4().hex[:12]}"
    postgres.create_database(pg_server_url, name)
    yield pg_server_url.rpartition("/")[0] + f"/{name}"
    postgres.drop_database(pg_server_url, name)


@pytest.fixture
def pg_url(_pg_database: str) -> Iterator[str]:
    """The address of an empty PostgreSQL database for this test alone."""
    yield _pg_database
    postgres.empty_database(_pg_database)


@pytest.fixture(scope="session")
def amqp_url(servers: Run, worker_id: str) -> str:
    """The address of a broker: the given one, or a virtual host of the run's own for each xdist worker."""
    given = os.environ.get("CRUPIER_TEST_AMQP_URL")
    with _OrSkipped():
        if not given:
            return servers.rabbit().add_vhost(f"crupier-{worker_id}")
        servers.note("rabbitmq", version=rabbitmq.server_version(given), source="CRUPIER_TEST_AMQP_URL")
        return given


@pytest.fixture
def fresh_amqp_url(private_rabbit: Rabbit) -> Iterator[str]:
    """The address of an empty virtual host for this test alone, on the run's own node."""
    name = f"crupier-{uuid4().hex[:12]}"
    yield private_rabbit.add_vhost(name)
    private_rabbit.drop_vhost(name)


@pytest.fixture(params=STORES)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database: each test that asks for it runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.db'}"
    return str(request.getfixturevalue("pg_url"))


class _OrSkipped:
    """Turns a server that cannot be had into a skip, or into a failure where CRUPIER_REQUIRE_SERVICES=1."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        if isinstance(error, Unavailable):
            if os.environ.get("CRUPIER_REQUIRE_SERVICES") == "1":
                pytest.fail(f"CRUPIER_REQUIRE_SERVICES=1, and {error}", pytrace=False)
            pytest.skip(str(error))


def _source(kind: str, setting: str) -> str:
    if os.environ.get(setting):
        return f"{kind}: from {setting}"
    try:
        place = postgres_bin() if kind == "postgres" else rabbit_bin()
    except Unavailable as reason:
        return f"{kind}: NONE, {reason}"
    return f"{kind}: a private one, programs in {place}"
