"""`crupier run` as a process: it opens, plays, closes in good order, and goes on where it was, even after SIGKILL."""

import http.client
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
OPEN_SECONDS = 60.0
STOP_SECONDS = 5.0
PLAY_SECONDS = 60.0
SPAIN = ("--game", "spain_draw")


class Run:
    """A house in a process of its own."""

    def __init__(self, data: Path, *arguments: str) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("CRUPIER_", "PORT"))}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "services.house", "run", "--port", "0", "--data", str(data), *arguments],
            env=kept,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"open at (http://\S+)", said)
        assert found, said + self.process.stdout.read()
        self.address = found[1]

    def text(self, path: str) -> str:
        connection = http.client.HTTPConnection(self.address.partition("//")[2], timeout=20)
        connection.request("GET", path)
        return connection.getresponse().read().decode()

    def get(self, path: str) -> Any:
        return json.loads(self.text(path))

    def tables(self) -> list[dict[str, Any]]:
        return list(self.get("/api/room")["tables"])

    def hands(self) -> int:
        return sum(table["hands"] for table in self.tables())

    def stop(self, number: int = signal.SIGINT) -> float:
        """Ask for the end; return how long it took."""
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.communicate(timeout=30)
        return time.monotonic() - began


@contextmanager
def running(data: Path, *arguments: str) -> Iterator[Run]:
    run = Run(data, *arguments)
    try:
        until(lambda: bool(run.tables()))  # the lobby hears of the first tables a moment after the house has opened
        yield run
    finally:
        if run.process.poll() is None:
            run.process.kill()
            run.process.communicate()


def until(ready: Callable[[], bool], *, seconds: float = PLAY_SECONDS) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.2)


def verified(data: Path) -> dict[str, Any]:
    ended = subprocess.run(
        [sys.executable, "-m", "services.house", "verify", "--json", "--data", str(data)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "" == ended.stderr
    return dict(json.loads(ended.stdout))


def test_a_room_is_open_and_played_in_and_closes_at_once(tmp_path: Path) -> None:
    with running(tmp_path) as run:
        until(lambda: {"spain_draw"} <= {table["game"] for table in run.tables()})
        tables = run.tables()
        until(lambda: any(table["stage"] not in ("idle", "closed") for table in run.tables()))
        until(lambda: run.hands() >= 1)
        told = run.text("/jackpot/metrics")
        pools = run.get("/jackpot/pools")["pools"]
        other = subprocess.run(
            [sys.executable, "-m", "services.house", "run", "--port", "0", "--data", str(tmp_path)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        lasted = run.stop()

    assert {"id", "game", "hands", "seats", "stage", "meter"} <= set(tables[0])
    ledger, meter = (series_of(told, f"crupier_progressive_{what}_cents") for what in ("pool", "meter"))
    assert ["spain_draw"] == [pool["pool"] for pool in pools]
    assert ledger == meter > 0
    assert (75, True) == (other.returncode, "another house is open" in other.stderr)
    assert 0 == run.process.returncode
    assert lasted < STOP_SECONDS * slowness()


def test_a_second_start_goes_on_with_the_same_balances_and_finishes_the_hands(tmp_path: Path) -> None:
    with running(tmp_path, *SPAIN, "--fast", "--tables", "2", "--bots", "6") as first:
        until(lambda: first.hands() >= 4)
        before = {table["id"]: table["hands"] for table in first.tables()}
        first.stop()
    found, balances = verified(tmp_path), balances_of(tmp_path)

    with running(tmp_path, *SPAIN, "--tables", "2", "--bots", "0") as second:
        kept = balances_of(tmp_path)
        until(lambda: all(table["hands"] > before[table["id"]] for table in second.tables()))
        second.stop()

    assert found["good"]
    assert balances == kept
    assert verified(tmp_path)["good"]


def test_killed_in_the_middle_it_loses_nothing_and_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, *SPAIN, "--fast", "--tables", "2", "--bots", "6") as first:
        until(lambda: first.hands() >= 3)
        before = first.hands()
        first.process.kill()
        first.process.communicate()

    with running(tmp_path, *SPAIN, "--fast", "--tables", "2", "--bots", "6") as second:
        until(lambda: all(table["hands"] >= 1 for table in second.tables()) and second.hands() >= before + 4)
        second.stop(signal.SIGTERM)

    assert 0 == second.process.returncode
    assert verified(tmp_path)["good"]


def test_who_signs_up_is_given_chips_and_can_sit_down(tmp_path: Path) -> None:
    with running(tmp_path, *SPAIN, "--tables", "1", "--bots", "0") as run:
        me = ask(run, "/api/people", {"name": "Berta", "password": "a good long word"})
        wallet = ask(run, "/betting/wallet", None, token=me["token"])
        seated = ask(run, "/dealer/tables/spain-draw-1/seats/2", {"buy_in": 20_000}, token=me["token"])
        until(lambda: len(run.tables()) == 1)
        until(lambda: ["berta"] == [seat["person"] for seat in run.tables()[0]["seats"]])
        until(lambda: [20_000] == [seat["chips"] for seat in run.tables()[0]["seats"]])
        run.stop()

    assert 100_000 == wallet["balance"]
    assert 2 == seated["seat"]


def ask(run: Run, path: str, body: dict[str, Any] | None, *, token: str = "") -> dict[str, Any]:
    connection = http.client.HTTPConnection(run.address.partition("//")[2], timeout=20)
    headers = {"Content-Type": "application/json", "Idempotency-Key": "key-for-this-test"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    method, text = ("GET", None) if body is None else ("POST", json.dumps(body))
    connection.request(method, path, text, headers)
    return dict(json.loads(connection.getresponse().read()))


def balances_of(data: Path) -> dict[str, int]:
    """What belongs to people, and what came from outside; no hand that goes on changes it."""
    with sqlite3.connect(data / "betting.db") as database:
        rows = database.execute("SELECT path, balance FROM account").fetchall()
    return {path: balance for path, balance in rows if path.partition("/")[0] in ("player", "world")}


def series_of(metrics: str, name: str) -> int:
    """Return the value of a series that is there once."""
    (line,) = (line for line in metrics.splitlines() if line.startswith(f"{name}{{"))
    return round(float(line.split()[-1]))


def slowness() -> float:
    """How much slower than a machine of its own this one is: what it has to do, by its processors."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
