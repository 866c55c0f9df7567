"""People: signing up and in, the tries that are allowed, roles, and who is blocked."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Final

from services.lobby import passwords
from services.lobby.domain import people as rules
from services.lobby.sql import session
from services.lobby.tables import PERSON
from shared.journal.ports import Tx
from shared.runtime.problems import NoSuchThing, Problem
from shared.runtime.tokens import Role
from shared.runtime.wiring import Wiring

TRIES_MAX: Final = 5
TRIES_SECONDS: Final = 15 * 60
LISTED_MAX: Final = 100

COLUMNS: Final = ("person", "name", "password", "roles", "at_table", "blocked", "enrolled_by")
READ: Final = "SELECT person, name, roles, at_table, blocked, password FROM lobby_person WHERE person = :person"
LIST: Final = """
    SELECT person, name, roles, at_table, blocked, password FROM lobby_person WHERE person > :after
    ORDER BY person LIMIT :most
"""
NAMES: Final = "SELECT person, name FROM lobby_person WHERE person IN :people"
# One statement, so that tries at one time are counted one after the other.
COUNT: Final = """
    INSERT INTO lobby_attempt (who, tries, since_us) VALUES (:who, 1, {now})
    ON CONFLICT (who) DO UPDATE SET tries = lobby_attempt.tries + 1
    RETURNING tries, {now} - since_us
"""
FORGET_OLD: Final = "DELETE FROM lobby_attempt WHERE since_us <= {now} - :kept_us"
FORGET: Final = "DELETE FROM lobby_attempt WHERE who = :who"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A person as the lobby knows him."""

    person: str
    name: str
    roles: tuple[str, ...]
    at_table: str
    blocked: bool
    password: str

    def token(self, wiring: Wiring) -> str:
        """Return a token that says who he is and what he may do, until it ends."""
        return wiring.tokens.issue(
            person=self.person,
            roles=frozenset(Role(role) for role in self.roles),
            seconds=wiring.settings.sign_in_seconds,
            table=self.at_table,
        )


class NameTaken(Problem):
    """Somebody has that name, or one that differs by accents or case alone."""

    def __init__(self, name: str) -> None:
        super().__init__(409, "name_taken", f"somebody is called {name} already; choose another name", field="name")


def find(tx: Tx, person: str) -> Known | None:
    """Return a person, or nothing."""
    rows = session(tx).rows(READ, person=person)
    return _known(rows[0]) if rows else None


def listed(tx: Tx, *, after: str, most: int) -> tuple[Known, ...]:
    """Return people in the order of their ids."""
    return tuple(_known(row) for row in session(tx).rows(LIST, after=after, most=min(most, LISTED_MAX)))


def names(tx: Tx, people: frozenset[str]) -> Mapping[str, str]:
    """Return the names of those among these people who have signed up here."""
    return dict(session(tx).rows(NAMES, people=sorted(people))) if people else {}


def enrol(tx: Tx, *, name: str, kept_password: str, roles: tuple[str, ...], at_table: str, by: str) -> Known:
    """Take a person in, or refuse with `NameTaken`."""
    person = rules.person_of(name)
    row = (person, name, kept_password, " ".join(roles), at_table, 0, by)
    if not session(tx).insert(PERSON, COLUMNS, [row], new=("person",)):
        raise NameTaken(name)
    return Known(person=person, name=name, roles=roles, at_table=at_table, blocked=False, password=kept_password)


def block(tx: Tx, person: str, *, blocked: bool) -> Known:
    """Make no token for a person any more; or the reverse."""
    changed = session(tx).change(
        "UPDATE lobby_person SET blocked = :blocked WHERE person = :person", blocked=int(blocked), person=person
    )
    if not changed:
        raise NoSuchThing(f"person {person}")
    known = find(tx, person)
    assert known is not None, "updated a moment ago"
    return known


def change_roles(tx: Tx, person: str, *, roles: tuple[str, ...], at_table: str) -> Known:
    """Give a person of the house other roles; a player stays a player."""
    known = find(tx, person)
    if known is None:
        raise NoSuchThing(f"person {person}")
    if (rules.PLAYER in known.roles) != (rules.PLAYER in roles):
        raise rules.RoleConflict(f"{person} is {' '.join(known.roles)}; enrol the person anew", found=list(roles))
    session(tx).change(
        "UPDATE lobby_person SET roles = :roles, at_table = :at_table WHERE person = :person",
        roles=" ".join(roles),
        at_table=at_table,
        person=person,
    )
    return Known(
        person=person,
        name=known.name,
        roles=roles,
        at_table=at_table,
        blocked=known.blocked,
        password=known.password,
    )


def sign_in(wiring: Wiring, *, name: str, password: str, address: str) -> Known:
    """Return who that is; a wrong name and a wrong password get the same answer after the same time."""
    person = rules.person_of(name)
    who = _who(person, address)
    wiring.store.decide(lambda tx: _count_try(tx, who))
    with wiring.store.reading() as tx:
        known = find(tx, person)
    right = passwords.fits(password, kept=known.password if known else passwords.nobodys())
    if known is None or not right or known.blocked:
        raise Problem(401, "wrong_name_or_password", "no such name with such a password")
    wiring.store.decide(lambda tx: session(tx).change(FORGET, who=who))
    return known


def _count_try(tx: Tx, who: str) -> None:
    """Count this try before the password is looked at, so that tries at one time cannot slip through together."""
    sql = session(tx)
    sql.change(FORGET_OLD, kept_us=TRIES_SECONDS * 1_000_000)
    ((tries, since_us),) = sql.rows(COUNT, who=who)
    if tries > TRIES_MAX:
        wait = max(1, ceil(TRIES_SECONDS - since_us / 1_000_000))
        raise Problem(429, "too_many_tries", "too many tries; wait a while", headers={"Retry-After": str(wait)})


def _who(person: str, address: str) -> str:
    return hashlib.sha256(f"{person}\n{address}".encode()).hexdigest()


def _known(row: tuple[object, ...]) -> Known:
    person, name, roles, at_table, blocked, password = row
    return Known(
        person=str(person),
        name=str(name),
        roles=tuple(str(roles).split()),
        at_table=str(at_table),
        blocked=bool(blocked),
        password=str(password),
    )
