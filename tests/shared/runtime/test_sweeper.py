"""A due timer fires once; one that fails or no longer matters does not keep the others waiting."""

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from shared.journal.ports import Timer
from shared.runtime.health import Health
from shared.runtime.sweeper import Sweeper
from shared.runtime.wiring import Wiring
from tests.shared.runtime.demo import DEMO, demo, handled


@pytest.fixture
def wiring(store_url: str, tmp_path: Path) -> Iterator[Wiring]:
    with demo(store_url, tmp_path) as made:
        yield made


def sweeper_of(wiring: Wiring) -> Sweeper:
    return Sweeper(service=DEMO, wiring=wiring, health=Health(service="dealer"))


def set_timer(wiring: Wiring, timer_id: str, *, kind: str = "turn", seconds: float = 0.0) -> None:
    timer = Timer(timer_id=timer_id, stream="h1", kind=kind, seconds=seconds, payload={})
    wiring.store.decide(lambda tx: tx.set_timers([timer]))


def seconds_left(wiring: Wiring, timer_id: str) -> float:
    with wiring.store.reading() as tx:
        return tx.seconds_left(timer_id)


def test_what_is_due_fires_once_and_what_is_not_waits(wiring: Wiring) -> None:
    set_timer(wiring, "due")
    set_timer(wiring, "later", seconds=60)

    assert (1, 0) == (sweeper_of(wiring).sweep(), sweeper_of(wiring).sweep())
    assert ["due"] == handled
    assert 50 < seconds_left(wiring, "later") <= 60


def test_a_timer_that_no_longer_matters_is_dropped(wiring: Wiring) -> None:
    set_timer(wiring, "stale", kind="refuse")

    sweeper = sweeper_of(wiring)
    fired = [sweeper.sweep() for _ in range(2)]

    assert ([1, 0], ["stale"]) == (fired, handled)


def test_a_timer_that_fails_lets_the_others_fire_and_is_tried_again_later(wiring: Wiring) -> None:
    set_timer(wiring, "broken", kind="fail")
    set_timer(wiring, "sound")

    fired = sweeper_of(wiring).sweep()

    assert (2, {"broken", "sound"}) == (fired, set(handled))
    assert 5 < seconds_left(wiring, "broken") <= 10


def test_several_sweepers_share_the_work(wiring: Wiring) -> None:
    for number in range(20):
        set_timer(wiring, f"t{number}")

    threads = [Thread(target=sweeper_of(wiring).sweep) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    while sweeper_of(wiring).sweep():
        pass
    assert {f"t{number}" for number in range(20)} == set(handled)
    with wiring.store.reading() as tx:
        assert float("inf") == tx.seconds_to_next_timer()


def test_after_an_outage_a_person_gets_its_time_back(wiring: Wiring) -> None:
    sweeper = sweeper_of(wiring)
    sweeper.beat()
    set_timer(wiring, "hers", seconds=4)
    set_timer(wiring, "ours", kind="redrive", seconds=4)
    time.sleep(3.2)

    sweeper.beat()

    assert 9 < seconds_left(wiring, "hers") <= 10
    assert seconds_left(wiring, "ours") < 1


def set_clock(wiring: Wiring, *, on: float) -> None:
    """Let the database's clock be so many seconds further on than its rows."""
    for rows in ("heartbeat SET at_us = at_us", "timer SET due_us = due_us"):
        change = f"UPDATE {rows} - {round(on * 1_000_000)}"  # words of this file
        wiring.store.decide(lambda tx, change=change: tx.session.change(change))


def test_a_clock_that_is_set_on_between_two_beats_ends_nobodys_time(wiring: Wiring) -> None:
    sweeper = sweeper_of(wiring)
    set_timer(wiring, "hers", seconds=20)
    set_timer(wiring, "ours", kind="redrive", seconds=20)
    sweeper.turn()
    set_clock(wiring, on=600)

    sweeper.turn()

    assert ["ours"] == handled
    assert 15 < seconds_left(wiring, "hers") <= 20.5


def test_a_clock_that_is_set_back_takes_all_timers_with_it(wiring: Wiring) -> None:
    sweeper = sweeper_of(wiring)
    set_timer(wiring, "hers", seconds=20)
    set_timer(wiring, "ours", kind="redrive", seconds=20)
    sweeper.turn()
    set_clock(wiring, on=-600)

    sweeper.beat()

    assert [True, True] == [15 < seconds_left(wiring, name) <= 20.5 for name in ("hers", "ours")]


def test_a_time_that_is_up_is_up(wiring: Wiring) -> None:
    sweeper = sweeper_of(wiring)
    set_timer(wiring, "hers")

    sweeper.turn()

    assert ["hers"] == handled


def test_a_sweeper_that_runs_lets_go_of_what_is_too_old(wiring: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    tidied = Event()
    monkeypatch.setattr(Sweeper, "tidy", lambda _sweeper: tidied.set())
    sweeper = sweeper_of(wiring)

    sweeper.start()
    try:
        assert tidied.wait(timeout=30)
    finally:
        sweeper.stop()
