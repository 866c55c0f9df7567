"""Whether a process lives, whether it can work, what it counts and which release it is: the same for web and worker."""

import json
import platform
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from shared.telemetry import REGISTRY, logs, traffic

JSON: Final = "application/json"
TURN_SECONDS_MAX: Final = 60.0
"""A loop that has not turned for so long hangs; whoever supervises the process is to end it."""


def release() -> str:
    """The version of the installed distribution."""
    try:
        return version("crupier")
    except PackageNotFoundError:
        return "0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What one of the pages says."""

    status: int
    content_type: str
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Something that a process needs; `ask` raises when it is not there. Without what is not vital, work goes on."""

    name: str
    ask: Callable[[], None]
    vital: bool = True


@dataclass(slots=True, kw_only=True)
class Health:
    """The health of one service in one process."""

    service: str
    checks: tuple[Check, ...] = ()
    clock: Callable[[], float] = time.monotonic
    _turns: dict[str, float] = field(default_factory=dict, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def turned(self, loop: str) -> None:
        """A loop says that it turns."""
        with self._lock:
            self._turns[loop] = self.clock()
        traffic.record_turn(service=self.service, loop=loop)

    def ended(self, loop: str) -> None:
        """A loop has ended as it should, and is no longer waited for."""
        with self._lock:
            self._turns.pop(loop, None)

    def page(self, path: str) -> Page | None:
        """Return the page of that path, or `None` for a path that is none of these."""
        pages: Mapping[str, Callable[[], Page]] = {
            "/livez": self._alive,
            "/readyz": self._ready,
            "/metrics": _metrics,
            "/version": _version,
        }
        made = pages.get(path)
        return made() if made else None

    def _alive(self) -> Page:
        now = self.clock()
        with self._lock:
            hanging = sorted(loop for loop, turned in self._turns.items() if now - turned > TURN_SECONDS_MAX)
        return _json(503 if hanging else 200, {"alive": not hanging, "hanging": hanging})

    def _ready(self) -> Page:
        found = {check.name: (self._answers(check), check.vital) for check in self.checks}
        ready = all(answers for answers, vital in found.values() if vital)
        return _json(
            200 if ready else 503,
            {"ready": ready, "checks": {name: "ok" if answers else "away" for name, (answers, _) in found.items()}},
        )

    def _answers(self, check: Check) -> bool:
        try:
            check.ask()
        except Exception as failure:  # whatever a dependency raises, the page says that it is away
            logs.get(service=self.service).warning("not ready", reason=check.name, error=type(failure).__name__)
            return False
        return True


def _metrics() -> Page:
    return Page(status=200, content_type=CONTENT_TYPE_LATEST, body=generate_latest(REGISTRY))


def _version() -> Page:
    return _json(200, {"release": release(), "python": platform.python_version()})


def _json(status: int, content: object) -> Page:
    return Page(status=status, content_type=JSON, body=json.dumps(content).encode())
