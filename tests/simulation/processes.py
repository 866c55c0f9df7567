"""The processes of a simulated house: each service with its database, its relay and its sweeper, and no thread."""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from services.betting.wiring import SERVICE as BETTING
from services.dealer.wiring import SERVICE as DEALER
from services.evaluator.wiring import SERVICE as EVALUATOR
from services.jackpot.wiring import SERVICE as JACKPOT
from shared.journal.migrate import migrate
from shared.journal.store import SqlStore
from shared.runtime.composing import codec_for, wire
from shared.runtime.health import Health
from shared.runtime.publisher import Sender
from shared.runtime.relay import Relay
from shared.runtime.service import ServiceDoor
from shared.runtime.settings import Settings
from shared.runtime.sweeper import Sweeper
from shared.runtime.wiring import Wiring

SERVICES: Final = {service.name: service for service in (DEALER, BETTING, EVALUATOR, JACKPOT)}
KEPT: Final = tuple(name for name, service in SERVICES.items() if service.has_database)
IN_MEMORY: Final = Path("/dev/shm")  # noqa: S108 (a directory of its own is made in it)


class Processes:
    """All of them. `now_us` is their clock, `sender_of` what their relays send on."""

    def __init__(self, *, seed: int, now_us: Callable[[], int], sender_of: Callable[[str], Sender]) -> None:
        self._now_us: Final = now_us
        self._sender_of: Final = sender_of
        self.data: Final = Path(
            tempfile.mkdtemp(prefix="crupier-world-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None)
        )
        self._settings: Final = Settings.from_environment(
            {"CRUPIER_ENV": "test", "CRUPIER_DATA": str(self.data), "CRUPIER_RANDOMNESS": f"test:{seed}"}
        )
        self.wired: Final[dict[str, Wiring]] = {}
        self.sweepers: Final[dict[str, Sweeper]] = {}
        self.relays: Final[dict[str, Relay]] = {}
        for name, service in SERVICES.items():
            if service.has_database:
                migrate(url=self._settings.database_for(name), service=name)
            self._start(service)

    def restart(self, name: str) -> None:
        """End a process and start it again: all that it then knows is what its database holds."""
        self.wired[name].store.close()
        self._start(SERVICES[name])

    def close(self) -> None:
        """End all, and put their data away."""
        for name in KEPT:
            self.wired[name].store.close()
        shutil.rmtree(self.data)

    def _start(self, service: ServiceDoor) -> None:
        name, settings = service.name, self._settings
        wiring = wire(service, settings, clock=lambda: datetime.fromtimestamp(self._now_us() / 1e6, tz=UTC))
        if service.has_database:
            store: Any = SqlStore(
                url=settings.database_for(name), codec=codec_for(service, settings), clock=self._now_us
            )
            before = self.wired.get(name)
            # A shuffle repeated after a restart would be none.
            wiring = replace(wiring, store=store, random=before.random if before else wiring.random)
            health = Health(service=name)
            self.sweepers[name] = Sweeper(service=service, wiring=wiring, health=health)
            self.relays[name] = Relay(wiring=wiring, sender=self._sender_of(name), health=health)
        self.wired[name] = wiring
