"""Timers are rows by the database's clock: they fire once, survive restarts, and give back the time of an outage."""

import math

import pytest

from shared.journal.ports import Timer
from shared.journal.store import SqlStore
from tests.shared.journal.stores import MakeStore
from tests.shared.journal.toys import Counted, timer


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> int:
        return round(self.seconds * 1_000_000)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(make_store: MakeStore, clock: Clock) -> SqlStore:
    """A store that goes by the test's clock."""
    return make_store(clock=clock)


def set_(store: SqlStore, *timers: Timer) -> None:
    with store.transaction() as tx:
        tx.set_timers(timers)


def fired(store: SqlStore, limit: int = 10) -> list[str]:
    return [each.timer_id for each in store.decide(lambda tx: tx.due_timers(limit))]


def test_a_timer_fires_when_it_is_due_and_not_again(timed: SqlStore, clock: Clock) -> None:
    set_(timed, timer("late", 20.0), timer("soon", 10.0), timer("now", 0.0))
    early = fired(timed)
    clock.seconds += 9.999
    almost = fired(timed)
    clock.seconds += 10.001

    assert (["now"], [], ["soon", "late"], []) == (early, almost, fired(timed), fired(timed))


def test_a_timer_comes_back_with_what_it_was_set_with(timed: SqlStore) -> None:
    set_(timed, timer("now", 0.0, stream="h7", kind="stakes"))

    assert (timer("now", 0.0, stream="h7", kind="stakes"),) == timed.decide(lambda tx: tx.due_timers(5))


def test_timers_fire_oldest_first_and_no_more_than_asked(timed: SqlStore, clock: Clock) -> None:
    set_(timed, timer("a", 3.0), timer("b", 1.0), timer("c", 2.0))
    clock.seconds += 5

    assert (["b", "c"], ["a"]) == (fired(timed, limit=2), fired(timed, limit=2))


def test_setting_the_same_id_moves_the_timer(timed: SqlStore, clock: Clock) -> None:
    set_(timed, timer("act", 5.0))
    set_(timed, timer("act", 30.0))
    clock.seconds += 20

    assert [] == fired(timed)


def test_a_cleared_timer_never_fires(timed: SqlStore, clock: Clock) -> None:
    set_(timed, timer("act", 5.0), timer("other", 5.0))
    with timed.transaction() as tx:
        tx.clear_timers(["act", "never set"])
    clock.seconds += 20

    assert ["other"] == fired(timed)


def test_the_last_word_of_a_transaction_counts(timed: SqlStore) -> None:
    with timed.transaction() as tx:
        tx.set_timers([timer("cleared", 0.0)])
        tx.clear_timers(["cleared", "set"])
        tx.set_timers([timer("set", 0.0)])

    assert ["set"] == fired(timed)


def test_a_timer_whose_work_was_undone_is_still_due(timed: SqlStore) -> None:
    set_(timed, timer("act", 0.0))
    with pytest.raises(ZeroDivisionError), timed.transaction() as tx:
        assert 1 == len(tx.due_timers(5))
        raise ZeroDivisionError

    assert ["act"] == fired(timed)


def test_a_fired_timer_can_set_itself_again(timed: SqlStore, clock: Clock) -> None:
    set_(timed, timer("again", 0.0))
    with timed.transaction() as tx:
        tx.set_timers([timer(each.timer_id, 5.0) for each in tx.due_timers(1)])
    at_once = fired(timed)
    clock.seconds += 6

    assert ([], ["again"]) == (at_once, fired(timed))


def test_seconds_left_counts_down_to_nothing(timed: SqlStore, clock: Clock) -> None:
    set_(timed, timer("act", 30.0))
    clock.seconds += 12.5
    with timed.transaction() as tx:
        tx.set_timers([timer("new", 4.0)])
        tx.clear_timers(["gone"])
        left = [tx.seconds_left(name) for name in ("act", "new", "gone", "never set")]
    clock.seconds += 60
    with timed.reading() as tx:
        assert ([17.5, 4.0, 0.0, 0.0], 0.0) == (left, tx.seconds_left("act"))


def test_the_sweeper_knows_how_long_it_may_sleep(timed: SqlStore, clock: Clock) -> None:
    with timed.reading() as tx:
        nothing = tx.seconds_to_next_timer()
    set_(timed, timer("late", 20.0), timer("soon", 10.0))
    with timed.reading() as tx:
        soon = tx.seconds_to_next_timer()
    clock.seconds += 15
    with timed.reading() as tx:
        assert (math.inf, 10.0, 0.0) == (nothing, soon, tx.seconds_to_next_timer())


def test_after_an_outage_everybody_has_his_time_back(timed: SqlStore, clock: Clock) -> None:
    """Down for 60 s: who had 25 s left has 25 s left, who had 3 s left has 10 s, and other timers stay."""
    set_(timed, timer("calm", 25.0), timer("hasty", 3.0), timer("redrive", 5.0, kind="redrive"))
    timed.decide(lambda tx: tx.beat())
    clock.seconds += 60
    gap = timed.decide(lambda tx: tx.beat())
    moved = timed.decide(lambda tx: tx.extend_timers(seconds=gap, kinds=["act", "draw"]))
    with timed.reading() as tx:
        left = {name: tx.seconds_left(name) for name in ("calm", "hasty")}

    assert (60.0, 2, {"calm": 25.0, "hasty": 10.0}) == (gap, moved, left)
    assert ["redrive"] == fired(timed)


def test_time_can_be_taken_back_when_the_clock_jumped(timed: SqlStore) -> None:
    set_(timed, timer("act", 600.0))
    timed.decide(lambda tx: tx.extend_timers(seconds=-500.0, kinds=["act"]))
    with timed.reading() as tx:
        assert 100.0 == tx.seconds_left("act")


def test_all_timers_go_with_a_clock_that_was_set_back(timed: SqlStore, clock: Clock) -> None:
    set_(timed, timer("act", 30.0), timer("redrive", 10.0, kind="redrive"))
    clock.seconds -= 600
    moved = timed.decide(lambda tx: tx.shift_timers(seconds=-600))
    with timed.reading() as tx:
        assert (2, 30.0, 10.0) == (moved, tx.seconds_left("act"), tx.seconds_left("redrive"))


def test_what_is_due_is_asked_for_by_kind(timed: SqlStore, clock: Clock) -> None:
    set_(timed, timer("act", 30.0), timer("redrive", 10.0, kind="redrive"))
    clock.seconds += 20
    with timed.reading() as tx:
        assert [False, True] == [tx.is_any_due(kinds=[kind]) for kind in ("act", "redrive")]


def test_the_first_beat_knows_no_outage(timed: SqlStore, clock: Clock) -> None:
    def beat(seconds: float) -> float:
        clock.seconds += seconds
        return timed.decide(lambda tx: tx.beat())

    assert [0.0, 1.0, 2.5, -7.0] == [beat(0), beat(1), beat(2.5), beat(-7)]


def test_without_a_clock_of_our_own_it_is_the_databases(store: SqlStore) -> None:
    set_(store, timer("act", 50.0), timer("now", 0.0))
    with store.reading() as tx:
        left = tx.seconds_left("act")

    assert 40.0 < left <= 50.0
    assert ["now"] == fired(store)


def test_a_timer_waits_while_somebody_is_at_work_on_its_stream(pg_migrated: SqlStore) -> None:
    """A player acts in the last moment: his act wins, the sweeper neither waits for it nor blocks it."""
    with pg_migrated.transaction() as tx:
        tx.append(stream="h1", expected_seq=0, facts=[Counted(1)], cause="test")
        tx.set_timers([timer("of h1", 0.0, stream="h1"), timer("of h2", 0.0, stream="h2")])
    with pg_migrated.transaction() as act:
        act.append(stream="h1", expected_seq=1, facts=[Counted(2)], cause="act")
        act.clear_timers(["of h1"])
        act.balance("world")  # has the fact written, so that the stream is taken
        meanwhile = fired(pg_migrated)

    assert (["of h2"], []) == (meanwhile, fired(pg_migrated))


def test_a_timer_that_is_moved_while_it_is_taken_out_stays(timed: SqlStore, clock: Clock) -> None:
    """Between the look at what is due and the taking out, a player was given more time."""
    set_(timed, timer("act", 0.0))
    with timed.transaction() as tx:
        look = tx.session.rows

        def look_and_move(statement: str, **values: object) -> list[tuple[object, ...]]:
            found = look(statement, **values)
            if "LIMIT" in statement:
                tx.session.change("UPDATE timer SET due_us = due_us + 5000000")
            return found

        tx.session.rows = look_and_move  # type: ignore[method-assign]
        assert () == tx.due_timers(5)
    clock.seconds += 6

    assert ["act"] == fired(timed)
