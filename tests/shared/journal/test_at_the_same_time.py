"""Many at once: on a stream, on an account, on a key, on a command, on an outbox. Time may be lost, nothing else."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from shared.journal.ports import Answered, Contended
from shared.journal.store import SqlStore
from shared.journal.transaction import SqlTx
from shared.ledger.posting import NotEnough
from tests.shared.journal.stores import MakeStore
from tests.shared.journal.toys import COUNT, Count, Counted, message, timer, transfer

THREADS = 4


def at_once(work: Callable[[int], object]) -> list[object]:
    """Have each of four threads do the work, all beginning together; return what came of it, errors included."""
    together = threading.Barrier(THREADS)

    def run(number: int) -> object:
        together.wait()
        try:
            return work(number)
        except Exception as error:
            return error

    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(run, range(THREADS)))


def add_one(tx: SqlTx) -> int:
    """Decide on what the stream is now."""
    folded = tx.fold(stream="h1", folding=COUNT)
    tx.append(stream="h1", expected_seq=folded.seq, facts=[Counted(folded.state.total + 1)], cause="test")
    tx.send([message(f"after {folded.seq}")])
    tx.set_timers([timer("act", 30.0)])
    return folded.seq + 1


def test_whoever_loses_a_stream_decides_again(make_store: MakeStore) -> None:
    """Each decision builds on the one before: the totals are 1, 1 + 2, 3 + 4… and none is missing or doubled."""
    stores = [make_store() for _ in range(THREADS)]
    seqs = at_once(lambda number: [stores[number].decide(add_one) for _ in range(10)])

    assert list(range(1, 41)) == sorted(seq for of_one in seqs for seq in of_one)  # type: ignore[attr-defined]
    with stores[0].reading() as tx:
        assert Count(total=2**40 - 1, facts=40) == tx.fold(stream="h1", folding=COUNT).state


def test_threads_of_one_store_share_its_cache_and_agree(store: SqlStore) -> None:
    at_once(lambda _: [store.decide(add_one) for _ in range(10)])

    with store.reading() as tx:
        assert Count(total=2**40 - 1, facts=40) == tx.fold(stream="h1", folding=COUNT).state


def test_an_account_is_never_overdrawn(make_store: MakeStore) -> None:
    """Four times ten want 30 of 1,000: 33 get it, 7 are refused, 10 are left."""
    stores = [make_store() for _ in range(THREADS)]
    with stores[0].transaction() as tx:
        tx.post([transfer("in", "world", "player/anna", 1000)])

    def spend(number: int) -> int:
        refused = 0
        for n in range(10):
            move = transfer(f"x{number}.{n}", "player/anna", f"seat/t{number}/1", 30)
            try:
                stores[number].decide(lambda tx, move=move: tx.post([move]))  # type: ignore[misc]
            except NotEnough:
                refused += 1
        return refused

    assert 7 == sum(at_once(spend))  # type: ignore[arg-type]
    with stores[0].reading() as tx:
        assert (10, 990) == (tx.balance("player/anna"), sum(tx.balances("seat/").values()))


def test_transfers_in_all_directions_do_not_wait_in_a_circle(make_store: MakeStore) -> None:
    """Everybody moves between the same accounts, each in another order; nobody needs a second attempt."""
    stores = [make_store() for _ in range(THREADS)]
    seats = [f"seat/t1/{number}" for number in range(THREADS)]
    with stores[0].transaction() as tx:
        tx.post([transfer(f"in{seat}", "world", seat, 1000) for seat in seats])

    def swap(number: int) -> None:
        order = seats[number:] + seats[:number]
        for n in range(10):
            moves = [
                transfer(f"{number}.{n}.{i}", giver, taker, 5)
                for i, (giver, taker) in enumerate(zip(order, order[1:] + order[:1], strict=True))
            ]
            with stores[number].transaction() as tx:
                tx.post(moves if n % 2 else moves[::-1])

    assert [None] * THREADS == at_once(swap)
    with stores[0].reading() as tx:
        assert [1000] * THREADS == list(tx.balances("seat/").values())


def test_one_request_under_one_key_has_one_effect(make_store: MakeStore) -> None:
    """The others are given the answer that was kept."""
    stores = [make_store() for _ in range(THREADS)]

    def request(number: int) -> str:
        def work(tx: SqlTx) -> str:
            before = tx.answered(actor="anna", route="POST /seats", key="k1")
            if before:
                return before.body
            seq = add_one(tx)
            answer = Answered(
                actor="anna", route="POST /seats", key="k1", fingerprint="f", status=200, body=f"{number}:{seq}"
            )
            tx.keep_answer(answer)
            return answer.body

        return stores[number].decide(work)

    answers = at_once(request)

    assert 1 == len(set(answers)), answers
    with stores[0].reading() as tx:
        assert 1 == tx.fold(stream="h1", folding=COUNT).seq


def test_one_command_is_taken_in_once(make_store: MakeStore) -> None:
    stores = [make_store() for _ in range(THREADS)]

    def take_in(number: int) -> bool:
        def work(tx: SqlTx) -> bool:
            new = tx.receive(command_id="h1:settle", kind="betting.settle", sender="dealer", body_sha256="b")
            if new:
                add_one(tx)
            return new

        return stores[number].decide(work)

    assert [False, False, False, True] == sorted(at_once(take_in))  # type: ignore[type-var]
    with stores[0].reading() as tx:
        assert 1 == tx.fold(stream="h1", folding=COUNT).seq


def test_one_timer_fires_once(make_store: MakeStore) -> None:
    stores = [make_store() for _ in range(THREADS)]
    with stores[0].transaction() as tx:
        tx.set_timers([timer(f"due{number}", 0.0, stream=f"h{number}") for number in range(8)])
        for number in range(4):
            tx.append(stream=f"h{number}", expected_seq=0, facts=[Counted(1)], cause="test")

    def sweep(number: int) -> list[str]:
        fired: list[str] = []
        for _ in range(12):
            fired += [each.timer_id for each in stores[number].decide(lambda tx: tx.due_timers(1))]
        return fired

    fired = [timer_id for of_one in at_once(sweep) for timer_id in of_one]  # type: ignore[attr-defined]

    assert [f"due{number}" for number in range(8)] == sorted(fired)


def test_one_beat_sees_the_outage(make_store: MakeStore) -> None:
    """Only one of several processes may move the timers, else everybody's time is given back several times."""
    now = [0]
    stores = [make_store(clock=lambda: now[0]) for _ in range(THREADS)]
    stores[0].decide(lambda tx: tx.beat())
    now[0] = 60_000_000

    assert [0.0, 0.0, 0.0, 60.0] == sorted(at_once(lambda number: stores[number].decide(lambda tx: tx.beat())))  # type: ignore[type-var]


def test_a_beat_waits_for_the_beat_of_another_process(pg_migrated: SqlStore) -> None:
    pg_migrated.decide(lambda tx: tx.beat())
    pg_migrated.decide(lambda tx: tx.session.change("UPDATE heartbeat SET at_us = at_us - 60000000"))
    gaps: list[float] = []
    with pg_migrated.transaction() as tx:
        gaps.append(tx.beat())
        rival = threading.Thread(target=lambda: gaps.append(pg_migrated.decide(lambda tx: tx.beat())))
        rival.start()
        rival.join(0.3)
    rival.join()

    assert [True, False] == [gap > 59 for gap in gaps]


def test_each_message_is_given_to_one_relay(make_store: MakeStore) -> None:
    stores = [make_store() for _ in range(THREADS)]
    with stores[0].transaction() as tx:
        tx.send([message(f"m{number:02}", table=f"t{number % 5}") for number in range(40)])

    def publish(number: int) -> list[str]:
        sent: list[str] = []
        for _ in range(40):
            with stores[number].relay() as outbox:
                claimed = [each.message_id for each in outbox.claim_unsent(3)]
                outbox.mark_sent(claimed)
                sent += claimed
        return sent

    sent = at_once(publish) if stores[0].outbox_stats().unsent == 40 else []
    everything = [message_id for of_one in sent for message_id in of_one]  # type: ignore[attr-defined]

    assert {f"m{number:02}" for number in range(40)} == set(everything)


def test_who_decides_again_takes_the_stream_for_himself(pg_migrated: SqlStore) -> None:
    """PostgreSQL: from the second attempt on nobody else can be faster, so that a busy stream is no lottery."""
    attempts, rivals = [], []

    def slow(tx: SqlTx) -> None:
        seq = tx.fold(stream="h1", folding=COUNT).seq
        attempts.append(seq)
        rival = threading.Thread(target=lambda: pg_migrated.decide(add_one))
        rival.start()
        rival.join(0.3)
        rivals.append(rival)
        tx.append(stream="h1", expected_seq=seq, facts=[Counted(1)], cause="slow")

    pg_migrated.decide(add_one)
    pg_migrated.decide(slow)
    for rival in rivals:
        rival.join()

    assert [1, 2] == attempts


def test_a_transaction_that_waits_too_long_gives_up_undone(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer inside a writer would wait for itself for ever."""
    monkeypatch.setattr("shared.journal.connections.BUSY_SECONDS", 0.2)

    def inner() -> None:
        with store.transaction() as tx:
            add_one(tx)

    store.decide(add_one)
    with store.transaction() as tx:
        add_one(tx)
        tx.balance("world")  # has the fact written, so that the stream is taken
        if store._connections.is_sqlite:
            with pytest.raises(Contended):
                inner()
        else:
            with pytest.raises(Contended), store._connections.session(writing=True) as session:
                session.change("SET LOCAL lock_timeout = '200ms'")
                session.rows("SELECT * FROM stream_head WHERE stream = 'h1' {lock}")
