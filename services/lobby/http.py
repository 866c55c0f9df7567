"""The lobby's routes: people and their tokens, the room, and the tables as everybody may see them."""

import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from flask import Response, current_app, request

from services.lobby import metrics, passwords, people, showing
from services.lobby import schemas as form
from services.lobby.domain import people as rules
from services.lobby.people import Known
from shared.journal.ports import Tx
from shared.runtime import auth, blocking, idempotency, limits, strict_json
from shared.runtime.auth import ANYONE
from shared.runtime.problems import NoSuchThing, Problem
from shared.runtime.routes import Ask, Route, Routes, as_json, loaded_by, text_of
from shared.runtime.tokens import Person, Role
from shared.runtime.wiring import Wiring

WELCOME: Final = "crupier.welcome"
"""The application's extension that is called with each new player, as by a house that gives chips to try."""

EVERYBODY: Final = tuple(Role)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyless(Route):
    """A request that takes no key: a stored answer would keep the token that it gives."""

    @property
    def changes(self) -> bool:
        return False


class Door(Routes):
    """Routes, and two kinds of requests in which a password travels."""

    def signing(self, path: str, *, act: Callable[..., Any], status: int) -> None:
        """Register a request that gives a token for a name and a password."""
        route = Keyless(
            method="POST",
            path=path,
            needs=ANYONE,
            act=act,
            answer=form.SignedInAnswer,
            body=form.SignUpBody,
            status=status,
        )
        self._add(route, _sign)

    def enrolling(self, path: str, *, act: Callable[..., Any]) -> None:
        """Register the operator's request to take somebody in; the password is hashed before the transaction."""
        route = Route(
            method="POST",
            path=path,
            needs=(Role.OPERATOR,),
            act=act,
            answer=form.PersonAnswer,
            body=form.EnrolBody,
            status=201,
        )
        self._add(route, _enrol)


routes: Final = Door("lobby", "People, the room, and tables as everybody sees them")


@routes.query("/api/house", needs=ANYONE, answer=form.HouseAnswer)
def show_house(ask: Ask) -> Mapping[str, Any]:
    """Tell what a page has to know of the house."""
    return {"sign_up": sign_up_is_open(ask.wiring), "currency": "EUR"}


@routes.query("/api/room", needs=ANYONE, answer=form.RoomAnswer)
def show_room(ask: Ask) -> Mapping[str, Any]:
    """Show all tables of the room."""
    return showing.room(ask.tx)


@routes.query("/api/tables/<table>", needs=ANYONE, answer=form.TableAnswer)
def show_table(ask: Ask, table: str) -> Mapping[str, Any]:
    """Show a table as everybody may see it."""
    found = showing.table(ask.tx, table)
    if found is None:
        raise NoSuchThing(f"table {table}")
    return found


@routes.query("/api/people", needs=(Role.OPERATOR,), answer=form.PeopleAnswer, query=form.PeopleQuery)
def list_people(ask: Ask) -> Mapping[str, Any]:
    """List people in the order of their ids."""
    found = people.listed(ask.tx, after=ask.query["after"], most=ask.query["limit"])
    return {"people": [_shown(known) for known in found]}


@routes.query("/api/me", needs=EVERYBODY, answer=form.PersonAnswer)
def show_me(ask: Ask) -> Mapping[str, Any]:
    """Show who the token says one is."""
    known = people.find(ask.tx, ask.who.person)
    return {
        "person": ask.who.person,
        "name": known.name if known else ask.who.person,
        "roles": sorted(role.value for role in ask.who.roles),
        "table": ask.who.table,
        "blocked": False,
    }


@routes.mutation("POST", "/api/people/<person>/block", needs=(Role.OPERATOR,), answer=form.PersonAnswer)
def block_person(ask: Ask, person: str) -> Mapping[str, Any]:
    """Let a person's tokens count no longer, here from now on and at the tables a moment later; he leaves his seats."""
    if person == ask.who.person:
        raise Problem(422, "not_oneself", "nobody blocks himself")
    return _block(ask, person, blocked=True)


@routes.mutation("POST", "/api/people/<person>/unblock", needs=(Role.OPERATOR,), answer=form.PersonAnswer)
def unblock_person(ask: Ask, person: str) -> Mapping[str, Any]:
    """Let a person in again."""
    return _block(ask, person, blocked=False)


@routes.mutation(
    "PUT", "/api/people/<person>/roles", needs=(Role.OPERATOR,), body=form.RolesBody, answer=form.PersonAnswer
)
def change_roles(ask: Ask, person: str) -> Mapping[str, Any]:
    """Give a person of the house other roles; they hold from the next sign-in on."""
    roles = rules.roles_in_form(ask.body["roles"], at_table=ask.body["table"])
    return _shown(people.change_roles(ask.tx, person, roles=roles, at_table=ask.body["table"]))


@routes.mutation("DELETE", "/api/sessions", needs=EVERYBODY, answer=form.SignedOutAnswer)
def sign_out(ask: Ask) -> Mapping[str, Any]:
    """Say goodbye: whoever holds the token is to forget it."""
    return {"person": ask.who.person, "signed_in": False}


def sign_up(wiring: Wiring, body: Mapping[str, Any]) -> Known:
    """Take a new player in, where the house lets people sign up by themselves."""
    if not sign_up_is_open(wiring):
        raise Problem(403, "sign_up_closed", "in this house the operator takes people in")
    name = rules.name_in_form(body["name"])
    kept = passwords.hashed(rules.password_in_form(body["password"], name=name), random=wiring.random)
    known: Known = wiring.store.decide(
        lambda tx: people.enrol(tx, name=name, kept_password=kept, roles=(rules.PLAYER,), at_table="", by="")
    )
    current_app.extensions.get(WELCOME, _nothing)(known.person)
    return known


def sign_in(wiring: Wiring, body: Mapping[str, Any]) -> Known:
    """Give a token for a name and its password."""
    try:
        known = people.sign_in(wiring, name=body["name"], password=body["password"], address=request.remote_addr or "")
    except Problem as refused:
        metrics.record_sign_in(outcome="limited" if refused.status == 429 else "refused")
        raise
    metrics.record_sign_in(outcome="in")
    return known


def enrol_person(tx: Tx, *, name: str, kept_password: str, body: Mapping[str, Any], by: str) -> Known:
    """Take in a person of the house, or a player."""
    roles = rules.roles_in_form(body["roles"], at_table=body["table"])
    return people.enrol(tx, name=name, kept_password=kept_password, roles=roles, at_table=body["table"], by=by)


def sign_up_is_open(wiring: Wiring) -> bool:
    """Whether people may sign up by themselves: in a house to try, not in one that is at work."""
    return not wiring.settings.production


def _sign(route: Route, *, who: Person, place: Mapping[str, str]) -> Response:
    limits.check(Person(person=f"address {request.remote_addr}", roles=who.roles))
    body = loaded_by(route.body, strict_json.read_object(request))
    wiring = auth.wiring_here()
    known = cast("Known", route.act(wiring, body))
    said = {**_shown(known), "token": known.token(wiring), "seconds": int(wiring.settings.sign_in_seconds)}
    return as_json(text_of(route.answer, said), status=route.status)


def _enrol(route: Route, *, who: Person, place: Mapping[str, str]) -> Response:
    limits.check(who)
    body = loaded_by(route.body, strict_json.read_object(request))
    wiring = auth.wiring_here()
    once = idempotency.once(request, actor=who.person, body={**body, "password": _unguessable(wiring, body)})
    name = rules.name_in_form(body["name"])
    kept = passwords.hashed(rules.password_in_form(body["password"], name=name), random=wiring.random)

    def work(tx: Tx) -> idempotency.Given:
        auth.refuse_blocked(tx, who)
        before = idempotency.recall(tx, once)
        if before is not None:
            return before
        known = cast("Known", route.act(tx, name=name, kept_password=kept, body=body, by=who.person))
        given = idempotency.Given(status=route.status, body=text_of(route.answer, _shown(known)))
        idempotency.keep(tx, once, given)
        return given

    with idempotency.one_at_a_time(once):
        given = wiring.store.decide(work)
    response = as_json(given.body, status=given.status)
    if given.replayed:
        response.headers["Idempotent-Replay"] = "true"
    return response


def _unguessable(wiring: Wiring, body: Mapping[str, Any]) -> str:
    """Return what stands for the password in the request's stored fingerprint: nobody can try passwords against it."""
    _, key = wiring.settings.token_keys.current
    return hmac.new(key, body["password"].encode(), hashlib.sha256).hexdigest()


def _block(ask: Ask, person: str, *, blocked: bool) -> Mapping[str, Any]:
    known = people.block(ask.tx, person, blocked=blocked)
    blocking.change(ask.tx, ask.wiring, person=person, blocked=blocked, by=ask.who.person, cause=ask.request)
    return _shown(known)


def _shown(known: Known) -> dict[str, Any]:
    return {
        "person": known.person,
        "name": known.name,
        "roles": list(known.roles),
        "table": known.at_table,
        "blocked": known.blocked,
    }


def _nothing(_person: str) -> None:
    """Give a new player nothing."""


routes.signing("/api/people", act=sign_up, status=201)
routes.signing("/api/sessions", act=sign_in, status=200)
routes.enrolling("/api/enrolments", act=enrol_person)
