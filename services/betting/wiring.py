"""Betting, put together."""

from typing import TYPE_CHECKING, Final

from services.betting import handlers
from services.betting.domain.seated import Seated
from services.betting.tasks import TASKS
from shared.runtime.service import ServiceDoor

if TYPE_CHECKING:
    from flask import Blueprint


def _routes() -> "tuple[Blueprint, ...]":
    from services.betting import floor_http, http  # noqa: PLC0415  # web processes only: workers never load Flask

    return http.routes, floor_http.routes


SERVICE: Final = ServiceDoor(
    name="betting",
    tasks=TASKS,
    routes=_routes,
    on_timer=handlers.on_timer,
    kept=(Seated,),
    person_timers=("close_boxes", "expire_turn"),
)
