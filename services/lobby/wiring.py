"""The lobby, put together."""

from typing import TYPE_CHECKING, Final

from services.lobby.intake import Intake
from services.lobby.tailing import tail_of
from shared.runtime.health import Health
from shared.runtime.service import Companion, ServiceDoor
from shared.runtime.wiring import Wiring

if TYPE_CHECKING:
    from flask import Blueprint


def _routes() -> "tuple[Blueprint, ...]":
    from services.lobby import http, pages  # noqa: PLC0415  # web processes only

    return (http.routes, pages.pages)


def _companions(wiring: Wiring, health: Health) -> tuple[Companion, ...]:
    """One thread hears what is said at the tables, and one passes it on to whoever watches."""
    tail = tail_of(wiring)
    return (Intake(wiring=wiring, health=health, on_kept=tail.wake), tail)


SERVICE: Final = ServiceDoor(name="lobby", routes=_routes, companions=_companions)
