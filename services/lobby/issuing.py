"""Tokens for people who do not sign in by a page: `crupier token`."""

from shared.runtime.tokens import Role, Tokens


def token_for(tokens: Tokens, *, role: Role, person: str = "", table: str = "", seconds: float = 3600.0) -> str:
    """Return a token of one role; without a name it is the role's own, and `table` binds a croupier to one table."""
    return tokens.issue(person=person or role.value, roles=frozenset({role}), seconds=seconds, table=table)
