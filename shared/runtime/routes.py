"""Routes of a service: token and role, key, strict body, one transaction and the API's page, from one line each."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, cast

from flask import Response, g, request
from flask_smorest import Blueprint
from marshmallow import Schema, ValidationError

from shared.journal.ports import Tx
from shared.runtime import auth, idempotency, limits, strict_json
from shared.runtime.auth import Policy
from shared.runtime.problems import NoSuchThing, Problem, ProblemSchema
from shared.runtime.recording import decide
from shared.runtime.tokens import Person
from shared.runtime.wiring import NoDatabase, Wiring

ID_FORM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}")

Answer = Mapping[str, Any]


class Nothing(Schema):
    """A route that takes no body, or no query."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What a route's function is given. `request` names this request, the same for a repeat under the same key."""

    tx: Tx
    who: Person
    body: Mapping[str, Any]
    query: Mapping[str, Any]
    wiring: Wiring
    request: str


Act = Callable[..., Answer]

NO_TX: Final = cast("Tx", NoDatabase())
"""What the routes of a service without a database get; every use of it is a fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One route: what it takes, what it gives, and who may use it."""

    method: str
    path: str
    needs: Policy
    act: Act
    answer: type[Schema]
    body: type[Schema] = Nothing
    query: type[Schema] = Nothing
    status: int = 200

    @property
    def changes(self) -> bool:
        """Whether it may change something, and so wants a key."""
        return self.method != "GET"


class Routes(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """The routes of one service."""

    def __init__(self, name: str, description: str) -> None:
        super().__init__(name, name, description=description)

    def mutation(  # a route is said in one line, each part by its name
        self,
        method: str,
        path: str,
        *,
        needs: Policy,
        answer: type[Schema],
        body: type[Schema] = Nothing,
        status: int = 200,
    ) -> Callable[[Act], Act]:
        """Register a function that changes something: one transaction, under the caller's Idempotency-Key."""

        def register(act: Act) -> Act:
            self._add(
                Route(method=method, path=path, needs=needs, act=act, answer=answer, body=body, status=status), changing
            )
            return act

        return register

    def query(
        self, path: str, *, needs: Policy, answer: type[Schema], query: type[Schema] = Nothing
    ) -> Callable[[Act], Act]:
        """Register a function that only reads."""

        def register(act: Act) -> Act:
            self._add(Route(method="GET", path=path, needs=needs, act=act, answer=answer, query=query), reading)
            return act

        return register

    def _add(self, route: Route, carry_out: Callable[..., Response]) -> None:
        def view(**place: str) -> Response:
            who = auth.who_asks(route.needs)
            check_ids(place)
            return carry_out(route, who=who, place=place)

        view.__name__ = route.act.__name__
        view.__doc__ = route.act.__doc__
        described = auth.with_policy(self.doc(**described_as(route))(view), route.needs)
        self.add_url_rule(route.path, route.act.__name__, described, methods=[route.method])


def reading(route: Route, *, who: Person, place: Mapping[str, str]) -> Response:
    """Answer from the database as it stands."""
    query = loaded_by(route.query, query_of())
    wiring = auth.wiring_here()
    with wiring.store.reading() if wiring.has_database else nullcontext(NO_TX) as tx:
        if wiring.has_database:
            auth.refuse_blocked(tx, who)
        said = route.act(Ask(tx=tx, who=who, body={}, query=query, wiring=wiring, request=g.request_id), **place)
    return as_json(text_of(route.answer, said), status=200)


def changing(route: Route, *, who: Person, place: Mapping[str, str]) -> Response:
    """Decide, store and answer in one transaction; a repeat under the same key gets the stored answer."""
    limits.check(who)
    asked = {} if route.body is Nothing else strict_json.read_object(request)
    once = idempotency.once(request, actor=who.person, body=asked)
    query = loaded_by(Nothing, query_of())
    body = loaded_by(route.body, asked)
    wiring = auth.wiring_here()

    def work(tx: Tx) -> idempotency.Given:
        auth.refuse_blocked(tx, who)
        before = idempotency.recall(tx, once)
        if before is not None:
            return before
        ask = Ask(tx=tx, who=who, body=body, query=query, wiring=wiring, request=once.request_id)
        given = idempotency.Given(status=route.status, body=text_of(route.answer, route.act(ask, **place)))
        idempotency.keep(tx, once, given)
        return given

    with idempotency.one_at_a_time(once):
        given = decide(wiring.store, work)
    response = as_json(given.body, status=given.status)
    if given.replayed:
        response.headers["Idempotent-Replay"] = "true"
    return response


def check_ids(place: Mapping[str, str]) -> None:
    """Refuse with 404 an id that cannot be one of ours."""
    for what, value in place.items():
        if not ID_FORM.fullmatch(value):
            raise NoSuchThing(what)


def query_of() -> dict[str, str]:
    """Return the query of the address, or refuse a parameter that is there twice."""
    for name, values in request.args.lists():
        if len(values) > 1:
            raise Problem(400, "duplicate_parameter", f"{name} is there twice")
    return request.args.to_dict()


def loaded_by(schema: type[Schema], given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values that the schema reads, or refuse with 422 and the fields at fault."""
    try:
        loaded: Mapping[str, Any] = _made(schema).load(given)
    except ValidationError as wrong:
        raise unprocessable(wrong) from None
    return loaded


@cache
def _made(schema: type[Schema]) -> Schema:
    # Making one takes longer than using it, and it keeps nothing of what it reads.
    return schema()


def unprocessable(wrong: ValidationError) -> Problem:
    """Return the problem for fields that were refused; its code is the first field's."""
    faults = tuple(_faults(wrong.messages, ""))
    return Problem(422, faults[0]["code"], f"{faults[0]['field']}: {faults[0]['detail']}", errors=list(faults))


def _faults(messages: Any, path: str) -> Iterator[dict[str, str]]:
    match messages:
        case dict():
            for name, inner in messages.items():
                yield from _faults(inner, f"{path}.{name}" if path else str(name))
        case list():
            for each in messages:
                yield from _faults(each, path)
        case _:
            yield {"field": path, "code": _code_of(str(messages)), "detail": str(messages)}


def _code_of(text: str) -> str:
    return next((code for start, code in FAULTS.items() if text.startswith(start)), "invalid")


FAULTS: Final[Mapping[str, str]] = {
    "Unknown field": "unknown_field",
    "Missing data": "missing_field",
    "Not a valid integer": "not_integer",
    "Must be greater": "out_of_range",
    "Must be less": "out_of_range",
    "Must be one of": "unknown_word",
    "Longer than": "length",
    "Shorter than": "length",
    "Length must": "length",
    "String does not match": "form",
}


def text_of(schema: type[Schema], said: Answer) -> str:
    """Return the JSON text of an answer, with the fields that its schema names and no others."""
    return json.dumps(_made(schema).dump(said), separators=(",", ":"), allow_nan=False)


def as_json(text: str, *, status: int) -> Response:
    """Return a response that is not to be kept by anybody on the way."""
    return Response(text, status=status, content_type="application/json", headers={"Cache-Control": "no-store"})


def described_as(route: Route) -> dict[str, Any]:
    """Return what the page of the API says about a route."""
    media = "application/problem+json"
    said: dict[str, Any] = {
        "responses": {
            str(route.status): {
                "description": "done" if route.changes else "as it stands",
                "content": {"application/json": {"schema": route.answer}},
            },
            "default": {"description": "refused", "content": {media: {"schema": ProblemSchema}}},
        },
        "security": [{"token": []}] if route.needs else [],
        "x-roles": [role.value for role in route.needs],
    }
    if route.changes:
        said["parameters"] = [idempotency.PARAMETER]
    if route.query is not Nothing:
        said["parameters"] = [{"in": "query", "schema": route.query}]
    if route.body is not Nothing:
        said["requestBody"] = {"required": True, "content": {"application/json": {"schema": route.body}}}
    return said
