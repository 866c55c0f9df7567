"""One service in one process: `crupier serve`, `crupier work` and `crupier migrate`."""

from collections.abc import Mapping

from services.house import databases, exits, roster
from shared.runtime.composing import wire
from shared.runtime.misconfigured import Misconfigured
from shared.runtime.service import ServiceDoor
from shared.runtime.settings import Settings
from shared.runtime.settings_checks import words_of_warning
from shared.telemetry import logs


def serve(name: str, environment: Mapping[str, str]) -> int:
    """Answer HTTP for a service until SIGTERM or SIGINT."""
    from shared.runtime.serving import WebProcess  # noqa: PLC0415  # workers never load gunicorn

    service, settings = _ready(name, environment)
    WebProcess(service, settings, lambda: wire(service, settings)).run()
    return exits.OK


def work(name: str, environment: Mapping[str, str]) -> int:
    """Carry out a service's commands until SIGTERM or SIGINT."""
    from shared.runtime.worker import run_worker  # noqa: PLC0415  # web processes never load Celery

    service, settings = _ready(name, environment)
    if not service.tasks:
        raise exits.Refused(f"{name} takes no commands; it only serves")
    return run_worker(service, wire(service, settings))


def migrate(name: str, environment: Mapping[str, str]) -> int:
    """Bring one service's database, or all, to this release."""
    settings = Settings.from_environment(environment)
    services = (roster.service(name),) if name else roster.all_services()
    for service, revisions in databases.bring_up(settings, services).items():
        print(f"{service}: {' '.join(revisions)}")
    return exits.OK


def _ready(name: str, environment: Mapping[str, str]) -> tuple[ServiceDoor, Settings]:
    service = roster.service(name)
    settings = Settings.from_environment(environment)
    logs.configure(level=settings.log_level, style=settings.log_format)
    if settings.embedded:
        raise Misconfigured(
            "CRUPIER_BROKER_URL", "a service in a process of its own needs a broker; `crupier run` needs none"
        )
    for word in words_of_warning(settings):
        logs.get(service=name).warning("note", reason=word)
    if service.has_database and not databases.stand(settings, service):
        raise exits.Refused(
            f"{name}'s database has not the tables of this release; run `crupier migrate` first",
            code=exits.MISCONFIGURED,
        )
    return service, settings
