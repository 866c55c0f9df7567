"""What the jackpot counts, and the pools' balances as the ledger has them when somebody asks."""

from collections.abc import Iterator
from typing import Final

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from services.jackpot.domain import pool as pools
from services.jackpot.stream import POOL, POOLS, stream_of
from shared.games import game, game_ids
from shared.journal.ports import Store, StoreUnavailable, StreamMoved
from shared.ledger import accounts
from shared.money import Cents
from shared.rules.game import AgainstTheBank
from shared.telemetry import REGISTRY, counter
from shared.telemetry.in_time import InTime, NotInTime

_CONTRIBUTED = counter("crupier_contributions_cents_total", "Side bets taken, by where they went", ("game", "to"))
_AWARDS = counter("crupier_awards_total", "Awards decided", ("game", "award"))
_AWARDED = counter("crupier_awards_cents_total", "Awards decided, in minor units", ("game", "award"))


def record_contribution(*, game: str, to_meter: Cents, to_house: Cents) -> None:
    """Count a hand's side bets."""
    _CONTRIBUTED.labels(game, "meter").inc(to_meter)
    _CONTRIBUTED.labels(game, "house").inc(to_house)


def record_award(*, game: str, award: str, amount: Cents) -> None:
    """Count an award, or one seat's share of it."""
    _AWARDS.labels(game, award).inc()
    _AWARDED.labels(game, award).inc(amount)


class PoolBalances(Collector):
    """Reads each pool's balance from the jackpot's ledger, and its meter from its facts, at every scrape."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Yield the series without a value, so that the ledger is not asked when they are registered."""
        yield from _families()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield ledger balance and meter of every pool; the two are the same unless something is wrong."""
        balance, meter = _families()
        with self._store.reading() as tx:
            for kept in tx.history(POOLS):
                pool = kept.fact.pool
                state: pools.Pool = tx.fold(stream=stream_of(pool), folding=POOL).state
                balance.add_metric([pool], tx.balance(accounts.meter(pool)))
                meter.add_metric([pool], state.meter)
        yield balance
        yield meter


class PoolsShown(Collector):
    """Shows the pools' series in this process, from `start` to `stop`; while the ledger is away they are absent."""

    def __init__(self, store: Store) -> None:
        self._balances: Final = PoolBalances(store)
        self._found: Final = InTime(lambda: tuple(self._balances.collect()))

    def start(self) -> None:
        """Begin to show them, and every award at zero: of one that is first seen at one, Prometheus sees no rise."""
        for game_id in game_ids():
            contest = game(game_id).contest
            for award in contest.side_bet.awards if isinstance(contest, AgainstTheBank) else ():
                _AWARDS.labels(game_id, award.name)
                _AWARDED.labels(game_id, award.name)
        REGISTRY.register(self)

    def stop(self) -> None:
        """End."""
        REGISTRY.unregister(self)

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Yield the series without a value."""
        return self._balances.describe()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the series, if the ledger answers."""
        try:
            found = self._found()
        except (StoreUnavailable, StreamMoved, NotInTime):
            return
        yield from found


def _families() -> tuple[GaugeMetricFamily, GaugeMetricFamily]:
    return (
        GaugeMetricFamily(
            "crupier_progressive_pool_cents", "A progressive's balance in the ledger, in minor units", labels=["pool"]
        ),
        GaugeMetricFamily(
            "crupier_progressive_meter_cents", "What a progressive shows, in minor units", labels=["pool"]
        ),
    )
