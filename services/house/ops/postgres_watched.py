"""What PostgreSQL says of itself: connections, transactions, locks, sizes."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, text

from services.house.ops.asked import Asked, Sample, Series
from services.house.ops.stores import Stores

ASKED_AS: Final = "dealer"
"""Any service's door to the database serves: the views are about all of it."""

STATES: Final = ("active", "idle", "idle in transaction")

_CONNECTIONS: Final = Series(name="crupier_postgres_connections", what="Connections by state", labels=("state",))
_CONNECTIONS_MAX: Final = Series(name="crupier_postgres_connections_max", what="How many the server admits")
_COMMITS: Final = Series(name="crupier_postgres_commits_total", what="Transactions committed", counts=True)
_ROLLBACKS: Final = Series(name="crupier_postgres_rollbacks_total", what="Transactions undone", counts=True)
_DEADLOCKS: Final = Series(name="crupier_postgres_deadlocks_total", what="Deadlocks resolved", counts=True)
_READ: Final = Series(name="crupier_postgres_blocks_read_total", what="Pages read from disk", counts=True)
_HIT: Final = Series(name="crupier_postgres_blocks_hit_total", what="Pages found in memory", counts=True)
_SIZE: Final = Series(name="crupier_postgres_size_bytes", what="Size of a schema with its indexes", labels=("service",))
_LONGEST: Final = Series(name="crupier_postgres_longest_transaction_seconds", what="Age of the oldest open transaction")
_WAITING: Final = Series(name="crupier_postgres_lock_waits", what="Connections that wait for a lock")
SERIES: Final = (
    _CONNECTIONS, _CONNECTIONS_MAX, _COMMITS, _ROLLBACKS, _DEADLOCKS, _READ, _HIT, _SIZE, _LONGEST, _WAITING,
)  # fmt: skip

_COUNTS: Final = text("""
    SELECT xact_commit, xact_rollback, deadlocks, blks_read, blks_hit
    FROM pg_stat_database WHERE datname = current_database()
""")
_STATES: Final = text("""
    SELECT state, count(*), count(*) FILTER (WHERE wait_event_type = 'Lock'),
        coalesce(extract(epoch FROM max(clock_timestamp() - xact_start)), 0)
    FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() GROUP BY state
""")
_SIZES: Final = text("""
    SELECT n.nspname, sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname = ANY(:services) GROUP BY n.nspname
""")


def postgres_collector(stores: Stores) -> Asked:
    """Return what asks PostgreSQL about itself."""

    def ask() -> Iterable[Sample]:
        with stores.reading(ASKED_AS) as connection:
            yield from _samples(connection, services=tuple(stores.by_service))

    return Asked(source="postgres", series=SERIES, ask=ask)


def _samples(connection: Connection, *, services: tuple[str, ...]) -> Iterable[Sample]:
    counts = connection.execute(_COUNTS).one()
    for series, count in zip((_COMMITS, _ROLLBACKS, _DEADLOCKS, _READ, _HIT), counts, strict=True):
        yield Sample(name=series.name, value=float(count))
    by_state = {state: (many, waiting, oldest) for state, many, waiting, oldest in connection.execute(_STATES)}
    for state in STATES:
        yield Sample(name=_CONNECTIONS.name, labels=(state,), value=by_state.get(state, (0,))[0])
    yield Sample(name=_WAITING.name, value=sum(waiting for _, waiting, _ in by_state.values()))
    yield Sample(name=_LONGEST.name, value=max((float(oldest) for _, _, oldest in by_state.values()), default=0.0))
    most = connection.execute(text("SELECT current_setting('max_connections')")).scalar_one()
    yield Sample(name=_CONNECTIONS_MAX.name, value=float(most))
    for service, size in connection.execute(_SIZES, {"services": list(services)}):
        yield Sample(name=_SIZE.name, labels=(service,), value=float(size))
