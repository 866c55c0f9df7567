"""`crupier watch`: one process that reads all the house keeps and says how it stands. It writes nothing."""

import signal
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final

from services.house.ops.asked import Asked
from services.house.ops.books_watched import BookKeeper, books_collector
from services.house.ops.hands_watched import hands_collector
from services.house.ops.pools_watched import pools_collector
from services.house.ops.postgres_watched import postgres_collector
from services.house.ops.stores import Stores, open_stores
from services.house.ops.surroundings import (
    ClockWatch,
    backups_collector,
    certificates_collector,
    clocks_collector,
    disks_collector,
)
from shared.runtime.health import Check, Health
from shared.runtime.ops_pages import OpsPages
from shared.runtime.settings import Settings
from shared.telemetry import REGISTRY, logs

NAME: Final = "watch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What lies outside the databases and is to be looked at, by name."""

    disks: Mapping[str, Path] = field(default_factory=dict)
    certificates: Mapping[str, Path] = field(default_factory=dict)
    backups: Path | None = None


def run_watch(settings: Settings, surroundings: Surroundings) -> int:
    """Watch until SIGTERM or SIGINT."""
    logs.configure(level=settings.log_level, style=settings.log_format)
    ended = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        ended.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    watch = Watch(settings=settings, surroundings=surroundings)
    watch.start()
    logs.get(service=NAME).info("watching", port=watch.port)
    ended.wait()
    watch.stop()
    return 0


class Watch:
    """The collectors, the two threads and the pages of a watch, from `start` to `stop`."""

    def __init__(self, *, settings: Settings, surroundings: Surroundings) -> None:
        self._stores: Final = open_stores(settings)
        self._health: Final = Health(service=NAME, checks=tuple(_checks(self._stores)))
        self._keeper: Final = BookKeeper(stores=self._stores, health=self._health)
        self._clock: Final = ClockWatch(health=self._health)
        self._pages: Final = OpsPages(health=self._health, host=settings.ops_host, port=settings.ops_port)
        self._collectors: Final = (
            *_of_databases(self._stores, postgres=not settings.database_url.reveal().startswith("sqlite")),
            *_of_surroundings(surroundings),
        )

    @property
    def port(self) -> int:
        return self._pages.port

    def start(self) -> None:
        """Begin to look, and to answer."""
        for collector in self._collectors:
            REGISTRY.register(collector)
        self._keeper.start()
        self._clock.start()
        self._pages.start()

    def stop(self) -> None:
        """End."""
        self._pages.stop()
        self._clock.stop()
        self._keeper.stop()
        for collector in self._collectors:
            REGISTRY.unregister(collector)
        for store in self._stores.by_service.values():
            store.close()


def _of_databases(stores: Stores, *, postgres: bool) -> tuple[Asked, ...]:
    found = (hands_collector(stores), books_collector(stores), pools_collector(stores), clocks_collector(stores))
    return (*found, postgres_collector(stores)) if postgres else found


def _of_surroundings(surroundings: Surroundings) -> tuple[Asked, ...]:
    found = (disks_collector(surroundings.disks), certificates_collector(surroundings.certificates))
    return found if surroundings.backups is None else (*found, backups_collector(surroundings.backups))


def _checks(stores: Stores) -> list[Check]:
    return [Check(name=service, ask=store.ping) for service, store in stores.by_service.items()]
