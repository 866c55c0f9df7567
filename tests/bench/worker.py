"""The memory of each worker of a house of processes, on a real broker and a real database, after some rounds."""

import tempfile
from pathlib import Path
from typing import Final

from tests.bench.measuring import Line, NotHere, Size, Target
from tests.bench.memory import resident_mb
from tests.broker.house.processes import WORKERS, HouseOfProcesses, prepared
from tests.broker.house.rounds import Plan, play_rounds
from tests.servers import postgres
from tests.servers.__main__ import running
from tests.servers.binaries import Unavailable

FULL: Final = Plan(rounds=1_000, tables=20, bots=60, kills=())
SHORT: Final = Plan(rounds=10, tables=1, bots=6, kills=())
AT_MOST: Final = Target(limit=90, at_least=False)


def measure(size: Size) -> tuple[Line, ...]:
    """Play, and look how much the workers hold."""
    plan = SHORT if size.short else FULL
    try:
        with running() as servers, tempfile.TemporaryDirectory(prefix="crupier-bench-") as place:
            server = servers.postgres().url
            postgres.create_database(server, "bench")
            broker = servers.rabbit().add_vhost("bench")
            environment = prepared(broker=broker, server=server, database="bench", data=Path(place))
            return _measured(HouseOfProcesses(environment=environment, logs=Path(place)), plan)
    except Unavailable as reason:
        raise NotHere(f"no house of processes: {reason}") from None


def _measured(house: HouseOfProcesses, plan: Plan) -> tuple[Line, ...]:
    try:
        house.open()
        played = play_rounds(house, plan, say=lambda _: None)
        assert played.verify_exit == 0, f"the books do not hold: {played.verified['breaches'][:3]}"
        return tuple(
            Line(
                name="H9",
                what=f"memory of the worker of {service} after {played.rounds} rounds",
                unit="MB",
                values=(_memory(house, service),),
                target=AT_MOST,
            )
            for service in WORKERS
        )
    finally:
        house.close()


def _memory(house: HouseOfProcesses, service: str) -> float:
    process = house.processes[f"work {service}"].running
    assert process is not None, f"the worker of {service} does not run"
    return resident_mb(process.pid)
