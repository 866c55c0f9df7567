"""The whole house in one process: commands go round fast, and the end is quick and loses nothing that was kept."""

import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from shared.hand.commands import DrawCroupier
from shared.journal.migrate import migrate
from shared.journal.ports import Tx
from shared.runtime.composing import wire
from shared.runtime.embedded import Embedded
from shared.runtime.service import ServiceDoor, door
from shared.runtime.settings import Settings
from shared.runtime.wiring import Wiring
from shared.telemetry import REGISTRY
from tests.broker.evaluator_house import EVALUATOR, question
from tests.shared.runtime.demo import send_commands

ROUNDS = 200

arrivals: list[float] = []
went_round = threading.Event()


def draw_croupier(tx: Tx, command: DrawCroupier, wiring: Wiring) -> None:
    """Ask again until it has gone round often enough."""
    arrivals.append(time.perf_counter())
    if command.step < ROUNDS:
        step = command.step + 1
        send_commands(
            tx,
            wiring.codec,
            [question(f"h{step}", step=step if step != 13 else 14)],
            stream=command.hand,
            cause=command.command_id,
        )
    else:
        went_round.set()


DEALER = ServiceDoor(name="dealer", tasks=(door(DrawCroupier, draw_croupier),))


@contextmanager
def embedded(data: Path) -> Iterator[tuple[Embedded, Wiring]]:
    settings = Settings.from_environment({"CRUPIER_DATA": str(data), "CRUPIER_ENV": "test"})
    migrate(url=settings.database_for("dealer"), service="dealer")
    dealer = wire(DEALER, settings)
    house = Embedded(services=[(DEALER, dealer), (EVALUATOR, wire(EVALUATOR, settings))])
    house.start()
    try:
        yield house, dealer
    finally:
        house.stop()
        dealer.store.close()


@pytest.fixture(autouse=True)
def _nothing_yet() -> None:
    arrivals.clear()
    went_round.clear()


def ask(dealer: Wiring) -> None:
    dealer.store.decide(lambda tx: send_commands(tx, dealer.codec, [question("h1", step=1)], stream="h1", cause="test"))


def test_a_command_reaches_another_service_within_milliseconds(tmp_path: Path) -> None:
    with embedded(tmp_path) as (_, dealer):
        ask(dealer)

        assert went_round.wait(60)

    rounds = [later - earlier for earlier, later in pairwise(arrivals)]
    one_way_ms = statistics.median(rounds) / 2 * 1000
    print(f"command to command, median: {one_way_ms:.2f} ms over {len(rounds)} rounds of two")
    assert one_way_ms < 25


def test_the_house_ends_quickly_and_begins_again(tmp_path: Path) -> None:
    for _ in range(2):
        went_round.clear()
        with embedded(tmp_path) as (house, dealer):
            dealer.store.decide(
                lambda tx: send_commands(
                    tx, dealer.codec, [question(f"h{time.monotonic_ns()}", step=ROUNDS)], stream="h1", cause="test"
                )
            )
            assert went_round.wait(10)
            began = time.monotonic()
            code = house.stop()
            seconds = time.monotonic() - began

        assert (0, True) == (code, house.ended)
        assert seconds < 2


def test_each_service_tells_that_its_loops_turn(tmp_path: Path) -> None:
    with embedded(tmp_path) as (house, _):
        time.sleep(0.5)
        alive = house.running["dealer"].health.page("/livez")
        ready = house.running["dealer"].health.page("/readyz")
        printed = generate_latest(REGISTRY).decode()

    assert alive is not None
    assert ready is not None
    assert (200, 200) == (alive.status, ready.status)
    assert 'crupier_outbox_unsent{service="dealer"} 0.0' in printed
    for loop in ("consumer", "relay", "sweeper"):
        assert f'crupier_last_turn_timestamp_seconds{{loop="{loop}",service="dealer"}}' in printed
