"""Who may use a route. What has no policy has no door: a route without one is refused when the application is made."""

from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar, cast

from flask import current_app, g, request

from shared.runtime.problems import Forbidden, NoSuchThing, Problem
from shared.runtime.tokens import Person, Role, TokenRefused
from shared.runtime.wiring import Wiring

__all__ = ["ANYONE", "NOBODY", "Person", "Policy", "Role", "needs", "who_asks", "wiring_here"]

View = TypeVar("View", bound=Callable[..., Any])
Policy = tuple[Role, ...]

ANYONE: Final[Policy] = ()
"""No token is asked for."""

NOBODY: Final = Person(person="", roles=frozenset())


class Revocations(Protocol):
    """Tells whose tokens no longer count."""

    def is_revoked(self, person: Person) -> bool: ...


def needs(*roles: Role) -> Callable[[View], View]:
    """Mark a plain view with who may use it; `needs()` is for everybody. `Routes` does this by itself."""

    def mark(view: View) -> View:
        view.policy = roles  # type: ignore[attr-defined]  # read when the application is made
        return view

    return mark


def wiring_here() -> Wiring:
    """Return the wiring of the service whose application answers."""
    return cast("Wiring", current_app.extensions["crupier.wiring"])


def who_asks(policy: Policy) -> Person:
    """Return who asks, or refuse: 401 without a good token, 403 without a role for this."""
    if not policy:
        return NOBODY
    person = _bearer()
    if not person.roles.intersection(policy):
        needed = ", ".join(sorted(role.value for role in policy))
        raise Forbidden(f"this is for {needed}")
    bound_to_table(person, table=(request.view_args or {}).get("table", ""))
    return person


def bound_to_table(person: Person, *, table: str) -> None:
    """Refuse a token of one table at another."""
    if person.table and table and person.table != table:
        raise Forbidden("the token is for another table", code="other_table")


def own_or_hidden(person: Person, *, owner: str, seers: Policy = ()) -> None:
    """Refuse with 404 what belongs to somebody else, unless the asker has a role that sees it."""
    if person.person != owner and not person.roles.intersection(seers):
        raise NoSuchThing("such thing")


def _bearer() -> Person:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise _unauthenticated("expected Authorization: Bearer and a token")
    try:
        person = wiring_here().tokens.read(token.strip())
    except TokenRefused as refused:
        raise _unauthenticated(str(refused)) from None
    refuse_revoked(person)
    return person


def who_has_ticket(*, purpose: str, policy: Policy) -> Person:
    """Return who bears the `ticket` of the address; an event stream cannot carry a header."""
    try:
        person = wiring_here().tokens.read_ticket(request.args.get("ticket", ""), purpose=purpose)
    except TokenRefused as refused:
        raise _unauthenticated(str(refused)) from None
    if policy and not person.roles.intersection(policy):
        raise Forbidden("the ticket's bearer has no role for this")
    refuse_revoked(person)
    return person


def refuse_revoked(person: Person) -> None:
    """Refuse whoever was blocked since the token was made."""
    revocations: Revocations = current_app.extensions["crupier.revocations"]
    if revocations.is_revoked(person):
        raise _unauthenticated("the token no longer counts")
    g.person = person.person


def _unauthenticated(detail: str) -> Problem:
    return Problem(401, "unauthenticated", detail, headers={"WWW-Authenticate": 'Bearer realm="crupier"'})
