"""Plain SQL, by whoever reaches the database: what it refuses by itself, without a line of our Python."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from shared.journal.store import SqlStore
from tests.shared.journal.toys import Counted, message, transfer

JOURNAL = "INSERT INTO journal (stream, seq, kind, version, body, at_us, cause, actor, prev_hash, hash) VALUES "
TRANSFER = "INSERT INTO transfer (id, debit, credit, amount, reason, hand, at_us) VALUES "


@pytest.fixture(autouse=True)
def _some_history(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.append(stream="h1", expected_seq=0, facts=[Counted(1), Counted(2)], cause="test")
        tx.post([transfer("in", "world", "player/anna", 1000), transfer("sit", "player/anna", "seat/t1/3", 400)])
        tx.send([message("m1")])


def refused(engine: Engine, *statements: str) -> str:
    """Return what the database said when the last of the statements was refused; nothing of them is kept."""
    *before, last = statements
    with engine.connect() as connection:
        for statement in before:
            connection.exec_driver_sql(statement)
        with pytest.raises(DBAPIError) as refusal:
            connection.exec_driver_sql(last)
    return str(refusal.value.orig).splitlines()[0]


@pytest.mark.parametrize(
    ("rule", "statement"),
    [
        ("fact_is_final", "UPDATE journal SET body = '{}' WHERE seq = 2"),
        ("fact_is_final", "UPDATE journal SET actor = 'nobody'"),
        ("fact_is_final", "DELETE FROM journal WHERE seq = 2"),
        ("fact_is_final", "UPDATE stream_head SET seq = 1"),
        ("fact_is_final", "UPDATE stream_head SET stream = 'h2'"),
        ("fact_is_final", "DELETE FROM stream_head"),
        ("stream_moved", JOURNAL + "('h1', 2, 'Counted', 1, '{}', 0, '', '', '', 'x')"),
        ("stream_moved", JOURNAL + "('h1', 4, 'Counted', 1, '{}', 0, '', '', '', 'x')"),
        ("stream_moved", JOURNAL + "('h1', 3, 'Counted', 1, '{}', 0, '', '', 'another', 'x')"),
        ("stream_moved", JOURNAL + "('h2', 2, 'Counted', 1, '{}', 0, '', '', '', 'x')"),
        ("stream_moved", JOURNAL + "('h2', 0, 'Counted', 1, '{}', 0, '', '', '', 'x')"),
        ("transfer_is_final", "UPDATE transfer SET amount = 1"),
        ("transfer_is_final", "UPDATE transfer SET debit = 'player/berta' WHERE id = 'sit'"),
        ("transfer_is_final", "DELETE FROM transfer WHERE id = 'sit'"),
        ("balance_follows_transfers", "UPDATE account SET balance = 5000 WHERE path = 'player/anna'"),
        ("balance_follows_transfers", "UPDATE account SET balance = balance + 400, last_transfer = 2"),
        ("balance_follows_transfers", "UPDATE account SET path = 'player/berta' WHERE path = 'player/anna'"),
        ("balance_follows_transfers", "UPDATE account SET last_transfer = 1 WHERE path = 'seat/t1/3'"),
        ("balance_follows_transfers", "INSERT INTO account (path, balance, last_transfer) VALUES ('player/b', 9, 0)"),
        ("balance_follows_transfers", "INSERT INTO account (path, balance, last_transfer) VALUES ('player/b', 0, 2)"),
        ("balance_follows_transfers", "DELETE FROM account WHERE path = 'seat/t1/3'"),
        ("not_enough", TRANSFER + "('x', 'player/anna', 'seat/t1/3', 601, '', '', 0)"),
        ("not_enough", TRANSFER + "('x', 'hand/h1/pot', 'seat/t1/3', 1, '', '', 0)"),
        ("not_enough", TRANSFER + "('x', 'progressive/p/meter', 'control/jackpot', 1, '', '', 0)"),
        ("not_enough", TRANSFER + "('x', 'carried/t1', 'hand/h2/pot', 1, '', '', 0)"),
    ],
)
def test_a_rule_is_kept_by_the_database_itself(engine: Engine, rule: str, statement: str) -> None:
    assert rule == refused(engine, statement)


@pytest.mark.parametrize(
    "statement",
    [
        TRANSFER + "('x', 'player/anna', 'seat/t1/3', 0, '', '', 0)",
        TRANSFER + "('x', 'player/anna', 'seat/t1/3', -5, '', '', 0)",
        TRANSFER + "('x', 'player/anna', 'player/anna', 5, '', '', 0)",
        TRANSFER + "('x', 'player/anna', 'somewhere', 5, '', '', 0)",
        TRANSFER + "('x', 'player/anna', 'worlds', 5, '', '', 0)",
        TRANSFER + "('x', 'world', 'player/anna', 9223372036854775807, '', '', 0)",
        TRANSFER + "('sit', 'player/anna', 'seat/t1/3', 1, '', '', 0)",
        "INSERT INTO account (path, balance, last_transfer) VALUES ('nobody/7', 0, 0)",
        "UPDATE account SET balance = 1.5",
        "INSERT INTO inbox VALUES ('i1', 'k', 's', 'x', 'soon')",
        "UPDATE outbox SET payload = NULL",
    ],
)
def test_what_has_no_sense_is_refused(engine: Engine, statement: str) -> None:
    assert "" != refused(engine, statement)


def test_a_kind_is_derived_and_cannot_be_set(engine: Engine) -> None:
    """Else somebody would make a player's account one that may owe."""
    assert "kind" in refused(engine, "UPDATE account SET kind = 'house' WHERE path = 'player/anna'")


def test_a_transfer_cannot_be_counted_twice(engine: Engine) -> None:
    """Naming the transfer of another moment, or the one just made, moves nothing."""
    again = "UPDATE account SET balance = balance + 400, last_transfer = {} WHERE path = 'seat/t1/3'"
    latest = "(SELECT max(seq) FROM transfer)"
    just_made = TRANSFER + "('x', 'player/anna', 'seat/t1/3', 400, '', '', 0)"

    assert "balance_follows_transfers" == refused(engine, again.format(2))
    assert "balance_follows_transfers" == refused(engine, again.format(latest))
    assert "balance_follows_transfers" == refused(engine, just_made, again.format(latest))


def test_whole_tables_are_not_emptied(engine: Engine) -> None:
    """TRUNCATE is PostgreSQL's; SQLite has the DELETE of all rows, which its triggers see."""
    words = "DELETE FROM {}" if engine.dialect.name == "sqlite" else "TRUNCATE {}"

    assert ["fact_is_final", "transfer_is_final", "balance_follows_transfers", "fact_is_final"] == [
        refused(engine, words.format(table)) for table in ("journal", "transfer", "account", "stream_head")
    ]


JOURNAL_AT = JOURNAL.replace("(stream", "(position, stream")
TRANSFER_AT = TRANSFER.replace("(id", "(seq, id")


@pytest.mark.parametrize(
    ("rule", "statement"),
    [
        ("stream_moved", JOURNAL_AT + "(1, 'h9', 1, 'Counted', 1, '{}', 0, '', '', '', 'x')"),
        ("stream_moved", JOURNAL_AT + "(77, 'h1', 2, 'Counted', 1, '{}', 0, '', '', '', 'x')"),
        ("transfer_is_final", TRANSFER_AT + "(1, 'new', 'player/anna', 'seat/t1/3', 1, '', '', 0)"),
        ("transfer_is_final", TRANSFER_AT + "(77, 'sit', 'player/anna', 'seat/t1/3', 1, '', '', 0)"),
        (
            "balance_follows_transfers",
            "INSERT INTO account (path, balance, last_transfer) VALUES ('player/anna', 0, 0)",
        ),
    ],
)
def test_nothing_is_replaced(engine: Engine, rule: str, statement: str) -> None:
    """SQLite's INSERT OR REPLACE takes out what is in the way; in PostgreSQL it is the keys that refuse."""
    if engine.dialect.name == "sqlite":
        with closing(sqlite3.connect(str(engine.url.database))) as stranger, pytest.raises(sqlite3.Error, match=rule):
            stranger.execute(statement.replace("INSERT", "INSERT OR REPLACE"))
    else:
        assert "" != refused(engine, statement)


def test_a_transfer_by_plain_sql_moves_both_balances(engine: Engine, store: SqlStore) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(TRANSFER + "('x', 'seat/t1/3', 'hand/h1/pot', 150, '', 'h1', 0)")

    with store.reading() as tx:
        assert {"hand/h1/pot": 150, "seat/t1/3": 250} == {**tx.balances("hand/"), **tx.balances("seat/")}
