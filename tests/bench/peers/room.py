"""A throwaway environment for the programs that we compare with; nothing of it stays."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench.measuring import NotHere

SCRIPT: Final = Path(__file__).parent / "rank.py"
INSTALL_SECONDS: Final = 180


@dataclass(frozen=True, slots=True)
class Peer:
    """Another evaluator at work in a process of its own, which measures itself when it is told to."""

    process: subprocess.Popen[str]

    def rate(self) -> float:
        """Return how many holdings a second it evaluates now."""
        assert self.process.stdin is not None, "it was asked for"
        assert self.process.stdout is not None, "it was asked for"
        self.process.stdin.write("now\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


@dataclass(frozen=True, slots=True)
class Room:
    """The environment."""

    directory: Path

    @property
    def python(self) -> Path:
        return self.directory / "env" / "bin" / "python"

    def install(self, name: str) -> None:
        """Fetch a peer by its name, or refuse with `NotHere`."""
        pip = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", name]
        try:
            done = subprocess.run(pip, capture_output=True, text=True, check=False, timeout=INSTALL_SECONDS)
        except subprocess.TimeoutExpired:
            raise NotHere(f"{name} could not be had in {INSTALL_SECONDS} s") from None
        if done.returncode:
            raise NotHere(f"{name} could not be had: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")

    @contextmanager
    def peer(self, name: str, hands: Path, *, seconds: float) -> Iterator[Peer]:
        """Let a peer get ready for these hands, and end it afterwards."""
        arguments = [self.python, SCRIPT, name, hands, str(seconds)]
        with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None, "it was asked for"
            assert process.stdout is not None, "it was asked for"
            try:
                if process.stdout.readline() != "ready\n":
                    raise NotHere(f"{name} is installed and does not run")
                yield Peer(process)
            finally:
                with suppress(BrokenPipeError):
                    process.stdin.close()


@contextmanager
def room() -> Iterator[Room]:
    """An empty environment, gone at the end."""
    with tempfile.TemporaryDirectory(prefix="crupier-peers-") as place:
        made = Room(Path(place))
        subprocess.run([sys.executable, "-m", "venv", made.directory / "env"], check=True, capture_output=True)
        yield made
