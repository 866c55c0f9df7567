"""Each progressive's balance in the ledger beside the meter that its facts give."""

from collections.abc import Iterable
from typing import Final

from services.house.ops.asked import Asked, Sample, Series
from services.house.ops.stores import Stores
from services.jackpot.metrics import PoolBalances

SERIES: Final = (
    Series(name="crupier_progressive_pool_cents", what="A progressive's balance in the ledger", labels=("pool",)),
    Series(name="crupier_progressive_meter_cents", what="What a progressive's facts add up to", labels=("pool",)),
)


def pools_collector(stores: Stores) -> Asked:
    """Return what asks the jackpot for its pools; the two series are the same unless something is wrong."""
    balances = PoolBalances(stores.by_service["jackpot"])

    def ask() -> Iterable[Sample]:
        for family in balances.collect():
            for sample in family.samples:
                yield Sample(name=sample.name, labels=(sample.labels["pool"],), value=sample.value)

    return Asked(source="pools", series=SERIES, ask=ask)
