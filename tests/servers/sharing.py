"""One server of each kind for each process of a test run that runs tests: one may kill its own under nobody else.

The processes of a run share a directory. Who needs a server takes the lock of its name, and either reads the note of
the one that runs or starts it and writes the note. The run's first process removes everything at its end; should it be
killed, the keeper (`python -m tests.servers.keeper`) does so a second later.
"""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from tests.servers.binaries import Unavailable
from tests.servers.postgres import Postgres
from tests.servers.rabbitmq import Rabbit

Server = TypeVar("Server", Postgres, Rabbit)

DIRECTORY: Final = "CRUPIER_TEST_SERVERS"
ROOT: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Run:
    """A test run's directory of servers."""

    directory: Path

    @classmethod
    def join(cls) -> "Run":
        """Return the run that this process belongs to; its first process makes it and passes it on by environment."""
        known = os.environ.get(DIRECTORY)
        if known and Path(known).exists():
            return cls(Path(known))
        directory = Path(tempfile.mkdtemp(prefix="crupier-servers-"))
        directory.chmod(0o711)  # the PostgreSQL server runs as another user and must reach its own part
        (directory / "owner").write_text(str(os.getpid()))
        os.environ[DIRECTORY] = str(directory)
        return cls(directory)

    @property
    def owner(self) -> int:
        """The process that made this run and ends it."""
        return int((self.directory / "owner").read_text())

    def postgres(self) -> Postgres:
        """Return this process's PostgreSQL server, started if it is the first time, or refuse with `Unavailable`."""
        return self._shared(f"postgres{_mine()}", Postgres.start, Postgres)

    def rabbit(self) -> Rabbit:
        """Return this process's RabbitMQ node, started if it is the first time, or refuse with `Unavailable`."""
        return self._shared(f"rabbitmq{_mine()}", Rabbit.start, Rabbit)

    def notes(self) -> tuple[str, ...]:
        """Return one line for each server that was started or could not be."""
        found = sorted(self.directory.glob("*.json"))
        return tuple(_line(path.stem.partition("-")[0], json.loads(path.read_text())) for path in found)

    def note(self, kind: str, **known: str) -> None:
        """Write down a server that this run did not start itself."""
        with self._locked(kind):
            (self.directory / f"{kind}.json").write_text(json.dumps(known))

    def remove(self) -> None:
        """End every server of this run and delete its directory."""
        for known in self._private("postgres"):
            _restored(Postgres, known).remove()
        for known in self._private("rabbitmq"):
            _restored(Rabbit, known).remove()
        shutil.rmtree(self.directory, ignore_errors=True)
        if os.environ.get(DIRECTORY) == str(self.directory):
            del os.environ[DIRECTORY]

    def _shared(self, kind: str, start: Callable[[Path], Server], server: type[Server]) -> Server:
        with self._locked(kind):
            path = self.directory / f"{kind}.json"
            if path.exists():
                known = json.loads(path.read_text())
                if "unavailable" in known:
                    raise Unavailable(known["unavailable"])
                return _restored(server, known)
            self._set_a_keeper()
            try:
                started = start(self.directory / kind)
            except Unavailable as reason:
                path.write_text(json.dumps({"unavailable": str(reason)}))
                raise
            path.write_text(json.dumps(asdict(started), default=str))
            return started

    def _private(self, kind: str) -> tuple[Mapping[str, Any], ...]:
        known = (json.loads(path.read_text()) for path in sorted(self.directory.glob(f"{kind}*.json")))
        return tuple(each for each in known if "directory" in each)

    def _set_a_keeper(self) -> None:
        with self._locked("keeper"):
            if (self.directory / "keeper").exists():
                return
            keeper = subprocess.Popen(
                [sys.executable, "-m", "tests.servers.keeper", str(self.directory)],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            (self.directory / "keeper").write_text(str(keeper.pid))

    @contextmanager
    def _locked(self, kind: str) -> Iterator[None]:
        with (self.directory / f"{kind}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def _mine() -> str:
    """Return what tells this process's servers apart: the name that pytest-xdist gave it, if it did."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    return f"-{worker}" if worker else ""


def _restored(server: type[Server], known: Mapping[str, Any]) -> Server:
    return server(**{**known, "directory": Path(known["directory"])})


def _line(kind: str, known: Mapping[str, Any]) -> str:
    if "unavailable" in known:
        return f"{kind}: NOT TESTED, {known['unavailable']}"
    where = f"private, port {known['port']}" if "port" in known else known.get("source", "given")
    return f"{kind} {known.get('version', '')} ({where})"
