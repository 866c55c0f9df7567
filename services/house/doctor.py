"""`crupier doctor`: what this installation is made of, what it reaches, and what its owner should know."""

import platform
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from services.house import databases, exits, roster
from services.house.ops import deployment
from shared.runtime import topology
from shared.runtime.broker import connection_for
from shared.runtime.composing import wire
from shared.runtime.health import release
from shared.runtime.service import ServiceDoor
from shared.runtime.settings import Settings
from shared.runtime.settings_checks import words_of_warning

SECONDS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One thing that was looked at; `good` says whether the house can work with it."""

    what: str
    said: str
    good: bool = True


def examine(environment: Mapping[str, str]) -> int:
    """Print what is found; return 0, or 1 when something is not there."""
    settings = Settings.from_environment(environment)
    seen = tuple(_everything(settings))
    for each in seen:
        print(f"{'ok  ' if each.good else 'BAD '} {each.what:<12} {each.said}")
    for word in words_of_warning(settings):
        print(f"note {'':<12} {word}")
    if settings.embedded:
        print(f"note {'':<12} one process and a broker in memory: to try the house, not for a floor")
    return exits.OK if all(each.good for each in seen) else exits.FOUND_WRONG


def _everything(settings: Settings) -> Iterator[Seen]:
    yield Seen(what="release", said=f"crupier {release()}, Python {platform.python_version()}, {sys.platform}")
    yield Seen(what="environment", said=settings.env)
    yield Seen(what="randomness", said="the operating system's" if settings.randomness == "system" else "a test seed")
    yield _data(settings)
    for service in roster.all_services():
        if service.has_database:
            yield _looked(f"{service.name} db", lambda of=service: _database(settings, of))  # type: ignore[misc]  # called at once
    if settings.embedded:
        yield Seen(what="broker", said="in memory")
    else:
        yield _looked("broker", lambda: _broker(settings))
        for what, said, good in deployment.look(settings):
            yield Seen(what=what, said=said, good=good)


def _looked(what: str, look: Callable[[], Seen]) -> Seen:
    try:
        return look()
    except Exception as failure:  # whatever keeps us from looking is what there is to tell
        return Seen(what=what, said=f"{type(failure).__name__}: {_one_line(failure)}", good=False)


def _data(settings: Settings) -> Seen:
    place = settings.data.resolve()
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
        probe = place / ".doctor"
        probe.write_text("")
        probe.unlink()
        return Seen(what="data", said=str(place))
    return Seen(what="data", said=f"{place}: cannot be written", good=False)


def _database(settings: Settings, service: ServiceDoor) -> Seen:
    what = f"{service.name} db"
    address = settings.database_for(service.name)
    if address.startswith(databases.SQLITE):
        path = Path(address.removeprefix(databases.SQLITE))
        if not path.exists():
            return Seen(what=what, said=f"SQLite {sqlite3.sqlite_version}, not there yet; the first start makes it")
        where = f"SQLite {sqlite3.sqlite_version}, {path.stat().st_size // 1024} KiB"
    else:
        where = f"PostgreSQL at {urlsplit(address).hostname}, schema {service.name}"
    if not databases.stand(settings, service):
        return Seen(what=what, said=f"{where}: not the tables of this release; run `crupier migrate`", good=False)
    store = wire(service, settings).store
    try:
        store.ping()
        waiting = store.outbox_stats()
    finally:
        store.close()
    return Seen(what=what, said=f"{where}, {waiting.unsent} messages to send")


def _broker(settings: Settings) -> Seen:
    with connection_for(settings, "dealer") as connection:
        connection.ensure_connection(max_retries=1, timeout=SECONDS)
        known = getattr(connection.connection, "server_properties", {})
        waiting = {name: _depth(connection, f"{name}.dead") for name in topology.SERVICES}
    dead = {name: depth for name, depth in waiting.items() if depth > 0}
    said = f"{known.get('product', 'a broker')} {known.get('version', '')}"
    if dead:
        told = ", ".join(f"{depth} of {name}" for name, depth in dead.items())
        return Seen(what="broker", said=f"{said}, dead letters: {told}", good=False)
    return Seen(what="broker", said=said)


def _depth(connection: object, queue: str) -> int:
    """Return how many messages lie in a queue, -1 where there is none yet."""
    with suppress(Exception), connection.channel() as channel:  # type: ignore[attr-defined]  # kombu has no types
        return int(channel.queue_declare(queue, passive=True).message_count)
    return -1


def _one_line(failure: Exception) -> str:
    return " ".join(str(failure).split())[:200]
