"""Where the programs that tests need are on this machine, and their installation where a test run may do that."""

import fcntl
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

POSTGRES_PLACES: Final = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
RABBIT_PLACES: Final = ("/usr/lib/rabbitmq/bin", "/opt/rabbitmq/sbin", "/opt/homebrew/opt/rabbitmq/sbin")
NO_START: Final = Path("/usr/sbin/policy-rc.d")


class Unavailable(Exception):
    """A program that tests need cannot be had here; the text says why and what would help."""


def postgres_bin() -> Path:
    """Return the directory of the newest installed PostgreSQL server's programs."""
    return _found("initdb", POSTGRES_PLACES, package="postgresql", instead="set CRUPIER_TEST_PG_URL")


def rabbit_bin() -> Path:
    """Return the directory of the RabbitMQ server's own scripts, not of Debian's wrappers, which change the user."""
    return _found("rabbitmq-server", RABBIT_PLACES, package="rabbitmq-server", instead="set CRUPIER_TEST_AMQP_URL")


def promtool_bin() -> Path:
    """Return the directory of Prometheus' program that tries rules and alerts."""
    return _found("promtool", ("/usr/bin",), package="prometheus", instead="put one on the PATH")


def chromium() -> Path:
    """Return the browser."""
    if named := os.environ.get("CRUPIER_TEST_CHROMIUM") or shutil.which("chromium-browser"):
        return Path(named)
    # The program that speaks with it needs one library that a bare machine lacks.
    packages = "chromium libatomic1"
    return _found("chromium", ("/usr/bin",), package=packages, instead="set CRUPIER_TEST_CHROMIUM") / "chromium"


def _found(program: str, places: tuple[str, ...], *, package: str, instead: str) -> Path:
    for attempt in (_search, _install_then_search):
        found = attempt(program, places, package)
        if found:
            return found[-1]
    raise Unavailable(
        f"no {program} on this machine: install Debian's {package}, or {instead}, "
        "or, as root on Debian, set CRUPIER_TEST_INSTALL=1"
    )


def _search(program: str, places: tuple[str, ...], _package: str) -> tuple[Path, ...]:
    found = [place for pattern in places for place in Path("/").glob(pattern[1:]) if (place / program).exists()]
    on_path = shutil.which(program)
    if not found and on_path:
        found.append(Path(on_path).resolve().parent)
    return tuple(sorted(found, key=lambda place: [int(number) for number in re.findall(r"\d+", str(place))]))


def _install_then_search(program: str, places: tuple[str, ...], package: str) -> tuple[Path, ...]:
    if os.environ.get("CRUPIER_TEST_INSTALL") != "1" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return ()
    with _alone(), _services_kept_down():
        # Another process of this run may have installed it meanwhile.
        if found := _search(program, places, package):
            return found
        for command in (["update"], ["install", "--yes", "--no-install-recommends", *package.split()]):
            done = subprocess.run(
                ["apt-get", "-q", "-o", "DPkg::Lock::Timeout=300", *command],
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise Unavailable(f"apt-get {' '.join(command)} failed: {done.stderr.strip()[-500:]}")
    return _search(program, places, package)


@contextmanager
def _alone() -> Iterator[None]:
    # Of two at work on the lists of packages one is refused, and one would let the other's services start.
    with (Path(tempfile.gettempdir()) / "crupier-apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _services_kept_down() -> Iterator[None]:
    # Debian starts a service when its package is installed; tests want the programs, not a server on the usual port.
    if NO_START.exists():
        yield
        return
    NO_START.write_text("#!/bin/sh\nexit 101\n")
    NO_START.chmod(0o755)
    try:
        yield
    finally:
        NO_START.unlink()
