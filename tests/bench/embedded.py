"""The whole house in one process with bots at its tables: its memory, its commands on their way, a SIGKILL."""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import Final

from shared.runtime.settings import Settings
from tests.bench.measuring import Line, NotHere, Size, Target
from tests.bench.memory import resident_mb
from tests.servers.processes import free_port

ROOT: Final = Path(__file__).parents[2]
KEEPERS: Final = ("dealer", "betting", "jackpot")
END_SECONDS: Final = 30
SENT: Final = "SELECT id, created_us FROM outbox WHERE queue <> 'table.events' AND times_sent = 1"
TAKEN: Final = "SELECT cause, min(at_us) FROM journal GROUP BY cause"
FIRST_ACT: Final = "SELECT min(at_us) FROM journal WHERE kind = 'ActionTaken' AND at_us > ?"
CLOSED: Final = "SELECT count(*) FROM journal WHERE kind = 'HandClosed'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How the house is run: so many tables of each game, so many bots, for so many seconds."""

    tables: int
    bots: int
    seconds: float


FULL: Final = Run(tables=5, bots=80, seconds=120)
SHORT: Final = Run(tables=1, bots=8, seconds=8)


def measure(size: Size) -> tuple[Line, ...]:
    """Run the house, look at it on the way and at the end, and read the times in its databases."""
    if not Path("/proc/self/status").exists():
        raise NotHere("memory is read from /proc")
    run = SHORT if size.short else FULL
    with tempfile.TemporaryDirectory(prefix="crupier-bench-") as place:
        with _house(run, Path(place)) as house:
            halves = [_memory_after(house.pid, run.seconds / 2) for _ in range(2)]
            house.kill()
            away = _seconds_to_an_act(run, Path(place))
        hops = sorted(_hops_ms(Path(place)))
        with closing(_opened(Path(place), "dealer")) as dealer:
            ((hands,),) = dealer.execute(CLOSED)
    if len(hops) < 2:
        raise NotHere(f"nothing was played in {run.seconds:.0f} s: the machine is too busy")
    middle, late = quantiles(hops, n=100)[49], quantiles(hops, n=100)[98]
    note = f"{hands} hands, {len(hops)} hops, and memory from {halves[0]:.0f} to {halves[1]:.0f} MB in the second half"
    most = f"memory of the house in one process, {run.tables} tables of each game"
    return (
        Line(name="H9", what=most, unit="MB", values=(halves[1],), target=Target(limit=300, at_least=False), note=note),
        Line(
            name="H11",
            what="command to command between services, median",
            unit="ms",
            values=(middle,),
            target=Target(limit=5, at_least=False),
        ),
        Line(name="H11", what="the same, the slowest in a hundred", unit="ms", values=(late,)),
        Line(
            name="H10",
            what="from SIGKILL under load to the next act that is taken",
            unit="s",
            values=(away,),
            target=Target(limit=3, at_least=False),
        ),
    )


@contextmanager
def _house(run: Run, data: Path) -> Iterator["subprocess.Popen[str]"]:
    """A house at work, as its process."""
    tables = ["--tables", str(run.tables), "--bots", str(run.bots), "--port", str(free_port())]
    process = subprocess.Popen(
        [sys.executable, "-m", "services.house", "run", "--fast", *tables, "--data", str(data)],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith(("CRUPIER_", "PORT"))},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None, "it was asked for"
        assert "open at" in process.stdout.readline(), "the house did not open"
        yield process
        process.send_signal(signal.SIGINT)
        process.wait(END_SECONDS)
    finally:
        process.kill()
        process.wait()


def _seconds_to_an_act(run: Run, data: Path) -> float:
    """Open the house again that was killed just now, and wait until a seat has acted."""
    killed = time.time()
    with _house(run, data), closing(_opened(data, "betting")) as betting:
        end = time.monotonic() + END_SECONDS
        while time.monotonic() < end:
            ((acted,),) = betting.execute(FIRST_ACT, (round(killed * 1_000_000),))
            if acted:
                return acted / 1_000_000 - killed
            time.sleep(0.02)
    raise NotHere(f"nobody acted within {END_SECONDS} s: the machine is too busy")


def _memory_after(pid: int, seconds: float) -> float:
    time.sleep(seconds)
    return resident_mb(pid)


def _hops_ms(data: Path) -> Iterator[float]:
    """Yield how long each command was on its way: from the sender's transaction to the receiver's."""
    taken: dict[str, int] = {}
    sent: dict[str, int] = {}
    for service in KEEPERS:
        with closing(_opened(data, service)) as connection:
            sent.update(connection.execute(SENT))
            taken.update((cause, at_us) for cause, at_us in connection.execute(TAKEN) if cause not in taken)
    yield from ((taken[command] - at_us) / 1_000 for command, at_us in sent.items() if command in taken)


def _opened(data: Path, service: str) -> sqlite3.Connection:
    settings = Settings.from_environment({"CRUPIER_DATA": str(data)})
    return sqlite3.connect(settings.database_for(service).removeprefix("sqlite:///"))
