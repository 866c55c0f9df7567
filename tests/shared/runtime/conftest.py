"""A demo service on each database, and a person to ask it something."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from shared.runtime.flask_app import make_http
from shared.runtime.running import Running
from shared.runtime.tokens import Role
from shared.runtime.wiring import Wiring
from tests.shared.runtime.demo import DEMO, demo


@dataclass
class Asking:
    """Someone at the door of the demo service."""

    wiring: Wiring
    client: FlaskClient
    _keys: Any = field(default_factory=count)

    def token(self, person: str = "ann", *roles: Role, table: str = "") -> str:
        return self.wiring.tokens.issue(
            person=person, roles=frozenset(roles or (Role.PLAYER,)), seconds=600, table=table
        )

    def headers(self, token: str | None = None, **more: str) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {
            "Authorization": f"Bearer {token or self.token()}",
            "Idempotency-Key": f"key-{next(self._keys):08}",
            **named,
        }

    def post(self, body: Any, *, path: str = "/counts/h1", headers: Mapping[str, str] | None = None) -> TestResponse:
        return self.client.post(path, json=body, headers=headers or self.headers())

    def raw(self, body: bytes, *, content_type: str | None = "application/json", **more: str) -> TestResponse:
        return self.client.post("/counts/h1", data=body, content_type=content_type, headers=self.headers(**more))

    def get(self, path: str, token: str | None = None) -> TestResponse:
        return self.client.get(path, headers={"Authorization": f"Bearer {token or self.token()}"})

    def count(self, hand: str = "h1") -> int:
        return int(self.get(f"/counts/{hand}").json["count"])  # type: ignore[index]  # it is an object


@pytest.fixture
def asking(store_url: str, tmp_path: Path) -> Iterator[Asking]:
    with demo(store_url, tmp_path, CRUPIER_ACTS_PER_SECOND="1000") as wiring:
        app = make_http(DEMO, wiring, Running(service=DEMO, wiring=wiring).health)
        yield Asking(wiring, app.test_client())
