"""The servers that other tests stand on: they answer, they come back after a kill, and nothing of them is left."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import kombu
import psycopg

from tests.servers import Run, postgres, processes
from tests.servers.postgres import Postgres
from tests.servers.rabbitmq import Rabbit
from tests.servers.sharing import DIRECTORY, ROOT


def test_an_empty_database_answers(pg_url: str) -> None:
    """Each test has a database of its own, without tables."""
    with psycopg.connect(postgres.plain(pg_url)) as connection:
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchall()

    assert [(0,)] == tables


def test_a_virtual_host_takes_and_gives_a_message(fresh_amqp_url: str) -> None:
    """Each test has a virtual host of its own, in which it may do everything."""
    with kombu.Connection(fresh_amqp_url) as connection, connection.SimpleQueue("said") as queue:
        queue.put("hello")

        assert "hello" == queue.get(timeout=5).payload


def test_a_server_is_shared_by_everyone_in_the_run(servers: Run, private_rabbit: Rabbit) -> None:
    """The second who asks gets the node that runs."""
    assert private_rabbit == Run.join().rabbit()
    assert any(line.startswith(("rabbitmq 3", "rabbitmq 4")) for line in servers.notes())


def test_a_killed_postgres_comes_back_with_what_was_committed() -> None:
    """`durable=True` is a server whose crashes mean something."""
    run = Run(Path(os.environ[DIRECTORY]))
    server = Postgres.start(run.directory / "killed-postgres", durable=True)
    try:
        with psycopg.connect(postgres.plain(server.url), autocommit=True) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS value")
        server.restart()
        with psycopg.connect(postgres.plain(server.url)) as connection:
            assert [(7,)] == connection.execute("SELECT value FROM kept").fetchall()
    finally:
        server.remove()
    assert not server.directory.exists()


def test_a_killed_and_frozen_rabbit_comes_back_with_its_durable_messages() -> None:
    """The hooks of the chaos tests: SIGKILL and start again, SIGSTOP and SIGCONT."""
    node = Rabbit.start(Path(os.environ[DIRECTORY]) / "killed-rabbit")
    try:
        confirmed = kombu.Connection(node.url, transport_options={"confirm_publish": True})
        with confirmed as connection, connection.SimpleQueue("kept") as queue:
            queue.put("still here", delivery_mode=2)
        node.restart()
        node.freeze()
        node.thaw()
        with kombu.Connection(node.url) as connection, connection.SimpleQueue("kept") as queue:
            assert "still here" == queue.get(timeout=10).payload
    finally:
        node.remove()
    ports = (node.port, node.port_mapper_port)
    processes.wait_until(lambda: not any(map(processes.listens, ports)), seconds=10, what=lambda: "it still answers")


def test_servers_are_gone_soon_after_their_run_was_killed() -> None:
    """The keeper does what a killed run cannot."""
    source = "from tests.servers import Run; r = Run.join(); print(r.postgres().port, r.directory, flush=True); input()"
    without = {name: value for name, value in os.environ.items() if name != DIRECTORY}
    with subprocess.Popen(
        [sys.executable, "-c", source], cwd=ROOT, env=without, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as killed:
        assert killed.stdout is not None
        port, directory = killed.stdout.readline().split()
        assert processes.listens(int(port))
        killed.send_signal(signal.SIGKILL)
    until = time.monotonic() + 20
    while Path(directory).exists() and time.monotonic() < until:
        time.sleep(0.2)

    assert not processes.listens(int(port))
    assert not Path(directory).exists()


def test_a_run_without_servers_says_so_and_fails_where_they_are_required() -> None:
    """A skip is loud; with CRUPIER_REQUIRE_SERVICES=1 it is a failure."""
    blind = "import tests.servers.binaries as b, sys, pytest; b.POSTGRES_PLACES = (); b.shutil.which = lambda _: None"
    test = f"{__file__}::test_an_empty_database_answers"
    run = f"{blind}; sys.exit(pytest.main(['-p', 'no:cacheprovider', {test!r}]))"
    without = {name: value for name, value in os.environ.items() if not name.startswith("CRUPIER_")}
    skipped, failed = (
        subprocess.run(
            [sys.executable, "-c", run], cwd=ROOT, env={**without, **extra}, capture_output=True, text=True, check=False
        )
        for extra in ({}, {"CRUPIER_REQUIRE_SERVICES": "1"})
    )

    assert (0, True) == (skipped.returncode, "postgres: NOT TESTED, no initdb" in skipped.stdout)
    assert (1, True) == (failed.returncode, "CRUPIER_REQUIRE_SERVICES=1, and no initdb" in failed.stdout)
