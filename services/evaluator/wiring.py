"""The evaluator, put together; it has no database."""

from typing import TYPE_CHECKING, Final

from services.evaluator.tasks import TASKS
from shared.runtime.service import ServiceDoor

if TYPE_CHECKING:
    from flask import Blueprint


def _routes() -> "tuple[Blueprint, ...]":
    from services.evaluator import http  # noqa: PLC0415  # web processes only: workers never load Flask

    return (http.routes,)


SERVICE: Final = ServiceDoor(name="evaluator", tasks=TASKS, routes=_routes, has_database=False)
