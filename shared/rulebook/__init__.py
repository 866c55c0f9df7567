"""The law in our words, and how code cites it: `cites` marks functions and classes, `under` marks values."""

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

T = TypeVar("T")
Cited = TypeVar("Cited", bound=Callable[..., Any])

CLAUSE_FORM: Final = re.compile(r"[A-Z][A-Z0-9]{1,3}-[0-9]{2}")
"""A clause id is the game's letters and a number of two digits, as in ESD-21."""


class NotAClauseId(ValueError):
    """A citation that does not have the form of a clause id."""


def cites(*clause_ids: str) -> Callable[[Cited], Cited]:
    """Mark a function or class as the place where these clauses are carried out; the thing itself is handed back."""
    cited = checked(*clause_ids)

    def mark(place: Cited) -> Cited:
        place.__clauses__ = cited  # type: ignore[attr-defined]  # the one attribute that we add to what we mark
        return place

    return mark


def under(clause_ids: str | tuple[str, ...], value: T) -> T:
    """Return `value` itself; the scan of citations reads in the source under which clauses it stands."""
    checked(*((clause_ids,) if isinstance(clause_ids, str) else clause_ids))
    return value


def checked(*clause_ids: str) -> tuple[str, ...]:
    """Return the ids as they are, or refuse with `NotAClauseId`; whether the clause exists is the scan's question."""
    if not clause_ids:
        raise NotAClauseId("a citation without a clause: name at least one, as in ESD-21")
    for clause_id in clause_ids:
        if not CLAUSE_FORM.fullmatch(clause_id):
            raise NotAClauseId(
                f"{clause_id!r} is no clause id: expected letters of the game and two digits, as in ESD-21"
            )
    return clause_ids
