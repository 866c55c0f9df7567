"""The house's own requests to its services, made within the process but through their doors, with a token and a key."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from flask import Flask

from shared.runtime.tokens import Role
from shared.runtime.wiring import Wiring

TOKEN_SECONDS: Final = 60.0
NAMED: Final = "house"


class Asks(Protocol):
    """Whoever asks the services for something on the house's own behalf."""

    def get(self, service: str, path: str) -> Any: ...

    def post(self, service: str, path: str, body: Mapping[str, Any], *, key: str) -> Any: ...


class HouseRefused(Exception):
    """A service refused what the house itself asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inside:
    """The services' web applications by name."""

    apps: Mapping[str, Flask]
    wirings: Mapping[str, Wiring]

    def get(self, service: str, path: str) -> Any:
        """Return what a service shows to everybody."""
        return self.apps[service].test_client().get(path).get_json()

    def post(self, service: str, path: str, body: Mapping[str, Any], *, key: str) -> Any:
        """Have something done once under this key, or refuse with `HouseRefused`."""
        token = self.wirings[service].tokens.issue(
            person=NAMED, roles=frozenset({Role.OPERATOR}), seconds=TOKEN_SECONDS
        )
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
        answer = self.apps[service].test_client().post(path, json=body, headers=headers)
        if answer.status_code >= 400:
            said = answer.get_json(silent=True) or {}
            raise HouseRefused(f"{service} {path}: {answer.status_code} {said.get('code')}: {said.get('detail')}")
        return answer.get_json()
