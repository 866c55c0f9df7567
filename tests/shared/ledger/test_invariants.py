"""What the database refuses cannot be broken; when somebody has broken it all the same, it is named."""

import pytest
from sqlalchemy import Engine

from shared.journal.store import SqlStore
from shared.ledger import invariants
from shared.ledger.invariants import Breach
from tests.shared.journal.stores import without_triggers
from tests.shared.journal.toys import transfer


@pytest.fixture(autouse=True)
def _some_money(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.post(
            [
                transfer("in", "world", "player/anna", 1000),
                transfer("sit", "player/anna", "seat/t1/3", 400),
                transfer("ante", "seat/t1/3", "hand/h1/pot", 50),
                transfer("ante2", "seat/t1/3", "hand/h2/box/3", 20),
            ]
        )


def found(store: SqlStore, *closed_hands: str) -> list[tuple[str, str, str, str]]:
    with store.inspecting() as connection:
        breaches = invariants.breaches(connection, closed_hands=closed_hands)
    assert all(isinstance(breach, Breach) for breach in breaches)
    return [(breach.rule, breach.subject, breach.expected, breach.found) for breach in breaches]


def test_an_honest_ledger_has_no_breach(store: SqlStore) -> None:
    assert [] == found(store)


def test_an_empty_ledger_has_no_breach(engine: Engine, store: SqlStore) -> None:
    with without_triggers(engine) as connection:
        connection.exec_driver_sql("DELETE FROM transfer")
        connection.exec_driver_sql("DELETE FROM account")

    assert [] == found(store, "h1")


def test_a_closed_hand_that_still_holds_money_is_named(store: SqlStore) -> None:
    assert [("closed_hands_are_empty", "hand/h1/pot", "0", "50")] == found(store, "h1", "h3")
    assert [("closed_hands_are_empty", "hand/h2/box/3", "0", "20")] == found(store, "h2")


def test_money_out_of_nothing_breaks_two_rules(engine: Engine, store: SqlStore) -> None:
    with without_triggers(engine) as connection:
        connection.exec_driver_sql("UPDATE account SET balance = balance + 7 WHERE path = 'player/anna'")

    assert [
        ("balances_add_up_to_zero", "ledger", "0", "7"),
        ("balances_are_sums_of_transfers", "player/anna", "600", "607"),
    ] == found(store)


def test_money_moved_without_a_transfer_is_found_although_the_sum_is_right(engine: Engine, store: SqlStore) -> None:
    with without_triggers(engine) as connection:
        connection.exec_driver_sql("UPDATE account SET balance = balance + 7 WHERE path = 'player/anna'")
        connection.exec_driver_sql("UPDATE account SET balance = balance - 7 WHERE path = 'seat/t1/3'")

    assert [("balances_are_sums_of_transfers", path, expected, by) for path, expected, by in (
        ("player/anna", "600", "607"),
        ("seat/t1/3", "330", "323"),
    )] == found(store)  # fmt: skip


def test_a_transfer_or_an_account_taken_out_is_found(engine: Engine, store: SqlStore) -> None:
    with without_triggers(engine) as connection:
        connection.exec_driver_sql("DELETE FROM transfer WHERE id = 'ante'")
        connection.exec_driver_sql("DELETE FROM account WHERE path = 'hand/h2/box/3'")

    assert [
        ("balances_add_up_to_zero", "ledger", "0", "-20"),
        ("balances_are_sums_of_transfers", "hand/h1/pot", "0", "50"),
        ("balances_are_sums_of_transfers", "hand/h2/box/3", "20", "None"),
        ("balances_are_sums_of_transfers", "seat/t1/3", "380", "330"),
    ] == found(store)


def test_an_account_below_zero_is_named(engine: Engine, store: SqlStore) -> None:
    """Even the check of the table can be taken off by its owner."""
    with without_triggers(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("ALTER TABLE account DROP CONSTRAINT account_may_not_owe")
        else:
            connection.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
        connection.exec_driver_sql("UPDATE account SET balance = -1 WHERE path = 'hand/h1/pot'")

    assert ("nobody_owes", "hand/h1/pot", "0 or more", "-1") in found(store)
