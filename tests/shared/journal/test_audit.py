"""Somebody who owns the database can switch its rules off; the chain shows what he did."""

import pytest
from sqlalchemy import Engine

from shared.journal import audit, chain
from shared.journal.store import SqlStore
from tests.shared.journal.stores import without_triggers
from tests.shared.journal.toys import Counted, Named


@pytest.fixture(autouse=True)
def _two_streams(store: SqlStore) -> None:
    for number in range(4):
        with store.transaction() as tx:
            tx.append(stream="h1", expected_seq=number, facts=[Counted(number)], cause=f"c{number}", actor="anna")
    with store.transaction() as tx:
        tx.append(stream="h2", expected_seq=0, facts=[Counted(7), Named("seven")], cause="c")


def found(store: SqlStore) -> list[tuple[str, str]]:
    """Return which rules are broken, and of what."""
    with store.inspecting() as connection:
        return [(breach.rule, breach.subject) for breach in audit.chain_breaches(connection)]


def test_an_honest_journal_has_no_breach(store: SqlStore) -> None:
    with store.inspecting() as connection:
        assert () == audit.chain_breaches(connection)


@pytest.mark.parametrize(
    ("statement", "seq"),
    [
        ("UPDATE journal SET body = '{\"number\": 9}' WHERE stream = 'h1' AND seq = 3", 3),
        ("UPDATE journal SET actor = 'berta' WHERE stream = 'h1' AND seq = 1", 1),
        ("UPDATE journal SET cause = 'x' WHERE stream = 'h1' AND seq = 2", 2),
        ("UPDATE journal SET kind = 'Named' WHERE stream = 'h1' AND seq = 2", 2),
        ("UPDATE journal SET at_us = at_us + 1 WHERE stream = 'h1' AND seq = 4", 4),
        ("UPDATE journal SET version = 2 WHERE stream = 'h1' AND seq = 2", 2),
        ("DELETE FROM journal WHERE stream = 'h1' AND seq = 2", 2),
        ("DELETE FROM journal WHERE stream = 'h1' AND seq = 1", 1),
        ("UPDATE journal SET seq = 9 WHERE stream = 'h1' AND seq = 4", 4),
        ("UPDATE journal SET seq = CASE seq WHEN 2 THEN 103 ELSE 102 END WHERE stream = 'h1' AND seq IN (2, 3)", 2),
    ],
)
def test_the_first_fact_that_was_touched_is_named(store: SqlStore, engine: Engine, statement: str, seq: int) -> None:
    with without_triggers(engine) as connection:
        connection.exec_driver_sql(statement)

    assert [f"h1 fact {seq}"] == [subject for rule, subject in found(store) if rule == "chain_is_whole"]


def test_a_stream_cut_off_at_its_end_no_longer_meets_its_head(store: SqlStore, engine: Engine) -> None:
    with without_triggers(engine) as connection:
        connection.exec_driver_sql("DELETE FROM journal WHERE stream = 'h1' AND seq = 4")
        connection.exec_driver_sql("DELETE FROM journal WHERE stream = 'h2'")

    assert [("stream_ends_at_its_head", "h1"), ("stream_ends_at_its_head", "h2")] == found(store)


def test_a_stream_written_anew_is_found_by_the_head_that_was_noted_outside(store: SqlStore, engine: Engine) -> None:
    """He computes every hash again and puts the head right; what was noted elsewhere he cannot reach."""
    with store.inspecting() as connection:
        noted = audit.heads(connection)
    with without_triggers(engine) as connection:
        connection.exec_driver_sql("DELETE FROM journal WHERE stream = 'h2'")
        connection.exec_driver_sql("DELETE FROM stream_head WHERE stream = 'h2'")
    with store.transaction() as tx:
        tx.append(stream="h2", expected_seq=0, facts=[Counted(8), Named("eight")], cause="c")

    with store.inspecting() as connection:
        assert () == audit.chain_breaches(connection)
        assert [("noted_head_stands", "h2 fact 2")] == [
            (breach.rule, breach.subject) for breach in audit.chain_breaches(connection, noted=noted)
        ]


def test_heads_name_the_last_fact_of_each_stream(store: SqlStore) -> None:
    with store.reading() as tx:
        hashes = (tx.head("h1"), tx.head("h2"))
    with store.inspecting() as connection:
        assert [("h1", 4, hashes[0]), ("h2", 2, hashes[1])] == [
            (head.stream, head.seq, head.hash) for head in audit.heads(connection)
        ]


def test_streams_are_found_by_a_kind_of_fact(store: SqlStore) -> None:
    with store.inspecting() as connection:
        assert (("h2",), ("h1", "h2"), ()) == tuple(
            audit.streams_with(connection, kind=kind) for kind in ("Named", "Counted", "Never")
        )


def test_the_form_of_the_hash_is_frozen() -> None:
    """A chain written by an earlier release must verify for ever: this figure never changes."""
    fact = {"stream": "h1", "seq": 1, "at_us": 1_700_000_000_000_000, "actor": "anna", "cause": "c"}
    hash_ = chain.link(prev_hash=chain.GENESIS, **fact, kind="Named", body='{"name":"é"}')  # type: ignore[arg-type]

    assert "d17003e0b4edaff62c551f6812696b826e4ed715b090a7aab47df7e68f54a6e8" == hash_
