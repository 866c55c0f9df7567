"""What both servers need from the operating system: a free port, a wait with a limit, the end of a process."""

import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.servers.binaries import Unavailable


def free_port() -> int:
    """Return a port of the loopback interface on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    """Whether something accepts connections on the port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(ready: Callable[[], bool], *, seconds: float, what: Callable[[], str]) -> None:
    """Return when `ready` says so, or refuse with `Unavailable` and the text of `what`."""
    until = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > until:
            raise Unavailable(f"{what()} (waited {seconds:.0f} s)")
        time.sleep(0.05)


def alive(pid: int) -> bool:
    """Whether the process exists and is no zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def send(pid: int, signal_number: int) -> None:
    """Send a signal to a process that may be gone."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal_number)


def end(pid: int, *, first: int = signal.SIGTERM, seconds: float = 15) -> None:
    """End a process we started: a polite signal, then SIGKILL."""
    send(pid, signal.SIGCONT)
    send(pid, first)
    until = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < until:
        _reap(pid)
        time.sleep(0.02)
    if alive(pid):
        send(pid, signal.SIGKILL)
        while alive(pid):
            _reap(pid)
            time.sleep(0.02)


def _reap(pid: int) -> None:
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
