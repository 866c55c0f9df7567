"""The jackpot, put together."""

from typing import TYPE_CHECKING, Final

from services.jackpot.domain.pool import Pool
from services.jackpot.tasks import TASKS
from shared.runtime.service import ServiceDoor

if TYPE_CHECKING:
    from flask import Blueprint


def _routes() -> "tuple[Blueprint, ...]":
    from services.jackpot import http  # noqa: PLC0415  # web processes only: workers never load Flask

    return (http.routes,)


SERVICE: Final = ServiceDoor(name="jackpot", tasks=TASKS, routes=_routes, kept=(Pool,))
