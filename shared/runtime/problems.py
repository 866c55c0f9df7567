"""Every refusal over HTTP is a problem+json (RFC 9457): what, under which clause, what was expected and found."""

import json
from collections.abc import Mapping
from typing import Any, Final

from flask import Response, g
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException

from shared.rules import refusals
from shared.rules.refusals import NotYet, RuleBroken

PROBLEM_TYPE: Final = "urn:crupier:problem:"
MEDIA_TYPE: Final = "application/problem+json"

FORBIDDEN: Final = 403
NOT_FOUND: Final = 404
CONFLICT: Final = 409
UNPROCESSABLE: Final = 422

RULE_STATUS: Final[Mapping[type[RuleBroken], int]] = {
    refusals.HandClosed: CONFLICT,
    refusals.WrongStage: CONFLICT,
    refusals.DealInProgress: CONFLICT,
    refusals.NotActive: CONFLICT,
    refusals.NotYourTurn: CONFLICT,
    refusals.StaleAct: CONFLICT,
    refusals.TooLate: CONFLICT,
    refusals.AlreadyBet: CONFLICT,
    refusals.AlreadyDecided: CONFLICT,
    refusals.AlreadySeated: CONFLICT,
    refusals.TableFull: CONFLICT,
    refusals.TableNotOpen: CONFLICT,
    refusals.NoSuchSeat: NOT_FOUND,
    refusals.WrongBox: FORBIDDEN,
    refusals.NotTheFloor: FORBIDDEN,
}
"""A rule that is broken by what was asked is a 422; by when or by whom it was asked, what stands here."""


class Problem(Exception):
    """A refusal that is no rule of a game: the door's own."""

    def __init__(self, status: int, code: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers: Mapping[str, str] = more.pop("headers", {})
        self.more: Mapping[str, Any] = more


class NoSuchThing(Problem):
    """There is no such thing, or whoever asks may not know that there is."""

    def __init__(self, what: str) -> None:
        super().__init__(NOT_FOUND, "not_found", f"no {what} here")


class Forbidden(Problem):
    """Known, but not for this person."""

    def __init__(self, detail: str, *, code: str = "forbidden") -> None:
        super().__init__(FORBIDDEN, code, detail)


class ProblemSchema(Schema):
    """The body of every refusal."""

    type = fields.String(required=True, metadata={"description": "a URN that ends in the code"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True, metadata={"description": "the broken rule, as RAISE_CAP, or the door's word"})
    clause = fields.String(metadata={"description": "the clause that refuses, as ESD-21"})
    expected = fields.Raw()
    found = fields.Raw()
    errors = fields.List(fields.Dict(), metadata={"description": "the fields of the body that were refused"})
    request = fields.String(required=True, metadata={"description": "the request's id, for the log"})


def of_rule(refusal: RuleBroken) -> Response:
    """Return the answer to a broken rule."""
    return answer(
        status=status_of(type(refusal)),
        code=refusal.code,
        detail=str(refusal),
        more={"clause": refusal.clause or None, "expected": refusal.expected, "found": refusal.found},
    )


def of_problem(problem: Problem) -> Response:
    """Return the answer to a refusal at the door."""
    return answer(
        status=problem.status,
        code=problem.code,
        detail=problem.detail,
        more=problem.more,
        headers=problem.headers,
    )


def of_early(_early: NotYet) -> Response:
    """Return the answer to somebody who is a moment too early."""
    return answer(
        status=CONFLICT,
        code="not_yet",
        detail="something that comes before this is still under way; ask again in a moment",
        headers={"Retry-After": "1"},
    )


def of_http(failure: HTTPException) -> Response:
    """Return the answer for what Flask and werkzeug raise: no route, wrong method, too long."""
    status = failure.code or 500
    kept = {name: value for name, value in failure.get_headers() if name in ("Allow", "Retry-After")}
    return answer(
        status=status,
        code=_HTTP_CODES.get(status, failure.name.lower().replace(" ", "_")),
        detail=failure.description or failure.name,
        headers=kept,
    )


def of_failure() -> Response:
    """Return the answer to a fault of our own: an id to ask about, nothing else."""
    return answer(
        status=500, code="failed", detail="this should not have happened; it is on record under the request's id"
    )


def of_away() -> Response:
    """Return the answer while the database is away."""
    return answer(
        status=503,
        code="unavailable",
        detail="the house cannot write at this moment; nothing was done",
        headers={"Retry-After": "2"},
    )


def status_of(rule: type[RuleBroken]) -> int:
    """Return the status of a broken rule."""
    return RULE_STATUS.get(rule, UNPROCESSABLE)


def answer(
    *,
    status: int,
    code: str,
    detail: str,
    more: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a problem+json response."""
    body: dict[str, Any] = {
        "type": PROBLEM_TYPE + code.lower().replace("_", "-"),
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "detail": detail,
        "code": code,
        "request": g.get("request_id", ""),
    }
    body.update({name: shown(value) for name, value in (more or {}).items() if value is not None})
    response = Response(json.dumps(body), status=status, content_type=MEDIA_TYPE)
    response.headers.update(dict(headers or {}))
    return response


def shown(value: Any) -> Any:
    """Return a value as JSON can carry it; what is no plain value is written as text, a secret as its mark."""
    match value:
        case bool() | int() | str():
            return value
        case Mapping():
            return {str(name): shown(each) for name, each in value.items()}
        case list() | tuple() | set() | frozenset():
            return [shown(each) for each in value]
        case _:
            return str(value)


_HTTP_CODES: Final[Mapping[int, str]] = {
    400: "bad_request",
    404: "no_route",
    405: "wrong_method",
    413: "too_long",
    414: "too_long",
    415: "content_type",
    431: "too_long",
}
