"""Where pools lie in the jackpot's journal."""

from typing import Final

from services.jackpot.domain import pool as pools
from shared.journal.ports import Folding

POOL: Final = Folding("jackpot.pool", lambda: pools.NEW, pools.apply, snapshot_every=200)

POOLS: Final = "pools"
"""The stream that names all pools, in the order in which they were opened."""


def stream_of(pool: str) -> str:
    """Return the stream of a pool."""
    return f"pool.{pool}"
