"""The pages: plain files without a build step, the event streams, and what a browser may do with them."""

import re
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, request, send_from_directory

from services.lobby import keeping
from services.lobby.streams import Stream
from services.lobby.tailing import TooManyStreams, tail_of
from shared.runtime import auth
from shared.runtime.auth import ANYONE
from shared.runtime.problems import NoSuchThing, Problem
from shared.runtime.routes import ID_FORM

STATIC: Final = Path(__file__).parent / "static"
FILE_FORM: Final = re.compile(r"[a-z0-9_/-]{1,60}\.(js|css|json|svg)")
EVENT_ID_FORM: Final = re.compile(r"[0-9]{1,18}")

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing from elsewhere, nothing inline, in nobody's frame."""

pages: Final = Blueprint("pages", __name__)


@pages.get("/")
@auth.needs(*ANYONE)
def room_page() -> Response:
    """The page of the room."""
    return _page("room.html")


@pages.get("/tables/<table>")
@auth.needs(*ANYONE)
def table_page(table: str) -> Response:
    """The page of a table; which one, it reads from its address."""
    if not ID_FORM.fullmatch(table):
        raise NoSuchThing("table")
    return _page("table.html")


@pages.get("/floor")
@auth.needs(*ANYONE)
def floor_page() -> Response:
    """The page of the floor and the operator; what it asks for is refused to everybody else."""
    return _page("floor.html")


@pages.get("/favicon.ico")
@auth.needs(*ANYONE)
def favicon() -> Response:
    """The mark of the house."""
    return _file("mark.svg")


@pages.get("/static/<path:name>")
@auth.needs(*ANYONE)
def static_file(name: str) -> Response:
    """A file of the pages."""
    if not FILE_FORM.fullmatch(name) or not (STATIC / name).is_file():
        raise NoSuchThing("file")
    return _file(name)


@pages.get("/api/tables/<table>/events")
@auth.needs(*ANYONE)
def table_events(table: str) -> Response:
    """What happens at a table, as an event stream that resumes after `Last-Event-ID`."""
    if not ID_FORM.fullmatch(table):
        raise NoSuchThing("table")
    wiring = auth.wiring_here()
    after = _last_event_id()
    with wiring.store.reading() as tx:
        if keeping.table_view(tx, table) is None:
            raise NoSuchThing(f"table {table}")
    tail = tail_of(wiring)
    try:
        subscription = tail.subscribe(table)
    except TooManyStreams as full:
        raise Problem(503, "too_many_streams", str(full), headers={"Retry-After": "5"}) from None
    stream = Stream(wiring=wiring, tail=tail, subscription=subscription, after=after)
    response = Response(stream.texts(), content_type="text/event-stream; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache, no-store"
    response.headers["X-Accel-Buffering"] = "no"
    # A stream that was never read is forgotten too.
    response.call_on_close(lambda: tail.unsubscribe(subscription))
    return response


def _last_event_id() -> int:
    given = request.headers.get("Last-Event-ID", request.args.get("after", ""))
    if not given:
        return -1
    if not EVENT_ID_FORM.fullmatch(given):
        raise Problem(422, "event_id", "Last-Event-ID is the number of an event")
    return int(given)


def _page(name: str) -> Response:
    response = _file(name)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
    return response


def _file(name: str) -> Response:
    response = send_from_directory(STATIC, name)
    response.headers["Cache-Control"] = "no-cache"
    return response
