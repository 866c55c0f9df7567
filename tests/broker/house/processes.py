"""A whole house of real processes, on a real broker and a real database, and who starts again what was killed."""

import http.client
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql
from psycopg.errors import DuplicateObject

from services.house.bots.calling import Origins
from shared.runtime.composing import wire
from shared.runtime.settings import Settings
from shared.runtime.tokens import Tokens
from tests.broker.evaluator_house import EVALUATOR, KEYS
from tests.servers.postgres import plain
from tests.servers.processes import free_port

SERVICES: Final = ("dealer", "betting", "evaluator", "jackpot", "lobby")
WORKERS: Final = ("dealer", "betting", "evaluator", "jackpot")
KEEPERS: Final = ("dealer", "betting", "jackpot", "lobby")
START_SECONDS: Final = 60.0
ROOT: Final = Path(__file__).parents[3]


@dataclass(slots=True)
class Process:
    """One process of the house, started again whenever it ends."""

    name: str
    arguments: tuple[str, ...]
    environment: Mapping[str, str]
    log: Path
    starts: int = 0
    running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as said:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "services.house", *self.arguments],
                env=dict(self.environment),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        self.starts += 1

    def send(self, number: int) -> None:
        """Send a signal to the process and to those that it has started."""
        if self.running is not None and self.running.poll() is None:
            os.killpg(self.running.pid, number)


@dataclass(slots=True, kw_only=True)
class HouseOfProcesses:
    """Each service with a web process, and each that takes commands with a worker."""

    environment: dict[str, str]
    logs: Path
    processes: dict[str, Process] = field(default_factory=dict)
    ports: dict[str, int] = field(default_factory=dict)
    _stopping: threading.Event = field(default_factory=threading.Event)
    _watch: threading.Thread | None = None

    def open(self) -> None:
        """Migrate, start every process, and return when all can work."""
        self.run("migrate")
        for service in SERVICES:
            self._add(f"serve {service}", service)
        for service in WORKERS:
            self._add(f"work {service}", service)
        for process in self.processes.values():
            process.start()
        self._watch = threading.Thread(target=self._start_again, name="supervisor", daemon=True)
        self._watch.start()
        for name, port in self.ports.items():
            self._wait_for(name, port)

    def close(self) -> None:
        """Tell every process to end, and make those end that do not."""
        self._stopping.set()
        if self._watch is not None:
            self._watch.join()
        for process in self.processes.values():
            process.send(signal.SIGTERM)
        until = time.monotonic() + 15
        for process in self.processes.values():
            if process.running is not None:
                try:
                    process.running.wait(max(0.1, until - time.monotonic()))
                except subprocess.TimeoutExpired:
                    process.send(signal.SIGKILL)
                    process.running.wait()

    def kill(self, name: str) -> None:
        """End a process and its children as a power cut would; it is started again."""
        self.processes[name].send(signal.SIGKILL)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Carry out one command of the house, and return what came of it."""
        return subprocess.run(
            [sys.executable, "-m", "services.house", *arguments],
            env=self.environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def origins(self) -> Origins:
        """Where each service answers."""
        return Origins(by_service={name: f"http://127.0.0.1:{self.ports[f'serve {name}']}" for name in SERVICES})

    @property
    def tokens(self) -> Tokens:
        """What makes tokens of this house."""
        return wire(EVALUATOR, Settings.from_environment(self.environment)).tokens

    def last_words(self) -> str:
        """Return the end of what each process wrote."""
        return "\n".join(f"== {p.name}\n{p.log.read_text()[-1500:]}" for p in self.processes.values())

    def _add(self, name: str, service: str) -> None:
        port = free_port()
        key = "CRUPIER_PORT" if name.startswith("serve") else "CRUPIER_OPS_PORT"
        self.ports[name] = port
        self.processes[name] = Process(
            name=name,
            arguments=(name.partition(" ")[0], service),
            environment={**self.environment, key: str(port)},
            log=self.logs / f"{name.replace(' ', '-')}.log",
        )

    def _start_again(self) -> None:
        while not self._stopping.wait(0.1):
            for process in self.processes.values():
                if process.running is not None and process.running.poll() is not None:
                    process.start()

    def _wait_for(self, name: str, port: int) -> None:
        until = time.monotonic() + START_SECONDS
        while not _ready(port):
            assert time.monotonic() < until, f"{name} is not ready: {self.processes[name].log.read_text()[-2000:]}"
            time.sleep(0.1)


def prepared(*, broker: str, server: str, database: str, data: Path, **more: str) -> dict[str, str]:
    """Return the environment of a house on this broker and this database, and make a role for each of its services."""
    with psycopg.connect(plain(server), autocommit=True) as connection:
        for service in KEEPERS:
            with suppress(DuplicateObject):
                connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(role_of(service))))
            connection.execute(
                sql.SQL("GRANT CREATE, CONNECT ON DATABASE {} TO {}").format(
                    sql.Identifier(database), sql.Identifier(role_of(service))
                )
            )
    where = server.partition("@")[2].rpartition("/")[0]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CRUPIER_", "PORT"))}
    return {
        **kept,
        **KEYS,
        "CRUPIER_ENV": "test",
        "CRUPIER_DATA": str(data),
        "CRUPIER_BROKER_URL": broker,
        "CRUPIER_DATABASE_URL": f"postgresql+psycopg://crupier_{{service}}@{where}/{database}",
        "CRUPIER_ACTS_PER_SECOND": "10000",
        "CRUPIER_SWEEP_SECONDS": "0.05",
        "CRUPIER_LOG_LEVEL": "warning",
        **more,
    }


def role_of(service: str) -> str:
    """Return the database role of a service."""
    return f"crupier_{service}"


def _ready(port: int) -> bool:
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
