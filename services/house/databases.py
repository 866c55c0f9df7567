"""The services' databases: brought to this release, and asked whether they are there."""

from collections.abc import Sequence
from pathlib import Path

from shared.journal.releases import is_of_this_release
from shared.runtime.service import ServiceDoor
from shared.runtime.settings import Settings

SQLITE = "sqlite:///"


def bring_up(settings: Settings, services: Sequence[ServiceDoor]) -> dict[str, tuple[str, ...]]:
    """Bring each service's database to this release's tables; return the revisions by service."""
    from shared.journal.migrate import migrate  # noqa: PLC0415  # a process that only plays never loads what builds tables

    done: dict[str, tuple[str, ...]] = {}
    for service in services:
        if service.has_database:
            address, schema = settings.database_for(service.name), schema_of(settings, service.name)
            if not schema:
                Path(address.removeprefix(SQLITE)).parent.mkdir(parents=True, exist_ok=True)
            done[service.name] = migrate(url=address, schema=schema, service=service.name)
    return done


def stand(settings: Settings, service: ServiceDoor) -> bool:
    """Whether a service's database has the tables of this very release."""
    address, schema = settings.database_for(service.name), schema_of(settings, service.name)
    if not schema and not Path(address.removeprefix(SQLITE)).exists():
        return False
    return is_of_this_release(url=address, schema=schema, service=service.name)


def schema_of(settings: Settings, service: str) -> str:
    """Return the PostgreSQL schema of a service; on SQLite there is none, as each has a file of its own."""
    return "" if settings.database_for(service).startswith(SQLITE) else service
