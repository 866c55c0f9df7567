"""Facts go in once, in order, and come back as the state that they make."""

import pytest

from shared.journal import audit
from shared.journal.ports import Folding, StreamMoved
from shared.journal.store import SqlStore
from tests.shared.journal.stores import MakeStore
from tests.shared.journal.toys import COUNT, SNAPPED, Count, Counted, ImpossibleFact, Named, ToyCodec


def count(store: SqlStore, *numbers: int, stream: str = "h1", folding: Folding[Count] = COUNT) -> Count:
    """Add numbers to a stream in one transaction, and return what they come to."""
    with store.transaction() as tx:
        seq = tx.fold(stream=stream, folding=folding).seq
        tx.append(stream=stream, expected_seq=seq, facts=[Counted(n) for n in numbers], cause="test", actor="anna")
        return tx.fold(stream=stream, folding=folding).state


def test_an_empty_stream_has_the_first_state_and_no_fact(store: SqlStore) -> None:
    with store.reading() as tx:
        folded = tx.fold(stream="h1", folding=COUNT)

    assert (Count(), 0) == (folded.state, folded.seq)


def test_facts_of_the_transaction_are_in_the_state_before_they_are_committed(store: SqlStore) -> None:
    assert Count(total=3, facts=2) == count(store, 1, 2)


def test_another_process_reads_the_same_state(store: SqlStore, make_store: MakeStore) -> None:
    count(store, 1, 2)
    count(store, 4)

    with make_store().reading() as tx:
        folded = tx.fold(stream="h1", folding=COUNT)

    assert (Count(total=7, facts=3), 3) == (folded.state, folded.seq)


def test_a_decision_on_an_old_state_is_refused(store: SqlStore) -> None:
    count(store, 1, 2)

    with pytest.raises(StreamMoved), store.transaction() as tx:
        tx.append(stream="h1", expected_seq=1, facts=[Counted(9)], cause="test")

    with store.reading() as tx:
        assert 2 == tx.fold(stream="h1", folding=COUNT).seq


def test_of_two_who_decided_on_the_same_state_one_is_refused(pg_migrated: SqlStore) -> None:
    """PostgreSQL lets both decide; SQLite makes the second wait from the start, so there it cannot come to this."""
    with pytest.raises(StreamMoved), pg_migrated.transaction() as late:
        late.fold(stream="h1", folding=COUNT)
        count(pg_migrated, 5)
        late.append(stream="h1", expected_seq=0, facts=[Counted(9)], cause="test")

    assert Count(total=6, facts=2) == count(pg_migrated, 1)


def test_a_stream_that_moves_while_it_is_read_is_decided_on_again(pg_migrated: SqlStore) -> None:
    """The second look at it, under another folding, is of another moment: together they would be no state at all."""
    count(pg_migrated, 1)
    with pytest.raises(StreamMoved, match="meanwhile"), pg_migrated.transaction() as tx:
        tx.fold(stream="h1", folding=COUNT)
        count(pg_migrated, 2)
        tx.fold(stream="h1", folding=SNAPPED)


def test_history_has_each_fact_with_its_cause_actor_and_time(store: SqlStore) -> None:
    count(store, 1, 2)

    with store.transaction() as tx:
        tx.append(stream="h1", expected_seq=2, facts=[Named("odd")], cause="again")
        recorded = tx.history("h1")

    assert [(1, Counted(1), "test", "anna"), (2, Counted(2), "test", "anna"), (3, Named("odd"), "again", "")] == [
        (each.seq, each.fact, each.cause, each.actor) for each in recorded
    ]
    assert recorded[0].at <= recorded[2].at
    assert "UTC" == recorded[0].at.tzname()


def test_the_head_is_the_hash_of_the_last_fact(store: SqlStore) -> None:
    count(store, 1)

    with store.transaction() as tx:
        before = tx.head("h1")
        tx.append(stream="h1", expected_seq=1, facts=[Counted(2)], cause="test")
        after = tx.head("h1")
    with store.reading() as tx:
        assert (64, after, "") == (len(before), tx.head("h1"), tx.head("nobody"))
    assert before != after


def test_two_foldings_of_one_stream_read_what_was_added_between_them(store: SqlStore) -> None:
    count(store, 1)

    with store.transaction() as tx:
        tx.fold(stream="h1", folding=COUNT)
        tx.append(stream="h1", expected_seq=1, facts=[Counted(2)], cause="test")
        tx.balance("world")  # has the facts written in the middle of the transaction
        late = tx.fold(stream="h1", folding=SNAPPED)
        tx.append(stream="h1", expected_seq=2, facts=[Counted(4)], cause="test")
        both = [tx.fold(stream="h1", folding=folding).state.total for folding in (COUNT, SNAPPED)]

    assert (3, [7, 7]) == (late.state.total, both)
    assert 8 == count(store, 1).total


def test_a_fact_that_cannot_be_applied_is_not_committed(store: SqlStore) -> None:
    with pytest.raises(ImpossibleFact), store.transaction() as tx:
        tx.fold(stream="h1", folding=COUNT)
        tx.append(stream="h1", expected_seq=0, facts=[Counted(13)], cause="test")

    assert Count(total=1, facts=1) == count(store, 1)


def test_only_newer_facts_are_read_from_the_database(make_store: MakeStore) -> None:
    codec = ToyCodec()
    store, other = make_store(codec=codec), make_store()
    count(store, 1, 2, 3)
    count(store, 4)
    after_own = codec.loaded
    count(other, 5, 6)
    count(store, 7)

    assert (0, 2) == (after_own, codec.loaded)


def test_the_cache_forgets_what_was_rolled_back(store: SqlStore, make_store: MakeStore) -> None:
    """Somebody else's fact takes the place of the one that was undone."""
    count(store, 1)
    with pytest.raises(ZeroDivisionError), store.transaction() as tx:
        tx.fold(stream="h1", folding=COUNT)
        tx.append(stream="h1", expected_seq=1, facts=[Counted(100)], cause="test")
        tx.fold(stream="h1", folding=COUNT)
        raise ZeroDivisionError
    count(make_store(), 2)

    assert Count(total=7, facts=3) == count(store, 4)


def test_a_cache_of_another_history_is_not_believed(store: SqlStore) -> None:
    """After the restore of a backup a stream can be as long as before and have gone another way."""
    count(store, 5, 6)
    count(store, 1, stream="h2")
    kept = store._cache.get("h2", "count")
    assert kept is not None
    store._cache.drop("h1", "count")
    store._cache.put("h1", "count", kept)

    assert Count(total=12, facts=3) == count(store, 1)


def test_a_small_cache_keeps_the_streams_used_last(make_store: MakeStore) -> None:
    codec = ToyCodec()
    store = make_store(codec=codec, cached_states=2)
    for stream in ("h1", "h2", "h3"):
        count(store, 1, stream=stream)
    count(store, 1, stream="h3")
    kept = codec.loaded
    count(store, 1, stream="h1")

    assert (0, 1, 2) == (kept, codec.loaded, len(store._cache))


def test_a_long_stream_is_read_from_its_snapshot(make_store: MakeStore) -> None:
    for number in range(12):
        count(make_store(), number, folding=SNAPPED)
    codec = ToyCodec()

    with make_store(codec=codec).reading() as tx:
        folded = tx.fold(stream="h1", folding=SNAPPED)
        replayed = audit.replayed(tx, stream="h1", folding=SNAPPED)

    assert (Count(total=66, facts=12), 12) == (folded.state, folded.seq)
    assert replayed == folded.state
    assert 1 + 2 + 12 == codec.loaded, "the snapshot of fact 10, facts 11 and 12, and the replay"


def test_a_snapshot_of_another_history_is_not_believed(make_store: MakeStore) -> None:
    count(make_store(), *range(6), folding=SNAPPED)
    store = make_store()
    with store.transaction() as tx:
        tx._session.change("UPDATE snapshot SET hash = 'another', body = '{}'")

    assert Count(total=16, facts=7) == count(store, 1, folding=SNAPPED)


def test_streams_of_one_transaction_are_written_together_or_not_at_all(store: SqlStore) -> None:
    with pytest.raises(StreamMoved), store.transaction() as tx:
        tx.append(stream="h2", expected_seq=0, facts=[Counted(1)], cause="test")
        tx.append(stream="h1", expected_seq=0, facts=[Counted(1), Counted(2)], cause="test")
        tx.append(stream="h3", expected_seq=4, facts=[Counted(3)], cause="test")
    with store.reading() as tx:
        assert [0, 0, 0] == [tx.fold(stream=stream, folding=COUNT).seq for stream in ("h1", "h2", "h3")]


def test_a_reader_sees_one_moment(store: SqlStore, make_store: MakeStore) -> None:
    count(store, 1)
    with make_store().reading() as tx:
        before = tx.fold(stream="h1", folding=COUNT).seq
        count(store, 2)
        during = len(tx.history("h1"))

    assert (1, 1) == (before, during)


def test_bodies_and_names_of_any_script_survive(store: SqlStore) -> None:
    with store.transaction() as tx:
        tx.append(stream="taula-ñ", expected_seq=0, facts=[Named("VOY ♠ 'x' \"y\" %s :z {now}")], cause="é")
        assert (Named("VOY ♠ 'x' \"y\" %s :z {now}"), "é") == (
            tx.history("taula-ñ")[0].fact,
            tx.history("taula-ñ")[0].cause,
        )
