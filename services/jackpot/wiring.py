"""The jackpot, put together."""

from typing import TYPE_CHECKING, Final

from services.jackpot import metrics
from services.jackpot.domain.pool import Pool
from services.jackpot.tasks import TASKS
from shared.runtime.health import Health
from shared.runtime.service import Companion, ServiceDoor
from shared.runtime.wiring import Wiring

if TYPE_CHECKING:
    from flask import Blueprint


def _routes() -> "tuple[Blueprint, ...]":
    from services.jackpot import http  # noqa: PLC0415  # web processes only: workers never load Flask

    return (http.routes,)


def _companions(wiring: Wiring, _health: Health) -> tuple[Companion, ...]:
    return (metrics.PoolsShown(wiring.store),)


SERVICE: Final = ServiceDoor(name="jackpot", tasks=TASKS, routes=_routes, companions=_companions, kept=(Pool,))
