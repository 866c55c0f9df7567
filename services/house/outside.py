"""The house asked from outside, over HTTP, by somebody who holds its keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.house.bots.calling import Caller, Origins
from services.house.inside import NAMED, TOKEN_SECONDS, HouseRefused
from shared.runtime.tokens import Role, Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """A house of several processes; `caller` belongs to one thread."""

    origins: Origins
    tokens: Tokens
    caller: Caller

    def get(self, service: str, path: str) -> Any:
        """Return what a service shows to everybody."""
        return self.caller.get(f"/{service}{path}").body

    def post(self, service: str, path: str, body: Mapping[str, Any], *, key: str) -> Any:
        """Have something done once under this key, or refuse with `HouseRefused`."""
        token = self.tokens.issue(person=NAMED, roles=frozenset({Role.OPERATOR}), seconds=TOKEN_SECONDS)
        reply = self.caller.post(f"/{service}{path}", body, token=token, key=key)
        if not reply.good:
            raise HouseRefused(f"{service} {path}: {reply.status} {reply.code}: {reply.body.get('detail')}")
        return reply.body
