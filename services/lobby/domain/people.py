"""What a person may be called, how a name becomes an id, and which roles go together."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from shared.rules.refusals import RuleBroken

NAME_MIN: Final = 2
NAME_MAX: Final = 32
PASSWORD_MIN: Final = 8
PASSWORD_MAX: Final = 128
MARKS: Final = frozenset(" .-_'’·")

PLAYER: Final = "player"
STAFF: Final = ("croupier", "floor", "operator", "auditor")
ROLES: Final = (PLAYER, *STAFF)


class NameRefused(RuleBroken):
    """A name is 2 to 32 Latin letters, digits and the marks that belong into names."""


class PasswordRefused(RuleBroken):
    """A password is 8 to 128 characters."""


class RoleConflict(RuleBroken):
    """A person of the house is no player in it."""


def name_in_form(name: str) -> str:
    """Return a name as it is kept, or refuse it. Letters of one script only: nobody can look like somebody else."""
    kept = unicodedata.normalize("NFC", name).strip()
    if not NAME_MIN <= len(kept) <= NAME_MAX or "  " in kept:
        raise NameRefused(f"a name has {NAME_MIN} to {NAME_MAX} characters", found=len(kept))
    if bad := [each for each in kept if each not in MARKS and not _latin(each)]:
        raise NameRefused("a name is made of Latin letters, digits, blanks and . - _ ' ·", found=f"U+{ord(bad[0]):04X}")
    if not any(each.isalpha() for each in kept):
        raise NameRefused("a name has at least one letter")
    return kept


def password_in_form(password: str, *, name: str) -> str:
    """Return a password, or refuse one that anybody would try first."""
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        raise PasswordRefused(f"a password has {PASSWORD_MIN} to {PASSWORD_MAX} characters")
    if password.casefold().strip() == name.casefold() or len(set(password)) == 1:
        raise PasswordRefused("a password is neither the name nor one character over and over")
    return password


def person_of(name: str) -> str:
    """Return the id that belongs to a name; names that differ by accents, case or marks alone have one id."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(each))
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if len(words) >= NAME_MIN:
        return words
    return "p-" + hashlib.sha256(name.casefold().encode()).hexdigest()[:12]


def roles_in_form(roles: Iterable[str], *, at_table: str) -> tuple[str, ...]:
    """Return roles in order, or refuse those that one person cannot have together."""
    chosen = tuple(role for role in ROLES if role in set(roles))
    if PLAYER in chosen and len(chosen) > 1:
        raise RoleConflict(f"a player cannot be {' and '.join(chosen[1:])} in this house", found=list(chosen))
    if at_table and chosen != ("croupier",):
        raise RoleConflict("only a croupier is bound to one table", found=list(chosen))
    return chosen


def _latin(character: str) -> bool:
    if character.isascii():
        return character.isalnum()
    return character.isalpha() and unicodedata.name(character, "").startswith("LATIN ")
