"""What comes in is noted once; what goes out waits until the broker has confirmed it, and goes out again when asked."""

import pytest

from shared.journal.ports import Committed, OutboxStats, SameIdOtherBody
from shared.journal.store import SqlStore
from tests.shared.journal.stores import MakeStore
from tests.shared.journal.toys import Counted, message, timer


def unsent(store: SqlStore, limit: int = 50) -> list[str]:
    """Claim and publish nothing: what would go out now."""
    with store.relay() as outbox:
        return [each.message_id for each in outbox.claim_unsent(limit)]


def publish(store: SqlStore, *message_ids: str) -> None:
    """Have the broker confirm messages."""
    with store.relay() as outbox:
        outbox.claim_unsent(50)
        outbox.mark_sent(message_ids)


def test_a_message_leaves_as_it_was_left(store: SqlStore) -> None:
    left = message("m1", answers="q1", number=7)
    with store.transaction() as tx:
        tx.send([left])
    with store.relay() as outbox:
        assert (left,) == outbox.claim_unsent(10)


def test_messages_leave_in_the_order_in_which_they_were_left(store: SqlStore) -> None:
    for name in ("b", "a", "c"):
        with store.transaction() as tx:
            tx.send([message(f"{name}{number}") for number in range(2)])

    assert ["b0", "b1", "a0", "a1", "c0"] == unsent(store, limit=5)


def test_a_message_of_a_transaction_that_was_undone_never_leaves(store: SqlStore) -> None:
    with pytest.raises(ZeroDivisionError), store.transaction() as tx:
        tx.send([message("m1")])
        raise ZeroDivisionError

    assert [] == unsent(store)


def test_only_what_was_confirmed_counts_as_sent(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.send([message("m1"), message("m2"), message("m3")])
    publish(store, "m1", "m3")

    assert ["m2"] == unsent(store)


def test_a_relay_that_fails_has_sent_nothing(store: SqlStore) -> None:
    """The broker went away in the middle: all is sent again, and who got it already knows it by its id."""
    with store.transaction() as tx:
        tx.send([message("m1"), message("m2")])
    with pytest.raises(ConnectionError), store.relay() as outbox:
        outbox.claim_unsent(10)
        raise ConnectionError

    assert ["m1", "m2"] == unsent(store)


def test_sending_a_known_id_sends_what_was_left_first(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.send([message("m1", number=1)])
    publish(store, "m1")
    with store.transaction() as tx:
        tx.send([message("m1", number=2), message("m2", number=3), message("m2", number=4)])
    with store.relay() as outbox:
        assert [{"number": 1}, {"number": 3}] == [each.payload for each in outbox.claim_unsent(10)]


def test_a_command_is_new_once(store: SqlStore) -> None:
    def receive() -> bool:
        with store.transaction() as tx:
            return tx.receive(command_id="q1", kind="betting.settle", sender="dealer", body_sha256="aa")

    assert [True, False, False] == [receive(), receive(), receive()]


def test_a_command_whose_effect_was_undone_is_new_again(store: SqlStore) -> None:
    with pytest.raises(ZeroDivisionError), store.transaction() as tx:
        tx.receive(command_id="q1", kind="k", sender="dealer", body_sha256="aa")
        raise ZeroDivisionError
    with store.transaction() as tx:
        assert tx.receive(command_id="q1", kind="k", sender="dealer", body_sha256="aa")


@pytest.mark.parametrize("other", [{"body_sha256": "bb"}, {"kind": "j"}, {"sender": "jackpot"}])
def test_the_same_id_with_other_content_is_refused(store: SqlStore, other: dict[str, str]) -> None:
    known = {"kind": "k", "sender": "dealer", "body_sha256": "aa"}
    with store.transaction() as tx:
        tx.receive(command_id="q1", **known)
    with pytest.raises(SameIdOtherBody, match="q1"), store.transaction() as tx:
        tx.receive(command_id="q1", **{**known, **other})


def test_a_repeated_question_has_its_answers_sent_again(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.send([message("a1", answers="q1"), message("a2", answers="q1"), message("b1", answers="q2")])
    publish(store, "a1", "a2", "b1")
    with store.transaction() as tx:
        assert 2 == tx.resend("q1")

    assert ["a1", "a2"] == unsent(store)


def test_answers_that_wait_to_be_sent_are_not_counted_again(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.send([message("a1", answers="q1"), message("a2", answers="q1")])
    publish(store, "a1")
    with store.transaction() as tx:
        assert (1, 0) == (tx.resend("q1"), tx.resend("nobody asked"))


def test_answers_are_sent_again_once_in_a_while_only(make_store: MakeStore) -> None:
    """A flood of repeats must not become a flood of answers."""
    now = [0]
    store = make_store(resend_seconds=5.0, clock=lambda: now[0])

    def again(seconds: float) -> int:
        now[0] = round(seconds * 1_000_000)
        with store.transaction() as tx:
            marked = tx.resend("q1")
        publish(store, "a1")
        return marked

    with store.transaction() as tx:
        tx.send([message("a1", answers="q1")])
    publish(store, "a1")

    assert [1, 0, 0, 1, 0] == [again(seconds) for seconds in (1.0, 1.1, 5.9, 6.0, 10.0)]


def test_a_stream_remembers_its_last_question(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.put_question(stream="h1", command_id="q1")
        assert "q1" == tx.question("h1")
    with store.transaction() as tx:
        assert ("q1", "") == (tx.question("h1"), tx.question("h2"))
        tx.append(stream="h1", expected_seq=0, facts=[Counted(1)], cause="q1")
    with store.transaction() as tx:
        tx.put_question(stream="h1", command_id="q2")
    with store.reading() as tx:
        assert ("q2", 1) == (tx.question("h1"), len(tx.history("h1")))


def test_the_outbox_says_how_much_waits_and_how_long(make_store: MakeStore) -> None:
    now = [0]
    store = make_store(clock=lambda: now[0])
    empty = store.outbox_stats()
    for name in ("m1", "m2"):
        with store.transaction() as tx:
            tx.send([message(name)])
        now[0] += 3_000_000
    waiting = store.outbox_stats()
    publish(store, "m1")

    assert [(0, 0.0), (2, 6.0), (1, 3.0)] == [
        (each.unsent, each.oldest_seconds) for each in (empty, waiting, store.outbox_stats())
    ]
    assert isinstance(waiting, OutboxStats)


def test_who_waits_for_a_commit_hears_what_it_left(store: SqlStore) -> None:
    heard: list[Committed] = []
    store.on_commit(heard.append)
    with store.transaction() as tx:
        tx.append(stream="h1", expected_seq=0, facts=[Counted(1), Counted(2)], cause="test")
        tx.send([message("m1", answers="q1")])
        tx.set_timers([timer("x", 5.0)])
        assert [] == heard
    publish(store, "m1")
    with store.transaction() as tx:
        tx.resend("q1")
    with store.transaction():
        pass
    with pytest.raises(ZeroDivisionError), store.transaction() as tx:
        tx.send([message("m2")])
        raise ZeroDivisionError

    assert [Committed(facts=2, messages=1, timers=1), Committed(facts=0, messages=1, timers=0)] == heard


def test_a_table_waits_while_another_relay_holds_its_earlier_messages(pg_migrated: SqlStore) -> None:
    """PostgreSQL lets several relays work; what follows a held message at its table, the others leave alone."""
    with pg_migrated.transaction() as tx:
        tx.send(
            [message("a1", table="a"), message("b1", table="b"), message("a2", table="a"), message("b2", table="b")]
        )
    with pg_migrated.relay() as first:
        held = [each.message_id for each in first.claim_unsent(1)]
        beside = unsent(pg_migrated)
        first.mark_sent(held)

    assert (["a1"], ["b1", "b2"], ["b1", "a2", "b2"]) == (held, beside, unsent(pg_migrated))
