"""The whole house in one process: every service behind one address, over a broker in memory."""

import fcntl
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from flask import Flask
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from services.house import databases, roster
from services.house.inside import Inside
from shared.runtime.composing import wire
from shared.runtime.embedded import Embedded
from shared.runtime.flask_app import make_http
from shared.runtime.service import ServiceDoor
from shared.runtime.serving import ThreadedServer
from shared.runtime.settings import Settings
from shared.runtime.wiring import Wiring

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

FRONT: Final = "lobby"
"""The service whose pages stand at the root of the address; the others stand under their names."""


class AlreadyOpen(Exception):
    """Another house works on the same data."""


@dataclass(slots=True)
class House:
    """Every service in this process, from `open` to `close`."""

    settings: Settings
    wired: tuple[tuple[ServiceDoor, Wiring], ...] = ()
    apps: Mapping[str, Flask] = field(default_factory=dict)
    _held: IO[str] = field(init=False)
    _embedded: Embedded = field(init=False)
    _server: ThreadedServer = field(init=False)

    def open(self) -> None:
        """Bring the databases up, begin to work and to answer; refuse with `AlreadyOpen` data that is in use."""
        self._held = _taken(self.settings.data)
        services = roster.all_services()
        databases.bring_up(self.settings, services)
        self.wired = tuple((service, wire(service, self.settings)) for service in services)
        self._embedded = Embedded(services=self.wired)
        self.apps = {
            service.name: make_http(service, wiring, self._embedded.running[service.name].health)
            for service, wiring in self.wired
        }
        others: dict[str, Wsgi] = {f"/{name}": app for name, app in self.apps.items() if name != FRONT}
        front = DispatcherMiddleware(self.apps[FRONT], others)
        self._server = ThreadedServer(front, host=self.settings.host, port=self.settings.port)
        self._embedded.start()
        self._server.start()

    def close(self) -> int:
        """End in good order; what is under way lies in the databases and goes on with the next start."""
        self._server.stop()
        code = self._embedded.stop()
        for _, wiring in self.wired:
            if wiring.has_database:
                wiring.store.close()
        self._held.close()
        return code

    def wait(self, asked: threading.Event) -> None:
        """Return when somebody asks for the end, or when the consumer has ended by itself."""
        while not asked.wait(0.5):
            if self._embedded.ended:
                return

    @property
    def address(self) -> str:
        """Where the house answers."""
        return f"http://{self.settings.host}:{self._server.port}"

    @property
    def inside(self) -> Inside:
        """The way by which the house itself asks its services."""
        return Inside(apps=self.apps, wirings={service.name: wiring for service, wiring in self.wired})

    def wiring(self, name: str) -> Wiring:
        """Return the wiring of a service."""
        return next(wiring for service, wiring in self.wired if service.name == name)


def _taken(data: Path) -> IO[str]:
    """Take a data directory for this process; the system gives it back when the process ends, however it ends."""
    data.mkdir(parents=True, exist_ok=True)
    held = (data / "house.lock").open("a", encoding="ascii")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.close()
        raise AlreadyOpen(f"{data}: another house is open on this data; end it first, or choose other --data") from None
    return held
