"""Crashes, restarts, forks and refusals that somebody swallowed: the store is whole before and after."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Engine

from shared.journal.drivers import database_clock
from shared.journal.migrate import migrate
from shared.journal.ports import ServiceStore, StoreUnavailable, StreamMoved
from shared.journal.refusals import FactIsFinal
from shared.journal.store import SqlStore
from shared.ledger import invariants
from shared.ledger.posting import NotEnough
from tests.servers import Postgres
from tests.servers.sharing import ROOT, Run
from tests.shared.journal.stores import MakeStore, schema_of
from tests.shared.journal.toys import COUNT, Counted, ToyCodec, message, timer, transfer

CRASH = """
import os, signal, sys
from shared.journal.store import SqlStore
from tests.shared.journal.toys import Counted, ToyCodec, message, timer, transfer

store = SqlStore(url=sys.argv[1], schema=sys.argv[2], codec=ToyCodec())
for moment in ("after", "before"):
    with store.transaction() as tx:
        tx.append(stream=moment, expected_seq=0, facts=[Counted(1)], cause="crash")
        tx.post([transfer(moment, "world", "player/" + moment, 100)])
        tx.send([message(moment)])
        tx.set_timers([timer(moment, 0.0)])
        tx.receive(command_id=moment, kind="k", sender="s", body_sha256="b")
        if moment == "before":
            tx.finish()
            os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_store_is_what_the_runtime_asks_for(store: SqlStore) -> None:
    asked: ServiceStore = store
    asked.ping()


def test_a_process_killed_before_its_commit_leaves_nothing(store: SqlStore, migrated_url: str) -> None:
    """Its first transaction stands whole; of its second, written and not committed, there is no trace."""
    run = subprocess.run(
        [sys.executable, "-c", CRASH, migrated_url, schema_of(migrated_url)], cwd=ROOT, check=False, timeout=60
    )
    with store.relay() as outbox:
        messages = [each.message_id for each in outbox.claim_unsent(10)]
    with store.transaction() as tx:
        assert (-signal.SIGKILL, ["after"]) == (run.returncode, messages)
        assert [1, 0] == [len(tx.history(moment)) for moment in ("after", "before")]
        assert {"player/after": 100} == tx.balances("player/")
        assert ["after"] == [each.timer_id for each in tx.due_timers(10)]
        assert [False, True] == [
            tx.receive(command_id=moment, kind="k", sender="s", body_sha256="b") for moment in ("after", "before")
        ]
    with store.inspecting() as connection:
        assert () == invariants.breaches(connection)


def test_a_refusal_that_was_swallowed_still_undoes_everything(store: SqlStore) -> None:
    """PostgreSQL would answer the commit of a failed transaction with a rollback, and with no error at all."""
    with pytest.raises(NotEnough), store.transaction() as tx:
        tx.append(stream="h1", expected_seq=0, facts=[Counted(1)], cause="test")
        tx.post([transfer("x", "player/anna", "seat/t1/1", 5)])
        with suppress(NotEnough):
            tx.balance("player/anna")
    with store.reading() as tx:
        assert 0 == tx.fold(stream="h1", folding=COUNT).seq


def test_a_refused_transaction_does_not_spoil_its_connection(store: SqlStore) -> None:
    """Its writes went out together: the driver had statements in mind that the server refused to look at."""

    def everything(number: int) -> None:
        with store.transaction() as tx:
            tx.append(stream="h1", expected_seq=number, facts=[Counted(1)], cause="test")
            tx.post([transfer(f"x{number}", "player/anna", "seat/t1/1", 5)])
            tx.send([message(f"m{number}")])
            tx.set_timers([timer("act", 5.0)])

    for _ in range(3):
        with pytest.raises(NotEnough, match="player/anna"):
            everything(0)
    store.decide(lambda tx: tx.post([transfer("in", "world", "player/anna", 100)]))
    for number in range(3):
        everything(number)
    with store.reading() as tx:
        assert (3, 85, 3) == (len(tx.history("h1")), tx.balance("player/anna"), store.outbox_stats().unsent)


def test_a_refusal_costs_the_next_transaction_nothing(pg_migrated: SqlStore) -> None:
    """People ask for what the rules refuse all the time: PostgreSQL keeps what it has prepared for the next one."""

    def prepared() -> set[str]:
        with pg_migrated.reading() as tx:
            return {name for (name,) in tx.session.rows("SELECT name FROM pg_prepared_statements")}

    def ask() -> None:
        with pytest.raises(ZeroDivisionError), pg_migrated.transaction() as tx:
            tx.fold(stream="h1", folding=COUNT)
            raise ZeroDivisionError

    ask()
    before = prepared()
    ask()

    assert before <= prepared()


def test_whatever_is_raised_undoes_everything(store: SqlStore) -> None:
    for raised in (KeyboardInterrupt, SystemExit, ValueError):
        with pytest.raises(raised), store.transaction() as tx:
            tx.append(stream="h1", expected_seq=0, facts=[Counted(1)], cause="test")
            tx.balance("world")
            raise raised

    assert 0 == store.decide(lambda tx: tx.fold(stream="h1", folding=COUNT).seq)


def test_a_reader_writes_nothing(make_store: MakeStore) -> None:
    """PostgreSQL refuses it; on SQLite nobody finishes a reader's transaction, so what it collected is dropped."""
    store = make_store()
    try:
        with store.reading() as tx:
            tx.append(stream="h1", expected_seq=0, facts=[Counted(1)], cause="test")
            tx.send([message("m1")])
            tx.set_timers([timer("x", 0.0)])
    except StreamMoved:
        pass
    with make_store().reading() as tx:
        assert (0, 0) == (tx.fold(stream="h1", folding=COUNT).seq, store.outbox_stats().unsent)


def test_decide_gives_up_in_the_end_with_what_was_in_the_way(store: SqlStore) -> None:
    attempts = []

    def always_late(_tx: object) -> None:
        attempts.append(1)
        raise StreamMoved("again")

    with pytest.raises(StreamMoved, match="again"):
        store.decide(always_late)

    assert 8 == len(attempts)


def test_a_rule_that_plain_sql_broke_has_its_name(store: SqlStore) -> None:
    store.decide(lambda tx: tx.append(stream="h1", expected_seq=0, facts=[Counted(1)], cause="test"))
    with pytest.raises(FactIsFinal), store.transaction() as tx:
        tx._session.change("DELETE FROM journal")


def test_a_forked_child_opens_connections_of_its_own(store: SqlStore) -> None:
    """As gunicorn does it: the parent has used the store, the child uses it too, and the parent goes on."""
    store.decide(lambda tx: tx.append(stream="parent", expected_seq=0, facts=[Counted(1)], cause="test"))
    child = os.fork()
    if child == 0:
        try:
            if store._connections._engine.pool.checkedin():  # type: ignore[attr-defined]
                os._exit(2)
            store.decide(lambda tx: tx.append(stream="child", expected_seq=0, facts=[Counted(1)], cause="test"))
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    with store.transaction() as tx:
        assert (0, 1, 1) == (status, len(tx.history("child")), len(tx.history("parent")))


def test_a_restarted_server_costs_one_transaction_at_most(
    servers: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Who was in the middle is told that the database went away; everybody else does not notice."""
    server = Postgres.start(servers.directory / "restarted-postgres", durable=True)
    try:
        migrate(url=server.url)
        store = SqlStore(url=server.url, codec=ToyCodec())
        count = iter(range(10))

        def add() -> None:
            seq = next(count)
            store.decide(lambda tx: tx.append(stream="h1", expected_seq=seq, facts=[Counted(seq)], cause="test"))

        with store.reading(), store.reading():
            add()
        server.restart()
        add()
        with pytest.raises(StoreUnavailable), store.transaction() as tx:
            tx.append(stream="h2", expected_seq=0, facts=[Counted(1)], cause="test")
            server.restart()
        add()
        server.kill()
        with pytest.raises(StoreUnavailable):
            store.ping()
        server.resume()
        store.ping()
        with store.reading() as tx:
            assert (3, 0) == (len(tx.history("h1")), len(tx.history("h2")))
        store.close()
    finally:
        server.remove()


def test_a_full_disk_is_the_stores_trouble_and_not_the_callers(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'small.db'}"
    migrate(url=url)
    store = SqlStore(url=url, codec=ToyCodec(), pool_size=1)
    with store.reading() as tx:
        (page_count,) = tx._session.rows("PRAGMA page_count")[0]
        tx._session.rows(f"PRAGMA max_page_count = {page_count}")
    with pytest.raises(StoreUnavailable, match="full"), store.transaction() as tx:
        tx.append(stream="h1", expected_seq=0, facts=[Counted(n) for n in range(1_000)], cause="test")
    store.close()


def test_sqlite_is_opened_as_it_must_be(engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
        assert ["wal", 2, 1, 5000] == found
    else:
        with engine.connect() as connection:
            shown = ("synchronous_commit", "lock_timeout", "search_path")
            found = [connection.exec_driver_sql(f"SHOW {name}").scalar() for name in shown]
        assert ["on", "5s", "casino"] == found


def test_the_databases_clock_is_asked_by_default() -> None:
    assert database_clock() is None


def test_transfers_are_part_of_the_same_transaction(store: SqlStore) -> None:
    with pytest.raises(StreamMoved), store.transaction() as tx:
        tx.post([transfer("in", "world", "player/anna", 100)])
        tx.balance("world")
        tx.append(stream="h1", expected_seq=3, facts=[Counted(1)], cause="test")
    with store.reading() as tx:
        assert {} == tx.balances("")
