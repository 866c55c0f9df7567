"""The web side of a service: its routes, the page of the API, health, and one form for every refusal."""

import re
import time
import uuid
from typing import Final

import flask_smorest
from flask import Blueprint, Flask, Response, g, request
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from shared.messages.envelope import EnvelopeRefused
from shared.rules.refusals import NotYet, RuleBroken
from shared.runtime import auth, problems, strict_json
from shared.runtime.health import Health, release
from shared.runtime.limits import Limit
from shared.runtime.patience import AWAY
from shared.runtime.problems import Problem, ProblemSchema
from shared.runtime.service import ServiceDoor
from shared.runtime.tokens import Role
from shared.runtime.wiring import Wiring
from shared.telemetry import logs, traffic

REQUEST_ID_FORM: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")


class RouteWithoutPolicy(Exception):
    """A route that does not say who may use it."""


class Api(flask_smorest.Api):  # type: ignore[misc]  # flask-smorest has no types
    """The page of the API; refusals have our form, not flask-smorest's."""

    ERROR_SCHEMA = ProblemSchema

    def handle_http_exception(self, error: HTTPException) -> Response:
        return problems.of_http(error)


def make_http(service: ServiceDoor, wiring: Wiring, health: Health) -> Flask:
    """Return the WSGI application of a service; refuse with `RouteWithoutPolicy` a door without a lock."""
    app = Flask(service.name, static_folder=None)
    app.config.update(
        API_TITLE=f"Crupier {service.name}",
        API_VERSION=release(),
        OPENAPI_VERSION="3.0.3",
        OPENAPI_URL_PREFIX="/",
        OPENAPI_JSON_PATH="openapi.json",
        MAX_CONTENT_LENGTH=strict_json.BODY_BYTES_MAX,
        MAX_FORM_MEMORY_SIZE=0,
        PROVIDE_AUTOMATIC_OPTIONS=False,
        PROPAGATE_EXCEPTIONS=False,
    )
    app.extensions["crupier.wiring"] = wiring
    app.extensions["crupier.limit"] = Limit(per_second=wiring.settings.acts_per_second)
    api = Api(app)
    api.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    for routes in service.routes():
        if isinstance(routes, flask_smorest.Blueprint):
            api.register_blueprint(routes)
        else:
            app.register_blueprint(routes)
    app.register_blueprint(_health_pages(health))
    _answer_refusals(app)
    _count_requests(app, service.name)
    _check_policies(app)
    if wiring.settings.trusted_proxies:
        hops = wiring.settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    return app


def policies(app: Flask) -> dict[str, tuple[Role, ...] | None]:
    """Return who may use each endpoint; `None` for one that does not say."""
    return {name: getattr(view, "policy", None) for name, view in app.view_functions.items()}


def _health_pages(health: Health) -> Blueprint:
    pages = Blueprint("health", __name__)

    def page() -> Response:
        found = health.page(request.path)
        assert found is not None, "only the paths of the pages are registered"
        return Response(found.body, status=found.status, content_type=found.content_type)

    view = auth.needs(*auth.ANYONE)(page)
    for path in ("/livez", "/readyz", "/metrics", "/version"):
        pages.add_url_rule(path, path[1:], view, methods=["GET"])
    return pages


def _check_policies(app: Flask) -> None:
    for name, view in app.view_functions.items():
        if name == "api-docs.openapi_json":
            app.view_functions[name] = auth.needs(*auth.ANYONE)(view)
        elif not hasattr(view, "policy"):
            raise RouteWithoutPolicy(f"{app.name}: {name} does not say who may use it; mark it with needs(…)")


def _answer_refusals(app: Flask) -> None:
    def failed(failure: Exception) -> Response:
        logs.get(service=app.name, request=g.request_id).error(
            "request failed", error=type(failure).__name__, where=logs.where(failure)
        )
        return problems.of_failure()

    def away(failure: Exception) -> Response:
        logs.get(service=app.name, request=g.request_id).error("database away", error=type(failure).__name__)
        return problems.of_away()

    app.register_error_handler(HTTPException, problems.of_http)
    app.register_error_handler(RuleBroken, problems.of_rule)
    app.register_error_handler(NotYet, problems.of_early)
    app.register_error_handler(Problem, problems.of_problem)
    app.register_error_handler(EnvelopeRefused, failed)
    app.register_error_handler(Exception, failed)
    for kind in AWAY:
        app.register_error_handler(kind, away)


def _count_requests(app: Flask, service: str) -> None:
    def begin() -> None:
        given = request.headers.get("X-Request-Id", "")
        g.request_id = given if REQUEST_ID_FORM.fullmatch(given) else uuid.uuid4().hex
        g.began = time.perf_counter()

    def end(response: Response) -> Response:
        response.headers["X-Request-Id"] = g.request_id
        response.headers["X-Content-Type-Options"] = "nosniff"
        seconds = time.perf_counter() - g.began
        traffic.record_request(service=service, method=request.method, status=response.status_code, seconds=seconds)
        return response

    app.before_request(begin)
    app.after_request(end)
