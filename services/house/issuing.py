"""`crupier token`: tokens for people who do not sign in by a page."""

from collections.abc import Mapping
from typing import Final

from services.house import exits, roster
from shared.runtime.composing import wire
from shared.runtime.settings import Settings
from shared.runtime.tokens import Role, RoleConflict, TokenRefused

HOUR_SECONDS: Final = 3600.0


def print_token(role: str, *, person: str, table: str, hours: float, environment: Mapping[str, str]) -> int:
    """Print a token of one role; without a name it is the role's own, and `table` binds a croupier to one table."""
    roles = {each.value: each for each in Role}
    if role not in roles:
        raise exits.Refused(f"no role {role!r}: expected one of {', '.join(roles)}")
    if table and roles[role] is not Role.CROUPIER:
        raise exits.Refused("only a croupier's token is for one table")
    tokens = wire(roster.service("evaluator"), Settings.from_environment(environment)).tokens
    try:
        print(
            tokens.issue(
                person=person or role, roles=frozenset({roles[role]}), seconds=hours * HOUR_SECONDS, table=table
            )
        )
    except (TokenRefused, RoleConflict) as refused:
        raise exits.Refused(str(refused)) from None
    return exits.OK
