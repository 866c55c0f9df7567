"""The services of the house by name, each loaded when it is asked for."""

from importlib import import_module
from typing import Final

from shared.runtime.service import ServiceDoor
from shared.runtime.topology import SERVICES

NAMES: Final = SERVICES


class NoSuchService(ValueError):
    """A name that no service of the house has."""


def service(name: str) -> ServiceDoor:
    """Return a service's description, or refuse with `NoSuchService`."""
    if name not in NAMES:
        raise NoSuchService(f"no service {name!r}: expected one of {', '.join(NAMES)}")
    found: ServiceDoor = import_module(f"services.{name}.wiring").SERVICE
    return found


def all_services() -> tuple[ServiceDoor, ...]:
    """Return every service."""
    return tuple(service(name) for name in NAMES)
