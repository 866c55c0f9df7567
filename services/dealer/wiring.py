"""The dealer, put together."""

from typing import TYPE_CHECKING, Final

from services.dealer import handlers
from services.dealer.domain.table import Table
from services.dealer.tasks import TASKS
from shared.runtime.service import ServiceDoor

if TYPE_CHECKING:
    from flask import Blueprint


def _routes() -> "tuple[Blueprint, ...]":
    from services.dealer import draw_http, floor_http, http  # noqa: PLC0415  # web processes only: workers never load Flask

    return http.routes, draw_http.routes, floor_http.routes


SERVICE: Final = ServiceDoor(
    name="dealer",
    tasks=TASKS,
    routes=_routes,
    on_timer=handlers.on_timer,
    kept=(Table,),
    person_timers=("expire_draw", "end_showdown"),
)
