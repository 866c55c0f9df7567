"""Money moves whole, once, and never below nothing."""

import dataclasses
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.journal.ports import Transfer
from shared.journal.store import SqlStore
from shared.ledger import accounts, invariants
from shared.ledger.posting import NotEnough, TransferDiffers
from shared.money import Cents
from tests.shared.journal.toys import transfer

IN = transfer("in", "world", "player/anna", 1000)
SIT = transfer("sit", "player/anna", "seat/t1/3", 400)


def post(store: SqlStore, *transfers: Transfer) -> None:
    with store.transaction() as tx:
        tx.post(transfers)


def balances(store: SqlStore) -> dict[str, int]:
    with store.reading() as tx:
        return dict(tx.balances(""))


def test_a_transfer_takes_from_one_and_gives_to_the_other(store: SqlStore) -> None:
    post(store, IN, SIT)

    assert {"player/anna": 600, "seat/t1/3": 400, "world": -1000} == balances(store)


def test_an_account_that_was_never_used_holds_nothing(store: SqlStore) -> None:
    with store.reading() as tx:
        assert 0 == tx.balance("player/anna")


def test_a_balance_has_what_this_transaction_posted(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.post([IN])
        assert 1000 == tx.balance("player/anna")
        tx.post([SIT])
        assert {"player/anna": 600} == tx.balances("player/")


def test_balances_are_found_by_how_their_paths_begin(store: SqlStore) -> None:
    post(
        store,
        IN,
        *(transfer(seat, "player/anna", seat, 10) for seat in ("seat/t1/1", "seat/t1/2", "seat/t10/1", "seat/ñ/1")),
    )
    with store.reading() as tx:
        assert {"seat/t1/1": 10, "seat/t1/2": 10} == tx.balances("seat/t1/")
        assert {"seat/ñ/1": 10} == tx.balances("seat/ñ")
        assert ["seat/t1/1", "seat/t1/2", "seat/t10/1", "seat/ñ/1"] == list(tx.balances("seat/"))


def test_the_same_transfer_again_is_success_and_moves_nothing(store: SqlStore) -> None:
    post(store, IN)
    post(store, IN, SIT, IN)
    post(store, SIT)

    assert {"player/anna": 600, "seat/t1/3": 400, "world": -1000} == balances(store)


@pytest.mark.parametrize(
    "other",
    [
        {"amount": Cents(401)},
        {"credit": "seat/t1/4"},
        {"debit": "world"},
        {"reason": "another"},
        {"hand": "h2"},
    ],
)
def test_the_same_id_for_another_transfer_is_refused(store: SqlStore, other: dict[str, object]) -> None:
    post(store, IN, SIT)
    with pytest.raises(TransferDiffers, match="sit"):
        post(store, transfer("new", "world", "player/anna", 5), dataclasses.replace(SIT, **other))  # type: ignore[arg-type]

    assert {"player/anna": 600, "seat/t1/3": 400, "world": -1000} == balances(store)


def test_the_same_id_twice_in_one_transaction_is_refused_when_it_differs(store: SqlStore) -> None:
    with pytest.raises(TransferDiffers):
        post(store, IN, dataclasses.replace(IN, amount=Cents(1)))

    assert {} == balances(store)


@pytest.mark.parametrize(
    "giver", ["player/berta", "seat/t1/1", "hand/h1/pot", "hand/h1/box/1", "carried/t1", "progressive/p/meter"]
)
def test_who_may_not_owe_is_refused_and_named(store: SqlStore, giver: str) -> None:
    """Nothing of the transaction is done, neither what stood before the refused transfer nor what stood after."""
    with pytest.raises(NotEnough, match=giver) as refusal:
        post(store, IN, transfer("x", giver, "house/t1/bank", 7), transfer("y", "world", "player/anna", 9))

    assert (giver, {}) == (refusal.value.account, balances(store))


@pytest.mark.parametrize("giver", ["house/t1/bank", "control/betting", "world", accounts.pool_bank("p")])
def test_who_may_owe_goes_below_zero(store: SqlStore, giver: str) -> None:
    post(store, transfer("x", giver, "seat/t1/1", 7))

    assert {giver: -7, "seat/t1/1": 7} == balances(store)


def test_money_must_be_there_before_it_moves_on(store: SqlStore) -> None:
    """Transfers are carried out in their order: what comes in later cannot be given out earlier."""
    with pytest.raises(NotEnough):
        post(store, SIT, IN)
    post(store, IN, SIT)


@pytest.mark.parametrize("amount", [0, -1])
def test_a_transfer_moves_something(store: SqlStore, amount: int) -> None:
    with pytest.raises(AssertionError), store.transaction() as tx:
        tx.post([dataclasses.replace(IN, amount=Cents(amount))])


def test_a_transfer_has_two_sides_that_the_chart_knows(store: SqlStore) -> None:
    with pytest.raises(AssertionError), store.transaction() as tx:
        tx.post([transfer("x", "world", "world", 5)])
    with pytest.raises(accounts.NoSuchAccount), store.transaction() as tx:
        tx.post([transfer("x", "world", "somewhere", 5)])


def test_the_transfers_of_a_hand_are_found_in_their_order(store: SqlStore) -> None:
    """Voiding a hand reverses each of them."""
    ante = transfer("h1:ante:3", "seat/t1/3", "hand/h1/pot", 50, hand="h1")
    win = transfer("h1:settle:3", "hand/h1/pot", "seat/t1/3", 50, hand="h1")
    post(store, IN, SIT)
    post(store, ante)
    with store.transaction() as tx:
        tx.post([win])
        assert ((ante, win), (), ()) == (tx.transfers("h1"), tx.transfers("h2"), tx.transfers(""))


PATHS = ("world", "house/t1/bank", "player/anna", "player/berta", "seat/t1/1", "hand/h1/pot")

moves = st.lists(
    st.tuples(st.sampled_from(PATHS), st.sampled_from(PATHS), st.integers(1, 60)).filter(lambda m: m[0] != m[1]),
    max_size=6,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.lists(moves, max_size=5))
def test_whatever_is_posted_money_is_neither_made_nor_lost(
    store: SqlStore, batches: list[list[tuple[str, str, int]]]
) -> None:
    """A dictionary beside it keeps the same books: it accepts and refuses the same batches, to the same balances."""
    kept = Counter(balances(store))
    with store.inspecting() as connection:
        begun = len(connection.exec_driver_sql("SELECT 1 FROM transfer").all())
    for number, batch in enumerate(batches):
        trial, possible = Counter(kept), True
        for giver, taker, amount in batch:
            trial[giver] -= amount
            trial[taker] += amount
            possible &= trial[giver] >= 0 or accounts.kind_of(giver) in accounts.MAY_OWE
        made = [
            transfer(f"{begun}.{number}.{i}", giver, taker, amount) for i, (giver, taker, amount) in enumerate(batch)
        ]
        try:
            post(store, *made)
            assert possible
            kept = trial
        except NotEnough:
            assert not possible
    with store.inspecting() as connection:
        assert () == invariants.breaches(connection)

    assert {path: money for path, money in kept.items() if money} == {
        path: money for path, money in balances(store).items() if money
    }
