"""Who somebody is and what he may do: signed tokens with roles, one table or all, and an end."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final

from itsdangerous import BadSignature, URLSafeSerializer

from shared.messages.keyring import Keyring

SALT: Final = "crupier.token"
PERSON_FORM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


class Role(Enum):
    """What a person is in the house."""

    PLAYER = "player"
    CROUPIER = "croupier"
    FLOOR = "floor"
    OPERATOR = "operator"
    AUDITOR = "auditor"
    SERVICE = "service"


STAFF: Final = (Role.CROUPIER, Role.FLOOR, Role.OPERATOR, Role.AUDITOR)


class RoleConflict(Exception):
    """One person is either staff or a player in this house, never both."""


class TokenRefused(Exception):
    """No token, not ours, altered, or past its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who asks. `table` is the one table that a croupier's token is for; empty: no such bound."""

    person: str
    roles: frozenset[Role]
    table: str = ""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Makes and reads tokens. The first key signs, all keys are understood."""

    keys: Keyring
    clock: Callable[[], datetime]
    random: Callable[[int], bytes]

    def issue(self, *, person: str, roles: frozenset[Role], seconds: float, table: str = "") -> str:
        """Return a token for that person; staff cannot be players."""
        if not PERSON_FORM.fullmatch(person):
            raise TokenRefused("a person's id is 1 to 64 letters, digits, dots, hyphens and underscores")
        if Role.PLAYER in roles and (staff := roles.intersection(STAFF)):
            raise RoleConflict(f"{person} cannot be a player and {', '.join(sorted(role.value for role in staff))}")
        return self._serializer().dumps(
            {
                "p": person,
                "r": sorted(role.value for role in roles),
                "t": table,
                "e": self.clock().timestamp() + seconds,
                # No two tokens are alike, even of one person in one moment.
                "i": self.random(9).hex(),
            }
        )

    def read(self, token: str) -> Person:
        """Return who bears the token, or refuse with `TokenRefused`."""
        said = self._checked(token)
        try:
            return Person(person=said["p"], roles=frozenset(map(Role, said["r"])), table=said["t"])
        except (KeyError, TypeError, ValueError):
            raise TokenRefused("the token has not our form") from None

    def _checked(self, token: str) -> dict[str, Any]:
        try:
            said = self._serializer().loads(token)
        except BadSignature:
            raise TokenRefused("not signed by this house") from None
        end = said.get("e") if isinstance(said, dict) else None
        if not isinstance(end, int | float) or end <= self.clock().timestamp():
            raise TokenRefused("past its end")
        return dict(said)

    def _serializer(self) -> URLSafeSerializer:
        # Oldest first: the library signs with the last key and reads with all.
        keys = [key.reveal() for _, key in reversed(self.keys.keys)]
        return URLSafeSerializer(keys, salt=SALT, signer_kwargs={"digest_method": _sha256})


def _sha256(data: bytes = b"") -> Any:
    return hashlib.sha256(data)
