"""What `crupier doctor` looks at in an installation of many processes, besides whether they can be reached."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from services.house.ops.books_watched import LEDGERS, LIGHT
from services.house.ops.hands_watched import open_hands
from services.house.ops.stores import Stores, now_us, open_stores
from services.house.ops.surroundings import offsets
from shared.runtime import topology
from shared.runtime.broker import connection_for
from shared.runtime.settings import Settings

SILENCE_SECONDS_MAX: Final = 180.0
OFFSET_SECONDS_MAX: Final = 1.0

Told = tuple[str, str, bool]
"""What was looked at, what was found, and whether the house can work with it."""


def look(settings: Settings) -> Iterator[Told]:
    """Yield what is found; what cannot be looked at is told as such."""
    stores = open_stores(settings)
    looks: tuple[tuple[str, Callable[[], Told]], ...] = (
        ("workers", lambda: _workers(settings)),
        ("hands", lambda: _hands(stores)),
        ("books", lambda: _books(stores)),
        ("clocks", lambda: _clocks(stores)),
    )
    try:
        for what, each in looks:
            try:
                yield each()
            except Exception as failure:  # whatever keeps us from looking is what there is to tell
                yield what, f"{type(failure).__name__}: cannot be looked at", False
    finally:
        for store in stores.by_service.values():
            store.close()


def _workers(settings: Settings) -> Told:
    queues = [
        *(topology.command_queue(name).name for name in topology.RECEIVERS),
        *(topology.events_queue(name).name for name in topology.LISTENERS),
    ]
    with connection_for(settings, "operator") as connection:
        connection.ensure_connection(max_retries=1)
        connected = {queue: _consumers(connection, queue) for queue in queues}
    said = ", ".join(f"{queue} {count if count >= 0 else 'has no queue'}" for queue, count in connected.items())
    return "workers", said, all(count > 0 for count in connected.values())


def _consumers(connection: object, queue: str) -> int:
    with suppress(Exception), connection.channel() as channel:  # type: ignore[attr-defined]  # kombu has no types
        return int(channel.queue_declare(queue, passive=True).consumer_count)
    return -1


def _hands(stores: Stores) -> Told:
    with stores.reading("dealer") as dealer, stores.reading("betting") as betting:
        now = now_us(dealer)
        found = open_hands(dealer, betting)
    if not found:
        return "hands", "none in play", True
    silence = max(0.0, (now - found[0].moved_us) / 1_000_000)
    said = f"{len(found)} in play; the longest silent, {found[0].hand}, for {silence:.0f} s"
    return "hands", said, silence <= SILENCE_SECONDS_MAX


def _books(stores: Stores) -> Told:
    found = []
    for service in LEDGERS:
        with stores.reading(service) as connection:
            found += [f"{service}: {breach.rule}" for rule in LIGHT for breach in rule(connection)]
    return "books", ", ".join(found) or "nothing wrong at a glance; `crupier verify` looks at everything", not found


def _clocks(stores: Stores) -> Told:
    by_service = offsets(stores)
    worst = max(by_service, key=lambda service: abs(by_service[service]))
    said = f"the database's clock differs from this one's by {by_service[worst]:+.3f} s"
    return "clocks", said, abs(by_service[worst]) <= OFFSET_SECONDS_MAX
