"""The short form of `make house-test`: real processes on RabbitMQ and PostgreSQL, one of each killed on the way."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.broker.house.processes import HouseOfProcesses, prepared
from tests.broker.house.rounds import Plan, play_rounds

pytestmark = [pytest.mark.integration, pytest.mark.timeout(600)]


@pytest.fixture
def house(fresh_amqp_url: str, pg_url: str, tmp_path: Path) -> Iterator[HouseOfProcesses]:
    database = pg_url.rpartition("/")[2]
    environment = prepared(broker=fresh_amqp_url, server=pg_url, database=database, data=tmp_path)
    made = HouseOfProcesses(environment=environment, logs=tmp_path)
    try:
        made.open()
        yield made
    finally:
        made.close()


def test_killed_workers_change_nothing_but_time(house: HouseOfProcesses) -> None:
    plan = Plan(rounds=32, tables=8, bots=24)

    played = play_rounds(house, plan)

    print(*played.lines, sep="\n")
    assert [] == played.company.tally.unexpected
    assert [] == played.verified["breaches"]
    assert 0 == played.verify_exit
    assert 0 == played.doctor_exit, played.doctor
    assert dict.fromkeys(plan.kills, 2) == {name: house.processes[name].starts for name in plan.kills}
    assert min(played.verified["tried"].values()) > 0
