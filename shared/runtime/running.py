"""The threads that every process of a service has: a relay for what it commits, a sweeper for what is due."""

from dataclasses import dataclass, field

from shared.runtime.health import Check, Health
from shared.runtime.publisher import sender_for
from shared.runtime.relay import Relay
from shared.runtime.service import Companion, ServiceDoor
from shared.runtime.sweeper import Sweeper
from shared.runtime.wiring import Wiring
from shared.telemetry import logs, traffic


@dataclass(slots=True, kw_only=True)
class Running:
    """One service at work in this process, from `start` to `stop`."""

    service: ServiceDoor
    wiring: Wiring
    health: Health = field(init=False)
    _relay: Relay | None = field(default=None, init=False)
    _sweeper: Sweeper | None = field(default=None, init=False)
    _companions: tuple[Companion, ...] = field(default=(), init=False)

    def __post_init__(self) -> None:
        self.health = Health(service=self.service.name)
        self._companions = self.service.companions(self.wiring, self.health)
        if not self.service.has_database:
            return
        self._relay = Relay(wiring=self.wiring, sender=sender_for(self.wiring), health=self.health)
        self._sweeper = Sweeper(service=self.service, wiring=self.wiring, health=self.health)
        self.health.checks = (
            Check(name="database", ask=self.wiring.store.ping),
            # Without the broker a player's act is still taken and kept; it only travels later.
            Check(name="broker", ask=self._relay.refuse_if_away, vital=False),
        )

    def start(self) -> None:
        """Begin to relay and to sweep."""
        traffic.show_from_the_start(service=self.service.name)
        if self._relay is not None and self._sweeper is not None:
            traffic.OUTBOX.watch(self.service.name, self._outbox)
            self._relay.start()
            self._sweeper.start()
        for companion in self._companions:
            companion.start()

    def stop_sending(self) -> None:
        """End what sends by itself; what is not sent stays in the outbox."""
        if self._relay is not None and self._sweeper is not None:
            self._sweeper.stop()
            self._relay.stop()

    def stop(self) -> None:
        """End all threads."""
        self.stop_sending()
        for companion in self._companions:
            companion.stop()
        traffic.OUTBOX.forget(self.service.name)
        logs.get(service=self.service.name).info("stopped")

    def _outbox(self) -> tuple[int, float]:
        stats = self.wiring.store.outbox_stats()
        return stats.unsent, stats.oldest_seconds
