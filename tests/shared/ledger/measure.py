"""`python -m tests.shared.ledger.measure`: transfers a second on both databases, against pgbench in the same run.

Every figure is taken several times in turn with the others; what counts are the ratios of the medians. The PostgreSQL
server keeps fsync on, as SQLite does with `synchronous = FULL`.
"""

import itertools
import random
import re
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psycopg

from shared.journal.migrate import migrate
from shared.journal.store import SqlStore
from tests.servers import Postgres, Run, binaries
from tests.servers.postgres import plain
from tests.shared.journal.toys import COUNT, Counted, ToyCodec, message, timer, transfer

ROUNDS: Final = 5
SECONDS: Final = 2.0
SEATS: Final = 1_000
HAND: Final = 8
"""Transfers of one settlement."""

PLAIN_TABLES: Final = """
    CREATE TABLE IF NOT EXISTS public.plain_account (path text PRIMARY KEY, balance bigint NOT NULL);
    CREATE TABLE IF NOT EXISTS public.plain_transfer (
        seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text UNIQUE NOT NULL, debit text NOT NULL,
        credit text NOT NULL, amount bigint NOT NULL, at timestamptz NOT NULL DEFAULT now());
    INSERT INTO public.plain_account SELECT 'seat/t/' || n, 1000000 FROM generate_series(0, 999) AS n;
"""
PLAIN_TRANSFER: Final = """\\set giver random(0, 499)
\\set taker random(500, 999)
\\set key random(1, 9000000000000000000)
WITH made AS (INSERT INTO public.plain_transfer (id, debit, credit, amount)
    VALUES ('k' || :key, 'seat/t/' || :giver, 'seat/t/' || :taker, 1) RETURNING debit, credit, amount),
given AS (UPDATE public.plain_account SET balance = balance - made.amount FROM made WHERE path = made.debit),
taken AS (UPDATE public.plain_account SET balance = balance + made.amount FROM made WHERE path = made.credit)
SELECT 1 FROM made;
"""


def main() -> None:
    """Measure and print."""
    with _run() as run:
        server = Postgres.start(run.directory / "measured-postgres", durable=True)
        try:
            _measure(server, run.directory)
        finally:
            server.remove()


def _measure(server: Postgres, directory: Path) -> None:
    figures: dict[str, list[float]] = {}
    with psycopg.connect(plain(server.url), autocommit=True) as connection:
        connection.execute(PLAIN_TABLES)
    stores = {"PostgreSQL": _store(server.url, "betting"), "SQLite": _store(f"sqlite:///{directory / 'm.db'}", "")}
    for _ in range(ROUNDS):
        figures.setdefault("pgbench, one prepared CTE", []).append(_pgbench(server, directory))
        for name, store in stores.items():
            for what, work, transfers in (
                ("one transfer, one transaction", _one_transfer, 1),
                (f"{HAND} transfers, one transaction", _settlement, HAND),
                (f"{HAND} transfers, {HAND} transactions", _one_by_one, HAND),
                ("a whole act: 1 command, 2 facts, 1 transfer, 1 message, 1 timer", _act, 1),
            ):
                figures.setdefault(f"{name}: {what}", []).append(transfers * _rate(work(store)))
    print(f"transfers a second, median of {ROUNDS} (lowest to highest)")
    for what, taken in figures.items():
        print(f"{statistics.median(taken):9.0f}  ({min(taken):.0f} to {max(taken):.0f})  {what}")
    median = {what: statistics.median(taken) for what, taken in figures.items()}
    against_pgbench = median["PostgreSQL: one transfer, one transaction"] / median["pgbench, one prepared CTE"]
    print(f"L1 one transfer against pgbench: {against_pgbench:.2f} (target 0.6)")
    for name in stores:
        together, apart = (
            median[f"{name}: {HAND} transfers, {way}"] for way in ("one transaction", f"{HAND} transactions")
        )
        print(f"L2 settlement against one by one, {name}: {together / apart:.2f} (target 2)")


def _store(url: str, schema: str) -> SqlStore:
    migrate(url=url, schema=schema)
    store = SqlStore(url=url, schema=schema, codec=ToyCodec())
    with store.transaction() as tx:
        tx.post([transfer(f"in{n}", "world", f"seat/t/{n}", 1_000_000) for n in range(SEATS)])
    return store


def _rate(work: Callable[[], None]) -> float:
    for _ in range(20):
        work()
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        work()
        done += 1
    return done / (time.perf_counter() - began)


def _pairs() -> tuple[str, str]:
    return f"seat/t/{random.randrange(SEATS // 2)}", f"seat/t/{random.randrange(SEATS // 2, SEATS)}"


def _one_transfer(store: SqlStore) -> Callable[[], None]:
    def work() -> None:
        with store.transaction() as tx:
            tx.post([transfer(f"k{next(NUMBERS)}", *_pairs(), 1)])

    return work


def _settlement(store: SqlStore) -> Callable[[], None]:
    def work() -> None:
        with store.transaction() as tx:
            tx.post([transfer(f"k{next(NUMBERS)}", *_pairs(), 1) for _ in range(HAND)])

    return work


def _one_by_one(store: SqlStore) -> Callable[[], None]:
    one = _one_transfer(store)

    def work() -> None:
        for _ in range(HAND):
            one()

    return work


def _act(store: SqlStore) -> Callable[[], None]:
    def work() -> None:
        number = next(NUMBERS)
        stream, command = f"h{number // 40}", f"c{number}"
        with store.transaction() as tx:
            tx.receive(command_id=command, kind="betting.act", sender="lobby", body_sha256="b" * 64)
            tx.put_question(stream=stream, command_id=command)
            folded = tx.fold(stream=stream, folding=COUNT)
            facts = [Counted(1), Counted(2)]
            tx.append(stream=stream, expected_seq=folded.seq, facts=facts, cause=command, actor="anna")
            tx.post([transfer(f"k{number}", *_pairs(), 1)])
            tx.send([message(f"m{number}", answers=command)])
            tx.set_timers([timer(f"{stream}:act", 30.0, stream=stream)])

    return work


def _pgbench(server: Postgres, directory: Path) -> float:
    script = directory / "transfer.sql"
    script.write_text(PLAIN_TRANSFER)
    done = subprocess.run(
        [
            *(binaries.postgres_bin() / "pgbench", "--no-vacuum", "--protocol=prepared", f"--time={round(SECONDS)}"),
            *(f"--file={script}", "--host=127.0.0.1", f"--port={server.port}", "--username=crupier", "postgres"),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    assert found, done.stdout
    return float(found.group(1))


@contextmanager
def _run() -> Iterator[Run]:
    run = Run.join()
    try:
        yield run
    finally:
        run.remove()


NUMBERS: Final = itertools.count(random.randrange(10**9) * 10**6)


if __name__ == "__main__":
    main()
