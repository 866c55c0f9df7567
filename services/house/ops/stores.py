"""The services' databases, opened to read only what is needed to watch them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, text

from services.house import databases, roster
from shared.journal.store import SqlStore
from shared.runtime.composing import codec_for
from shared.runtime.settings import Settings

CONNECTIONS: Final = 2

_NOW: Final = {
    "postgresql": "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)",
    "sqlite": "SELECT CAST(round((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) * 1000",
}


@dataclass(frozen=True, slots=True)
class Stores:
    """The stores of the services that keep something, by service."""

    by_service: Mapping[str, SqlStore]

    @contextmanager
    def reading(self, service: str) -> Iterator[Connection]:
        """A connection to a service's database that sees one moment and has no limit of time."""
        with self.by_service[service].inspecting() as connection:
            yield connection


def open_stores(settings: Settings) -> Stores:
    """Return the stores; each connects when it is first used."""
    return Stores(
        {
            service.name: SqlStore(
                url=settings.database_for(service.name),
                schema=databases.schema_of(settings, service.name),
                codec=codec_for(service, settings),
                pool_size=CONNECTIONS,
            )
            for service in roster.all_services()
            if service.has_database
        }
    )


def now_us(connection: Connection) -> int:
    """The database's clock, in microseconds since 1970."""
    return int(connection.execute(text(_NOW[connection.dialect.name])).scalar_one())
