"""A player's act over HTTP, committed, against a bare Flask route that makes one durable commit."""

import http.client
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
from flask import Flask

from services.betting.wiring import SERVICE
from shared.journal.migrate import migrate
from shared.journal.store import SqlStore
from shared.runtime.composing import codec_for, wire
from shared.runtime.flask_app import make_http
from shared.runtime.health import Health
from shared.runtime.serving import ThreadedServer
from shared.runtime.settings import Settings
from tests.bench.acting import Acts, timed
from tests.bench.measuring import Line, NotHere, Size, Target, in_turn, ratios
from tests.servers import Postgres
from tests.servers.binaries import Unavailable
from tests.servers.postgres import create_database, plain

AT_MOST = Target(limit=2, at_least=False)


def measure(size: Size) -> tuple[Line, ...]:
    """Measure the median time of a request, on PostgreSQL with its writes forced to the disk."""
    with tempfile.TemporaryDirectory(prefix="crupier-bench-") as place:
        Path(place).chmod(0o711)  # the server runs as another user
        try:
            server = Postgres.start(Path(place) / "postgres", durable=True)
        except Unavailable as reason:
            raise NotHere(f"no PostgreSQL: {reason}") from None
        try:
            create_database(server.url, "house")
            return _measured(server.url_of("house"), Path(place), size)
        finally:
            server.remove()


def _measured(url: str, data: Path, size: Size) -> tuple[Line, ...]:
    settings = Settings.from_environment(
        {"CRUPIER_ENV": "test", "CRUPIER_DATA": str(data), "CRUPIER_ACTS_PER_SECOND": "10000"}
    )
    migrate(url=url, schema="betting")
    store = SqlStore(url=url, schema="betting", codec=codec_for(SERVICE, settings))
    wired = replace(wire(SERVICE, settings), store=store)
    acts, times = Acts(wired), 10 if size.short else 200
    with (
        psycopg.connect(plain(url), autocommit=True) as connection,
        _serving(make_http(SERVICE, wired, Health(service="betting"))) as ours,
        _serving(_bare(connection)) as theirs,
    ):
        taken = in_turn(
            {
                "act": lambda: statistics.median(acts.timed(ours) for _ in range(times)),
                "bare": lambda: statistics.median(timed(theirs, "/", {}, {}) for _ in range(times)),
            },
            size=size,
        )
    store.close()
    what = "a player's act over HTTP, median, against a bare route with one commit"
    milliseconds = tuple(1000 * seconds for seconds in taken["act"])
    return (
        Line(name="H3", what=what, unit="×", values=ratios(taken["act"], taken["bare"]), target=AT_MOST),
        Line(name="H3", what="a player's act over HTTP, median", unit="ms", values=milliseconds),
    )


def _bare(connection: psycopg.Connection) -> Flask:
    """What a web application costs here that only notes that it was asked."""
    connection.execute("CREATE TABLE noted (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what text NOT NULL)")
    app = Flask("bare")

    @app.post("/")
    def note() -> tuple[dict[str, Any], int]:
        connection.execute("INSERT INTO noted (what) VALUES ('act')", prepare=True)
        return {"noted": True}, 201

    return app


@contextmanager
def _serving(app: Flask) -> Iterator[http.client.HTTPConnection]:
    """A connection to an application in a server of its own."""
    server = ThreadedServer(app, host="127.0.0.1", port=0)
    server.start()
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    try:
        yield connection
    finally:
        connection.close()
        server.stop()
