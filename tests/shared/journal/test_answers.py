"""An answer is kept beside its effect: a repeat is given the same answer, another request under the key is refused."""

import dataclasses

import pytest

from shared.journal.ports import Answered, Contended, KeyReused
from shared.journal.store import SqlStore

ANSWER = Answered(actor="anna", route="POST /seats", key="k1", fingerprint="f1", status=201, body='{"seat": 3}')


def test_an_answer_is_found_under_its_key(store: SqlStore) -> None:
    with store.transaction() as tx:
        assert tx.answered(actor="anna", route="POST /seats", key="k1") is None
        tx.keep_answer(ANSWER)
    with store.reading() as tx:
        assert ANSWER == tx.answered(actor="anna", route="POST /seats", key="k1")


def test_a_key_is_its_owners_and_its_routes_alone(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.keep_answer(ANSWER)
        tx.keep_answer(dataclasses.replace(ANSWER, actor="berta"))
        tx.keep_answer(dataclasses.replace(ANSWER, route="POST /stakes"))
        assert tx.answered(actor="carla", route="POST /seats", key="k1") is None


def test_another_request_under_the_key_is_refused(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.keep_answer(ANSWER)
    with pytest.raises(KeyReused, match="k1"), store.transaction() as tx:
        tx.keep_answer(dataclasses.replace(ANSWER, fingerprint="f2"))


def test_the_same_request_that_was_slower_is_decided_again(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.keep_answer(ANSWER)
    with pytest.raises(Contended), store.transaction() as tx:
        tx.keep_answer(dataclasses.replace(ANSWER, status=409))


def test_an_answer_whose_effect_was_undone_was_never_given(store: SqlStore) -> None:
    with pytest.raises(ZeroDivisionError), store.transaction() as tx:
        tx.keep_answer(ANSWER)
        raise ZeroDivisionError
    with store.reading() as tx:
        assert tx.answered(actor="anna", route="POST /seats", key="k1") is None
