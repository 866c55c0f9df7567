"""A lobby on each database, and people at its door."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from services.lobby import passwords
from services.lobby.wiring import SERVICE
from shared.journal.migrate import migrate
from shared.runtime.composing import wire
from shared.runtime.flask_app import make_http
from shared.runtime.running import Running
from shared.runtime.settings import Settings
from shared.runtime.tokens import Role
from shared.runtime.wiring import Wiring
from shared.secret import Secret
from tests.broker.evaluator_house import KEYS

PASSWORD = "correct horse"
SECONDS = 30.0


def eventually(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


def settings_for(store_url: str, data: Path, **more: str) -> Settings:
    """Return the settings of a house whose lobby has its database there."""
    given = {**KEYS, "CRUPIER_ENV": "test", "CRUPIER_DATA": str(data), "CRUPIER_ACTS_PER_SECOND": "1000", **more}
    return replace(Settings.from_environment(given), database_url=Secret(store_url))


def lobby_wiring(store_url: str, data: Path, **more: str) -> Wiring:
    """Return the wiring of a lobby with empty tables."""
    schema = "" if store_url.startswith("sqlite") else "lobby"
    migrate(url=store_url, schema=schema, service="lobby")
    return wire(SERVICE, settings_for(store_url, data, **more))


@dataclass
class Door:
    """The lobby's door, and somebody who knocks."""

    wiring: Wiring
    app: Flask
    _keys: Any = field(default_factory=count)

    @property
    def client(self) -> FlaskClient:
        return self.app.test_client()

    def token(self, role: Role, person: str = "") -> str:
        return self.wiring.tokens.issue(person=person or role.value, roles=frozenset({role}), seconds=600)

    def get(self, path: str, *, token: str = "", **headers: str) -> TestResponse:
        return self.client.get(path, headers={**_bearer(token), **headers})

    def post(self, path: str, body: Any = None, *, token: str = "", address: str = "10.0.0.1") -> TestResponse:
        headers = {**_bearer(token), "Idempotency-Key": f"key-{next(self._keys):08}"}
        return self.client.post(path, json=body, headers=headers, environ_base={"REMOTE_ADDR": address})

    def sign_up(self, name: str, password: str = PASSWORD) -> TestResponse:
        return self.post("/api/people", {"name": name, "password": password})

    def sign_in(self, name: str, password: str = PASSWORD, *, address: str = "10.0.0.1") -> TestResponse:
        return self.post("/api/sessions", {"name": name, "password": password}, address=address)

    def enrol(self, name: str, *roles: str, table: str = "", token: str = "") -> TestResponse:
        body = {"name": name, "password": PASSWORD, "roles": list(roles), "table": table}
        return self.post("/api/enrolments", body, token=token or self.token(Role.OPERATOR))


def _bearer(token: str) -> Mapping[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash as a house does, with a work factor fit for hundreds of tests."""
    monkeypatch.setattr(passwords, "COST", 2**4)
    monkeypatch.setattr(passwords, "PARALLEL", 1)


@pytest.fixture
def wiring(store_url: str, tmp_path: Path) -> Iterator[Wiring]:
    wired = lobby_wiring(store_url, tmp_path)
    yield wired
    wired.store.close()


@pytest.fixture
def door(wiring: Wiring) -> Door:
    return Door(wiring, make_http(SERVICE, wiring, Running(service=SERVICE, wiring=wiring).health))
