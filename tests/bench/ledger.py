"""Transfers a second on PostgreSQL, against the same as one prepared statement with nothing around it."""

import itertools
import random
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import psycopg

from tests.bench.measuring import Line, NotHere, Rate, Size, Target, in_turn, rate_of, ratios
from tests.servers import Postgres
from tests.servers.binaries import Unavailable
from tests.servers.postgres import plain
from tests.shared.ledger import measure as ledger

STATEMENT: Final = """
    WITH made AS (INSERT INTO public.plain_transfer (id, debit, credit, amount)
        VALUES (%s, %s, %s, 1) RETURNING debit, credit, amount),
    given AS (UPDATE public.plain_account SET balance = balance - made.amount FROM made WHERE path = made.debit),
    taken AS (UPDATE public.plain_account SET balance = balance + made.amount FROM made WHERE path = made.credit)
    SELECT 1 FROM made
"""


def measure(size: Size) -> tuple[Line, ...]:
    """Measure one transfer, and the settlement of a hand, each with its commit to the disk."""
    with tempfile.TemporaryDirectory(prefix="crupier-bench-") as place:
        Path(place).chmod(0o711)  # the server runs as another user
        try:
            server = Postgres.start(Path(place) / "postgres", durable=True)
        except Unavailable as reason:
            raise NotHere(f"no PostgreSQL: {reason}") from None
        try:
            return _measured(server, Path(place), size)
        finally:
            server.remove()


def _measured(server: Postgres, place: Path, size: Size) -> tuple[Line, ...]:
    with psycopg.connect(plain(server.url), autocommit=True) as connection:
        connection.execute(ledger.PLAIN_TABLES)
        store = ledger._store(server.url, "betting")
        sides: dict[str, Rate] = {
            "one": _rate(ledger._one_transfer(store), size),
            "statement": _rate(_prepared(connection), size),
            "together": _rate(ledger._settlement(store), size),
            "apart": _rate(ledger._one_by_one(store), size),
            "pgbench": partial(ledger._pgbench, server, place),
        }
        if size.short:
            del sides["pgbench"]  # it measures for two seconds at a time
        taken = in_turn(sides, size=size)
        store.close()
    lines = [
        Line(
            name="L1",
            what=f"one transfer against one prepared statement by {by}",
            unit="×",
            values=ratios(taken["one"], taken[side]),
            target=Target(limit=0.6),
        )
        for side, by in (("statement", "psycopg"), ("pgbench", "pgbench"))
        if side in taken
    ]
    settled = ratios(taken["together"], taken["apart"])
    what = f"a hand's {ledger.HAND} transfers in one transaction against one by one"
    return (*lines, Line(name="L2", what=what, unit="×", values=settled, target=Target(limit=2)))


def _rate(work: Callable[[], None], size: Size) -> Rate:
    def once() -> int:
        work()
        return 1

    return partial(rate_of, once, seconds=size.seconds)


def _prepared(connection: psycopg.Connection) -> Callable[[], None]:
    numbers = itertools.count(random.randrange(10**9) * 10**6)

    def work() -> None:
        connection.execute(STATEMENT, (f"c{next(numbers)}", *ledger._pairs()), prepare=True)

    return work
