"""What surrounds the house: room on its disks, its certificates, its backups, and the clocks."""

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cryptography import x509

from services.house.ops.asked import Asked, Sample, Series
from services.house.ops.stores import Stores, now_us
from shared.runtime.health import Health
from shared.telemetry import counter, logs

BACKUPS: Final = "crupier-*.tar"
JUMP_SECONDS: Final = 1.0
TICK_SECONDS: Final = 1.0

_FREE: Final = Series(name="crupier_disk_free_bytes", what="Room left on a volume", labels=("volume",))
_SIZE: Final = Series(name="crupier_disk_size_bytes", what="Size of a volume", labels=("volume",))
_EXPIRY: Final = Series(
    name="crupier_certificate_expiry_timestamp_seconds", what="When a certificate ends", labels=("certificate",)
)
_BACKED_UP: Final = Series(name="crupier_backup_timestamp_seconds", what="When the newest whole backup was made")
_BACKUP_SIZE: Final = Series(name="crupier_backup_size_bytes", what="Size of the newest whole backup")
_OFFSET: Final = Series(
    name="crupier_database_clock_offset_seconds", what="The database's clock less the watch's", labels=("service",)
)
SERIES: Final = (_FREE, _SIZE, _EXPIRY, _BACKED_UP, _BACKUP_SIZE, _OFFSET)

_JUMPS: Final = counter("crupier_clock_jumps_total", "Times that this host's clock jumped", ("direction",))


def disks_collector(volumes: Mapping[str, Path]) -> Asked:
    """Return what looks at the room left on the volumes."""

    def ask() -> Iterable[Sample]:
        for volume, path in volumes.items():
            found = os.statvfs(path)
            yield Sample(name=_FREE.name, labels=(volume,), value=found.f_bavail * found.f_frsize)
            yield Sample(name=_SIZE.name, labels=(volume,), value=found.f_blocks * found.f_frsize)

    return Asked(source="disks", series=(_FREE, _SIZE), ask=ask)


def certificates_collector(certificates: Mapping[str, Path]) -> Asked:
    """Return what reads when the certificates end; of a chain the first end counts."""

    def ask() -> Iterable[Sample]:
        for name, path in certificates.items():
            chain = x509.load_pem_x509_certificates(path.read_bytes())
            ends = min(certificate.not_valid_after_utc.timestamp() for certificate in chain)
            yield Sample(name=_EXPIRY.name, labels=(name,), value=ends)

    return Asked(source="certificates", series=(_EXPIRY,), ask=ask)


def backups_collector(directory: Path) -> Asked:
    """Return what looks for the newest backup; where there is none, there is no series."""

    def ask() -> Iterable[Sample]:
        found = [path.stat() for path in directory.glob(BACKUPS)]
        if found:
            newest = max(found, key=lambda stat: stat.st_mtime)
            yield Sample(name=_BACKED_UP.name, value=newest.st_mtime)
            yield Sample(name=_BACKUP_SIZE.name, value=newest.st_size)

    return Asked(source="backups", series=(_BACKED_UP, _BACKUP_SIZE), ask=ask)


def clocks_collector(stores: Stores) -> Asked:
    """Return what compares the databases' clocks with this process's."""

    def ask() -> Iterable[Sample]:
        for service, seconds in offsets(stores).items():
            yield Sample(name=_OFFSET.name, labels=(service,), value=seconds)

    return Asked(source="clocks", series=(_OFFSET,), ask=ask)


def offsets(stores: Stores) -> dict[str, float]:
    """Return by how many seconds each database's clock is ahead of this process's, half the way there allowed for."""
    found: dict[str, float] = {}
    for service in stores.by_service:
        with stores.reading(service) as connection:
            now_us(connection)
            before = time.time()
            there = now_us(connection) / 1_000_000
            found[service] = there - (before + time.time()) / 2
    return found


@dataclass(slots=True, kw_only=True)
class ClockWatch:
    """One thread that counts when the wall clock moves otherwise than time does."""

    health: Health
    wall: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic
    _stopping: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)
    _ahead: float | None = field(default=None, init=False)

    def start(self) -> None:
        """Begin to look."""
        for direction in ("forward", "back"):
            _JUMPS.labels(direction)
        self._thread = threading.Thread(target=self._run, name="clock-watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End at once."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def look(self) -> float:
        """Return by how much the wall clock jumped since the last look; 0.0 for a clock that goes as it should."""
        ahead = self.wall() - self.steady()
        jumped = 0.0 if self._ahead is None else ahead - self._ahead
        self._ahead = ahead
        if abs(jumped) < JUMP_SECONDS:
            return 0.0
        _JUMPS.labels("forward" if jumped > 0 else "back").inc()
        logs.get(service="watch").critical("clock jumped", seconds=jumped)
        return jumped

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.health.turned("clock")
            self.look()
            self._stopping.wait(TICK_SECONDS)
        self.health.ended("clock")
