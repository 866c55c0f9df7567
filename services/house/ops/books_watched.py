"""The ledgers under watch: what they hold by kind of account, and on a schedule what must always be true of them."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, func, select

from services.house.ops.asked import Asked, Sample, Series
from services.house.ops.stores import Stores
from shared.journal.ports import StoreUnavailable
from shared.journal.tables import ACCOUNT
from shared.ledger import accounts, invariants
from shared.ledger.invariants import Breach
from shared.runtime.health import Health
from shared.telemetry import gauge, logs, traffic

LEDGERS: Final = ("betting", "jackpot")
LIGHT: Final = (invariants.balances_add_up_to_zero, invariants.nobody_owes)
RULES: Final = tuple(sorted(rule.__name__ for rule in invariants.OF_EVERY_LEDGER))

_HELD: Final = Series(
    name="crupier_ledger_cents", what="Sum of the balances of a kind of account", labels=("service", "kind")
)
_GAP: Final = Series(
    name="crupier_control_gap_cents",
    what="What one ledger says of another and the other does not say back: money between two services",
    labels=("service", "other"),
)
SERIES: Final = (_HELD, _GAP)

_STANDING: Final = gauge(
    "crupier_invariant_breaches_standing", "Breaches that the last check of the books found", ("service", "invariant")
)
_CHECKED: Final = gauge(
    "crupier_books_checked_timestamp_seconds", "When the books were last checked", ("service", "depth")
)


def books_collector(stores: Stores) -> Asked:
    """Return what asks the ledgers for their sums."""
    return Asked(source="ledgers", series=SERIES, ask=lambda: _samples(stores))


def _samples(stores: Stores) -> Iterable[Sample]:
    controls: dict[tuple[str, str], int] = {}
    for service in LEDGERS:
        with stores.reading(service) as connection:
            for kind, held in connection.execute(
                select(ACCOUNT.c.kind, func.sum(ACCOUNT.c.balance)).group_by(ACCOUNT.c.kind)
            ):
                yield Sample(name=_HELD.name, labels=(service, kind), value=float(held))
            for other in LEDGERS:
                controls[service, other] = _balance(connection, accounts.control(other))
    for (service, other), balance in controls.items():
        if service < other:
            yield Sample(name=_GAP.name, labels=(service, other), value=float(balance + controls[other, service]))


def _balance(connection: Connection, path: str) -> int:
    return int(connection.execute(select(ACCOUNT.c.balance).where(ACCOUNT.c.path == path)).scalar() or 0)


@dataclass(slots=True, kw_only=True)
class BookKeeper:
    """One thread that checks the ledgers: what is quick every `light_seconds`, everything every `full_seconds`."""

    stores: Stores
    health: Health
    light_seconds: float = 15.0
    full_seconds: float = 900.0
    clock: Callable[[], float] = time.monotonic
    _stopping: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)
    _standing: dict[str, frozenset[Breach]] = field(default_factory=dict, init=False)
    _last_full: float = field(default=float("-inf"), init=False)

    def start(self) -> None:
        """Begin with a full check."""
        self._thread = threading.Thread(target=self._run, name="book-keeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End after the check at hand."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=10)

    def check(self, *, full: bool) -> tuple[Breach, ...]:
        """Check every ledger; what breaches is counted once for each time that it appears."""
        rules = invariants.OF_EVERY_LEDGER if full else LIGHT
        found: list[Breach] = []
        for service in LEDGERS:
            with self.stores.reading(service) as connection:
                of_service = tuple(breach for rule in rules for breach in rule(connection))
            self._note(service, of_service, rules=frozenset(rule.__name__ for rule in rules))
            _CHECKED.labels(service, "full" if full else "light").set_to_current_time()
            found.extend(of_service)
        return tuple(found)

    def _note(self, service: str, found: tuple[Breach, ...], *, rules: frozenset[str]) -> None:
        before = self._standing.get(service, frozenset())
        kept = frozenset(breach for breach in before if breach.rule not in rules)
        for breach in found:
            if (breach.rule, breach.subject) not in {(old.rule, old.subject) for old in before}:
                traffic.record_invariant_breach(service=service, invariant=breach.rule)
                logs.get(service=service).critical("invariant breached", rule=breach.rule, where=breach.subject)
        self._standing[service] = kept | frozenset(found)
        counts = Counter(breach.rule for breach in self._standing[service])
        for rule in RULES:
            _STANDING.labels(service, rule).set(counts[rule])

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.health.turned("books")
            full = self.clock() - self._last_full >= self.full_seconds
            try:
                self.check(full=full)
                if full:
                    self._last_full = self.clock()
            except StoreUnavailable as away:
                logs.get(service="watch").warning("books not checked", error=type(away).__name__)
            except Exception as failure:  # the thread's edge: a keeper that ended would look like books in order
                logs.get(service="watch").error(
                    "books not checked", error=type(failure).__name__, where=logs.where(failure)
                )
            self._stopping.wait(self.light_seconds)
        self.health.ended("books")
