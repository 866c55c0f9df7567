"""Who may use a route. What has no policy has no door: a route without one is refused when the application is made."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar, cast

from flask import current_app, g, request

from shared.journal.ports import Tx
from shared.runtime.problems import Forbidden, Problem
from shared.runtime.tokens import Person, Role, TokenRefused
from shared.runtime.wiring import Wiring

View = TypeVar("View", bound=Callable[..., Any])
Policy = tuple[Role, ...]

ANYONE: Final[Policy] = ()
"""No token is asked for."""

NOBODY: Final = Person(person="", roles=frozenset())


def needs(*roles: Role) -> Callable[[View], View]:
    """Let only these roles into a plain view; `needs()` lets everybody in. `Routes` does the same by itself."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **place: Any) -> Any:
            g.who = who_asks(roles)
            if roles:
                refuse_blocked_here(g.who)
            return view(*args, **place)

        return cast("View", with_policy(guarded, roles))

    return guard


def with_policy(view: Callable[..., Any], policy: Policy) -> Callable[..., Any]:
    """Write on a view who may use it; what it says is checked when the application is made."""
    view.policy = policy  # type: ignore[attr-defined]  # the one attribute that we add
    return view


def wiring_here() -> Wiring:
    """Return the wiring of the service whose application answers."""
    return cast("Wiring", current_app.extensions["crupier.wiring"])


def who_asks(policy: Policy) -> Person:
    """Return who asks, or refuse: 401 without a good token, 403 without a role for this."""
    if not policy:
        return NOBODY
    person = _bearer()
    if not person.roles.intersection(policy):
        needed, held = (", ".join(sorted(role.value for role in roles)) for roles in (policy, person.roles))
        raise Forbidden(f"this is for {needed}; the token is for {held or 'no role'}")
    bound_to_table(person, table=(request.view_args or {}).get("table", ""))
    return person


def bound_to_table(person: Person, *, table: str) -> None:
    """Refuse a token of one table at another."""
    if person.table and table and person.table != table:
        raise Forbidden(f"the token is for table {person.table}, not for {table}", code="other_table")


def _bearer() -> Person:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise _unauthenticated("expected Authorization: Bearer and a token")
    try:
        return wiring_here().tokens.read(token.strip())
    except TokenRefused as refused:
        raise _unauthenticated(str(refused)) from None


def refuse_blocked(tx: Tx, person: Person) -> None:
    """Refuse whoever was blocked since the token was made, within the transaction of what he asks for."""
    if person.person and tx.is_blocked(person.person):
        raise _unauthenticated("the token no longer counts")


def refuse_blocked_here(person: Person) -> None:
    """The same for a view that opens no transaction."""
    wiring = wiring_here()
    if wiring.has_database:
        with wiring.store.reading() as tx:
            refuse_blocked(tx, person)


def _unauthenticated(detail: str) -> Problem:
    return Problem(401, "unauthenticated", detail, headers={"WWW-Authenticate": 'Bearer realm="crupier"'})
